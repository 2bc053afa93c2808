/* The graph of the picture of a lattice: positions on a line, letters between them, pieces as arcs above. */

import { drawn, element } from "../../shared/elements.js";
import { typeSize } from "../linking.js";
import { arcPath, latticeSizes, roomFor, stretch, thickness } from "./layout.js";
import { arcsOf, statesAt, tiedAt } from "./ways.js";

const MARKS = { path: " ✓", kept: " ○" };
const HIT = 16; // how wide the part of an arc is that a pointer meets

export class Arcs {
  built = ""; // what the drawing was made for
  part = { first: 0, last: 0 }; // of the word, by its positions
  nodes = new Map(); // number of an arc -> its parts

  constructor(picture) {
    this.of = picture;
    this.svg = drawn("svg", { role: "group" });
    this.host = element("div", { class: "graph" }, this.svg);
    this.caption = element("p", { class: "caption" });
    this.root = element("div", { class: "arcs" }, this.host, this.caption);
  }

  clear() {
    this.built = "";
    const word = this.of.picture.letters.join("");
    this.svg.ariaLabel = this.of.say("graph", { word }).join("");
  }

  draw() {
    const { width, height } = this.host.getBoundingClientRect();
    const { letters, arcs } = this.of.picture;
    const scale = typeSize(this.of.root);
    this.part = stretch(this.of.moment.at, letters.length, roomFor(width / scale));
    const { part } = this;
    const isIn = ([begin, end]) => part.first <= begin && end <= part.last;
    const shown = arcs.flatMap((arc, number) => (isIn(arc) ? [number] : []));
    const made = [width, height, scale, part.first, part.last, this.of.isHidden].join(" ");
    if (made !== this.built) this.build(shown, part, { width, height, scale });
    this.built = made;
    this.mark();
    this.caption.replaceChildren(this.of.labels.legend);
    if (shown.length < arcs.length) {
      const values = { shown: shown.length, total: arcs.length, ...part };
      this.caption.prepend(...this.of.say("part", values), " ");
    }
  }

  /** Put everything in its place; what a step changes is marked afterwards. */
  build(shown, part, { width, height, scale }) {
    const { arcs, letters } = this.of.picture;
    const longest = Math.max(1, ...shown.map((number) => arcs[number][1] - arcs[number][0]));
    const sizes = latticeSizes({ width, height, scale }, part.last - part.first, longest);
    const x = (position) => sizes.left + (position - part.first) * sizes.step;
    const small = sizes.step < 40 * scale;
    const radius = (small ? 8.5 : 13) * scale;
    this.sizes = sizes;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.classList.toggle("small", small);
    this.nodes.clear();
    this.circles = [];
    const [curves, words, line] = [[], [], []];
    for (const number of shown) {
      const [begin, end] = arcs[number];
      const [foot, high] = [sizes.axis - radius, (end - begin) * sizes.row];
      curves.push(this.curve(number, arcPath(x(begin), x(end), foot, high), scale));
      words.push(this.label(number, (x(begin) + x(end)) / 2, foot - high, scale));
    }
    for (let at = part.first; at <= part.last; at += 1) {
      const circle = drawn("circle", { cx: x(at), cy: sizes.axis, r: radius });
      const name = drawn("text", { class: "number", x: x(at), y: sizes.axis }, `${at}`);
      const cost = drawn("text", { class: "cost", x: x(at), y: sizes.axis + 34 * scale });
      this.circles.push({ at, circle, name, cost });
      line.push(circle, name, cost);
      if (at === part.last) continue;
      line.push(drawn("text", { class: "letter", x: x(at) + sizes.step / 2, y: sizes.axis }, letters[at]));
    }
    const place = drawn("g", { "aria-hidden": "true" }, ...line);
    this.svg.replaceChildren(...curves, place, drawn("g", { class: "labels", "aria-hidden": "true" }, ...words));
  }

  curve(number, path, scale) {
    const share = this.of.isHidden ? 0.06 : this.of.picture.arcs[number][5];
    const line = drawn("path", { class: "line", d: path, "stroke-width": thickness(share, scale) });
    const hit = drawn("path", { class: "hit", d: path, "stroke-width": HIT * scale });
    const node = drawn("g", { class: "arc", role: "button", tabindex: -1, "data-arc": number }, hit, line);
    this.nodes.set(number, { node });
    return node;
  }

  /** Above the arc its piece and, where there is room, its probability. */
  label(number, x, top, scale) {
    const { isRoomy, isTall } = this.sizes;
    const [, , , probability, , share] = this.of.picture.arcs[number];
    const above = top - 6 * scale - thickness(this.of.isHidden ? 0 : share, scale) / 2;
    const two = isRoomy && isTall;
    const piece = drawn("text", { class: "piece", x, y: above - (two ? 14 * scale : 0) });
    const worth = two ? [drawn("text", { class: "worth", x, y: above }, probability)] : [];
    const node = drawn("g", { class: "label", "data-arc": number }, piece, ...worth);
    Object.assign(this.nodes.get(number), { label: node, piece });
    return node;
  }

  /** What every arc and position is at this moment. */
  mark() {
    const { moment, picture, linking } = this.of;
    const states = statesAt(moment, picture);
    const tied = new Set(tiedAt(moment, picture.cells));
    const active = this.of.root.getRootNode().activeElement;
    for (const [number, { node, label, piece }] of this.nodes) {
      const state = states[number];
      node.dataset.state = state;
      label.dataset.state = state;
      const mark = `${tied.has(number) ? " =" : ""}${MARKS[state] ?? ""}`;
      piece.textContent = `${picture.arcs[number][2]}${mark}`;
      node.ariaLabel = this.of.arcName(number, state);
      if (node !== active) node.setAttribute("tabindex", -1);
    }
    const focus = [...this.nodes.values()].find(({ node }) => node === active) ?? this.first(states);
    focus?.node.setAttribute("tabindex", 0);
    for (const { at, circle, name, cost } of this.circles) {
      circle.classList.toggle("filled", at <= moment.filled);
      circle.classList.toggle("now", at === moment.at);
      name.classList.toggle("filled", at <= moment.filled);
      const worth = picture.cells[at][this.sizes.isRoomy ? 0 : 1];
      cost.textContent = at > moment.filled ? "" : worth;
    }
    this.relight(linking.light);
  }

  /** The arc that the Tab key leads to. */
  first(states) {
    const every = [...this.nodes];
    const found = every.find(([number]) => states[number] === "path" || states[number] === "here") ?? every[0];
    return found?.[1];
  }

  relight(thing) {
    const lit = new Set(arcsOf(thing, this.of.picture.paths));
    for (const [number, { node, label }] of this.nodes) {
      for (const one of [node, label]) one.classList.toggle("lit", lit.has(number));
    }
  }
}
