/**
 * Rows of boxes: each part of a row is a box with its own text, below the characters that it comes from. Pointing at a
 * part, or going to it with the arrow keys, lights its columns in every row; a click or Enter picks a part of some rows.
 *
 * @typedef {import("../payloads").TextRow} TextRow
 */

import { hueOf } from "../picture/word_layout.js";
import { element } from "../shared/elements.js";
import { HUES } from "./boundaries.js";
import { place } from "./flow.js";
import { nameOf, nearest, reach } from "./layout.js";
import { along, TextView } from "./view.js";

const MOST_SAID = 12; // parts of a row that are named below

/**
 * The number of tokens of the rows that have fewest, where the others have more; else none. A row with unknown tokens
 * has few because it lost a part of the text, so it does not count.
 *
 * @param {Pick<TextRow, "tokens" | "unknown">[]} rows
 */
export function fewest(rows) {
  const counts = rows.flatMap(({ tokens, unknown }) => (tokens === undefined || unknown ? [] : [tokens]));
  const least = Math.min(...counts);
  return counts.some((count) => count > least) ? least : undefined;
}

/** The things of this view are parts of rows. */
export class BoxesView extends TextView {
  rows = /** @type {TextRow[]} */ ([]); // that of the characters first
  lit = [];
  glows = [];

  constructor(root, report) {
    super(root, report, ".part");
    this.sentences = element("div", { class: "told", "aria-live": "polite" });
    this.splits = element("p", { class: "key-of-splits" });
    root.append(this.splits, this.lines, this.sentences, this.pages.root, this.help);
    this.lines.addEventListener("pointerover", (event) => this.light(this.thingAt(event) ?? this.here));
  }

  // -- With the user

  pick(part) {
    if (!part?.number || !this.isPickable(part.row)) return;
    const { kind, pick } = this.rows[part.row];
    if (pick) this.report("row", [pick, part.number]);
    else this.report(kind, part.number);
  }

  /** Whether a part of a row can be picked. */
  isPickable(row) {
    const { kind, pick } = this.rows[row];
    return Boolean(pick) || this.payload.picks.includes(kind);
  }

  markPicked() {
    for (const { node, row, number } of this.things.values()) {
      if (!this.isPickable(row)) continue;
      const { kind, pick } = this.rows[row];
      const isPicked = pick ? this.picked.row === pick && this.picked.part === number : this.picked[kind] === number;
      node.setAttribute("aria-pressed", `${isPicked}`);
    }
  }

  leads(part) {
    const above = this.drawn.slice(0, part.row).findLast((row) => row.length);
    const below = this.drawn.slice(part.row + 1).find((row) => row.length);
    return {
      ...along(this.drawn[part.row], part.order, part.direction),
      ArrowUp: nearest(above ?? [], part),
      ArrowDown: nearest(below ?? [], part),
    };
  }

  /** Light the columns of a part in all rows, and tell what is there. */
  light(part) {
    if (part === this.here) return;
    for (const { node } of this.lit) node.classList.remove("lit");
    for (const glow of this.glows) glow.remove();
    this.here = part;
    this.lit = [];
    this.glows = [];
    if (!part) return;
    const [start, end] = reach(this.drawn[part.row], part);
    for (const { node, block } of this.blocks) {
      const columns = { start: Math.max(start, block.start), end: Math.min(end, block.end) };
      if (columns.start >= columns.end) continue;
      this.glows.push(place(element("span", { class: "glow" }), block, columns, "1 / -1"));
      node.prepend(this.glows.at(-1));
    }
    this.lit = [...this.things.values()].filter((other) => other.start < end && other.end > start);
    for (const { node } of this.lit) node.classList.add("lit");
    const rows = this.payload.brief ? [part.row] : this.rows.keys();
    this.sentences.replaceChildren(...[...rows].map((row) => this.sentence(row)));
  }

  /** The name of a row, with what is said in small below it. */
  called(row) {
    const { name, detail } = this.rows[row];
    return detail ? `${name} (${detail})` : name;
  }

