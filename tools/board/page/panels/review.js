// The panel of a review: what each side lost, the graph, the error at hand, learning from it.
// Not here: judging.

import { button, el, field, select, svg } from "../lib/dom.js";
import { set, settings } from "../state/settings.js";
import { sideName } from "../wording.js";
import { isError } from "../reviewer.js";
import { turnControls } from "./dice.js";
import { movesPanel, walkButtons } from "./moves.js";

const EFFORTS = [["2000", "Quick (2,000 nodes)"], ["20000", "Usual (20,000 nodes)"], ["100000", "Thorough (100,000 nodes)"], ["500000", "Deep (500,000 nodes)"]];
const CLASSES = { forced: "The only move", best: "Best move", good: "Good move", inaccuracy: "Inaccuracy", mistake: "Mistake", blunder: "Blunder" };
const [WIDE, HIGH] = [600, 150];

function lost(judged, dice) {
  if (!judged.loss) return "lost nothing";
  return dice ? `lost ${judged.loss.toFixed(3)} points` : `lost ${Math.round(1000 * judged.loss) / 10} % of the chances`;
}

function table(app) {
  const { game } = app;
  const { sides, dice } = game.review;
  const rows = [
    ["Accuracy", (side) => (side.accuracy === null ? "–" : `${side.accuracy.toFixed(1)} %`)],
    ["Inaccuracies", (side) => side.classes.inaccuracy],
    ["Mistakes", (side) => side.classes.mistake],
    ["Blunders", (side) => side.classes.blunder],
    dice && ["Error rate, millipoints a decision", (side) => side.errorRate?.toFixed(1) ?? "–"],
    dice && ["Luck of the dice, points", (side) => (side.luck === undefined ? "–" : `${side.luck >= 0 ? "+" : "−"}${Math.abs(side.luck).toFixed(2)}`)],
  ].filter(Boolean);
  const players = [game.rules.first, game.rules.first === "w" ? "b" : "w"];
  return el("table", { class: "summary", id: "review-summary" },
    el("tr", {}, el("td"), players.map((side) => el("th", { scope: "col", text: game.name(side) === sideName(side) ? sideName(side) : `${sideName(side)} (${game.name(side)})` }))),
    rows.map(([name, of]) => el("tr", {}, el("th", { scope: "row", text: name }), sides.map((side) => el("td", { text: String(of(side)) })))));
}

/** The chances (with dice: the points) of White over the moves; a click goes to a move. */
function graph(app) {
  const { game, reviewer } = app;
  const nodes = reviewer.nodes().filter((node) => node.judged);
  if (nodes.length < 2) return null;
  const { dice } = game.review;
  const most = dice ? Math.max(1, ...nodes.map((node) => Math.abs(node.judged.value))) : 1;
  const part = (value) => (dice ? (value / most + 1) / 2 : value);
  const x = (at) => (WIDE * (at + 0.5)) / nodes.length;
  const y = (node) => HIGH * (1 - part(node.judged.value));
  const points = nodes.map((node, at) => `${x(at).toFixed(1)} ${y(node).toFixed(1)}`);
  const here = nodes.indexOf(game.at);
  const picture = svg("svg", { class: "graph", id: "graph", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img",
    "aria-label": dice ? "Graph: White's points over the moves" : "Graph: White's chances over the moves" },
  svg("rect", { width: WIDE, height: HIGH, class: "graph-black" }),
  svg("path", { d: `M0 ${HIGH}L0 ${y(nodes[0]).toFixed(1)}L${points.join("L")}L${WIDE} ${y(nodes.at(-1)).toFixed(1)}L${WIDE} ${HIGH}Z`, class: "graph-white" }),
  svg("path", { d: `M0 ${HIGH / 2}H${WIDE}`, class: "graph-middle" }),
  here >= 0 && svg("path", { d: `M${x(here)} 0V${HIGH}`, class: "graph-here" }),
  nodes.map((node, at) => isError(node.judged) && svg("circle", { cx: x(at), cy: y(node), r: 5, class: `graph-mark ${node.judged.class}` })).filter(Boolean));
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const at = Math.floor((nodes.length * (event.clientX - box.left)) / box.width);
    app.goTo(nodes[Math.max(0, Math.min(nodes.length - 1, at))]);
  });
  return picture;
}

