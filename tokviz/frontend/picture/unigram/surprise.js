/**
 * A small line of how surprising the corpus is, over the whole training: it falls within a round and rises after a
 * pruning, which has a red cross. What lies ahead is pale.
 *
 * @typedef {import("../../payloads").SurpriseAtStep} Surprise
 */

import { drawn, element } from "../../shared/elements.js";
import { fill } from "../../shared/templates.js";

const WIDTH = 240; // of the drawing, in its own units
const HEIGHT = 48;
const LEFT = 6;
const RIGHT = 44; // the room for the number behind the last point
const TOP = 7;
const BOTTOM = 13; // the room for the crosses
const CROSSES = 16; // of more prunings only the lines are drawn

/**
 * The points of the line.
 *
 * @param {Surprise[]} surprise
 * @param {number} steps    of the whole training
 * @returns {{ step: number, loss: number, x: number, y: number }[]}
 */
export function pointsOf(surprise, steps) {
  const losses = surprise.map(({ loss }) => loss);
  const [least, most] = [Math.min(...losses), Math.max(...losses)];
  const tall = HEIGHT - TOP - BOTTOM;
  return surprise.map(({ step, loss }) => ({
    step,
    loss,
    x: acrossOf(step, steps),
    y: TOP + tall * (1 - (loss - least) / (most - least || 1)),
  }));
}

/** Where a step is, from left to right. */
export const acrossOf = (step, steps) => LEFT + ((WIDTH - LEFT - RIGHT) * step) / steps;

const pointList = (points) => points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

export class SurpriseLine {
  svg = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  name = element("figcaption", {});
  root = element("figure", { class: "surprise" }, this.name, this.svg);

  constructor(picture) {
    this.of = picture;
  }

  /** Take a training. */
  setUp() {
    const { picture, labels } = this.of;
    const { surprise, steps } = picture;
    this.root.hidden = surprise.length < 2;
    if (this.root.hidden) return;
    this.name.textContent = labels.surprise;
    this.root.title = labels.surprise_about;
    this.points = pointsOf(surprise, steps.length);
    this.ahead = drawn("polyline", { class: "ahead", points: pointList(this.points) });
    this.done = drawn("polyline", { class: "done" });
    this.dot = drawn("circle", { class: "dot", r: 3 });
    this.number = drawn("text", { class: "number" });
    const prunings = [...steps].flatMap((kind, place) => (kind === "P" ? [place + 1] : []));
    const marks = prunings.flatMap((step) => this.pruning(acrossOf(step, steps.length), prunings.length <= CROSSES));
    this.svg.replaceChildren(...marks, this.ahead, this.done, this.dot, this.number);
  }

  pruning(x, hasCross) {
    const mark = drawn("line", { class: "pruning", x1: x, x2: x, y1: TOP - 4, y2: HEIGHT - BOTTOM + 1 });
    return hasCross
      ? [mark, drawn("text", { class: "cross", x, y: HEIGHT - 2, "text-anchor": "middle" }, "×")]
      : [mark];
  }

  draw(step) {
    if (this.root.hidden) return;
    const past = this.points.filter((point) => point.step <= step);
    const last = past.at(-1);
    for (const node of [this.dot, this.number]) node.style.visibility = last ? "" : "hidden";
    this.done.setAttribute("points", pointList(past));
    this.svg.ariaLabel = [this.of.labels.surprise_about, ...past.map((point) => this.told(point))].join(" ");
    if (!last) return;
    this.dot.setAttribute("cx", last.x);
    this.dot.setAttribute("cy", last.y);
    this.number.setAttribute("x", last.x + 7);
    this.number.setAttribute("y", last.y + 4);
    this.number.textContent = this.of.number(last.loss);
  }

  told({ step, loss }) {
    return `${fill(this.of.labels.surprise_at, { loss: this.of.number(loss), step })};`;
  }
}
