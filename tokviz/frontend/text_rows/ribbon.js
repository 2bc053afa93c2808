/**
 * The ribbon lays a text in rows on one axis: its characters, and below them what it is at each stage on its way to
 * tokens. Pointing at a part, or going to it with the arrow keys, lights its columns in every row; a click or Enter
 * picks a part of some rows. Everything is written as text, never as HTML.
 *
 * @typedef {object} Payload
 * @property {string[]} names                                            of the rows
 * @property {string[]} [details]                                        of the rows: what is said in small below a name
 * @property {string[]} [counts]                                         of the rows: a number at the end of a name
 * @property {string[]} kinds                                            of the rows; the first are the characters, one
 *   of kind "heading" has a name alone
 * @property {string[]} picks                                            kinds whose parts can be picked
 * @property {import("./layout.js").Cluster[]} clusters    the characters
 * @property {import("./layout.js").Token[][]} rows        the others; colour: the number of the merge
 *   that made a token, 0 for none; word: the place in its row, from 1
 * @property {import("./layout.js").Block[]} blocks
 * @property {number} merges                                             how many the tokenizer has
 * @property {number} most                                               parts that are drawn at once
 * @property {Record<number, string>[]} [notes]                          of the rows: place in it -> what to say of a part
 * @property {boolean} [isBrief]                                         rows of one kind: only the part that is pointed
 *   at is told
 * @property {Record<string, string>} labels
 * @property {string} lang
 */

import { Applied } from "../shared/applied.js";
import { element } from "../shared/elements.js";
import { mounting } from "../shared/streamlit.js";
import { hueOf } from "../stage/word_layout.js";
import { blockOf, DIRECTIONS, place } from "./flow.js";
import { byBlock, FROM_BEFORE, GOES_ON, nearest, pagesOf, reach } from "./layout.js";
import { TextLines } from "./view.js";

const BRIEF = ".st-key-compared"; // rows of several tokenizers, above those of one

const MOST_SAID = 12; // parts of a row that are named below

/** Its things are parts of rows. */
class Ribbon extends TextLines {
  current = null; // what Tab leads to

  constructor(parent) {
    super(parent, "ribbon", ".part");
    this.told = element("div", { class: "told", "aria-live": "polite" });
    this.root.append(this.lines, this.told, this.pages.root, this.help);
    this.lines.addEventListener("pointerover", (event) => this.light(this.thingAt(event) ?? this.here));
    this.listening = new AbortController();
    this.applied = new Applied(this.listening.signal);
  }

  // -- With the server

  update({ data, setTriggerValue }) {
    this.report = setTriggerValue;
    if (!data?.payload || data === this.data) return;
    this.data = data;
    if (data.payload === this.source) this.mark();
    else {
      const isFirst = this.source === undefined;
      this.source = data.payload;
      this.payload = JSON.parse(data.payload);
      this.setUp();
      this.takeFocus(isFirst);
    }
  }

  /** Who has applied a text goes on with the first picture of it. isFirst: there was none before. */
  takeFocus(isFirst) {
    if (this.payload.isBrief || !document.querySelector(BRIEF)) this.applied.goOn(() => this.current?.node, isFirst);
  }

  unmount() {
    this.listening.abort();
    super.unmount();
  }

  // -- With the user

  visit(part) {
    if (!part) return;
    if (this.current) this.current.node.tabIndex = -1;
    this.current = part;
    part.node.tabIndex = 0;
    this.light(part);
  }

  pick(part) {
    if (part && this.isPicked(part.row)) {
      const picked = [this.payload.kinds[part.row], part.number];
      this.reports.plan("pick", 0, () => this.report("pick", picked));
    }
  }

  /** Whether a part of a row can be picked. */
  isPicked(row) {
    return this.payload.picks.includes(this.payload.kinds[row]);
  }

