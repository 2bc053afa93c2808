/* The graph of the picture of a lattice: positions on a line, letters between them, pieces as arcs above. */

import { drawn, element } from "../../shared/elements.js";
import { KeyedNodes } from "../../shared/lists.js";
import { fadeIn, leave, putInOrder } from "../../shared/motion/motion.js";
import { hasLittleWidth, typeSize } from "../linking.js";
import {
  arcPath,
  hasRoom,
  latticeSizes,
  roomFor,
  scrollingWidth,
  smaller,
  stretch,
  thickness,
  thinner,
} from "./layout.js";
import { arcsOf, statesAt, tiedAt } from "./ways.js";

const MARKS = { path: " ✓", kept: " ○" };
const HIT = 16; // how wide the part of an arc is that a pointer meets

export class Arcs {
  built = ""; // what the drawing was made for
  part = { first: 0, last: 0 }; // of the word, by its positions
  nodes = new KeyedNodes(); // number of an arc -> its parts, which stay while it is drawn
  spots = new KeyedNodes(({ all }) => all); // a position -> its parts

  constructor(picture) {
    this.of = picture;
    this.line = drawn("g", { "aria-hidden": "true" });
    this.labels = drawn("g", { class: "labels", "aria-hidden": "true" });
    this.curves = drawn("g", {});
    this.svg = drawn("svg", { role: "group" }, this.curves, this.line, this.labels);
    this.host = element("div", { class: "graph" }, this.svg);
    this.caption = element("p", { class: "caption" });
    this.root = element("div", { class: "arcs" }, this.host, this.caption);
  }

  clear() {
    this.built = "";
    this.nodes.clear();
    this.spots.clear();
    for (const layer of [this.curves, this.line, this.labels]) layer.replaceChildren();
    const word = this.of.picture.letters.join("");
    this.svg.ariaLabel = this.of.say("graph", { word }).join("");
  }

  draw() {
    const { clientWidth: room, clientHeight: height } = this.host;
    const { letters, arcs } = this.of.picture;
    const scale = typeSize(this.of.root);
    const isScrolling = hasLittleWidth(this.of.root);
    this.part = stretch(this.of.moment.at, letters.length, roomFor(room / scale, isScrolling));
    const { part } = this;
    const width = isScrolling ? scrollingWidth(room, part.last - part.first, scale) : room;
    const isIn = ({ begin, end }) => part.first <= begin && end <= part.last;
    const shown = arcs.flatMap((arc, number) => (isIn(arc) ? [number] : []));
    const buildKey = [width, height, scale, part.first, part.last, this.of.isHidden].join(" ");
    if (buildKey !== this.built) this.build(shown, part, { width, height, scale });
    this.built = buildKey;
    this.mark();
    this.svg.style.width = `${width}px`;
    if (width > room) this.bringIntoView(room);
    const values = { shown: shown.length, total: arcs.length, ...part };
    this.caption.replaceChildren(...(shown.length < arcs.length ? this.of.say("part", values) : []));
  }

  /** Scroll to the position that the step is about. room: how wide the part is that is seen. */
  bringIntoView(room) {
    const { at } = this.of.moment;
    this.host.scrollLeft = this.sizes.left + (at - this.part.first) * this.sizes.step - 0.7 * room;
  }

  /** Put everything in its place; what a step changes is marked afterwards. */
  build(shown, part, { width, height, scale }) {
    const { arcs, letters } = this.of.picture;
    const longest = Math.max(1, ...shown.map((number) => arcs[number].end - arcs[number].begin));
    const sizes = latticeSizes({ width, height, scale }, part.last - part.first, longest);
    const x = (position) => sizes.left + (position - part.first) * sizes.step;
    const small = sizes.step < 40 * scale;
    const radius = (small ? 8.5 : 13) * scale;
    this.sizes = sizes;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.classList.toggle("small", small);
    this.svg.style.setProperty("--smaller", String(smaller(sizes.step, scale)));
    for (const number of shown) {
      const { begin, end } = arcs[number];
      const [foot, high] = [sizes.axis - radius, (end - begin) * sizes.row];
      this.curve(number, arcPath(x(begin), x(end), foot, high), scale);
      this.label(number, (x(begin) + x(end)) / 2, foot - high, scale);
    }
    for (const { node, label } of this.nodes.dropped()) {
      leave(node);
      leave(label);
    }
    const every = shown.map((number) => this.nodes.get(number));
    putInOrder(
      this.curves,
      every.map(({ node }) => node),
    );
    for (let at = part.first; at <= part.last; at += 1) {
      const next = at === part.last ? "" : letters[at];
      this.spot(at, next, { x: x(at), y: sizes.axis, step: sizes.step, radius, scale });
    }
    for (const spot of this.spots.dropped()) leave(spot);
  }

