/** A chart of points, as a drawing with its sentence for those who do not see it. */

import { drawn, element } from "../shared/elements.js";

const POINTS_WIDTH = 640;
const POINTS_HEIGHT = 340;
const POINTS_EDGES = { left: 60, right: 12, top: 22, bottom: 40 };
const POINT_PATHS = {
  circle: "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0",
  square: "M-5 -5h10v10h-10z",
  diamond: "M0 -7L6 0L0 7L-6 0z",
  cross: "M-6 -2h4v-4h4v4h4v4h-4v4h-4v-4h-4z",
};

/** The place of a value between both ends of an axis, 0 to 1. @param {import("../payloads").ShownAxis} axis */
export function axisShare({ low, high, is_log = false }, value) {
  const [first, last, at] = is_log ? [Math.log(low), Math.log(high), Math.log(value)] : [low, high, value];
  return (at - first) / (last - first);
}

/** @param {import("../payloads").ShownPoints} chart */
export function pointChart({ alt, x, y, kinds, points, labels }) {
  const { left, right, top, bottom } = POINTS_EDGES;
  const [floor, end] = [POINTS_HEIGHT - bottom, POINTS_WIDTH - right];
  const across = (value) => rounded(left + axisShare(x, value) * (end - left));
  const up = (value) => rounded(floor - axisShare(y, value) * (floor - top));
  const svg = drawn("svg", { viewBox: `0 0 ${POINTS_WIDTH} ${POINTS_HEIGHT}`, role: "img", "aria-label": alt });
  for (const { value, text } of y.ticks) {
    svg.append(drawn("path", { class: "grid", d: `M${left} ${up(value)}H${end}` }));
    svg.append(drawn("text", { class: "end", x: left - 6, y: up(value) + 4 }, text));
  }
  for (const { value, text } of x.ticks) {
    svg.append(drawn("path", { class: "grid", d: `M${across(value)} ${top}V${floor}` }));
    svg.append(drawn("text", { class: "middle", x: across(value), y: floor + 18 }, text));
  }
  svg.append(drawn("text", { class: "title", x: left, y: top - 8 }, y.title));
  svg.append(drawn("text", { class: "middle title", x: (left + end) / 2, y: POINTS_HEIGHT - 4 }, x.title));
  const onTop = [...points].sort((one, other) => other.kind - one.kind); // the first kind is drawn last
  for (const { name, x: at, y: height, kind, written } of onTop) {
    const point = pointPath(kinds[kind]);
    point.setAttribute("transform", `translate(${across(at)} ${up(height)})`);
    point.append(drawn("title", {}, `${name}: ${written}`));
    svg.append(point);
  }
  for (const { text, x: at, y: height, is_below = false } of labels) {
    const turned = `translate(${across(at)} ${up(height)}) rotate(${is_below ? 45 : -45})`;
    svg.append(drawn("text", { class: "name", transform: turned, x: 9, y: 4 }, text));
  }
  return element("figure", { class: "chart" }, pointLegend(kinds), svg);
}

/** @param {import("../payloads").ShownPointKind} kind */
function pointPath({ look, shape, hue = null }) {
  const path = drawn("path", { class: `point ${hue === null ? look : "made"}`, d: POINT_PATHS[shape] });
  if (hue !== null) path.style.setProperty("--hue", `${hue}`);
  return path;
}

/** What is which: by color and shape. */
function pointLegend(kinds) {
  const items = kinds.map((kind) => {
    const sample = drawn("svg", { viewBox: "-12 -8 24 16", "aria-hidden": true });
    sample.append(pointPath(kind));
    return element("li", {}, sample, kind.name);
  });
  return element("ul", { class: "legend" }, ...items);
}

const rounded = (value) => Math.round(value * 10) / 10;
