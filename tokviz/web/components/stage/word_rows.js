/*
 * Words of a picture: letters in their places, boxes around symbols, and the roots of each, which are the merges that
 * went into it.
 *
 * What a picture has for them: `shown`, the rows (as `rowOf` makes them, with a key if labels are not unique); `origins`;
 * `text`, `spoken`, `paint` and `tint`; `upcoming`, the number of the merge that comes next; `linking`; `badge`, what
 * stands before a row, or above it if `isNamed`; `pick`, which rows to show where there is not room for all; `stretches`, if a thing can be a part
 * of a row.
 */

import { element } from "../shared/elements.js";
import { keepOnly } from "../shared/lists.js";
import { HeadedList } from "./headed_list.js";
import { typeSize } from "./linking.js";
import { boxesOf, isFromRight, isJoined, leaves, metrics, pointedAt, roots, widest } from "./word_layout.js";

const LETTER = 19; // how wide a letter becomes at most, in pixels of a page of normal size
const SMALLEST = 6;
const ROW = 38; // a row takes no less
const NAME = 28; // nor does a name above one

const keyOfRow = ({ key, label }) => key ?? label;

export class WordRows extends HeadedList {
  constructor(picture, { letter = LETTER, smallest = SMALLEST } = {}) {
    super(picture, { root: "left word-rows", head: "words-head", list: "words" }, null);
    this.sizes = { letter, smallest };
  }

  draw() {
    this.measure();
    this.drawWords();
  }

  /** Frame and pale anew: what is lit has changed. hits: the labels of the words that have it, if anything is lit. */
  relight(hits) {
    for (const [label, word] of this.rows) {
      this.ring(word);
      word.root.classList.toggle("dim", Boolean(hits?.size && !hits.has(label)));
    }
  }

  /** Where what was just made stands first. */
  get newest() {
    return this.list.querySelector(".chip.new");
  }

  /** The symbol, or the two neighbours, that a pointer is on. isAsking: a pair is to be picked. */
  pointed(event, isAsking) {
    const host = event.target.closest(".chips");
    if (!host || event.clientX === undefined) return null;
    const word = [...this.rows.values()].find((one) => one.host === host);
    const x = event.clientX - host.getBoundingClientRect().left;
    const found = pointedAt(word.geometry, x, this.metrics.gap, isAsking ? 0.5 : 0.27);
    if (found?.pair && word.isMirrored) found.pair.reverse();
    return found;
  }

  /** Choose sizes and words by the room that there is. */
  measure() {
    const { width, height } = this.list.getBoundingClientRect();
    const size = typeSize(this.of.root);
    const perColumn = Math.max(2, Math.floor(height / (ROW * size)));
    const columns = this.of.shown.length > perColumn && width > 520 * size ? 2 : 1;
    const room = perColumn * columns;
    this.here = this.of.pick(this.of.shown, room);
    this.list.style.setProperty("--columns", columns);
    const numbers = this.of.isNamed ? 0 : 3.4 * 16 * size; // of the counts before the words
    const names = this.of.isNamed ? NAME * size : 0; // above them
    const symbols = this.here.map((word) => word.symbols);
    const parts = (word) => word.flatMap((symbol) => leaves(symbol, this.of.origins));
    const began = this.of.payload.total ? symbols.map(parts) : symbols; // as wide as it gets
    const wide = widest(began, this.of.origins);
    const tall = height / Math.max(1, Math.ceil(this.here.length / columns)) - names;
    const byWidth = (width / columns - numbers - 12) / Math.max(wide, widest(symbols, this.of.origins));
    const letter = Math.max(this.sizes.smallest, Math.min(this.sizes.letter * size, byWidth, (tall - 8) / 2.9));
    this.metrics = metrics(letter);
    this.chip = letter * 2.2;
    this.under = Math.max(0, Math.min(letter * 0.8, tall - this.chip - 12));
    this.of.root.style.setProperty("--letter", `${letter}px`);
    this.of.root.style.setProperty("--chip", `${this.chip}px`);
    this.of.root.style.setProperty("--roots", `${this.under}px`);
    this.countWords(this.here.length, this.of.picture.words ?? this.here.length);
  }

  drawWords() {
    keepOnly(this.rows, new Set(this.here.map(keyOfRow)), ({ root }) => root);
    for (const row of this.here) {
      const word = this.rows.get(keyOfRow(row)) ?? this.addWord(row);
      this.list.append(word.root);
      word.root.firstChild.tabIndex = row === this.here[0] ? 0 : -1;
      this.place(word, row);
    }
  }

  addWord(row) {
    const { label } = row;
    const number = element("button", { type: "button", class: "times", "data-word": label, tabindex: -1 });
    number.append(...this.of.badge(row));
    const host = element("div", { class: "chips", role: "img", dir: "ltr" });
    const root = element("div", { class: "row", "data-row": label }, number, host);
    const word = { root, host, boxes: new Map(), cells: [], lines: new Map() };
    this.rows.set(keyOfRow(row), word);
    return word;
  }

