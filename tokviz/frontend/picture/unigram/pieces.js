/* The pieces of the picture of unigram training, in order: what each is worth, what it was, and what becomes of it. */

import { element, plainText, textOf } from "../../shared/elements.js";
import { fadeIn, leave, moveFrom, placesIn, showRows } from "../../shared/motion/motion.js";
import { HeadedList } from "../headed_list.js";
import { longestOf } from "./scales.js";

const MOST_ROW = 30; // a row takes no more, in pixels of a page of normal size
const OPTION_ROW = 44; // of a question: large enough for a finger
const ARROWS = { up: "▲", down: "▼", removed: "✕", dropped: "✕", restored: "+" };

/** Its rows are of the texts of pieces. */
export class PieceRows extends HeadedList {
  cut = element("i", { class: "cut-line" });

  constructor(picture) {
    super(picture, { root: "column", head: "column-head", list: "pieces" });
  }

  drawHead() {
    const { view, isAsking } = this.of;
    const { name, shows } = view.heads.pieces;
    this.title.replaceChildren(element("b", {}, name), isAsking ? "" : ` · ${shows}`);
  }

  /** height: of the room for the rows. */
  draw(height) {
    const { view, isAsking, size, least } = this.of;
    const rows = isAsking ? this.asked() : view.rows.map((row) => this.told(row));
    const fits = isAsking ? rows.length : Math.max(3, Math.floor(height / least));
    const shown = rows.length > fits ? this.withCut(rows, fits) : rows;
    const most = (isAsking ? OPTION_ROW : MOST_ROW) * size;
    this.tall = Math.max(least, Math.min(most, height / Math.max(shown.length, isAsking ? 1 : 10)));
    this.list.style.setProperty("--piece", `${this.tall}px`);
    const letters = Math.max(...shown.map(({ text }) => text.length));
    const width = Math.min(9, Math.max(3, letters * 0.6 + (isAsking ? 2 : 1)));
    this.list.style.setProperty("--symbol", `calc(${width} * var(--rem, 1rem))`);
    this.list.classList.toggle("asks", isAsking);
    const { above, below } = view.more;
    const more = [above, below, this.others(rows.length - shown.length)];
    this.more.textContent = isAsking ? "" : more.filter(Boolean).join("; ");
    this.longest = longestOf(view, this.of.longest);
    this.before = placesIn(this.list, this.rows.values());
    this.shown = showRows(this.list, this.rows, shown, {
      key: ({ text }) => text,
      make: ({ text }) => this.makeRow(text),
      fill: (node, row, place) => this.fill(node, row, place),
      gone: (node) => leave(node),
    });
    this.drawCut(isAsking ? null : this.cutAmong(rows, shown));
  }

  /** Let what changed its place travel. */
  move() {
    moveFrom(this.list, this.shown, this.before);
  }

  /** Of too many rows those from the top, and of a pruning those on either side of the line. */
  withCut(rows, fits) {
    const cut = this.of.view.cut ?? 0;
    const first = Math.max(0, Math.min(cut - Math.ceil(fits / 2), rows.length - fits));
    return rows.slice(first, first + fits);
  }

  cutAmong(rows, shown) {
    const { cut } = this.of.view;
    return cut ? cut - rows.indexOf(shown[0]) : null;
  }

  drawCut(cut) {
    if (!cut) {
      this.cut.remove();
      return;
    }
    const isNew = !this.cut.isConnected;
    this.cut.style.transform = `translateY(${cut * this.tall - 1}px)`;
    if (!isNew) return;
    this.list.append(this.cut);
    fadeIn(this.cut);
  }

  /** The rows while it is asked which of them goes: options, in an order that betrays nothing. */
  asked() {
    const { ask } = this.of.stepper.panel;
    return ask.options.map(({ names: [text] }, number) => ({
      text,
      number,
      kinds: ["option"],
      worth: "?",
      note: [],
    }));
  }

  /** What a row shows. @param {import("../../payloads").PieceBar} row */
  told({ piece, value, before, standing, worth, note }) {
    const text = this.of.text(piece);
    const kinds = [...(standing ? [standing] : []), ...this.of.picked([text])];
    return { text, piece, value, before, kinds, worth, note, sign: ARROWS[standing] ?? "" };
  }

  makeRow(text) {
    const symbol = element("span", { class: "symbol" }, text);
    const bar = element("span", { class: "bar" }, element("i", { class: "before" }), element("i", { class: "now" }));
    const rank = element("kbd", { "aria-hidden": "true" });
    const name = element("span", { class: "name" }, rank, symbol);
    return element("button", { type: "button", "data-key": text }, name, bar, element("span", { class: "worth" }));
  }

  fill(node, row, place) {
    node.style.transform = `translateY(${place * this.tall}px)`;
    node.tabIndex = place ? -1 : 0;
    node.className = ["piece", ...row.kinds].join(" ");
    const isOption = row.number !== undefined;
    if (isOption) {
      node.dataset.option = row.number;
      delete node.dataset.piece;
    } else {
      delete node.dataset.option;
      node.dataset.piece = row.piece;
    }
    const [name, bar, worth] = node.children;
    name.firstChild.textContent = isOption ? `${row.number + 1}` : "";
    bar.children[0].hidden = row.before === null || row.before === undefined;
    bar.children[0].style.setProperty("--share", (row.before ?? 0) / this.longest);
    bar.children[1].style.setProperty("--share", isOption ? 1 : row.value / this.longest);
    worth.replaceChildren(
      ...(row.sign ? [element("i", { class: "sign" }, row.sign)] : []),
      element("b", {}, row.worth),
      ...(row.note.length ? [element("small", {}, ...this.parts(row.note))] : []),
    );
    node.ariaLabel = isOption
      ? this.of.labels.option.replace("{piece}", row.text)
      : [`${row.text}: ${row.worth}`, plainText(row.note)].filter(Boolean).join(", ");
  }

  /** A note as text and elements; a word keeps its own direction. @param {import("../../payloads").PieceBar["note"]} note */
  parts(note) {
    return note.map((part) => (typeof part === "string" ? part : element("bdi", {}, textOf(part))));
  }

  /** Where ribbons arrive at each piece, in the picture's own pixels. */
  places(origin) {
    const box = this.list.getBoundingClientRect();
    const x = box.left - origin.left - 2;
    return new Map(
      this.shown.map((node, place) => {
        const y = box.top - origin.top + (place + 0.5) * this.tall;
        return [Number(node.dataset.piece), { x, y, height: this.tall * 0.92 }];
      }),
    );
  }

  relight(lit) {
    for (const node of this.rows.values())
      node.classList.toggle("lit", Boolean(lit?.pieces.has(Number(node.dataset.piece))));
  }
}
