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
  goal: "You win when your opponent has no man or no move left.",
  how: [
    "A man steps one square straight or diagonally forward to an empty square.",
    "Or it jumps over a friend next to it, straight or diagonally forward, to the empty square behind, and goes on jumping over friends as long as it can. Nothing is taken on the way.",
    "A man captures an enemy next to it by jumping over it: straight or diagonally forward, or sideways. The enemy leaves the board at once, and the man goes on capturing as long as it can.",
    "You must capture if you can, but you choose which way.",
    "A man that reaches the far rank leaves the board. You then drop two new men on empty squares of your first two ranks, between the files b and g.",
    "The same position for the third time is a draw.",
  ],
  counters: [{ label: "Move number", field: 2, least: 1, otherwise: 1 }],
});
