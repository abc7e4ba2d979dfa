// The board of 64 squares: its drawing, its texts, and how squares become steps. Dameo and Eximo build on it.
// Not here: what sets the two apart.

import { svg } from "../lib/dom.js";

const FILES = "abcdefgh";
const SIZE = 100;
const PIECE = 88;

/** The squares in reading order, a8 first. */
export const SQUARES = [8, 7, 6, 5, 4, 3, 2, 1].flatMap((rank) => [...FILES].map((file) => file + rank));

function corner(square, flipped) {
  const [file, rank] = [FILES.indexOf(square[0]), Number(square[1]) - 1];
  return flipped ? [(7 - file) * SIZE, rank * SIZE] : [file * SIZE, (7 - rank) * SIZE];
}

/** The letters on the squares of a position text. */
export function letters(position) {
  const board = new Map();
  const rows = position.split(" ")[0].split("/");
  rows.forEach((row, at) => {
    let file = 0;
    for (const letter of row) {
      if (letter >= "1" && letter <= "8") file += Number(letter);
      else board.set(FILES[file++] + (8 - at), letter);
    }
  });
  return board;
}

/** The first field of a position text. */
export function boardText(board) {
  const rows = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) => [...FILES].map((file) => board.get(file + rank) ?? ".").join(""));
  return rows.map((row) => row.replace(/\.+/g, (run) => String(run.length))).join("/");
}

/** The squares that a move visits and those where it drops. */
export function parts(move) {
  const [way, ...drops] = move.split("@");
  return { way: way.match(/../g) ?? [], drops };
}

/** Squares whose pieces of the other side a move has taken away, by the positions around it. */
function taken(before, after, white) {
  const [now, then] = [letters(before), letters(after)];
  return [...now.keys()].filter((square) => (now.get(square) < "a") !== white && now.get(square) !== then.get(square));
}

/** What both games share; `kinds` are the pieces by letter in lower case: symbol and name. */
export function squareGame(own) {
  const { kinds } = own;
  const game = {
    dice: false,
    size: [8 * SIZE, 8 * SIZE],
    shape: "squares",

    side: (position) => position.split(" ")[1],

    background(flipped) {
      const nodes = SQUARES.map((square) => {
        const [x, y] = corner(square, flipped);
        const dark = (FILES.indexOf(square[0]) + Number(square[1])) % 2 === 1;
        return svg("rect", { x, y, width: SIZE, height: SIZE, class: dark ? "square dark" : "square light" });
      });
      const labels = SQUARES.flatMap((square) => {
        const [x, y] = corner(square, flipped);
        const dark = (FILES.indexOf(square[0]) + Number(square[1])) % 2 === 1;
        const tone = dark ? "coordinate on-dark" : "coordinate on-light";
        return [
          y === 7 * SIZE && svg("text", { x: x + SIZE - 6, y: y + SIZE - 7, "text-anchor": "end", class: tone, text: square[0] }),
          x === 0 && svg("text", { x: x + 6, y: y + 20, class: tone, text: square[1] }),
        ];
      });
      return [...nodes, ...labels.filter(Boolean)];
    },

    places: (position, flipped) => SQUARES.map((id) => {
      const [x, y] = corner(id, flipped);
      return { id, x, y, width: SIZE, height: SIZE };
    }),

    pieces: (position, flipped) => [...letters(position)].map(([place, letter]) => {
      const [x, y] = corner(place, flipped);
      const white = letter < "a";
      return { place, symbol: kinds[letter.toLowerCase()].symbol, white, x: x + (SIZE - PIECE) / 2, y: y + (SIZE - PIECE) / 2, size: PIECE };
    }),

    /** The middle of a place. */
    anchor(place, position, flipped) {
      const [x, y] = corner(place, flipped);
      return [x + SIZE / 2, y + SIZE / 2];
    },

    describe(place, position) {
      const letter = letters(position).get(place);
      return letter ? `${place}, ${letter < "a" ? "White" : "Black"} ${kinds[letter.toLowerCase()].name}` : place;
    },

    /** The steps on offer as ways from place to place. The first step of a turn picks the piece. */
    ways(next, begun) {
      const at = begun.filter((step) => !step.startsWith("@")).at(-1) ?? null;
      return next.map((word) => {
        if (word.startsWith("@")) return { from: null, to: word.slice(1), word };
        return begun.length ? { from: at, to: word, word } : { from: word, to: null, word };
      });
    },

    /** How a move is drawn: its ways, the men that it took, where it dropped. */
    trace(move, before, after) {
      const { way, drops } = parts(move);
      return { ways: [way], captured: taken(before, after, game.side(before) === "w"), dropped: drops, places: [way[0], way.at(-1), ...drops] };
    },

    /** A move in words. */
    say(move, before, after) {
      const { way, drops } = parts(move);
      const who = game.side(before) === "w" ? "White" : "Black";
      const captured = game.trace(move, before, after).captured;
      const [now, then] = [letters(before).get(way[0]), letters(after).get(way.at(-1))];
      let text = `${who} ${way.join(" to ")}`;
      if (captured.length) text += `, takes ${captured.join(", ")}`;
      if (drops.length) text += `, drops on ${drops.join(" and ")}`;
      if (now && then && now.toLowerCase() !== then.toLowerCase()) text += `, becomes a ${kinds[then.toLowerCase()].name}`;
      return text;
    },

    /** A move as lists show it: the square it leaves and the one it reaches, with the sort of the move between. */
    short(move) {
      return move;
    },

    swapSide: (position) => position.replace(/ [wb] ?/, (text) => text.replace(/[wb]/, (side) => (side === "w" ? "b" : "w"))),

    /** What each side has, in words and as a number of men lost. */
    tally(position) {
      const board = [...letters(position).values()];
      const count = (white) => board.filter((letter) => (letter < "a") === white).length;
      const of = (white) => ({ text: `${count(white)} ${count(white) === 1 ? "piece" : "pieces"}`, count: count(white) });
      return { w: of(true), b: of(false) };
    },

    /** The position with another piece on a square; no letter clears it. */
    put(position, place, letter) {
      const board = letters(position);
      if (letter) board.set(place, letter);
      else board.delete(place);
      return [boardText(board), ...position.split(" ").slice(1)].join(" ");
    },

    letterAt: (position, place) => letters(position).get(place) ?? null,

    palette: Object.entries(kinds).flatMap(([letter, { symbol, name }]) => [
      { letter: letter.toUpperCase(), symbol, white: true, label: `White ${name}` },
      { letter, symbol, white: false, label: `Black ${name}` },
    ]),

    diceOf: () => null,
    ...own,
  };
  return game;
}
