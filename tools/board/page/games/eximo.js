// Eximo: its name, start and pieces on the board of 64 squares.
// Not here: its rules, which the server knows.

import { squareGame } from "./squares.js";

export const eximo = squareGame({
  id: "eximo",
  name: "Eximo",
  first: "b",
  start: "1MMMMMM1/1MMMMMM1/1MM2MM1/8/8/1mm2mm1/1mmmmmm1/1mmmmmm1 b 1",
  empty: "8/8/8/8/8/8/8/8 b 1",
  kinds: { m: { symbol: "man", name: "man" } },
  about: "Men jump over friends and enemies; whoever reaches the far rank drops two new men at home.",
  unit: "men",
  counters: [{ label: "Move number", field: 2, least: 1, otherwise: 1 }],
});
