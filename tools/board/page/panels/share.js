// The panel of games: those kept in this browser, import, export, link, picture.
// Not here: the formats.

import { button, byId, el, field } from "../lib/dom.js";
import { gameOf } from "../games/index.js";
import { Game } from "../state/game.js";
import { boardSvg, download, png } from "../state/picture.js";
import { writeLine, writeRecord } from "../state/record.js";
import { writeLink } from "../state/link.js";
import { resultMark } from "../wording.js";

let pasted = "";

function copyRow(app, id, label, text) {
  return el("div", { class: "copy-row" }, el("span", { class: "field-label", text: label }), el("code", { id: `text-${id}`, tabindex: "0", text }),
    button("Copy", () => app.commands.copy(text, label), { id: `copy-${id}`, "aria-label": `Copy: ${label}` }));
}

function kept(app) {
  const all = Game.list();
  return el("ul", { class: "kept", id: "kept" }, all.map((one) => {
    const rules = gameOf(one.tree.variant);
    const here = one.id === app.game.id;
    const name = (side) => one.names?.[side] ?? (one.players[side].kind === "person" ? "person" : one.players[side].engine);
    const what = one.mode === "study" ? "study" : `${name("w")} – ${name("b")}, ${one.over ? resultMark({ over: one.over, rules }) : "goes on"}`;
    return el("li", { class: here ? "here" : "" },
      el("span", {}, el("strong", { text: rules.name }), ` ${what}, ${one.plies} ${one.plies === 1 ? "turn" : "turns"} `, el("small", { text: new Date(one.changed).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }) })),
      !here && button("Open", () => app.loader.openKept(one.id), { "data-open": one.id, "aria-label": `Open ${rules.name}, ${what}` }),
      !here && button("Delete", () => {
        Game.forget(one.id);
        app.changed();
      }, { "aria-label": `Delete ${rules.name}, ${what}` }));
  }));
}

export function sharePanel(app) {
  const { game } = app;
  const line = game.tree.line(game.at);
  const position = game.rules.dice && game.at.position ? game.rules.withRoll(game.at.position, game.at.roll) : game.at.position ?? game.tree.start;
  const input = el("textarea", { id: "import", rows: 4, "data-field": "import", value: pasted, spellcheck: "false", placeholder: "Paste a position, a list of moves, a game record, or a game from PlayStrategy or AbstractPlay", oninput: () => { pasted = input.value; } });
  const file = el("input", { type: "file", id: "import-file", class: "file", "aria-label": "Open a file", onchange: async () => {
    pasted = await file.files[0].text();
    app.importer.read(pasted);
  } });
  const name = `${game.variant}-${game.tree.ply(game.at)}`;
  const svgText = () => boardSvg(byId("board"), byId("pieces"));
  return [
    el("h2", { text: "Games" }),
    kept(app),
    el("h2", { text: "Import" }),
    field("Text", input),
    el("div", { class: "actions" }, button("Import", () => app.importer.read(pasted), { id: "import-go", class: "button main" }), file),
    app.importer.note && el("p", { class: app.importer.note.bad ? "warn" : "accepted", id: "import-note", role: "status", text: app.importer.note.text }),
    app.importer.note?.details?.length > 0 && el("ul", { class: "details" }, app.importer.note.details.map((text) => el("li", { text }))),
    app.importer.note?.questions?.map(({ label, answers }) => el("div", { class: "question", role: "group", "aria-label": label }, el("p", { text: label }), el("div", { class: "actions" }, answers.map((answer) => button(answer.label, answer.open))))),
    app.importer.note?.choices && el("ul", { class: "kept", id: "import-choices" }, app.importer.note.choices.map(({ label, open }) => el("li", {}, el("span", { text: label }), button("Open", open, { "aria-label": `Open: ${label}` })))),
    el("h2", { text: "Export" }),
    copyRow(app, "position", "Position", position),
    copyRow(app, "line", "Moves", writeLine(game.tree.line(game.tree.end(game.at)))),
    copyRow(app, "link", "Link", writeLink(line)),
    el("div", { class: "actions" },
      button("Copy the game record", () => app.commands.copy(writeRecord(game, resultMark), "Game record"), { id: "copy-record" }),
      button("Save the game record", () => download(`${game.variant}.txt`, writeRecord(game, resultMark), "text/plain"), { id: "save-record" }),
      button("Picture, SVG", () => download(`${name}.svg`, svgText(), "image/svg+xml"), { id: "save-svg" }),
      button("Picture, PNG", async () => download(`${name}.png`, await png(svgText()), "image/png"), { id: "save-png" })),
  ];
}
