// The panel of analysis: the engine's lines, its settings, the tree, comments.
// Not here: the search.

import { button, byId, check, el, field, select } from "../lib/dom.js";
import { set, settings } from "../state/settings.js";
import { amount, scoreText } from "../wording.js";
import { turnControls } from "./dice.js";
import { movesPanel, walkButtons } from "./moves.js";

function lineRow(app, report, info, rank) {
  const { game } = app;
  const value = scoreText(info.score, report.side);
  const negative = value.includes("−");
  return el("li", { class: "line", "data-rank": rank },
    el("span", { class: `value ${negative ? "black" : "white"}`, text: value, title: "For White" }),
    !info.pv?.length && el("span", { class: "quiet", text: "before the throw" }),
    el("span", { class: "pv" }, (info.pv ?? []).slice(0, 12).map((move, at) => el("button", {
      type: "button", class: "pv-move", tabindex: at ? "-1" : "0", "aria-label": at ? undefined : `Line ${rank}, ${value}: ${game.rules.short(move)}`,
      onclick: () => app.variations.play(report, info.pv.slice(0, at + 1)),
      onpointerenter: () => app.variations.preview(report, info.pv.slice(0, at + 1)),
      onfocus: () => app.variations.preview(report, info.pv.slice(0, at + 1)),
      onpointerleave: () => app.variations.preview(null),
      onblur: () => app.variations.preview(null),
    }, game.rules.short(move)))));
}

function chances(report) {
  if (!report.equity) return null;
  const [equity, win, gammon, back, loss, lostGammon, lostBack] = report.equity;
  const per = (number) => (100 * number).toFixed(1);
  return el("table", { class: "odds" }, el("caption", { text: `Equity ${equity >= 0 ? "+" : "−"}${Math.abs(equity).toFixed(3)} for the side to move` }),
    el("tr", {}, el("td"), ["Win", "Gammon", "Backgammon"].map((text) => el("th", { scope: "col", text }))),
    el("tr", {}, el("th", { scope: "row", text: "Wins %" }), [win, gammon, back].map((number) => el("td", { text: per(number) }))),
    el("tr", {}, el("th", { scope: "row", text: "Loses %" }), [loss, lostGammon, lostBack].map((number) => el("td", { text: per(number) }))));
}

function lines(app) {
  const { analyst, game } = app;
  const { report } = analyst;
  if (!analyst.on) return [el("p", { class: "quiet", text: "The engine rests." })];
  if (game.at.status?.over) return [el("p", { class: "quiet", text: app.endText(game.at) })];
  if (!report) return [el("p", { class: "quiet", text: "The engine starts…" })];
  const facts = [report.depth !== undefined && `depth ${report.depth}${report.seldepth ? `/${report.seldepth}` : ""}`, report.nodes !== undefined && `${amount(report.nodes)} nodes`, report.nps && `${amount(report.nps)}/s`, report.done && "done"];
  return [
    el("p", { class: "facts", id: "facts", text: `${report.threat ? "Threat · " : ""}${facts.filter(Boolean).join(" · ")}` }),
    report.error && el("p", { class: "warn", text: report.error }),
    el("ol", { class: "lines" }, report.lines.map((info, at) => info && lineRow(app, report, info, at + 1))),
    report.verdict && el("p", { class: "verdict", text: report.verdict }),
    chances(report),
  ];
}

/** Draws the lines alone, many times a second. */
export function drawLines(app) {
  const box = byId("lines");
  if (!box) return;
  // A line under the pointer or the focus stays, so that it can be pressed.
  if (app.preview?.hold) {
    const facts = byId("facts");
    const { report } = app.analyst;
    if (facts && report) facts.textContent = `depth ${report.depth ?? 0} · ${amount(report.nodes ?? 0)} nodes`;
    return;
  }
  box.replaceChildren(...lines(app).filter(Boolean));
}

function rolloutBox(app) {
  const { analyst, game } = app;
  if (!game.rules.dice) return null;
  const { rollout } = analyst;
  const here = rollout?.node === game.at;
  return el("details", { class: "rollout", open: here }, el("summary", { text: "Rollout" }),
    rollout?.running ? button("Stop the rollout", () => analyst.stopRollout(), { id: "rollout-stop" })
      : button("Roll out 144 games", () => analyst.rollOut(game.tree.line(game.at), 144), { id: "rollout" }),
    here && el("p", { class: "quiet", id: "rollout-progress", text: rollout.running ? rollout.progress || "…" : "" }),
    here && el("ol", { class: "rollout-lines" }, rollout.lines.map((line) => el("li", { text: `${game.rules.short(line.move)}: ${line.equity} ± ${line.error} (${line.games} games)${line.behind ? `, behind by ${line.behind}` : ""}` }))));
}

function comment(app) {
  const { game } = app;
  const text = el("textarea", { id: "comment", rows: 2, value: game.at.comment, placeholder: "Comment on this position", "aria-label": "Comment", oninput: () => {
    game.at.comment = text.value;
    game.save();
  } });
  return text;
}

export function analysisPanel(app) {
  const { analyst, game } = app;
  const threads = analyst.options.get("threads");
  const put = (name) => (value) => {
    set(name, Number(value));
    app.changed();
  };
  const number = (name, label, values) => field(label, select(values.map((value) => [String(value), value === 0 ? "none" : String(value)]), String(settings[name]), put(name), { id: `set-${name}` }));
  const most = Math.min(threads?.max || 1, navigator.hardwareConcurrency || 1);
  return [
    el("div", { class: "engine-head" },
      check("Engine", analyst.on, () => app.commands.toggleAnalysis(), { id: "engine-on", role: "switch" }),
      app.enginesFor(game.variant).length > 1 ? select(app.enginesFor(game.variant).map((name) => [name, name]), app.engineName(), (name) => app.commands.chooseEngine(name), { id: "engine", "aria-label": "Engine" }) : el("span", { class: "quiet", text: app.engineName() }),
      button("Threat", () => app.commands.threat(), { id: "threat", title: "x", "aria-pressed": String(analyst.threat) }),
      button("Best move", () => app.commands.playBest(), { id: "best", title: "Space" })),
    el("div", { class: "lines-box", id: "lines" }, lines(app).filter(Boolean)),
    el("details", { class: "engine-settings" }, el("summary", { text: "Engine settings" }),
      el("div", { class: "row-fields" }, number("lines", "Lines", [1, 2, 3, 4, 5]), number("depth", "Depth limit", [0, 4, 6, 8, 10, 12, 16, 20]),
        number("threads", "Threads", Array.from({ length: most }, (_, at) => at + 1)), number("hash", "Hash, MiB", [16, 64, 256, 1024])),
      check("Arrows", settings.arrows, (value) => {
        set("arrows", value);
        app.changed();
      }, { id: "set-arrows" })),
    rolloutBox(app),
    turnControls(app),
    movesPanel(app), walkButtons(app), comment(app),
    el("div", { class: "actions" },
      game.tree.path(game.at).some((node) => node.parent && node.parent.children[0] !== node) && button("Make main line", () => app.variations.promote(), { id: "promote" }),
      game.at.parent && button("Delete from here", () => app.variations.removeFromHere(), { id: "remove" }),
      game.rules.dice && game.at.roll && button("Other dice", () => app.variations.clearRoll(), { id: "other-dice" }),
      button("Play from here", () => app.commands.playFromHere(), { id: "play-here" })),
  ];
}
