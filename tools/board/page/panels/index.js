// The views of the page by name: what the panel beside the board shows.
// Not here: the panels.

import { analysisPanel, drawLines } from "./analysis.js";
import { editorPanel } from "./editor.js";
import { matchesPanel } from "./matches.js";
import { playPanel } from "./play.js";
import { reviewPanel } from "./review.js";
import { sharePanel } from "./share.js";

export const VIEWS = {
  play: { title: "Play", panel: playPanel },
  analysis: { title: "Analysis", panel: analysisPanel, analysed: drawLines },
  review: { title: "Review", panel: reviewPanel, leave: (app) => app.reviewer.endLesson() },
  editor: { title: "Editor", panel: editorPanel, enter: (app) => app.edit(), leave: (app) => app.endEdit() },
  matches: { title: "Matches", panel: matchesPanel, enter: (app) => app.matches.enter(), leave: (app) => app.matches.leave() },
  share: { title: "Games", panel: sharePanel },
};
