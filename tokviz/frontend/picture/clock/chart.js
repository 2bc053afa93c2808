/**
 * The chart of the clock: the tokens that the words need over the size of the vocabulary, a line for each training, and
 * a cursor that can be dragged. What a training has done so far is bold, what is still to come is pale: one that grows
 * comes from the left, one that shrinks from the right.
 *
 * @typedef {import("../../payloads").ClockPicture} ClockPicture
 */

import { drawn, element } from "../../shared/elements.js";
import { fill } from "../../shared/templates.js";
import { roundNumbers } from "../languages/layout.js";
import { typeSize } from "../linking.js";
import { isLineThrough, sizeAxis, vocabularyAt, writtenSizes } from "./layout.js";

const APART = 3.5; // pixels between equal lines, so that all are seen, in type of the usual size
const CLOCK_AXIS_TEXT = 13;
const WIDE_AXIS = 40; // an axis so wide, in heights of its text, says all of what it is
const REFERENCE_LETTER = 0.5; // how wide a letter of a label is, as a share of its size
const VALUES_GAP = 10; // pixels between the values, above the lines, and what they count

export class ClockChart {
  picture = /** @type {ClockPicture} */ (null);
  type = 1; // how large it is, beside the usual size

  /** onSize: a size was pointed at. */
  constructor(onSize) {
    this.drawing = drawn("svg", { "aria-hidden": "true" });
    this.toCome = drawn("svg", { class: "to-come", "aria-hidden": "true" });
    this.fromLeft = drawn("svg", { class: "from-left", "aria-hidden": "true" });
    this.fromRight = drawn("svg", { class: "from-right", "aria-hidden": "true" });
    this.cursor = drawn("svg", { class: "cursor", "aria-hidden": "true" });
    this.values = element("div", { class: "values", "aria-hidden": "true" });
    this.counts = element("span", { class: "counts", "aria-hidden": "true" });
    this.knob = element("i", { class: "knob", "aria-hidden": "true" });
    this.root = element(
      "div",
      { class: "clock-chart" },
      this.drawing,
      this.toCome,
      this.fromLeft,
      this.fromRight,
      this.cursor,
      this.counts,
      this.values,
      this.knob,
    );
    const point = (event) => onSize(this.axis.size(event.clientX - this.root.getBoundingClientRect().left));
    this.root.addEventListener("pointerdown", (event) => {
      this.root.setPointerCapture?.(event.pointerId);
      point(event);
    });
    this.root.addEventListener("pointermove", (event) => event.buttons && point(event));
  }

  /** @param {ClockPicture} picture */
  setUp(picture, largest, lang) {
    this.numbers = new Intl.NumberFormat(lang);
    this.picture = picture;
    this.largest = largest;
    this.drawnSize = "";
    this.counts.textContent = picture.counts;
    this.values.replaceChildren(...picture.hands.map((_, hand) => element("b", { class: `of-${hand}` })));
  }

  /** Show a size. */
  draw(size) {
    const { clientWidth, clientHeight } = this.root;
    if (!clientWidth || !clientHeight) return;
    this.layOutChart(clientWidth, clientHeight);
    const { hands, labels } = this.picture;
    const x = this.axis.x(size);
    this.root.style.setProperty("--x", `${x}px`);
    this.knob.textContent = fill(labels.size, { n: size });
    this.knob.style.setProperty("--shift", `${this.shiftOf(x)}px`);
    const tokens = hands.map(({ sizes, tokens: needed }) => needed[vocabularyAt(sizes, size)] ?? null);
    const known = tokens.filter((value) => value !== null);
    const least = Math.min(...known);
    hands.forEach(({ letter }, hand) => {
      const node = /** @type {HTMLElement} */ (this.values.children[hand]);
      node.textContent = `${letter} ${this.written(tokens[hand])}`;
      node.classList.toggle("least", tokens[hand] === least && known.some((value) => value !== least));
      const dot = this.dots[hand];
      dot.setAttribute("cy", String(this.yOf(tokens, hand)));
      dot.style.visibility = tokens[hand] === null ? "hidden" : "";
    });
    this.placeValues(x);
  }

