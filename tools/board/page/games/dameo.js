// Dameo: its name, start and pieces on the board of 64 squares.
// Not here: its rules, which the server knows.

import { squareGame } from "./squares.js";

export const dameo = squareGame({
  id: "dameo",
  name: "Dameo",
  first: "w",
  start: "mmmmmmmm/1mmmmmm1/2mmmm2/8/8/2MMMM2/1MMMMMM1/MMMMMMMM w 0 1",
  empty: "8/8/8/8/8/8/8/8 w 0 1",
  kinds: { m: { symbol: "man", name: "man" }, k: { symbol: "king", name: "king" } },
  about: "Draughts on all squares: lines of men move as one, captures go straight and must take the most.",
  tables: true,
  unit: "men",
  counters: [
    { label: "Plies without capture or man's move", field: 2, least: 0, otherwise: 0 },
    { label: "Move number", field: 3, least: 1, otherwise: 1 },
  ],
});
