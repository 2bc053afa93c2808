/**
 * Rows of chips that nothing steps: each below what it is, and what is new is marked. Chips go on in the next line where
 * a row is longer than the window.
 */

import { element } from "../shared/elements.js";
import { rowsIn } from "./linked_picture.js";

export class ChipRows {
  constructor() {
    this.root = element("ul", { class: "rows at-rest" });
  }

  setUp(/** @type {import("./picture.js").Payload} */ { rows, tokens, labels }) {
    this.pool = { rows, tokens };
    this.root.ariaLabel = labels.picture;
  }

  draw(frame) {
    this.root.replaceChildren(
      ...frame.groups.flatMap((group) => rowsIn(group, this.pool.rows).map((row) => this.row(row))),
    );
  }

  row(/** @type {ReturnType<typeof rowsIn>[number]} */ { label, note, symbols, isNew }) {
    const chips = symbols.map((symbol, place) => this.chip(symbol, isNew(place)));
    return element(
      "li",
      { class: "row", dir: "auto", "data-row": label },
      element("span", { class: "about" }, element("span", { class: "word" }, label), this.note(note)),
      element("span", { class: "chips", dir: "auto" }, ...chips),
    );
  }

  note(text) {
    return text ? element("span", { class: "count" }, text) : "";
  }

  chip(symbol, isNew) {
    const { text, color } = this.pool.tokens[symbol];
    return element("span", { class: isNew ? "chip new" : "chip", "data-token": text, "data-color": color }, text);
  }
}