  /** The values above the cursor, and what they count beside them: on the left, or where they are there on the right. */
  placeValues(x) {
    const { clientWidth } = this.root;
    const { offsetWidth: width } = this.values;
    const { offsetWidth: room } = this.counts;
    const from = Math.max(0, Math.min(x - width / 2, clientWidth - width));
    const isLeft = this.left + room + VALUES_GAP <= from;
    const isRight = from + width + VALUES_GAP + room <= clientWidth;
    this.values.style.translate = `${from}px 0`;
    const isBehind = isRight && !isLeft; // hidden, it is within the chart, too: else a phone scrolls sideways
    this.counts.style.translate = `${isBehind ? from + width + VALUES_GAP : this.left}px 0`;
    this.counts.style.visibility = isLeft || isRight ? "" : "hidden";
  }

  /** A number of tokens; none is a dash. */
  written(tokens) {
    return tokens === null ? "–" : this.numbers.format(tokens);
  }

  yOf(tokens, hand) {
    return this.y(tokens[hand] ?? this.most) + this.offset(hand);
  }

  offset(hand) {
    return (hand - (this.picture.hands.length - 1) / 2) * APART * this.type;
  }

  /** How far the label of the size is moved, to stay in the chart. */
  shiftOf(x) {
    const half = this.knob.offsetWidth / 2;
    return Math.max(half + 2 - x, 0) - Math.max(x + half + 2 - this.root.clientWidth, 0);
  }

  // -- What changes with the room alone

  layOutChart(width, height) {
    const type = typeSize(this.root);
    this.type = type;
    const drawnSize = `${width} ${height} ${type}`;
    if (drawnSize === this.drawnSize) return;
    this.drawnSize = drawnSize;
    const { hands, smallest, letters, whole } = this.picture;
    const text = CLOCK_AXIS_TEXT * type;
    const every = hands.flatMap(({ tokens }) => tokens);
    this.most = Math.max(...every, letters <= 1.3 * Math.max(...every) ? letters : 0);
    this.fewest = Math.min(...every, whole >= 0.5 * Math.min(...every) ? whole : Number.POSITIVE_INFINITY);
    const widest = this.written(Math.ceil(this.most)).length;
    const left = (0.62 * widest + 1.2) * text;
    const right = width - 1.6 * text;
    this.left = left;
    this.bottom = height - 2.7 * text;
    const top = 2.9 * text;
    this.y = (value) =>
      this.bottom - 0.5 * text - ((value - this.fewest) / (this.most - this.fewest || 1)) * (this.bottom - top - text);
    this.axis = sizeAxis(smallest, this.largest, left + 0.6 * text, right - 0.6 * text);
    this.drawing.replaceChildren(...this.axes({ left, right, top, text }));
    this.toCome.replaceChildren(...this.ahead());
    const done = (grow) => this.lines("done").filter((_, hand) => hands[hand].grows === grow);
    this.fromLeft.replaceChildren(...done(true));
    this.fromRight.replaceChildren(...done(false));
    this.dots = hands.map((_, hand) => drawn("circle", { class: `of-${hand}`, cx: 0 }));
    const line = drawn("line", { x1: 0, x2: 0, y1: 2 * text, y2: this.bottom + 4 });
    this.cursor.replaceChildren(drawn("g", {}, line, ...this.dots));
  }

