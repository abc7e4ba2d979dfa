// The view of the referee's runs: standings, strength over time, pairs, lengths, times, games to open.
// Not here: their figures, which the referee makes.

import { button, el, select } from "../lib/dom.js";
import { barPlot, linePlot } from "./plots.js";

const number = (value, digits = 1) => (value === null || value === undefined || !Number.isFinite(value) ? "–" : value.toFixed(digits).replace("-", "−"));
const signed = (value, digits = 1) => (Number.isFinite(value) && value > 0 ? `+${number(value, digits)}` : number(value, digits));
const estimate = (each, digits = 1) => (each ? `${signed(each.value, digits)} [${signed(each.low, digits)}, ${signed(each.high, digits)}]` : "–");

function grid(caption, heads, rows, attributes = {}) {
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption }, el("table", attributes, el("caption", { text: caption }),
    el("thead", {}, el("tr", {}, heads.map((text) => el("th", { scope: "col", text })))),
    el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell, at) => (cell instanceof Node ? el("td", {}, cell) : el(at ? "td" : "th", at ? { text: String(cell) } : { scope: "row", text: String(cell) }))))))));
}

function standings({ table, max_points: most }) {
  const heads = ["Engine", "Pairs", "Won", "Drawn", "Lost", "Score", "Elo, 95 %", most > 1 && "Points a game", "Faults"].filter(Boolean);
  return grid("Standings", heads, table.map((row) => [
    row.engine, row.pairs, ...row.wins_draws_losses, row.score ? `${number(100 * row.score.value)} %` : "–", estimate(row.elo), most > 1 && estimate(row.points, 3),
    Object.entries(row.faults ?? {}).map(([fault, count]) => `${fault} ${count}`).join(", ") || "none",
  ].filter((cell) => cell !== false)), { id: "standings" });
}

function meeting({ figures, history }) {
  const [one, two] = figures.engines;
  const { sprt } = figures;
  const facts = [
    `${one} against ${two}: Elo ${estimate(figures.elo)}, points a game ${estimate(figures.points, 3)}`,
    Number.isFinite(figures.superiority) && `stronger with ${number(100 * figures.superiority)} %`,
    sprt && `LLR ${number(sprt.llr, 2)} in [${number(sprt.lower, 2)}, ${number(sprt.upper, 2)}]${sprt.verdict ? `: ${sprt.verdict}` : ""}`,
  ];
  const bins = figures.pentanomial?.counts ?? [];
  const llr = history.map(({ pairs, llr: y }) => ({ x: pairs, y }));
  const bounds = sprt ? [{ y: sprt.lower }, { y: sprt.upper }] : [];
  const figure = (plot, caption) => plot && el("figure", {}, plot, el("figcaption", { text: caption }));
  return el("section", { class: "meeting" }, el("h3", { text: `${one} – ${two}` }), el("p", { text: facts.filter(Boolean).join("; ") }),
    el("div", { class: "plots" },
      figure(linePlot("Elo over pairs", history.map(({ pairs, elo }) => ({ x: pairs, y: elo?.value, low: elo?.low, high: elo?.high })), [{ y: 0 }]), `Elo of ${one} over pairs, with its 95 % interval`),
      sprt && figure(linePlot("Log-likelihood ratio over pairs", llr, bounds), "Log-likelihood ratio over pairs, with the bounds of the test"),
      bins.length === 5 && figure(barPlot("Pairs by score", bins.map((value, at) => ({ label: String(at / 2), value }))), `Pairs by the score of ${one}`)));
}

function lengths({ lengths: { counts, width, mean, median, longest } }) {
  if (!counts?.length) return null;
  return el("figure", {}, barPlot("Games by length", counts.map((value, at) => ({ label: String(at * width), value }))),
    el("figcaption", { text: `Games by length in plies: mean ${number(mean)}, median ${median}, longest ${longest}` }));
}

function times({ engines }) {
  const timed = engines.filter((engine) => engine.times?.moves);
  if (!timed.length) return null;
  return grid("Times, in milliseconds a move", ["Engine", "Moves", "Mean", "Median", "95 %", "Longest", "Late"], timed.map(({ name, times: t }) =>
    [name, t.moves, number(t.mean_ms), number(t.median_ms), number(t.most_ms), number(t.longest_ms), t.late]));
}

function games(app, { games: list }) {
  const { matches } = app;
  if (!list?.length) return null;
  const rows = list.slice(0, matches.shown).map((row) => [
    row.index + 1, row.p1, row.p2, row.result, `${row.end}${row.detail ? `: ${row.detail}` : ""}`, row.plies,
    button("Open", () => matches.openGame(row), { "data-game": row.index, "aria-label": `Open game ${row.index + 1}` }),
  ]);
  return [grid(`Games, ${list.length} in all`, ["Game", "Player 1", "Player 2", "Result", "End", "Plies", "On the board"], rows, { id: "run-games" }),
    list.length > matches.shown && button("More games", () => matches.more(), { id: "more-games" })];
}

export function matchesPanel(app) {
  const { runs, name, summary, failure } = app.matches;
  const head = el("h2", { text: "Matches" });
  if (!runs) return [head, el("p", { class: failure ? "warn" : "quiet", text: failure || "The runs are read…" })];
  if (!runs.length) return [head, el("p", { text: "The board was started without run folders of the referee, so there is no match to show." })];
  const done = summary && el("progress", { max: summary.pairs.planned || 1, value: summary.pairs.counted, "aria-label": "Pairs played" });
  return [
    el("div", { class: "match-head" }, head, runs.length > 1 ? select(runs.map((run) => [run.name, run.name]), name, (value) => app.matches.open(value), { id: "run", "aria-label": "Run" }) : el("strong", { text: name })),
    failure && el("p", { class: "warn", role: "alert", text: failure }),
    ...(summary ? [
      el("p", { id: "run-state", text: `${summary.variant}, ${summary.tournament}, ${summary.state}${summary.ending ? ` (${summary.ending})` : ""}: ${summary.pairs.counted} of ${summary.pairs.planned} pairs` }),
      done,
      summary.notes.map((text) => el("p", { class: "quiet", text })),
      standings(summary),
      summary.meetings.slice(0, 20).map(meeting),
      el("div", { class: "plots" }, lengths(summary), summary.ends.length > 0 && grid("Ends", ["End", "Games"], summary.ends.map(({ end, games: count }) => [end, count]))),
      times(summary),
      games(app, summary),
    ] : [el("p", { class: "quiet", text: "The run is read…" })]),
  ];
}
