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
  goal: "You win when your opponent has no move left: all his pieces are taken or shut in.",
  how: [
    "A man steps one square straight or diagonally forward to an empty square.",
    "Men in an unbroken line, straight or diagonal, move as one: any of them may jump over all the others in front of it to the first square beyond the line, if that square is empty.",
    "Captures go straight only: forward, backward or sideways. A man jumps over an enemy next to it to the empty square behind it.",
    "You must capture if you can, go on capturing with the same piece, and take as many as possible. Captured pieces leave the board when the turn is over.",
    "A man that ends its move on the far rank becomes a king. Kings move any distance in all eight directions, and capture from and to any distance, straight.",
    "Draws: the same position for the third time, or 50 plies without a capture or a man's move.",
  ],
  counters: [
    { label: "Plies without capture or man's move", field: 2, least: 0, otherwise: 0 },
    { label: "Move number", field: 3, least: 1, otherwise: 1 },
  ],
});