function verdict(app) {
  const { game, reviewer } = app;
  const { lesson } = reviewer;
  if (lesson) {
    return el("div", { class: `verdict-box ${lesson.solved ? "best" : ""}`, id: "lesson" }, el("p", { text: lesson.text }),
      el("div", { class: "actions" },
        lesson.solved ? button("Next error", () => app.commands.nextError(), { id: "lesson-next", class: "button main" })
          : button("Show it", () => app.variations.showBetter(lesson.node), { id: "lesson-show" }),
        button("End", () => reviewer.endLesson(), { id: "lesson-end" })));
  }
  const { judged, move } = game.at;
  if (!judged) return null;
  const best = judged.best[0];
  const wrong = best && best.move !== move;
  return el("div", { class: `verdict-box ${judged.class}`, id: "verdict" },
    el("p", {}, el("strong", { text: `${game.rules.short(move)}: ${CLASSES[judged.class]}` }), `, ${lost(judged, game.review?.dice)}.${judged.turning ? " The game turned here." : ""}`),
    judged.exact && el("p", { text: `The tables: ${judged.exact.verdict} before the move${judged.exactAfter ? `, ${judged.exactAfter.verdict} after it` : ""}.` }),
    judged.luck !== undefined && el("p", { class: "quiet", text: `Luck of the throw: ${judged.luck >= 0 ? "+" : "−"}${Math.abs(judged.luck).toFixed(3)} points.` }),
    wrong && el("p", { text: `Better: ${best.pv.slice(0, 6).map((word) => game.rules.short(word)).join("  ")}` }),
    isError(judged) && el("div", { class: "actions" },
      button("Learn from it", () => reviewer.learn(game.at), { id: "learn" }),
      button("Show the better line", () => app.variations.showBetter(game.at), { id: "better" })));
}

/** The arrows of what was better and what was played. */
export function reviewArrows(app) {
  const { game, reviewer } = app;
  if (reviewer.lesson) return [];
  const next = game.at.children[0];
  if (!next?.judged || !game.at.position) return [];
  const best = next.judged.best[0]?.move;
  return [isError(next.judged) && { move: next.move, kind: "played" }, best && { move: best, kind: "best" }].filter(Boolean);
}

export function reviewPanel(app) {
  const { game, reviewer } = app;
  const { progress, failure } = reviewer;
  const plies = reviewer.nodes().length;
  const stale = game.review && game.review.plies !== plies;
  const errors = reviewer.nodes().filter((node) => isError(node.judged)).length;
  return [
    progress ? el("div", { class: "progress", id: "review-progress" },
      el("label", { for: "review-bar", text: `Judged ${progress.done} of ${progress.all} turns` }), el("progress", { id: "review-bar", max: progress.all, value: progress.done }),
      button("Stop", () => { reviewer.cancel(); app.changed(); }, { id: "review-stop" }))
      : el("div", { class: "row-fields review-start" },
        field("Effort a move", select(EFFORTS, String(settings.judge), (value) => set("judge", Number(value)), { id: "judge" })),
        button(game.review ? "Review again" : "Review this game", () => reviewer.start(), { id: "review-go", class: game.review && !stale ? "button" : "button main", disabled: !plies })),
    !plies && el("p", { class: "quiet", text: "There are no moves yet. Play a game, or open one under Games." }),
    failure && el("p", { class: "warn", role: "alert", text: `No review: ${failure}` }),
    stale && el("p", { class: "quiet", text: "The game has other moves than the review." }),
    game.review && graph(app),
    verdict(app),
    game.review && !reviewer.lesson && errors > 0 && button(`Next error (${errors} in all)`, () => app.commands.nextError(), { id: "next-error", title: "n" }),
    reviewer.lesson && turnControls(app),
    movesPanel(app), walkButtons(app),
    game.review && !reviewer.lesson && table(app),
  ];
}
