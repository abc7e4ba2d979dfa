// The panel of the editor: pieces to put, side, counters, dice, the text of the position, what the rules say.
// Not here: the position.

import { button, choice, el, field, select, svg } from "../lib/dom.js";
import { GAMES } from "../games/index.js";

function palette(app) {
  const { editor, game } = app;
  const one = (letter, label, picture) => el("button", {
    type: "button", class: "palette-piece", "data-letter": letter ?? "none", "aria-pressed": String(editor.letter === letter), "aria-label": label, title: label,
    onclick: () => {
      editor.letter = letter;
      app.changed();
    },
  }, picture);
  return el("div", { class: "palette", role: "group", "aria-label": "Piece to put" },
    game.rules.palette.map(({ letter, symbol, white, label }) => one(letter, label,
      svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, svg("g", { class: `piece ${white ? "white" : "black"}` }, svg("use", { href: `#${symbol}`, width: 100, height: 100 }))))),
    one(null, "Take away", svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true", class: "eraser" }, svg("path", { d: "M25 25L75 75M75 25L25 75" }))));
}

export function editorPanel(app) {
  const { editor, game } = app;
  const { rules } = game;
  const words = editor.position.split(" ");
  const text = el("textarea", { id: "editor-text", rows: 3, "data-field": "text", value: editor.position, spellcheck: "false", onchange: () => editor.text(text.value) });
  const roll = rules.dice ? words[3] : null;
  const rolls = ["-"];
  for (let high = 1; high <= 6; high += 1) for (let low = 1; low <= high; low += 1) rolls.push(`${high}${low}`);
  return [
    el("p", { class: "quiet", text: "Choose a piece and press places of the board. Drag pieces to move them. The red cross takes pieces away." }),
    choice("Game", "editor-variant", GAMES.map(({ id, name }) => [id, name]), game.variant, (value) => app.editOther(value)),
    palette(app),
    rules.dice && editor.letter && button("Put it on the bar", () => editor.change(rules.addToBar(editor.position, editor.letter)), { id: "to-bar" }),
    choice("To move", "editor-side", [["w", "White"], ["b", "Black"]], words[1], (value) => editor.field(1, value)),
    rules.counters.length > 0 && el("div", { class: "row-fields" }, rules.counters.map(({ label, field: at, least, otherwise }) =>
      field(label, el("input", { type: "number", min: least, value: words[at] ?? otherwise, "data-field": `counter-${at}`, onchange: (event) => editor.field(at, String(Math.max(least, Number(event.target.value) || least))) })))),
    roll && field("Dice", select(rolls.map((each) => [each, each === "-" ? "not thrown" : `${each[0]} and ${each[1]}`]), roll, (value) => editor.field(3, value), { id: "editor-dice" })),
    el("div", { class: "actions" },
      button("Start position", () => editor.change(rules.start), { id: "editor-start" }),
      button("Empty board", () => editor.change(rules.empty), { id: "editor-empty" }),
      button("Turn the board", () => app.commands.flip(), { id: "editor-flip" })),
    field("Position text", text),
    editor.refusal ? el("p", { class: "warn", id: "refusal", role: "alert", text: `The rules refuse this: ${editor.refusal}` }) : el("p", { class: "accepted", id: "accepted", text: "The rules know this position." }),
    el("div", { class: "actions" },
      button("Analyse it", () => app.loader.openLine({ variant: game.variant, start: editor.position, words: [] }), { id: "editor-analyse", class: "button main", disabled: Boolean(editor.refusal) }),
      button("Play from it", () => app.commands.newGame({ variant: game.variant, position: editor.position }), { id: "editor-play", disabled: Boolean(editor.refusal) })),
  ];
}
