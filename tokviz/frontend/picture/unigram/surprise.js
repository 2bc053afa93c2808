/**
 * A line of how surprising the corpus is, over the whole training: it falls within a round and rises, in red, after a
 * pruning, which has a red cross. What lies ahead is pale. The number is beside the line, with how much it changed.
 *
 * @typedef {import("../../payloads").SurpriseAtStep} Surprise
 */

import { drawn, element } from "../../shared/elements.js";
import { fill } from "../../shared/templates.js";

const LEFT = 6; // pixels of a page of normal size
const RIGHT = 132; // the room for the number beside the line
const TOP = 8;
const BOTTOM = 18; // the room for the crosses
const TO_NUMBER = 10; // between the line and the number
const TO_CHANGE = 17; // from the number to what is said below it
const TO_BASELINE = 5; // the middle of the number is above its baseline
const CROSSES = 16; // of more prunings only the lines are drawn
const MANY_POINTS = 40; // of more no point has a dot

/**
 * The points of the line.
 *
 * @param {Surprise[]} surprise
 * @param {number} steps    of the whole training
 * @param {{ width: number, height: number, size?: number }} room    in pixels; size: of the type
 * @returns {{ step: number, loss: number, x: number, y: number }[]}
 */
export function pointsOf(surprise, steps, { width, height, size = 1 }) {
  const losses = surprise.map(({ loss }) => loss);
  const [least, most] = [Math.min(...losses), Math.max(...losses)];
  const tall = height - (TOP + BOTTOM) * size;
  return surprise.map(({ step, loss }) => ({
    step,
    loss,
    x: acrossOf(step, steps, width, size),
    y: TOP * size + tall * (1 - (loss - least) / (most - least || 1)),
  }));
}

/** Where a step is, from left to right. */
export const acrossOf = (step, steps, width, size = 1) =>
  LEFT * size + ((width - (LEFT + RIGHT) * size) * step) / steps;

const writtenPoint = ({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`;
const pointList = (points) => points.map(writtenPoint).join(" ");

/** The parts of a line that rise, as a path. */
export const risesOf = (points) =>
  points
    .flatMap((point, place) =>
      place && point.y < points[place - 1].y ? [`M${writtenPoint(points[place - 1])}L${writtenPoint(point)}`] : [],
    )
    .join("");

export class SurpriseLine {
  svg = drawn("svg", { role: "img" });
  name = element("figcaption", {});
  root = element("figure", { class: "surprise" }, this.name, this.svg);
  room = { width: 0, height: 0, size: 1 };

  constructor(picture) {
    this.of = picture;
  }

  /** Take a training. */
  setUp() {
    const { picture, labels } = this.of;
    this.root.hidden = picture.surprise.length < 2;
    this.room = { width: 0, height: 0, size: 1 };
    this.name.replaceChildren(element("b", {}, labels.surprise), ` · ${labels.surprise_lower}`);
    this.root.title = labels.surprise_about;
  }

  /** Look at the room before anything is drawn: what does not depend on the step is drawn anew where it has changed. */
  measure(size) {
    const { clientWidth: width, clientHeight: height } = this.svg;
    this.isHidden = this.root.hidden || !width;
    const hasChanged = width !== this.room.width || height !== this.room.height || size !== this.room.size;
    if (this.isHidden || !hasChanged) return;
    this.room = { width, height, size };
    this.isStale = true;
  }

  drawWhole() {
    const { surprise, steps } = this.of.picture;
    const { width, height, size } = this.room;
    this.isStale = false;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.points = pointsOf(surprise, steps.length, this.room);
    this.ahead = drawn("polyline", { class: "ahead", points: pointList(this.points) });
    this.done = drawn("polyline", { class: "done" });
    this.rises = drawn("path", { class: "rises" });
    this.guide = drawn("line", { class: "guide" });
    this.dots = drawn("g", {});
    this.dot = drawn("circle", { class: "dot", r: 4.5 * size });
    this.number = drawn("text", { class: "number" });
    this.change = drawn("text", { class: "change" });
    const prunings = this.prunings;
    const marks = prunings.flatMap((step) =>
      this.pruning(acrossOf(step, steps.length, width, size), prunings.length <= CROSSES),
    );
    const line = [this.ahead, this.guide, this.done, this.rises, this.dots, this.dot];
    this.svg.replaceChildren(...marks, ...line, this.number, this.change);
  }

  /** After which steps something was removed. */
  get prunings() {
    return [...this.of.picture.steps].flatMap((kind, place) => (kind === "P" ? [place + 1] : []));
  }

  pruning(x, hasCross) {
    const { height, size } = this.room;
    const foot = height - BOTTOM * size;
    const mark = drawn("line", { class: "pruning", x1: x, x2: x, y1: (TOP - 4) * size, y2: foot + 3 * size });
    return hasCross
      ? [mark, drawn("text", { class: "cross", x, y: height - 2 * size, "text-anchor": "middle" }, "×")]
      : [mark];
  }

  draw(step) {
    if (this.isHidden) return;
    if (this.isStale) this.drawWhole();
    const past = this.points.filter((point) => point.step <= step);
    const last = past.at(-1);
    for (const node of [this.dot, this.guide, this.number, this.change]) node.style.visibility = last ? "" : "hidden";
    this.done.setAttribute("points", pointList(past));
    this.rises.setAttribute("d", risesOf(past));
    const dots = this.points.length > MANY_POINTS ? [] : past.slice(0, -1);
    this.dots.replaceChildren(
      ...dots.map(({ x, y }) => drawn("circle", { class: "dot", cx: x, cy: y, r: 2.5 * this.room.size })),
    );
    this.svg.ariaLabel = [this.of.labels.surprise_about, ...past.map((point) => this.told(point))].join(" ");
    if (last) this.drawNumber(last, past.at(-2));
  }

  /** The number where the drawing ends, on the height of its point; below it how much it fell or rose. */
  drawNumber(last, before) {
    const { width, height, size } = this.room;
    const x = width - (RIGHT - TO_NUMBER) * size;
    const lowest = height - (before ? TO_CHANGE + 2 : 2) * size;
    const y = Math.max(16 * size, Math.min(last.y + TO_BASELINE * size, lowest));
    putAttributes(this.dot, { cx: last.x, cy: last.y });
    putAttributes(this.guide, { x1: last.x, x2: x - 4 * size, y1: last.y, y2: last.y });
    putAttributes(this.number, { x, y });
    putAttributes(this.change, { x, y: y + TO_CHANGE * size });
    this.number.textContent = this.of.number(last.loss);
    this.change.textContent = before ? this.changed(last, before) : "";
    this.change.classList.toggle("up", Boolean(before) && last.loss > before.loss);
  }

  /** How much it changed, and whether a pruning is between. */
  changed({ step, loss }, before) {
    const { labels } = this.of;
    const isPruned = this.prunings.some((pruning) => before.step < pruning && pruning < step);
    const sign = loss > before.loss ? "▲" : "▼";
    const number = this.of.number(Math.abs(loss - before.loss));
    return `${sign} ${fill(isPruned ? labels.surprise_pruned : labels.surprise_round, { number })}`;
  }

  told({ step, loss }) {
    return `${fill(this.of.labels.surprise_at, { loss: this.of.number(loss), step })};`;
  }
}

function putAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
}