  /** Put the boxes, letters and roots of a word where they belong now. */
  place(word, row) {
    const { label, symbols, spans, isNew } = row;
    word.key = row.key;
    const boxes = boxesOf(symbols, this.of.origins, this.metrics);
    const width = boxes.at(-1)?.end ?? 0;
    const isMirrored = isFromRight(label);
    const left = (start, end) => (isMirrored ? width - end : start);
    word.geometry = isMirrored
      ? [...boxes].reverse().map((box) => ({ ...box, start: width - box.end, end: width - box.start }))
      : boxes;
    word.order = boxes;
    word.isMirrored = isMirrored;
    word.host.style.width = `${width}px`;
    word.host.ariaLabel = `${label}: ${symbols.map((symbol) => this.of.spoken(symbol)).join(" ")}`;
    const kept = new Set();
    const lines = new Set();
    boxes.forEach((box, place) => {
      kept.add(box.first);
      this.placeBox(word, box, left, isNew(place));
      for (const line of this.linesOf(box)) {
        lines.add(line.key);
        this.placeLine(word, line, left);
      }
    });
    this.placeLetters(word, boxes, left);
    keepOnly(word.boxes, kept);
    keepOnly(word.lines, lines);
    this.ring(word, spans);
  }

  placeBox(word, box, left, isNew) {
    let node = word.boxes.get(box.first);
    if (!node) {
      node = element("span", {});
      word.boxes.set(box.first, node);
      word.host.append(node);
    }
    node.className = isNew ? "chip new" : "chip";
    node.dataset.token = this.of.text(box.symbol);
    node.dataset.symbol = box.symbol;
    this.of.paint(node, box.symbol);
    node.style.left = `${left(box.start, box.end)}px`;
    node.style.width = `${box.end - box.start}px`;
    const cuts = roots(box.symbol, this.of.origins).map(({ cut, number }) => {
      const at = box.places[cut].start;
      const mark = element("i", { class: "cut" });
      mark.style.left = `${left(at, at) - left(box.start, box.end)}px`;
      this.of.tint(mark, number);
      return mark;
    });
    node.replaceChildren(...cuts);
  }

  *linesOf(box) {
    const every = roots(box.symbol, this.of.origins);
    const tallest = Math.max(1, ...every.map(({ height }) => height));
    for (const { number, first, cells, height } of every) {
      const start = box.places[first].start;
      const last = box.places[first + cells - 1];
      const key = `${box.first + first}-${number}-${cells}`;
      yield { key, number, start, end: last.start + last.width, height, tallest };
    }
  }

  placeLine(word, { key, number, start, end, height, tallest }, left) {
    let node = word.lines.get(key);
    if (!node) {
      node = element("i", { class: "root" });
      word.lines.set(key, node);
      word.host.append(node);
    }
    const step = Math.min(4, this.under / (tallest + 1));
    node.style.cssText = `left:${left(start, end)}px;width:${end - start}px;top:${this.chip + 3 + height * step}px;height:${Math.max(1.5, step - 1.5)}px`;
    this.of.tint(node, number);
  }

  /** Letters keep their order, so each stays the same element; those that change beside others are drawn together. */
  placeLetters(word, boxes, left) {
    const wanted = [];
    for (const box of boxes) {
      const text = box.places.map(({ cell }) => cell.letters).join("");
      if (box.before) wanted.push({ text: box.before, at: [box.start + this.metrics.pad, box.mark], kind: "mark" });
      if (isJoined(text)) {
        const { start } = box.places[0];
        const last = box.places.at(-1);
        wanted.push({ text, at: [start, last.start + last.width - start], kind: "letter" });
        continue;
      }
      for (const { start, width, cell } of box.places) {
        const mark = cell.after.length * 0.55 * this.metrics.letter;
        if (cell.letters) wanted.push({ text: cell.letters, at: [start, width - mark], kind: "letter" });
        if (cell.after) wanted.push({ text: cell.after, at: [start + width - mark, mark], kind: "mark" });
      }
    }
    wanted.forEach(({ text, at: [start, width], kind }, place) => {
      let node = word.cells[place];
      if (!node) {
        node = element("span", {});
        word.cells.push(node);
        word.host.append(node);
      }
      if (node.textContent !== text) node.textContent = text;
      node.className = kind;
      node.style.left = `${left(start, start + width)}px`;
      node.style.width = `${width}px`;
    });
    for (const node of word.cells.splice(wanted.length)) node.remove();
  }

  /** Frame what is merged next, and what is lit. */
  ring(word, spans = word.spans) {
    word.spans = spans;
    for (const node of word.host.querySelectorAll(".ring")) node.remove();
    const boxes = word.order;
    const width = boxes.at(-1)?.end ?? 0;
    const add = (from, to, kind) => {
      const [start, end] = [boxes[from].start - 5, boxes[to].end + 5];
      const node = element("i", { class: `ring ${kind}` });
      node.style.left = `${word.isMirrored ? width - end : start}px`;
      node.style.width = `${end - start}px`;
      word.host.append(node);
      return node;
    };
    if (!this.of.stage.panel?.covers("spans")) {
      for (const [at, length, mark] of spans) {
        if (mark === "next" && boxes[at + length - 1]) this.of.tint(add(at, at + length - 1, "next"), this.of.upcoming);
      }
    }
    const thing = this.of.linking.light;
    for (const [at, length] of this.of.stretches?.(thing, word.key) ?? []) {
      if (boxes[at + length - 1]) add(at, at + length - 1, "lit");
    }
    boxes.forEach((box, place) => {
      if (thing?.symbol === box.symbol) add(place, place, "lit");
      if (thing?.pair?.[0] === box.symbol && thing.pair[1] === boxes[place + 1]?.symbol) add(place, place + 1, "lit");
    });
  }
}
