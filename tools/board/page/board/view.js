// The board with the two players beside it: puts together what is shown now, from game, entry and analysis.
// Not here: the drawing itself.

import { byId, el, svg } from "../lib/dom.js";
import { moving, settings } from "../state/settings.js";
import { chanceOf, clockText, percent } from "../wording.js";
import { arrows, chances, showChances } from "./overlay.js";
import { Surface } from "./surface.js";

export class BoardView {
  #app;
  #hover = null;
  #last = { position: "", flipped: null, variant: "" };
  surface = new Surface("Board");

  constructor(app) {
    this.#app = app;
    byId("board-holder").append(this.surface.node);
    const { surface } = this;
    surface.onpress = (place) => app.press(place);
    surface.onpick = (place) => app.pick(place);
    surface.ondrop = (from, to) => app.drop(from, to);
    surface.oncancel = () => app.entry.cancel();
    surface.ondice = () => app.commands.swapDice();
    surface.onhover = (place) => {
      if (place === this.#hover) return;
      this.#hover = place;
      if (app.game.rules.dice) this.draw();
    };
  }

  /** Draws what is to be seen now. */
  draw() {
    const app = this.#app;
    const { game, entry } = app;
    const { rules } = game;
    const preview = app.preview?.position ? app.preview : null;
    const editing = app.editing;
    const own = entry.line && entry.position;
    const position = editing ?? preview?.position ?? own ?? game.at.position ?? game.tree.start;
    const states = preview || editing ? new Map() : entry.states();
    const marks = [];
    const trace = !editing && this.#trace(preview);
    for (const place of new Set(trace?.places ?? [])) marks.push({ place, kind: "last" });
    for (const place of trace && !entry.begun.length ? trace.captured : []) marks.push({ place, kind: "taken" });
    const picked = [...states.values()].some((kinds) => kinds.includes("picked"));
    for (const [place, kinds] of states) {
      if (kinds.includes("picked")) marks.push({ place, kind: "picked" });
      else if (kinds.includes("can move") && settings.showMovable && app.view === "play" && !picked) marks.push({ place, kind: "source" });
    }
    for (const [place, kinds] of states) if (kinds.includes("goal")) marks.push({ place, kind: "goal" });
    if (!preview && !editing && !entry.picked && this.#hover) for (const place of new Set(entry.goalsOf(this.#hover))) marks.push({ place, kind: "goal" });
    const captured = preview || editing ? [] : entry.steps?.captured ?? [];
    for (const place of captured) marks.push({ place, kind: "captured" });
    const roll = entry.line ? entry.roll : game.at.roll;
    const dice = editing ? rules.diceOf(rules.dice && editing.split(" ")[3] !== "-" ? editing.split(" ")[3] : null, [], false) : preview ? null :
      entry.dice ?? rules.diceOf(roll, [], false) ?? this.#oldDice();
    const animate = moving() && this.#last.flipped === game.flipped && this.#last.variant === game.variant;
    this.surface.show({
      game: rules, position, free: Boolean(editing), flipped: game.flipped, marks, states, captured, dice, animate,
      diceSide: roll || editing ? undefined : this.#mover(),
      arrows: preview || editing ? [] : arrows(app),
    });
    this.#last = { position, flipped: game.flipped, variant: game.variant };
    this.#players(position);
    this.#bar();
  }

  #trace(preview) {
    const { game } = this.#app;
    if (preview?.move) return game.rules.trace(preview.move, preview.before, preview.position);
    const { at } = game;
    if (!at.move || !at.position || !at.parent.position) return null;
    return game.rules.trace(at.move, at.parent.position, at.position);
  }

  /** The dice of the last turn stay to be seen until the next throw. */
  #oldDice() {
    const { game } = this.#app;
    const roll = game.at.move && game.rules.rollOf?.(game.at.move);
    return roll ? game.rules.diceOf(roll, [], false).map((each) => ({ ...each, used: true })) : null;
  }

  #mover() {
    const { game } = this.#app;
    return game.at.parent ? game.side(game.at.parent) : game.side(game.at);
  }

  #players(position) {
    const { game, referee } = this.#app;
    const tally = game.rules.tally(position);
    const turn = game.rules.side(position);
    for (const [id, side] of [["player-top", game.flipped ? "w" : "b"], ["player-bottom", game.flipped ? "b" : "w"]]) {
      const node = byId(id);
      node.dataset.side = side;
      const toMove = turn === side && !game.over;
      node.classList.toggle("to-move", toMove);
      const icon = svg("svg", { viewBox: "0 0 100 100", class: "player-icon", "aria-hidden": "true" },
        svg("g", { class: `piece ${side === "w" ? "white" : "black"}` }, svg("use", { href: game.rules.dice ? "#soldier" : "#man", width: 100, height: 100 })));
      node.replaceChildren(...[icon, el("span", { class: "player-name", text: game.name(side) }),
        el("span", { class: "player-tally", text: tally[side].text }),
        toMove && referee.thinking && game.at === game.live && el("span", { class: "thinking", text: "thinks" }),
        game.clock && el("span", { class: "clock", "data-clock": side, role: "timer", "aria-label": `Clock of ${game.name(side)}`, text: clockText((game.times ?? {})[side] ?? 0) })].filter(Boolean));
    }
    if (game.clock) this.clocks(referee.left());
  }

  clocks(left) {
    for (const side of ["w", "b"]) {
      const node = document.querySelector(`[data-clock="${side}"]`);
      if (!node) continue;
      node.textContent = clockText(left[side]);
      node.classList.toggle("low", left[side] < 20000);
    }
  }

  /** The bar of chances: White's part from White's side of the board. */
  #bar() {
    const { game } = this.#app;
    const bar = byId("chances");
    const wdl = chances(this.#app);
    bar.hidden = !showChances(this.#app);
    if (bar.hidden) return;
    bar.classList.toggle("flipped", game.flipped);
    const white = wdl ? chanceOf(wdl) : 0.5;
    bar.classList.toggle("unknown", !wdl);
    byId("chances-white").style.flexGrow = String(wdl ? wdl[0] : 1);
    byId("chances-draw").style.flexGrow = String(wdl ? wdl[1] : 0);
    byId("chances-black").style.flexGrow = String(wdl ? wdl[2] : 1);
    byId("chances-text").textContent = wdl ? String(Math.round(100 * white)) : "";
    bar.setAttribute("aria-label", wdl ? `Chances: White wins ${percent(wdl[0] / 1000)}, draw ${percent(wdl[1] / 1000)}, Black wins ${percent(wdl[2] / 1000)}` : "Chances: not known yet");
  }
}
