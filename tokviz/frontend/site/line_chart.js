/** A chart of lines, as a drawing with its sentence for those who do not see it. */

import { drawn, element } from "../shared/elements.js";

const CHART_WIDTH = 640;
const CHART_EDGES = { left: 54, right: 12, top: 10, bottom: 40 };
const CHART_TICKS = 5; // about so many on each axis
const LETTER_ROOM = 1.1; // times the highest value
const LABEL_ROOM = 0.14; // of the steps, for the names at the ends of lines
const DOT_PATHS = {
  circle: "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0",
  square: "m-4 -4h8v8h-8z",
  triangle: "m0 -5l5 9h-10z",
  diamond: "m0 -6l5 6l-5 6l-5 -6z",
  cross: "m-5 -2h3v-3h4v3h3v4h-3v3h-4v-3h-3z",
};

/** Whole or round numbers from the lowest to the highest, about as many as there are ticks. */
export function axisTicks(low, high) {
  const rough = (high - low || 1) / CHART_TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max([1, 2, 5, 10].map((times) => times * power).find((one) => one >= rough) ?? rough, 1);
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, place) => (first + place) * step);
}

/** The powers of ten from the lowest to the highest, or both of these where there are fewer than two. */
export function logTicks(low, high) {
  const [first, last] = [Math.ceil(Math.log10(low)), Math.floor(Math.log10(high))];
  if (last <= first) return [low, high];
  return Array.from({ length: last - first + 1 }, (_, place) => Number(`1e${first + place}`));
}

