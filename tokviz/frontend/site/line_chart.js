/** A chart of lines over the steps, as a drawing with its sentence for those who do not see it. */

import { drawn, element } from "../shared/elements.js";

const CHART_WIDTH = 640;
const CHART_HEIGHT = 250;
const CHART_EDGES = { left: 46, right: 12, top: 10, bottom: 40 };
const CHART_TICKS = 5; // about so many on each axis

/** Whole or round numbers from the lowest to the highest, about as many as there are ticks. */
export function axisTicks(low, high) {
  const rough = (high - low || 1) / CHART_TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max([1, 2, 5, 10].map((times) => times * power).find((one) => one >= rough) ?? rough, 1);
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, place) => (first + place) * step);
}

/** The path through points; a stepped one is level up to the next. */
export function linePath(points, isStepped) {
  return points
    .map(([x, y], place) => {
      if (!place) return `M${x} ${y}`;
      return isStepped ? `H${x}V${y}` : `L${x} ${y}`;
    })
    .join("");
}

/** @param {import("../payloads").ShownLines} chart */
export function lineChart({ alt, x, lines, here, is_stepped = false, is_from_zero = true }) {
  const values = lines.flatMap(({ points }) => points.map(([, value]) => value));
  const steps = lines[0].points.map(([step]) => step);
  const [first, last] = [steps[0], Math.max(steps[0] + 1, steps[steps.length - 1])];
  const low = is_from_zero ? 0 : Math.min(...values);
  const high = Math.max(low + 1, ...values);
  const across = (step) =>
    onTenth(
      CHART_EDGES.left + ((step - first) / (last - first)) * (CHART_WIDTH - CHART_EDGES.left - CHART_EDGES.right),
    );
  const up = (value) =>
    onTenth(
      CHART_HEIGHT -
        CHART_EDGES.bottom -
        ((value - low) / (high - low)) * (CHART_HEIGHT - CHART_EDGES.top - CHART_EDGES.bottom),
    );
  const svg = drawn("svg", { viewBox: `0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`, role: "img", "aria-label": alt });
  for (const value of axisTicks(low, high)) {
    svg.append(
      drawn("path", { class: "grid", d: `M${CHART_EDGES.left} ${up(value)}H${CHART_WIDTH - CHART_EDGES.right}` }),
    );
    svg.append(drawn("text", { class: "end", x: CHART_EDGES.left - 6, y: up(value) + 4 }, `${value}`));
  }
  for (const step of axisTicks(first, last))
    svg.append(drawn("text", { class: "middle", x: across(step), y: CHART_HEIGHT - 22 }, `${step}`));
  svg.append(drawn("text", { class: "middle title", x: (CHART_WIDTH + CHART_EDGES.left) / 2, y: CHART_HEIGHT - 4 }, x));
  for (const { points, look = "accent", is_dashed = false } of lines) {
    const placed = points.map(([step, value]) => [across(step), up(value)]);
    svg.append(drawn("path", { class: `line ${look}${is_dashed ? " dashed" : ""}`, d: linePath(placed, is_stepped) }));
  }
  svg.append(
    drawn("path", { class: "here", d: `M${across(here)} ${CHART_EDGES.top}V${CHART_HEIGHT - CHART_EDGES.bottom}` }),
  );
  return element("figure", { class: "chart" }, chartLegend(lines), svg);
}

const onTenth = (value) => Math.round(value * 10) / 10;

/** Which line is which: by its color, and by whether it is dashed. */
function chartLegend(lines) {
  const items = lines.map(({ name, look = "accent", is_dashed = false }) => {
    const sample = drawn("svg", { viewBox: "0 0 24 8", "aria-hidden": true });
    sample.append(drawn("path", { class: `line ${look}${is_dashed ? " dashed" : ""}`, d: "M0 4H24" }));
    return element("li", {}, sample, name);
  });
  return element("ul", { class: "legend" }, ...items);
}