  /** A position with its number, its cost below it, and the letter that follows it. */
  spot(at, next, { x, y, step, radius, scale }) {
    const spot = this.spots.take(at, () => this.addSpot(at));
    spot.all.style.transform = `translate(${x}px, ${y}px)`;
    spot.circle.setAttribute("r", radius);
    spot.cost.setAttribute("y", 34 * scale);
    spot.letter.setAttribute("x", step / 2);
    spot.letter.textContent = next;
  }

  addSpot(at) {
    const circle = drawn("circle", {});
    const name = drawn("text", { class: "number" }, `${at}`);
    const cost = drawn("text", { class: "cost" });
    const letter = drawn("text", { class: "letter" });
    const all = drawn("g", { class: "spot" }, circle, name, cost, letter);
    const spot = { all, circle, name, cost, letter };
    this.line.append(all);
    fadeIn(all);
    return spot;
  }

  curve(number, path, scale) {
    const { node, line, hit } = this.nodes.take(number, () => this.addArc(number));
    const share = this.of.isHidden ? 0.06 : this.of.picture.arcs[number].share;
    for (const curve of [line, hit]) curve.setAttribute("d", path);
    line.setAttribute("stroke-width", this.thick(share, scale));
    hit.setAttribute("stroke-width", HIT * scale);
    return node;
  }

  thick(share, scale) {
    return thickness(share, scale * thinner(this.sizes.step, scale));
  }

  addArc(number) {
    const { probability } = this.of.picture.arcs[number];
    const [line, hit] = ["line", "hit"].map((kind) => drawn("path", { class: kind }));
    const node = drawn("g", { class: "arc", role: "button", tabindex: -1, "data-arc": number }, hit, line);
    const piece = drawn("text", { class: "piece" });
    const worth = drawn("text", { class: "worth" }, probability);
    const label = drawn("g", { class: "label", "data-arc": number }, piece, worth);
    const arc = { node, line, hit, label, piece, worth };
    this.curves.append(node);
    this.labels.append(label);
    fadeIn(node);
    fadeIn(label);
    return arc;
  }

  /** Above the arc its piece and, where there is room, its probability. */
  label(number, x, top, scale) {
    const { isRoomy, isTall, step } = this.sizes;
    const { label, piece, worth } = this.nodes.get(number);
    const above = top - 6 * scale - this.thick(this.of.isHidden ? 0 : this.of.picture.arcs[number].share, scale) / 2;
    const two = isRoomy && isTall && hasRoom(worth.textContent, step, scale);
    label.style.transform = `translate(${x}px, ${above}px)`;
    piece.setAttribute("y", two ? -14 * scale : 0);
    if (two) label.append(worth);
    else worth.remove();
  }

  /** What every arc and position is at this moment. */
  mark() {
    const { moment, picture, linking } = this.of;
    const states = statesAt(moment, picture);
    const tied = new Set(tiedAt(moment, picture.positions));
    const active = this.of.root.getRootNode().activeElement;
    for (const [number, { node, label, piece }] of this.nodes) {
      const state = states[number];
      node.dataset.state = state;
      label.dataset.state = state;
      const mark = `${tied.has(number) ? " =" : ""}${MARKS[state] ?? ""}`;
      piece.textContent = `${picture.arcs[number].piece}${mark}`;
      node.ariaLabel = this.of.arcName(number, state);
      if (node !== active) node.setAttribute("tabindex", -1);
    }
    const focus = [...this.nodes.values()].find(({ node }) => node === active) ?? this.first(states);
    focus?.node.setAttribute("tabindex", 0);
    for (const [at, { circle, name, cost }] of this.spots) {
      circle.classList.toggle("filled", at <= moment.filled);
      circle.classList.toggle("now", at === moment.at);
      name.classList.toggle("filled", at <= moment.filled);
      const { cost: whole, short_cost: short } = picture.positions[at];
      const written = this.sizes.isRoomy ? whole : short;
      cost.textContent = at > moment.filled ? "" : written;
      cost.classList.toggle("filled", at <= moment.filled);
    }
    this.relight(linking.light);
  }

  /** The arc that the Tab key leads to. */
  first(states) {
    const every = [...this.nodes];
    const entry = every.find(([number]) => states[number] === "path" || states[number] === "here") ?? every[0];
    return entry?.[1];
  }

  relight(thing) {
    const lit = new Set(arcsOf(thing, this.of.picture.paths));
    for (const [number, { node, label }] of this.nodes) {
      for (const target of [node, label]) target.classList.toggle("lit", lit.has(number));
    }
  }
}