  onKey(event) {
    const part = this.thingAt(event);
    if (!part || event.ctrlKey || event.altKey || event.metaKey) return;
    const row = this.drawn[part.row];
    const ahead = DIRECTIONS[part.way] === "rtl" ? -1 : 1;
    const leads = {
      ArrowLeft: () => row[part.order - ahead],
      ArrowRight: () => row[part.order + ahead],
      ArrowUp: () => nearest(this.drawn.slice(0, part.row).findLast((other) => other.length) ?? [], part),
      ArrowDown: () => nearest(this.drawn.slice(part.row + 1).find((other) => other.length) ?? [], part),
      Home: () => row[0],
      End: () => row.at(-1),
    };
    if (!Object.hasOwn(leads, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    leads[event.key]()?.node.focus();
  }

  /** Light the columns of a part in all rows, and tell what stands there. */
  light(part) {
    if (part === this.here) return;
    for (const { node } of this.lit ?? []) node.classList.remove("lit");
    for (const glow of this.glows ?? []) glow.remove();
    this.here = part;
    this.lit = [];
    this.glows = [];
    if (!part) return;
    const [from, to] = reach(this.drawn[part.row], part);
    for (const { node, block } of this.boxes) {
      const [first, last] = [Math.max(from, block[0]), Math.min(to, block[1])];
      if (first >= last) continue;
      this.glows.push(place(element("span", { class: "glow" }), block, { from: first, to: last }, "1 / -1"));
      node.prepend(this.glows.at(-1));
    }
    this.lit = [...this.things.values()].filter((other) => other.from < to && other.to > from);
    for (const { node } of this.lit) node.classList.add("lit");
    const rows = this.payload.isBrief ? [part.row] : this.payload.names.keys();
    this.told.replaceChildren(...[...rows].map((row) => this.sentence(this.called(row), row)));
  }

  /** The name of a row, with what is said in small below it. */
  called(row) {
    const { names, details } = this.payload;
    return details?.[row] ? `${names[row]} (${details[row]})` : names[row];
  }

  sentence(name, row) {
    const lit = this.payload.isBrief ? [this.here] : this.lit;
    const whole = lit.filter((other) => other.row === row && !(other.sides & FROM_BEFORE));
    const found = whole.length ? whole : lit.filter((other) => other.row === row);
    const codes = found.map(({ text }) => element("code", {}, text));
    const note = found.length === 1 ? this.payload.notes?.[row]?.[found[0].number] : "";
    if (note) codes.push(element("span", { class: "name" }, note));
    const said = codes.length > MOST_SAID ? [...codes.slice(0, MOST_SAID - 1), "…", codes.at(-1)] : codes;
    return element("p", {}, element("span", { class: "name" }, name), ...said);
  }

  /** What is looked at below the ribbon. */
  mark() {
    const { picked } = this.data;
    for (const { node, row, number } of this.things.values()) {
      if (this.isPicked(row)) node.setAttribute("aria-pressed", picked[this.payload.kinds[row]] === number);
    }
  }

  // -- On the screen

  setUp() {
    const { labels, lang, clusters, blocks, kinds, rows, most, isBrief } = this.payload;
    this.root.classList.toggle("brief", Boolean(isBrief));
    this.root.style.setProperty("--rows", kinds.length);
    this.root.lang = lang;
    this.lines.ariaLabel = labels.rows;
    this.help.textContent = labels.help;
    this.told.replaceChildren(element("p", { class: "hint" }, labels.hint));
    this.inside = byBlock(blocks, clusters, rows);
    const sizes = this.inside.map((parts) => parts.length);
    const wanted = this.data.picked.pretoken;
    const among = kinds.indexOf("pretoken") - 1;
    const found = this.inside.findIndex((parts) => parts.some(([row, one]) => row === among && one[5] === wanted));
    this.pages.begin(pagesOf(blocks, sizes, most), found, labels);
    this.draw();
  }

  draw() {
    const { labels, blocks, lang } = this.payload;
    const [first, last] = this.pages.shown;
    this.things = new Map();
    this.drawn = this.payload.kinds.map(() => []);
    this.here = null;
    this.boxes = blocks
      .slice(first, last)
      .map((block, i) => ({ block, node: this.box(block, this.inside[first + i]) }));
    this.current = this.drawn.at(-1)[0] ?? null;
    if (this.current) this.current.node.tabIndex = 0;
    this.pages.tell(labels.part, lang);
    this.mark();
    this.flow();
  }

  box(block, inside) {
    const node = blockOf(block);
    for (const [row, one] of inside) {
      const part = this.piece(row + 1, one);
      part.way = block[3];
      part.order = this.drawn[part.row].push(part) - 1;
      this.things.set(part.node, part);
      node.append(place(part.node, block, part, part.row + 1));
    }
    return node;
  }

  /** A part of a row: a button, so that it has a name and can have the focus. */
  piece(row, one) {
    const [text, from, to] = one;
    const [made, number, sides] = row ? one.slice(4) : [0, one[3], 0];
    const kind = this.payload.kinds[row];
    const node = element("button", { type: "button", class: `part ${kind}`, tabindex: "-1", "data-kind": kind }, text);
    if (row) node.classList.add(one[3]);
    const isDropped = row > 0 && one[3] === "dropped";
    const fate = isDropped ? `, ${this.payload.labels.dropped}` : "";
    node.ariaLabel = `${text}${fate}, ${this.called(row)}`;
    node.classList.toggle("from-before", (sides & FROM_BEFORE) > 0);
    node.classList.toggle("goes-on", (sides & GOES_ON) > 0);
    if (made) {
      node.classList.add("made");
      node.style.setProperty("--hue", hueOf(made, this.payload.merges).hue);
    }
    return { row, text, from, to, number, sides, node };
  }

  gutter() {
    const { names, details, counts, kinds } = this.payload;
    const made = names.map((name, row) => {
      const small = details?.[row] ? [element("small", {}, details[row])] : [];
      const count = counts?.[row] ? [element("span", { class: "count" }, counts[row])] : [];
      const called = element("span", { class: "called" }, element("span", {}, name), ...small);
      return element("span", { class: `of of-${kinds[row]}` }, called, ...count);
    });
    return element("div", { class: "gutter", "aria-hidden": "true" }, ...made);
  }
}

const mountRibbon = mounting(Ribbon);

export default mountRibbon;