  /** What a row has in the columns that are lit. */
  sentence(row) {
    const lit = this.payload.brief ? [this.here] : this.lit;
    const whole = lit.filter((other) => other.row === row && !other.from_before);
    const boxes = whole.length ? whole : lit.filter((other) => other.row === row);
    const codes = boxes.map((part) => element("code", {}, nameOf(part)));
    const note = boxes.length === 1 ? boxes[0].note : "";
    if (note) codes.push(element("span", { class: "name" }, note));
    const shown = codes.length > MOST_SAID ? [...codes.slice(0, MOST_SAID - 1), "…", codes.at(-1)] : codes;
    return element("p", {}, element("span", { class: "name" }, this.called(row)), ...shown);
  }

  // -- On the screen

  setUp() {
    const { labels, top, rows, brief } = this.payload;
    this.rows = [{ name: top ?? "", kind: "character", parts: [] }, ...rows];
    this.root.classList.toggle("brief", Boolean(brief));
    this.sentences.replaceChildren(element("p", { class: "hint" }, labels.hint));
    this.explain();
  }

  /** What the colors of tokens say, where rows split a word in different ways: those that there are. */
  explain() {
    const { labels, rows } = this.payload;
    const parts = rows.flatMap((row) => row.parts);
    const differing = parts.filter(({ group }) => group !== undefined);
    const entries = [
      ["same", labels.split_same, parts.length > differing.length],
      ["grouped", labels.split_grouped, differing.some(({ group }) => group)],
      ["alone", labels.split_alone, differing.some(({ group }) => group === 0)],
      ["parted", labels.split_parted, differing.some(({ parted }) => parted)],
    ];
    const drawn = differing.length ? entries.filter(([, , isThere]) => isThere) : [];
    this.splits.hidden = !drawn.length;
    this.splits.replaceChildren(
      ...drawn.map(([name, said]) =>
        element("span", {}, element("i", { class: `key-split ${name}`, "aria-hidden": "true" }), said),
      ),
    );
  }

  size(inside) {
    return inside.length;
  }

  holdsPicked(inside) {
    const { pretoken } = this.picked;
    const is = ({ row, part }) => this.rows[row + 1].kind === "pretoken" && part.number === pretoken;
    return pretoken !== undefined && inside.some(is);
  }

  beginPage() {
    this.drawn = this.rows.map(() => []); // the parts of each row
  }

  firstThing() {
    return this.drawn.at(-1)[0] ?? null;
  }

  counts() {
    return {};
  }

  fill(node, block, inside) {
    for (const { row, part } of inside) {
      const thing = { ...part, row: row + 1, direction: block.direction, node: this.box(row + 1, part) };
      thing.order = this.drawn[thing.row].push(thing) - 1;
      this.things.set(thing.node, thing);
      node.append(place(thing.node, block, part, thing.row + 1));
    }
  }

  /** A part of a row: a button, so that it has a name and can have the focus. */
  box(row, part) {
    const { text, kind, made, from_before, goes_on, group, parted } = part;
    const { kind: rowKind } = this.rows[row];
    const attributes = { type: "button", class: `part ${rowKind}`, tabindex: "-1", "data-kind": rowKind };
    const node = element("button", attributes, text);
    if (kind) node.classList.add(kind);
    const dropped = kind === "dropped" ? `, ${this.payload.labels.dropped}` : "";
    node.ariaLabel = `${nameOf(part)}${dropped}, ${this.called(row)}`;
    node.classList.toggle("from-before", Boolean(from_before));
    node.classList.toggle("goes-on", Boolean(goes_on));
    if (made) {
      node.classList.add("made");
      node.style.setProperty("--hue", hueOf(made, this.payload.merges).hue);
    }
    if (group !== undefined) node.classList.add(group ? "grouped" : "alone");
    if (group) node.style.setProperty("--hue", String(HUES[group - 1] ?? (group * 137) % 360));
    node.classList.toggle("parted", Boolean(parted));
    return node;
  }

  gutter() {
    const numbers = new Intl.NumberFormat(this.payload.lang);
    const least = fewest(this.payload.rows);
    const named = this.rows.map(({ name, kind, detail, tokens, unknown }) => {
      const small = detail ? [element("small", {}, detail)] : [];
      const counted = least !== undefined && tokens === least && !unknown ? "count least" : "count";
      const count = tokens === undefined ? [] : [element("span", { class: counted }, numbers.format(tokens))];
      const called = element("span", { class: "called" }, element("span", {}, name), ...small);
      return element("span", { class: `of of-${kind}` }, called, ...count);
    });
    return element("div", { class: "gutter", "aria-hidden": "true" }, ...named);
  }
}
