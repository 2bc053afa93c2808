/**
 * The tests of the parts of a pair after its merge, in the picture of a training that removes tokens again: each part
 * with a gauge on which its share is a bar and the threshold a line. After a removal, the places where the token is now.
 *
 * What it draws are the PartTests and RemovedPlaces of payloads.d.ts; a frame may have neither.
 */

import { element, inline } from "../../shared/elements.js";
import { KeyedNodes } from "../../shared/lists.js";

export class TestList {
  gauges = new KeyedNodes(); // by the part: a gauge that stays does not fill again

  constructor(picture) {
    this.of = picture;
    this.title = element("p", { class: "title" });
    this.list = element("ul", {});
    this.places = element("div", { class: "places" });
    this.root = element("div", { class: "part-tests", hidden: "" }, this.title, this.list, this.places);
  }

  clear() {
    this.gauges.clear();
    this.list.replaceChildren();
  }

  draw() {
    /** @type {import("../../payloads").PartTests | undefined} */
    const tests = this.of.frame.tests;
    this.root.hidden = !tests;
    if (!tests) return this.clear();
    this.title.replaceChildren(element("b", {}, tests.title), element("span", { class: "rule" }, ` · ${tests.rule}`));
    for (const row of tests.rows) {
      const node = this.gauges.take(`${row.symbol} ${tests.token}`, () => this.addRow());
      this.fill(node, row);
      if (node.parentNode !== this.list) this.list.append(node);
    }
    this.gauges.letGo(true);
    this.drawPlaces();
  }

  addRow() {
    const parts = ["head", "gauge", "told"].map((kind) => element("span", { class: kind }));
    parts[1].append(element("i", {}), element("b", {}), element("span", { class: "worked" }));
    return element("li", {}, ...parts);
  }

  /** @param {any} node   @param {import("../../payloads").TestedPart} row */
  fill(node, row) {
    const { symbol, bar, limit, worth, worked, told, fails, out, verdict } = row;
    const [head, gauge, places] = node.children;
    const chip = this.of.symbolChip(this.of.text(symbol), symbol);
    chip.classList.toggle("out", out);
    const isPast = out && !this.of.removesNow(symbol);
    node.className = [fails && "fails", out && "out", isPast && "past"].filter(Boolean).join(" ");
    head.replaceChildren(chip, element("span", { class: "verdict" }, verdict));
    gauge.style.setProperty("--share", `${bar}`);
    gauge.style.setProperty("--limit", `${limit}`);
    gauge.title = worked;
    gauge.lastChild.textContent = worth;
    places.replaceChildren(...inline(told, (part) => this.of.codeOf(part)));
  }

  /** Where a token is that the last step removed. */
  drawPlaces() {
    /** @type {import("../../payloads").RemovedPlaces | undefined} */
    const places = this.of.frame.places;
    this.places.hidden = !places;
    if (!places) return;
    const rows = places.rows.map((row) => this.place(row));
    if (places.more) rows.push(element("p", {}, places.more));
    this.places.replaceChildren(element("h4", {}, places.title), ...rows);
  }

  /** @param {import("../../payloads").RemovedPlace} row */
  place({ count, word, symbols, pieces }) {
    const chips = symbols.map((symbol, place) => {
      const chip = this.of.symbolChip(this.of.text(symbol), symbol);
      chip.classList.toggle("piece", pieces.includes(place));
      return chip;
    });
    return element(
      "p",
      {},
      element("b", {}, this.of.numbers.format(count), element("i", {}, "×")),
      ` ${word || this.of.labels.inside} `,
      element("span", { class: "told" }, ...chips),
    );
  }
}
