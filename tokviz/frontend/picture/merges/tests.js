/**
 * The tests of the parts of a pair after its merge, in the picture of a training that removes tokens again: each part
 * with a scale on which its share is a bar and the threshold a line. A part that is removed is crossed out.
 *
 * What it draws is a PartTests of payloads.d.ts; a frame without one has no tests to show.
 */

import { element } from "../../shared/elements.js";

export class TestList {
  constructor(picture) {
    this.of = picture;
    this.title = element("p", { class: "measured" });
    this.list = element("ul", {});
    this.root = element("div", { class: "part-tests", hidden: "" }, this.title, this.list);
  }

  draw() {
    /** @type {import("../../payloads").PartTests | undefined} */
    const tests = this.of.frame.tests;
    this.root.hidden = !tests;
    if (!tests) return;
    this.title.textContent = tests.title;
    this.list.replaceChildren(...tests.rows.map((row) => this.row(row)));
  }

  /** @param {import("../../payloads").TestedPart} row */
  row({ symbol, bar, limit, worth, verdict, out }) {
    const chip = this.of.symbolChip(this.of.text(symbol), symbol);
    chip.classList.toggle("out", out);
    const scale = element("span", { class: "scale", "aria-hidden": "true" }, element("i", {}), element("b", {}));
    scale.style.setProperty("--share", `${bar}`);
    scale.style.setProperty("--limit", `${limit}`);
    const told = element("span", { class: "worked" }, worth);
    return element(
      "li",
      { class: out ? "out" : "" },
      chip,
      scale,
      told,
      element("span", { class: "verdict" }, verdict),
    );
  }
}
