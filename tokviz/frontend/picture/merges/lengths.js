/**
 * How many tokens a line has on average, as a line over the steps: what is done is strong, what comes is pale, and plain
 * BPE on the same text is dotted. The upright line is where the borders fall; a press leads there.
 *
 * What it draws is LineLengths of payloads.d.ts.
 */

import { button, drawn, element } from "../../shared/elements.js";
import { fill } from "../../shared/templates.js";
import { typeSize } from "../linking.js";
import { cellWidth } from "../word_layout.js";

const CHART_TYPE = 13; // pixels of a page of normal size
const SCALE_STEP = 20; // tokens between two lines of the scale
const LEAST_HEIGHT = 64; // pixels of a page of normal size: in less, nothing can be read
const LETTER_WIDE = 0.54; // of a label, in sizes of type
const LABELS_NEAR = 1.4; // sizes of type: labels that would be nearer are moved apart

export class LengthChart {
  constructor(picture) {
    this.of = picture;
    this.title = element("p", { class: "title" });
    this.press = button({ class: "to-lift" }, () => picture.stepper.take(picture.picture.lengths.lift));
    this.head = element("div", { class: "panel-head" }, this.title, this.press);
    this.drawing = drawn("svg", { role: "img" });
    this.root = element("div", { class: "lengths" }, this.head, this.drawing);
  }

  draw() {
    const { lengths } = this.of.picture;
    this.root.hidden = !lengths || this.of.isAsking;
    if (this.root.hidden) return;
    const { labels, step } = this.of;
    this.title.replaceChildren(element("b", {}, labels.average));
    this.press.textContent = labels.to_lift;
    this.press.disabled = step === lengths.lift;
    const now = this.of.frame.length;
    const [at, last] = [this.pointAt(lengths.lift), lengths.ours.at(-1)];
    this.drawing.ariaLabel = fill(labels.average_told, {
      step: this.of.numbers.format(now.step),
      length: now.told,
      before: at.told,
      last: last.told,
    });
    const { width, height } = this.drawing.getBoundingClientRect();
    this.root.classList.toggle("low", height < LEAST_HEIGHT * typeSize(this.of.root));
    if (width > 0 && height > 0) this.drawing.replaceChildren(...this.parts(width, height, now));
  }

  /** The point of a step. */
  pointAt(step) {
    const { ours } = this.of.picture.lengths;
    return ours.find((point) => point.step >= step) ?? ours.at(-1);
  }

  /** What the drawing has in so much room. now: the point of this step. */
  parts(width, height, now) {
    const { ours, plain } = this.of.picture.lengths;
    const longest = plain.length
      ? `${this.of.labels.plain} ${plain.at(-1).told}`
      : `${ours.at(-1).step} ${this.of.labels.steps}`;
    const type = CHART_TYPE * typeSize(this.of.root);
    this.drawing.style.fontSize = `${type}px`;
    const [left, right, top, bottom] = [
      type * 2,
      width - type * (LETTER_WIDE * cellWidth({ letters: longest, after: "" }) + 1),
      type * 1.4,
      height - type * 1.5,
    ];
    const high = Math.max(SCALE_STEP, Math.ceil(ours[0].length / SCALE_STEP) * SCALE_STEP);
    const most = Math.max(1, ours.at(-1).step);
    const x = (step) => left + ((right - left) * step) / most;
    const y = (length) => bottom - ((bottom - top) * length) / high;
    const room = { x, y, type, left, right, top, bottom, below: height - type * 0.2, high };
    return [...this.scale(room), ...this.lines(room, now), ...this.labels(room, now)];
  }

  /** The numbers at the edges. */
  scale({ x, y, type, left, right, below, high }) {
    const { numbers, labels, picture } = this.of;
    const { lift, ours } = picture.lengths;
    const every = Math.ceil(high / SCALE_STEP / 4) * SCALE_STEP;
    const parts = [];
    for (let value = 0; value <= high; value += every) {
      parts.push(drawn("line", { class: "grid", x1: left, x2: right, y1: y(value), y2: y(value) }));
      parts.push(chartLabel("scale", left - 6, y(value) + type * 0.35, numbers.format(value)));
    }
    const steps = `${numbers.format(ours.at(-1).step)} ${labels.steps}`;
    return [
      ...parts,
      chartLabel("first", left, below, "0"),
      chartLabel("middle", x(lift), below, numbers.format(lift)),
      chartLabel("first", right + 6, below, steps),
    ];
  }

  lines({ x, y, type, top, bottom }, now) {
    const { lift, ours, plain } = this.of.picture.lengths;
    const path = (points) => points.map(({ step, length }) => `${x(step)},${y(length)}`).join(" ");
    const done = [...ours.filter(({ step }) => step < now.step), now];
    return [
      drawn("line", { class: "lift", x1: x(lift), x2: x(lift), y1: top - type * 0.3, y2: bottom }),
      drawn("polyline", { class: "plain", points: path(plain) }),
      drawn("polyline", { class: "ahead", points: path(ours) }),
      drawn("polyline", { class: "done", points: path(done) }),
      drawn("circle", { cx: x(now.step), cy: y(now.length), r: type * 0.42 }),
    ];
  }

  /** What is written at the lines: where they are now, and where they end. */
  labels({ x, y, type, left, right }, now) {
    const { labels, step, picture } = this.of;
    const { lift, ours, plain } = picture.lengths;
    const [last, plainLast] = [ours.at(-1), plain.at(-1)];
    const ends = [{ kind: "ours", at: y(last.length), said: last.told }];
    if (plainLast) ends.push({ kind: "plain", at: y(plainLast.length), said: `${labels.plain} ${plainLast.told}` });
    ends.sort((one, other) => one.at - other.at);
    const near = plainLast ? Math.max(0, LABELS_NEAR * type - (ends[1].at - ends[0].at)) / 2 : 0;
    const parts = [chartLabel("lift", x(lift) - 6, type, labels.lift)];
    for (const [place, { kind, at, said }] of ends.entries())
      parts.push(chartLabel(`end ${kind}`, right + 8, at + type * 0.35 + (place ? near : -near), said));
    if (now.step === last.step) return parts;
    const point = x(now.step);
    const isBefore = step <= lift && point > left + type * 3; // to the left of its point, where there is room
    const isLast = point + 8 + type * LETTER_WIDE * now.told.length > right; // at the end it would be on other labels
    const edge = isBefore ? point - 8 : right;
    const [kind, from] = isBefore || isLast ? ["now scale", edge] : ["now", point + 8];
    const highest = plainLast && isLast && !isBefore ? Math.min(y(now.length), y(plainLast.length)) : y(now.length);
    parts.push(chartLabel(kind, from, highest - type * 0.7, now.told));
    return parts;
  }
}

const chartLabel = (kind, x, y, said) => drawn("text", { class: kind, x, y }, said);
