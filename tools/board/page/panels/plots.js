// Plots as SVG: a line with its band over a number, and bars.
// Not here: what is plotted.

import { svg } from "../lib/dom.js";

const [WIDE, HIGH] = [600, 180];
const LEFT = 46;
const BOTTOM = 22;

/** Round marks between two numbers, about `count`. */
function marks(low, high, count = 4) {
  const rough = (high - low) / count || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((each) => each * power >= rough);
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step * 1e-6; at += step) found.push(Number(at.toPrecision(12)));
  return found;
}

/** `points` are `{ x, y, low, high }`; `levels` are horizontal lines `{ y, label }`. */
export function linePlot(label, points, levels = []) {
  const known = points.filter(({ y }) => Number.isFinite(y));
  if (known.length < 2) return null;
  const values = [...known.flatMap(({ y, low, high }) => [y, low ?? y, high ?? y]).filter(Number.isFinite), ...levels.map(({ y }) => y)];
  // The first estimates of a run know nothing: what is far beyond the last interval is cut off.
  const last = known.at(-1);
  const room = last.high === undefined ? Infinity : 6 * Math.max(last.high - last.low, 1e-9);
  const [low, high] = [Math.max(Math.min(...values), last.y - room), Math.min(Math.max(...values), last.y + room)];
  const [left, right] = [known[0].x, last.x];
  const x = (value) => LEFT + ((WIDE - LEFT - 6) * (value - left)) / (right - left || 1);
  const y = (value) => 8 + (HIGH - BOTTOM - 8) * (1 - (Math.min(high, Math.max(low, value)) - low) / (high - low || 1));
  const path = (list) => list.map(([px, py]) => `${x(px).toFixed(1)} ${y(py).toFixed(1)}`).join("L");
  const banded = known.filter((point) => Number.isFinite(point.low) && Number.isFinite(point.high));
  return svg("svg", { class: "plot", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label },
    marks(low, high).map((value) => [svg("path", { d: `M${LEFT} ${y(value)}H${WIDE - 6}`, class: "plot-grid" }), svg("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end", text: String(value) })]).flat(),
    marks(left, right, 5).map((value) => svg("text", { x: x(value), y: HIGH - 5, "text-anchor": "middle", text: String(value) })),
    banded.length > 1 && svg("path", { d: `M${path(banded.map((point) => [point.x, point.high]))}L${path(banded.slice().reverse().map((point) => [point.x, point.low]))}Z`, class: "plot-band" }),
    levels.map((level) => svg("path", { d: `M${LEFT} ${y(level.y)}H${WIDE - 6}`, class: "plot-level" })),
    svg("path", { d: `M${path(known.map((point) => [point.x, point.y]))}`, class: "plot-line" }));
}

/** `bars` are `{ label, value }`. */
export function barPlot(label, bars) {
  const most = Math.max(...bars.map(({ value }) => value), 1);
  const width = (WIDE - 12) / bars.length;
  const every = Math.ceil(bars.length / 12);
  return svg("svg", { class: "plot", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label },
    bars.map((bar, at) => {
      const tall = ((HIGH - BOTTOM - 26) * bar.value) / most;
      return [
        svg("rect", { x: 6 + at * width + width * 0.08, y: HIGH - BOTTOM - tall, width: width * 0.84, height: tall, class: "plot-bar" }),
        bars.length <= 8 && svg("text", { x: 6 + (at + 0.5) * width, y: HIGH - BOTTOM - tall - 5, "text-anchor": "middle", text: String(bar.value) }),
        at % every === 0 && svg("text", { x: 6 + (at + 0.5) * width, y: HIGH - 5, "text-anchor": "middle", text: bar.label }),
      ].filter(Boolean);
    }).flat());
}
