// The line of a game as the protocol takes it: where it begins, and the moves since.
// Not here: whether they are legal.

/** The command for a line `{ variant, start, moves }`. Always `fen`, so that clocks go by the letter of the position. */
export function positionCommand(line) {
  return line.moves.length ? `position fen ${line.start} moves ${line.moves.join(" ")}` : `position fen ${line.start}`;
}

/** What makes two lines the same. */
export const lineKey = (line) => `${line.variant}|${positionCommand(line)}`;

/** The same line with more words at its end. */
export const longer = (line, ...words) => ({ ...line, moves: [...line.moves, ...words.filter(Boolean)] });
