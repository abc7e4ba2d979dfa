// The views of the page by name: what the panel beside the board shows.
// Not here: the panels.

import { analysisPanel, drawLines } from "./analysis.js";
import { playPanel } from "./play.js";

export const VIEWS = {
  play: { title: "Play", panel: playPanel },
  analysis: { title: "Analysis", panel: analysisPanel, analysed: drawLines },
};
