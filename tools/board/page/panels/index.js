// The views of the page by name: what the panel beside the board shows.
// Not here: the panels.

import { analysisPanel, drawLines } from "./analysis.js";
import { editorPanel } from "./editor.js";
import { playPanel } from "./play.js";
import { reviewArrows, reviewPanel } from "./review.js";
import { sharePanel } from "./share.js";

export const VIEWS = {
  play: { title: "Play", panel: playPanel },
  analysis: { title: "Analysis", panel: analysisPanel, analysed: drawLines },
  review: { title: "Review", panel: reviewPanel, arrows: reviewArrows, leave: (app) => app.reviewer.endLesson() },
  editor: { title: "Editor", panel: editorPanel, enter: (app) => app.edit(), leave: (app) => app.endEdit() },
  share: { title: "Games", panel: sharePanel },
};
