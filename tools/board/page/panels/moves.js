// The list of moves with its variations, comments and marks; a click goes to a position.
// Not here: playing them.

import { byId, el, svg } from "../lib/dom.js";

const GLYPHS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

function moveButton(app, node, numbered) {
  const { game } = app;
  const judged = node.judged?.class;
  const short = game.rules.short(node.move);
  const name = node.parent.position && node.position ? game.rules.say(node.move, node.parent.position, node.position) : short;
  return el("button", {
    type: "button", class: `move${node === game.at ? " current" : ""}${judged ? ` ${judged}` : ""}`, "data-node": node.id,
    "aria-current": node === game.at ? "true" : undefined,
    "aria-label": `${numbered}${name}${GLYPHS[judged] ? `, ${judged}` : ""}`,
    onclick: () => app.goTo(node),
  }, short, GLYPHS[judged] && el("span", { class: "glyph", text: GLYPHS[judged] }));
}

const number = (ply) => Math.floor(ply / 2) + 1;

/** A variation as running text. */
function variation(app, node, ply) {
  const parts = [];
  let at = node;
  for (let first = true; at; first = false) {
    if (first || ply % 2 === 0) parts.push(el("span", { class: "number", text: `${number(ply)}${ply % 2 ? "…" : "."}` }));
    parts.push(moveButton(app, at, ""));
    if (at.comment) parts.push(el("span", { class: "comment", text: at.comment }));
    const [next, ...others] = at.children;
    ply += 1;
    for (const side of others) parts.push(el("div", { class: "variation" }, variation(app, side, ply)));
    at = next;
  }
  return parts;
}

/** Draws the list into a node. */
export function drawMoves(app, holder) {
  const { game } = app;
  const list = [];
  let at = game.tree.root;
  let ply = game.side(at) === game.rules.first ? 0 : 1;
  let row = null;
  const ends = game.rules.dice;
  while (at.children.length) {
    const [next, ...others] = at.children;
    if (!row || ply % 2 === 0 || ends) {
      row = el("li", { class: `row${ends ? " single" : ""}` }, el("span", { class: "number", text: ends ? `${ply + 1}.` : `${number(ply)}.` }));
      if (ends) row.append(el("span", { class: `dot ${game.side(at) === "w" ? "white" : "black"}`, "aria-hidden": "true" }));
      if (ply % 2 && !ends) row.append(el("span", { class: "gap", text: "…" }));
      list.push(row);
    }
    row.append(moveButton(app, next, `${number(ply)}. `));
    if (next.comment || others.length) {
      const box = el("li", { class: "aside" }, next.comment && el("p", { class: "comment", text: next.comment }),
        others.map((other) => el("div", { class: "variation" }, variation(app, other, ply))));
      list.push(box);
      row = null;
    }
    ply += 1;
    at = next;
  }
  if (game.over) list.push(el("li", { class: "result", text: app.resultText(game) }));
  const old = holder.scrollTop;
  holder.replaceChildren(list.length ? el("ol", { class: "move-list" }, list) : el("p", { class: "quiet", text: "No moves yet." }));
  holder.scrollTop = old;
  const current = holder.querySelector(".current");
  if (current) {
    const top = current.offsetTop - holder.offsetTop;
    if (top < holder.scrollTop || top > holder.scrollTop + holder.clientHeight - 40) holder.scrollTop = top - holder.clientHeight / 2;
  }
}

/** Buttons that walk through the game. */
const ICONS = { first: "M6 5v14M19 5 9 12l10 7Z", back: "M16 5 7 12l9 7Z", on: "M8 5l9 7-9 7Z", last: "M18 5v14M5 5l10 7-10 7Z", flip: "M8 19V6M4 10l4-4 4 4M16 5v13M12 14l4 4 4-4" };

export function walkButtons(app) {
  const one = (id, label, key, action, name) => el("button", { type: "button", class: "walk", id: name, "aria-label": label, title: `${label} (${key})`, onclick: action },
    svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[id] })));
  const walk = (id, label, key) => one(id, label, key, () => app.commands.walk(id), `walk-${id}`);
  return el("div", { class: "walks", role: "group", "aria-label": "Go through the game" },
    walk("first", "To the beginning", "Home"), walk("back", "One move back", "←"), walk("on", "One move on", "→"), walk("last", "To the end", "End"),
    one("flip", "Turn the board", "f", () => app.commands.flip(), "flip"));
}

export const movesPanel = (app) => {
  const holder = el("div", { class: "moves", id: "moves", tabindex: "0", role: "region", "aria-label": "Moves" });
  drawMoves(app, holder);
  return holder;
};

export const redrawMoves = (app) => {
  const holder = byId("moves");
  if (holder) drawMoves(app, holder);
};
