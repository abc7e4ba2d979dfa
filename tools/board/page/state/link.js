// Links that carry a position or a line in their fragment: `#dameo/POSITION/MOVES`, with `_` for blanks.
// Not here: whether they are legal.

import { GAMES } from "../games/index.js";

/** Reads a fragment; null if it is none of ours. */
export function readLink(hash) {
  let text;
  try {
    text = decodeURIComponent(hash.replace(/^#/, ""));
  } catch {
    return null;
  }
  const words = new URLSearchParams(text.replaceAll("+", "%2B"));
  const variant = words.get("game");
  const game = GAMES.find(({ id }) => id === variant);
  if (!game) return null;
  return { variant, position: (words.get("position") ?? game.start.replaceAll(" ", "_")).replaceAll("_", " "), moves: (words.get("moves") ?? "").split("_").filter(Boolean) };
}

/** The link to a line. */
export function writeLink({ variant, start, moves }) {
  const game = GAMES.find(({ id }) => id === variant);
  const parts = [`game=${variant}`];
  if (start !== game.start) parts.push(`position=${start.replaceAll(" ", "_")}`);
  if (moves.length) parts.push(`moves=${moves.join("_")}`);
  return `${location.origin}${location.pathname}#${parts.join("&")}`;
}
