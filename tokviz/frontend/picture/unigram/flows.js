/**
 * Ribbons between two columns of a picture: how much of one thing goes into another. A ribbon is as wide at either end
 * as its share there. Where ribbons begin and end is reckoned without drawing; what is drawn is hidden from screen
 * readers, since the rows say the same.
 *
 * @typedef {{ from: number, to: number, value: number }} Flow      numbers of two places, and how much goes between
 * @typedef {{ x: number, y: number, height: number }} Place        where ribbons leave or arrive, and the room for them
 * @typedef {Flow & { start: [number, number, number], end: [number, number, number] }} Ribbon    x, top, bottom
 */

import { drawn } from "../../shared/elements.js";
import { KeyedNodes } from "../../shared/lists.js";
import { fadeIn, TRAVEL } from "../../shared/motion/motion.js";

const THIN = 0.8; // pixels: a thinner ribbon would not be seen

/** The sums of flows by one of their ends. */
function sums(flows, end) {
  const totals = new Map();
  for (const flow of flows) totals.set(flow[end], (totals.get(flow[end]) ?? 0) + flow.value);
  return totals;
}

/** How many pixels stand for 1, so that all that meets at a place fits into it; at most so many. */
function scale(flows, end, places, most) {
  const tight = [...sums(flows, end)].map(([number, sum]) => places.get(number).height / sum);
  return Math.min(most, ...tight);
}

/** Where ribbons begin and end: stacked at each place, so that they cross as little as they can. */
export function ribbonsBetween(flows, left, right, most = 4) {
  const here = flows.filter(({ from, to, value }) => value > 0 && left.has(from) && right.has(to));
  if (!here.length) return [];
  const wide = scale(here, "from", left, most);
  const narrow = scale(here, "to", right, wide);
  const byEnd = [...here].sort((flow, next) => right.get(flow.to).y - right.get(next.to).y);
  const byStart = [...here].sort((flow, next) => left.get(flow.from).y - left.get(next.from).y);
  const starts = stacked(byEnd, "from", left, wide);
  const ends = stacked(byStart, "to", right, narrow);
  return here.map((flow) => ({ ...flow, start: starts.get(flow), end: ends.get(flow) }));
}

/** Flow -> x, top and bottom at one of its ends, those of a place one below the other. unit: pixels that stand for 1. */
function stacked(flows, end, places, unit) {
  const tops = new Map([...sums(flows, end)].map(([at, sum]) => [at, places.get(at).y - (sum * unit) / 2]));
  const spans = new Map();
  for (const flow of flows) {
    const top = tops.get(flow[end]);
    const tall = flow.value * unit;
    const more = Math.max(0, THIN - tall) / 2;
    tops.set(flow[end], top + tall);
    spans.set(flow, [places.get(flow[end]).x, top - more, top + tall + more]);
  }
  return spans;
}

/** The outline of a ribbon as a path. */
export function outlineOf({ start: [x0, top0, bottom0], end: [x1, top1, bottom1] }) {
  const middle = (x0 + x1) / 2;
  const at = (...numbers) => numbers.map((number) => Math.round(number * 10) / 10).join(" ");
  return (
    `M${at(x0, top0)}C${at(middle, top0, middle, top1, x1, top1)}` +
    `L${at(x1, bottom1)}C${at(middle, bottom1, middle, bottom0, x0, bottom0)}Z`
  );
}

/**
 * Ribbons stay from one drawing to the next by what they are between. Where they change they appear together, while the
 * rows that they join travel: to bend each of them costs more than a step may.
 */
export class RibbonLayer {
  root = drawn("svg", { class: "ribbons", "aria-hidden": "true" });
  paths = new KeyedNodes(); // the two ends of a ribbon -> its path
  ribbons = new Map(); // the same -> the ribbon

  draw(ribbons) {
    this.ribbons = new Map(ribbons.map((ribbon) => [`${ribbon.from} ${ribbon.to}`, ribbon]));
    let hasChanged = this.paths.size !== this.ribbons.size;
    for (const [ends, ribbon] of this.ribbons) {
      const path = this.paths.take(ends, () => this.addPath());
      const outline = outlineOf(ribbon);
      if (path.getAttribute("d") === outline) continue;
      path.setAttribute("d", outline);
      hasChanged = true;
    }
    for (const path of this.paths.dropped()) path.remove();
    if (hasChanged && this.ribbons.size) fadeIn(this.root, TRAVEL);
  }

  addPath() {
    const path = drawn("path", { class: "ribbon" });
    this.root.append(path);
    return path;
  }

  /** Light some up and pale the others. isLit: of a ribbon; null: nothing is lit. */
  relight(isLit) {
    for (const [ends, path] of this.paths) {
      const isOn = Boolean(isLit?.(this.ribbons.get(ends)));
      path.classList.toggle("on", isOn);
      path.classList.toggle("off", Boolean(isLit) && !isOn);
    }
  }
}
