/**
 * Rows of chips that nothing steps: each below what it is, and what is new is marked. Chips go on in the next line where
 * a row is longer than the window.
 */

import { element } from "../shared/elements.js";

export class ChipRows {
  constructor() {
    this.root = element("ul", { class: "rows at-rest" });
  }

  setUp({ rows, tokens, labels }) {
    this.pool = { rows, tokens };
    this.root.ariaLabel = labels.stage;
  }

  draw(frame) {
    this.root.replaceChildren(...frame.groups.flatMap(([, refs]) => refs.map((ref) => this.row(ref))));
  }

  row([index, spans]) {
    const [label, note, tokens] = this.pool.rows[index];
    const isNew = (place) => spans.some(([start, length]) => start <= place && place < start + length);
    const chips = tokens.map((token, place) => this.chip(token, isNew(place)));
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

  chip(token, isNew) {
    const [text, colour] = this.pool.tokens[token];
    return element("span", { class: isNew ? "chip new" : "chip", "data-token": text, "data-colour": colour }, text);
  }
}
