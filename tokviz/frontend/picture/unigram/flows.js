/**
 * Ribbons between two columns of a picture: how much of one thing goes into another. A ribbon is as wide as its share,
 * by one measure on both sides, and has the color of where it begins. Where ribbons begin and end is reckoned without
 * drawing; what is drawn is hidden from screen readers, since the rows say the same.
 *
 * @typedef {{ from: number, to: number, value: number }} Flow      numbers of two places, and how much goes between
 * @typedef {{ x: number, y: number, height: number }} Place        where ribbons leave or arrive, and the room for them
 * @typedef {Flow & { start: [number, number], end: [number, number], width: number }} Ribbon    x and middle
 * @typedef {{ from: number, x: number, top: number, height: number }} Source     the block that ribbons leave
 */

import { drawn } from "../../shared/elements.js";
import { KeyedNodes } from "../../shared/lists.js";

const THIN = 1.6; // pixels: a thinner ribbon would not be followed by the eye
const BROADEST = 26; // the widest ribbon, in pixels of a page of normal size
const BLOCK = 7; // the width of the block that ribbons leave
const DRAWING = { duration: 480, easing: "cubic-bezier(0.3, 0, 0.2, 1)", fill: "backwards" };
const LATER = 40; // milliseconds by which the ribbons of a word begin after those of the word above

/** The sums of flows by one of their ends. */
function sums(flows, end) {
  const totals = new Map();
  for (const flow of flows) totals.set(flow[end], (totals.get(flow[end]) ?? 0) + flow.value);
  return totals;
}

/** How many pixels stand for 1, so that all that meets at a place fits into it, and no ribbon is too wide. */
function scale(flows, left, right, most) {
  const tight = [
    ["from", left],
    ["to", right],
  ].flatMap(([end, places]) => [...sums(flows, end)].map(([number, sum]) => places.get(number).height / sum));
  return Math.min(most / Math.max(...flows.map(({ value }) => value)), ...tight);
}

/** Where ribbons begin and end: stacked at each place, so that they cross as little as they can. */
export function ribbonsBetween(flows, left, right, size = 1) {
  const here = flows.filter(({ from, to, value }) => value > 0 && left.has(from) && right.has(to));
  if (!here.length) return [];
  const unit = scale(here, left, right, BROADEST * size);
  const byEnd = [...here].sort((flow, next) => right.get(flow.to).y - right.get(next.to).y);
  const byStart = [...here].sort((flow, next) => left.get(flow.from).y - left.get(next.from).y);
  const starts = stacked(byEnd, "from", left, unit);
  const ends = stacked(byStart, "to", right, unit);
  return here.map((flow) => ({
    ...flow,
    start: starts.get(flow),
    end: ends.get(flow),
    width: Math.max(THIN, flow.value * unit),
  }));
}

/** Flow -> x and middle at one of its ends, those of a place one below the other. unit: pixels that stand for 1. */
function stacked(flows, end, places, unit) {
  const tops = new Map([...sums(flows, end)].map(([at, sum]) => [at, places.get(at).y - (sum * unit) / 2]));
  const middles = new Map();
  for (const flow of flows) {
    const top = tops.get(flow[end]);
    const tall = flow.value * unit;
    tops.set(flow[end], top + tall);
    middles.set(flow, [places.get(flow[end]).x, top + tall / 2]);
  }
  return middles;
}

/** The blocks that ribbons leave: as high as all that leaves one. @returns {Source[]} */
export function sourcesOf(ribbons) {
  const froms = [...new Set(ribbons.map(({ from }) => from))];
  return froms.map((from) => {
    const mine = ribbons.filter((ribbon) => ribbon.from === from);
    const top = Math.min(...mine.map(({ start: [, y], width }) => y - width / 2));
    const bottom = Math.max(...mine.map(({ start: [, y], width }) => y + width / 2));
    return { from, x: mine[0].start[0], top, height: bottom - top };
  });
}

/** The middle line of a ribbon as a path. */
export function curveOf({ start: [x0, y0], end: [x1, y1] }) {
  const middle = (x0 + x1) / 2;
  const at = (...numbers) => numbers.map((number) => Math.round(number * 10) / 10).join(" ");
  return `M${at(x0, y0)}C${at(middle, y0, middle, y1, x1, y1)}`;
}

/**
 * Ribbons stay from one drawing to the next by what they are between. Where they change all are drawn anew, from their
 * words on, while the rows that they join travel: to bend each of them costs more than a step may.
 */
export class RibbonLayer {
  root = drawn("svg", { class: "ribbons", "aria-hidden": "true" });
  paths = new KeyedNodes(); // the two ends of a ribbon -> its path
  blocks = new KeyedNodes(); // a word -> the block that its ribbons leave
  ribbons = new Map(); // the same as the paths -> the ribbon

  /**
   * @param {Ribbon[]} ribbons
   * @param {(from: number) => number} hueOf    the hue of a word
   * @param {boolean} isMoving                  whether they are seen to be drawn
   */
  draw(ribbons, hueOf, isMoving) {
    this.ribbons = new Map(ribbons.map((ribbon) => [`${ribbon.from} ${ribbon.to}`, ribbon]));
    let hasChanged = this.paths.size !== this.ribbons.size;
    for (const [ends, ribbon] of this.ribbons) {
      const path = this.paths.take(ends, () => this.add("path", { class: "ribbon", pathLength: 1 }));
      const curve = curveOf(ribbon);
      path.style.setProperty("--w", hueOf(ribbon.from));
      path.style.strokeWidth = `${Math.round(ribbon.width * 10) / 10}px`;
      if (path.getAttribute("d") === curve) continue;
      path.setAttribute("d", curve);
      hasChanged = true;
    }
    for (const path of this.paths.dropped()) path.remove();
    const sources = sourcesOf(ribbons);
    for (const { from, x, top, height } of sources) {
      const block = this.blocks.take(from, () => this.add("rect", { class: "block", width: BLOCK, rx: 2 }));
      block.style.setProperty("--w", hueOf(from));
      for (const [name, value] of Object.entries({ x: x - BLOCK, y: top, height })) block.setAttribute(name, value);
    }
    for (const block of this.blocks.dropped()) block.remove();
    if (hasChanged && isMoving) this.trace(sources.map(({ from }) => from));
  }

  /** Draw the ribbons from their words on, those of one word after those of another. */
  trace(froms) {
    for (const [ends, path] of this.paths) {
      const delay = LATER * froms.indexOf(this.ribbons.get(ends).from);
      path.animate([{ strokeDasharray: "0 1" }, { strokeDasharray: "1 0" }], { ...DRAWING, delay });
    }
  }

  add(tag, attributes) {
    const node = drawn(tag, attributes);
    this.root.append(node);
    return node;
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
