// What a turn with dice needs beside the board: throwing, entering a throw, undo, confirm.
// Not here: the dice that lie on the board.

import { button, el } from "../lib/dom.js";

let first = null;

/** The controls of the turn at hand; an empty box if there is nothing to do. */
export function turnControls(app) {
  const { game, entry } = app;
  const box = el("div", { class: "turn", id: "turn" });
  if (app.editing) return box;
  const dice = game.rules.dice;
  const needs = dice && app.needsRoll();
  if (needs) {
    if (game.dice.by === "seed" || app.view !== "play") box.append(button("Throw the dice", () => app.commands.throwDice(), { id: "throw", class: "button main", title: "Space" }));
    if (game.dice.by === "hand" || app.view !== "play") box.append(handPad(app));
    return box;
  }
  first = null;
  if (!entry.steps) return box;
  if (entry.begun.length > (dice ? 0 : 1)) box.append(button("Undo step", () => entry.undo(), { id: "undo-step", title: "Backspace" }));
  if (dice && entry.roll && entry.roll[0] !== entry.roll[1] && !entry.begun.length) box.append(button("Swap dice", () => app.commands.swapDice(), { id: "swap", title: "s" }));
  if (entry.steps.end) {
    const pass = !entry.begun.length;
    box.append(button(pass ? "No legal move: go on" : "Play this turn", () => entry.confirm(), { id: "confirm", class: "button main", title: "Enter" }));
  }
  return box;
}

/** Two dice to be chosen, for a board on the table. */
function handPad(app) {
  const pad = el("div", { class: "pad", role: "group", "aria-label": first ? `Second die, the first is ${first}` : "First die" });
  pad.append(el("span", { class: "quiet", text: first ? `${first} and` : "Thrown:" }));
  for (let die = 1; die <= 6; die += 1) {
    const picture = el("button", { type: "button", class: "pad-die", "data-die": die, "aria-label": `${first ? "Second" : "First"} die: ${die}`, onclick: () => {
      if (!first) first = die;
      else {
        const roll = `${Math.max(first, die)}${Math.min(first, die)}`;
        first = null;
        return app.commands.setRoll(roll);
      }
      return app.changed();
    } }, String(die));
    pad.append(picture);
  }
  return pad;
}
