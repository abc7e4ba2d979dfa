// Words for results, values and times, for eyes and for screen readers.
// Not here: the words of moves, which each game has.

const SIDES = { w: "White", b: "Black" };

const REASONS = {
  "no-moves": (winner) => `${SIDES[winner === "w" ? "b" : "w"]} has no move`,
  repetition: () => "the same position for the third time",
  "quiet-moves": () => "50 plies without a capture or a man's move",
  "borne-off": () => "all checkers borne off",
  resign: (winner) => `${SIDES[winner === "w" ? "b" : "w"]} resigned`,
  time: (winner) => `${SIDES[winner === "w" ? "b" : "w"]}'s time is up`,
  agreed: () => "agreed",
};

const WORTH = { 2: " with a gammon (2 points)", 3: " with a backgammon (3 points)" };

/** How a game ended, in a sentence. */
export function resultText({ over }) {
  if (!over) return "";
  const reason = REASONS[over.reason]?.(over.winner) ?? over.reason;
  return over.winner ? `${SIDES[over.winner]} wins${WORTH[over.points] ?? ""}: ${reason}.` : `Draw: ${reason}.`;
}

/** `1-0` and the like; player 1 is the side that begins the game. */
export function resultMark({ over, rules }) {
  if (!over) return "*";
  if (!over.winner) return "draw";
  return over.winner === rules.first ? `${over.points || 1}-0` : `0-${over.points || 1}`;
}

export const sideName = (side) => SIDES[side];

/** A score for White in short: `+0.35`, `#5`. */
export function scoreText(score, side) {
  if (!score) return "";
  const sign = side === "w" ? 1 : -1;
  if (score.mate !== undefined) {
    const plies = score.mate * sign;
    return `#${score.mate === 0 || plies < 0 ? "−" : ""}${Math.abs(plies)}`;
  }
  const value = (score.cp * sign) / 100;
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
}

/** A number in short: 12.3k, 4.5M. */
export function amount(number) {
  if (number === undefined || Number.isNaN(number)) return "";
  if (number >= 1e9) return `${(number / 1e9).toFixed(1)}G`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)}M`;
  return number >= 1e3 ? `${(number / 1e3).toFixed(number >= 1e5 ? 0 : 1)}k` : String(number);
}

/** Milliseconds as a clock. */
export function clockText(ms) {
  const tenths = Math.max(0, Math.ceil(ms / 100));
  const seconds = Math.floor(tenths / 10);
  const two = (number) => String(number).padStart(2, "0");
  if (seconds < 20) return `0:${two(seconds)}.${tenths % 10}`;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The chance of a win and half that of a draw, from chances in thousandths. */
export const chanceOf = ([win, draw]) => (win + draw / 2) / 1000;

export const percent = (part) => `${Math.round(100 * part)} %`;