/** The same with twice and five times these, for sizes that are less than ten times each other. */
export function sizeTicks(low, high) {
  const powers = Array.from({ length: 8 }, (_, power) => 10 ** power);
  const ticks = powers.flatMap((power) => [power, 2 * power, 5 * power]).filter((one) => low <= one && one <= high);
  return ticks.length > 1 ? ticks : [low, high];
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

/**
 * Where a step and a value are on the drawing, and the ticks of both axes.
 *
 * @param {import("../payloads").ShownLines} chart
 */
function chartPlaces({
  lines,
  rules = [],
  labels = [],
  is_from_zero = true,
  is_log = false,
  is_log_across = false,
  least = null,
  height = 300,
  numbers = "value",
}) {
  const bottom = height - 50 - CHART_EDGES.bottom;
  const lifted = (value) => (least === null ? value : Math.max(value, least));
  const values = lines.flatMap(({ points }) => points.map(([, value]) => lifted(value)));
  values.push(...rules.filter(({ is_level }) => is_level).map(({ at }) => at));
  const steps = lines.flatMap(({ points }) => points.map(([step]) => step));
  const beside = lines.some(({ letters = [] }) => letters.length) ? 1 : 0; // room for letters above points
  const first = Math.min(...steps) - beside;
  const last = Math.max(first + 1, ...steps) + beside;
  const end = labels.length ? last * (1 + LABEL_ROOM) : last;
  const low = is_from_zero && !is_log ? Math.min(0, ...values) : Math.min(...values);
  const high = (is_log ? Math.max(...values) : Math.max(low + 1, ...values)) * (beside ? LETTER_ROOM : 1);
  const scaled = is_log ? Math.log : Number;
  const along = is_log_across ? Math.log : Number;
  const share = (value) => (scaled(lifted(value)) - scaled(low)) / (scaled(high) - scaled(low) || 1);
  return {
    bottom,
    across: (step) =>
      onTenth(
        CHART_EDGES.left +
          ((along(step) - along(first)) / (along(end) - along(first))) *
            (CHART_WIDTH - CHART_EDGES.left - CHART_EDGES.right),
      ),
    up: (value) => onTenth(bottom - share(value) * (bottom - CHART_EDGES.top)),
    stepTicks: is_log_across ? sizeTicks(first, last) : axisTicks(first, last),
    valueTicks: ticksUp(low, high, is_log, numbers),
  };
}

function ticksUp(low, high, isLog, numbers) {
  if (numbers === "percent") return [0, 0.25, 0.5, 0.75, 1];
  return isLog ? logTicks(low, high) : axisTicks(low, high);
}

/** @param {import("../payloads").ShownLines} chart */
export function lineChart(chart) {
  const { alt, x, lines, y = "", height = 300, numbers = "value" } = chart;
  const places = chartPlaces(chart);
  const { across, up, bottom, stepTicks, valueTicks } = places;
  const svg = drawn("svg", { viewBox: `0 0 ${CHART_WIDTH} ${height - 50}`, role: "img", "aria-label": alt });
  for (const value of valueTicks) {
    svg.append(drawn("path", { class: "grid", d: levelPath(up(value)) }));
    svg.append(
      drawn("text", { class: "end", x: CHART_EDGES.left - 6, y: up(value) + 4 }, `${tickText(value, numbers)}`),
    );
  }
  for (const step of stepTicks)
    svg.append(drawn("text", { class: "middle", x: across(step), y: bottom + 18 }, `${step}`));
  svg.append(drawn("text", { class: "middle title", x: (CHART_WIDTH + CHART_EDGES.left) / 2, y: bottom + 36 }, x));
  svg.append(...lines.flatMap((line) => lineParts(line, chart, places)), ...markParts(chart, places));
  const caption = y ? [element("figcaption", {}, y)] : [];
  return element("figure", { class: "chart" }, ...caption, chartLegend(chart), svg);
}

/** A line, and its points where they are dots. */
function lineParts(line, { is_stepped = false, is_dotted = false }, { across, up }) {
  const placed = line.points.map(([step, value]) => [across(step), up(value)]);
  const dots = is_dotted ? placed.map(([x, y]) => colored("dot", line, `M${x} ${y}${DOT_PATHS.circle}`)) : [];
  const letters = (line.letters ?? []).map((letter, place) =>
    drawn("text", { class: "middle", x: placed[place][0], y: placed[place][1] - 8 }, letter),
  );
  return [colored("line", line, linePath(placed, is_stepped)), ...dots, ...letters];
}

/** What is on the lines: rules with what they mark, names at their ends, dots, and where the step is. */
function markParts({ rules = [], labels = [], dots = [], here = null }, { across, up, bottom }) {
  const upright = (at) => `M${across(at)} ${CHART_EDGES.top}V${bottom}`;
  return [
    ...rules.flatMap((rule) => {
      const path = colored("rule", rule, rule.is_level ? levelPath(up(rule.at)) : upright(rule.at));
      path.append(drawn("title", {}, rule.name));
      const place = { x: CHART_EDGES.left + 4, y: up(rule.at) - 4 };
      return rule.is_level ? [path, drawn("text", place, rule.name)] : [path];
    }),
    ...labels.flatMap(({ text, x, y, place }) => [
      drawn("path", { class: "lead", d: `M${across(x)} ${up(y)}L${across(x) + 9} ${up(place)}` }),
      drawn("text", { x: across(x) + 12, y: up(place) + 4 }, text),
    ]),
    ...dots.map((dot) => dotPath(dot, across(dot.x), up(dot.y))),
    ...(here === null ? [] : [drawn("path", { class: "here", d: upright(here) })]),
  ];
}

const levelPath = (y) => `M${CHART_EDGES.left} ${y}H${CHART_WIDTH - CHART_EDGES.right}`;
const onTenth = (value) => Math.round(value * 10) / 10;

function tickText(value, numbers) {
  if (numbers === "percent") return `${100 * value}%`;
  return Number.isInteger(value) ? value : Number(value.toPrecision(2)); // 0.00001, not 0.000010
}

/** A part of a chart in its color: that of its hue, or else of its look. */
function colored(kind, { look = "accent", dash = [], hue = null }, d) {
  const path = drawn("path", { class: `${kind} ${hue === null ? look : "made"}`, d });
  if (hue !== null) path.style.setProperty("--hue", `${hue}`);
  if (dash.length) path.setAttribute("stroke-dasharray", dash.join(" "));
  return path;
}

/** @param {import("../payloads").ShownDot} dot */
const dotPath = (dot, x, y) => colored("dot", dot, `M${x} ${y}${DOT_PATHS[dot.shape ?? "circle"]}`);

/**
 * Which is which, as `Lines.legend` has it: the kinds of dots, or the lines, where they are several and not named at
 * their ends.
 *
 * @param {import("../payloads").ShownLines} chart
 */
function chartLegend({ lines, dots = [], labels = [] }) {
  const kinds = [...new Map(dots.filter(({ name }) => name).map((dot) => [dot.name, dot])).values()];
  const named = labels.length || lines.length < 2 ? [] : lines;
  const items = (kinds.length ? kinds : named).map((part) => {
    const sample = drawn("svg", { viewBox: "0 0 24 12", "aria-hidden": true });
    sample.append("points" in part ? colored("line", part, "M0 6H24") : dotPath(part, 12, 6));
    return element("li", {}, sample, part.name);
  });
  return element("ul", { class: "legend" }, ...items);
}
