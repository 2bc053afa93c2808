/* What the pictures of a merging and of an encoding share: words in symbols, colored by when they were made. */

import { element } from "../shared/elements.js";
import { LinkedPicture } from "./linked_picture.js";
import { hueOf } from "./word_layout.js";
import { WordRows } from "./word_rows.js";

export class SymbolPicture extends LinkedPicture {
  constructor(stepper, sizes) {
    super(stepper);
    this.words = new WordRows(this, sizes);
  }

  setUp(payload) {
    super.setUp(payload);
    const { origins, cells } = this.picture;
    this.origins = {
      made: new Map(origins.map((origin) => [origin.symbol, origin])),
      cells: new Map(cells.map((cell) => [cell.symbol, cell])),
    };
    this.marks = [...new Set(cells.flatMap(({ before, after }) => [before, after]))].filter(Boolean);
    this.byText = new Map(payload.tokens.map(({ text }, symbol) => [text, symbol]).reverse()); // the first of its text
    this.words.clear(payload.labels.picture);
  }

  /** A symbol's text, its marks smaller. */
  textNodes(text) {
    const mark = this.marks.find((candidate) => text.startsWith(candidate) || text.endsWith(candidate));
    if (!mark || text === mark) return [mark ? element("small", {}, text) : text];
    if (text.startsWith(mark)) return [element("small", {}, mark), text.slice(mark.length)];
    return [text.slice(0, -mark.length), element("small", {}, mark)];
  }

  /** How many merges the hues stand for. */
  get last() {
    return this.payload.total;
  }

  /** Color says when a symbol was made; a letter is gray. */
  paint(node, symbol) {
    const origin = this.origins.made.get(symbol);
    node.classList.toggle("made", Boolean(origin));
    const words = this.picture.superwords?.[symbol];
    node.classList.toggle("superword", Boolean(words));
    if (origin) this.tint(node, origin.number);
    else node.style.removeProperty("--hue");
  }

  /** A symbol in the name of a row, for screen readers. */
  spoken(symbol) {
    return this.text(symbol);
  }

  tint(node, number) {
    const { hue, share } = hueOf(Math.max(1, number), this.last);
    node.style.setProperty("--hue", hue);
    node.style.setProperty("--when", share);
  }
}
