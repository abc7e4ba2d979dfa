// What lies over the board beyond the game itself: arrows of hints, lines and reviews, and the chances of the bar.
// Not here: the drawing.

import { settings } from "../state/settings.js";
import { reviewArrows } from "../panels/review.js";

const WIDEST = 15;
const NARROWEST = 5;

/** A score as one number, wins beyond all others. */
function worth({ score }) {
  if (score.mate === undefined) return score.cp;
  return (score.mate > 0 ? 1 : -1) * (30000 - Math.abs(score.mate));
}

/** The arrows: `{ way, kind, width }`. */
export function arrows(app) {
  const { game, hinted, view, analyst, entry } = app;
  const { at, rules } = game;
  const list = [];
  const add = (move, kind, width) => {
    for (const way of rules.trace(move, at.position, at.position).ways) list.push({ way, kind, width });
  };
  if (hinted?.move && hinted.node === at) add(hinted.move, "best", 16);
  if (view === "review") for (const { move, kind } of reviewArrows(app)) add(move, kind, 14);
  const { report } = analyst;
  if (view === "analysis" && settings.arrows && report?.node === at && !entry.begun.length) {
    const lines = report.lines.filter((info) => info?.pv?.[0]);
    const best = lines[0] && worth(lines[0]);
    // The best lies on top.
    for (const info of lines.slice().reverse()) {
      const behind = (best - worth(info)) / (rules.dice ? 2.5 : 10);
      add(info.pv[0], report.threat ? "threat" : info === lines[0] ? "best" : "other", Math.max(NARROWEST, WIDEST - behind));
    }
  }
  return list;
}

/** Whether the bar of chances stands beside the board. */
export function showChances(app) {
  if (app.view === "play") return settings.chances;
  return app.view === "review" || (app.view === "analysis" && app.analyst.on);
}

/** White's chances of win, draw and loss at what is looked at, in thousandths; null if unknown. */
export function chances({ game: { at }, analyst: { report }, referee: { told }, view }) {
  if (at.status?.over) return { w: [1000, 0, 0], b: [0, 0, 1000] }[at.status.winner] ?? [0, 1000, 0];
  if (report?.wdl && report.node === at && !report.threat) return report.wdl;
  // The engine that plays has told its own view of the position before.
  if (view === "play" && told) return told.wdl;
  return at.judged?.wdl ?? null;
}