  axes({ left, right, top, text }) {
    const { labels, smallest } = this.picture;
    const nodes = [];
    const write = ([x, y], said, anchor = "start", kind = "") =>
      nodes.push(drawn("text", { x, y, "text-anchor": anchor, "font-size": text, class: kind }, said));
    const rows = roundNumbers(this.fewest, this.most, Math.max(2, Math.floor((this.bottom - top) / (2.2 * text))));
    for (const row of rows) {
      if (row < this.fewest || row > this.most || !Number.isInteger(row)) continue;
      nodes.push(drawn("line", { x1: left, x2: right, y1: this.y(row), y2: this.y(row) }));
      write([left - 0.5 * text, this.y(row) + 0.35 * text], this.written(row), "end");
    }
    nodes.push(...this.references({ left, right, text }));
    for (const size of writtenSizes(smallest, this.largest, this.axis.x, 2.6 * text)) {
      const x = this.axis.x(size);
      nodes.push(drawn("line", { class: "tick", x1: x, x2: x, y1: this.bottom, y2: this.bottom + 5 }));
      write([x, this.bottom + 1.3 * text], String(size), "middle");
    }
    const under = this.bottom + 2.5 * text;
    const axis = right - left < WIDE_AXIS * text ? labels.axis_short : labels.axis;
    write([(left + right) / 2, under], axis, "middle");
    write([left, under], this.ways(true), "start", "ways");
    write([right, under], this.ways(false), "end", "ways");
    return nodes;
  }

  /** Lines where each character is a token, and each word; their names where no line passes through them. */
  references({ left, right, text }) {
    const { hands, labels, letters, whole } = this.picture;
    const place = { x: this.axis.x, y: this.y };
    const shown = [
      { value: letters, said: fill(labels.letters, { n: this.written(letters) }), isLast: true },
      { value: whole, said: fill(labels.whole, { n: this.written(whole) }), isLast: false },
    ].filter(({ value }) => value >= this.fewest && value <= this.most);
    return shown.flatMap(({ value, said, isLast }) => {
      const line = { class: "reference", x1: left, x2: right, y1: this.y(value), y2: this.y(value) };
      const width = REFERENCE_LETTER * text * said.length;
      const [from, y] = [isLast ? right - width : left + 0.6 * text, this.y(value) - 0.4 * text];
      const isCrossed = hands.some((hand) => isLineThrough(hand, place, [from, from + width, y - text, y]));
      const anchor = { x: isLast ? right : from, y, "text-anchor": isLast ? "end" : "start", "font-size": text };
      return [drawn("line", line), ...(isCrossed ? [] : [drawn("text", anchor, said)])];
    });
  }

  /** Which trainings come from one side. */
  ways(grow) {
    const { hands, labels } = this.picture;
    const letters = hands.filter(({ grows }) => grows === grow).map(({ letter }) => letter);
    if (!letters.length) return "";
    return fill(grow ? labels.grow : labels.shrink, { letters: letters.join(" ") });
  }

  /** The line of each training. kind: a class */
  lines(kind) {
    return this.picture.hands.map(({ sizes, tokens }, hand) => {
      let path = "";
      sizes.forEach((size, number) => {
        const [x, y] = this.placeOf(hand, size, tokens[number]);
        path += number ? `H${x}V${y}` : `M${x} ${y}`;
      });
      return drawn("g", { class: `of-${hand}` }, drawn("path", { class: kind, d: path }));
    });
  }

  /** What is still to come of each line, what is beyond its end, and the sign of where it begins. */
  ahead() {
    return this.lines("pale").map((group, hand) => {
      const { sizes, tokens, grows } = this.picture.hands[hand];
      const [endX, endY] = this.placeOf(hand, sizes.at(-1), tokens.at(-1));
      group.append(drawn("path", { class: "beyond", d: `M${endX} ${endY}H${this.axis.x(this.largest)}` }));
      const start = grows ? 0 : sizes.length - 1;
      const [x, y] = this.placeOf(hand, sizes[start], tokens[start]).map(Number);
      const [wide, high] = [(grows ? 7 : -7) * this.type, 8 * this.type];
      group.append(
        drawn("path", { class: "start", d: `M${x - wide} ${y - high}L${x + wide} ${y}L${x - wide} ${y + high}Z` }),
      );
      return group;
    });
  }

  placeOf(hand, size, tokens) {
    return [this.axis.x(size), this.y(tokens) + this.offset(hand)].map((at) => at.toFixed(1));
  }
}
