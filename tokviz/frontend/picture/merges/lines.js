/**
 * The lines of a text as a list: each as small tokens, with a bar for how many these are and a mark for how many they
 * were when the borders fell. The one that is pressed is the large line above.
 *
 * What it draws is LineLengths of payloads.d.ts; a picture without it has all of its lines above.
 */

import { element } from "../../shared/elements.js";
import { fill } from "../../shared/templates.js";
import { HeadedList } from "../headed_list.js";
import { typeSize } from "../linking.js";
import { lineOfStep } from "./links.js";

const LINE_LEAST = 26; // how high a line is, in pixels of a page of normal size
const LINE_TALL = 38; // and no more
const LEAST_LINES = 3; // lines that are there however low the list is
const MOST_CHIPS = 70; // of a line, which is cut at the end

export class LineList extends HeadedList {
  chosen = ""; // the label of the line that was pressed
  last = ""; // and of the large line of the step before

  constructor(picture) {
    super(
      picture,
      { root: "column line-list", head: "panel-head", list: "line-rows" },
      element("p", { class: "title" }),
    );
    this.list.addEventListener("click", (event) => {
      event.stopPropagation(); // it answers no question
      this.press(event.target.closest(".line-row"));
    });
  }

  clear(label) {
    super.clear(label);
    this.chosen = "";
    this.last = "";
  }

  /** The line that is large: the one that was pressed, or one in which this step can be seen. */
  large(rows) {
    const large = rows.find(({ label }) => label === this.chosen) ?? lineOfStep(rows, this.last);
    this.last = large?.label ?? "";
    return large;
  }

  press(node) {
    if (!node) return;
    this.chosen = node.dataset.line;
    this.of.stepper.draw({ isStill: true });
  }

  /** @param {import("../../payloads").ChipRow[]} rows */
  draw(rows) {
    const { lengths } = this.of.picture;
    this.root.hidden = !lengths;
    if (!lengths) return;
    const { labels } = this.of;
    this.title.replaceChildren(
      element("b", {}, labels.lengths),
      element("span", { class: "rule" }, ` · ${labels.lengths_about}`),
    );
    const size = typeSize(this.of.root);
    const { height } = this.list.getBoundingClientRect();
    const fits = Math.max(LEAST_LINES, Math.floor(height / (LINE_LEAST * size)));
    const large = this.large(rows);
    const here = rows.slice(0, fits);
    if (!here.includes(large)) here.splice(-1, 1, large);
    this.more.textContent = this.others(rows.length - here.length);
    this.list.style.setProperty(
      "--line",
      `${Math.min(LINE_TALL * size, Math.max(LINE_LEAST * size, height / here.length))}px`,
    );
    const longest = Math.max(...here.map((row) => Math.max(this.before(row), this.count(row))), 1);
    const nodes = here.map((row) => {
      const node = this.rows.take(row.label, () => this.addRow(row));
      this.fillRow(node, row, longest, row === large);
      return node;
    });
    this.rows.letGo(true);
    this.list.append(...nodes.filter((node, place) => this.list.children[place] !== node));
    for (const tokens of this.list.querySelectorAll(".tokens-of"))
      tokens.classList.toggle("cut", tokens.scrollHeight > tokens.clientHeight + 1);
  }

  /** How many tokens a line has, also where not all are sent. @param {import("../../payloads").ChipRow} row */
  count({ symbols, tokens }) {
    return tokens ?? symbols.length;
  }

  /** How many it had when the borders fell. */
  before({ label }) {
    return this.of.picture.lengths.before[label] ?? 0;
  }

  addRow({ label }) {
    const parts = ["tokens-of", "length", "number"].map((kind) => element("span", { class: kind }));
    parts[1].append(element("i", {}), element("u", {}));
    return element("button", { type: "button", class: "line-row", "data-line": label }, ...parts);
  }

  fillRow(node, row, longest, isLarge) {
    const [tokens, length, number] = node.children;
    const shown = row.symbols.slice(0, MOST_CHIPS);
    const key = shown.join(" ");
    if (node.shown !== key) {
      node.shown = key;
      tokens.replaceChildren(...shown.map((symbol) => this.token(symbol)));
    }
    const [count, before] = [this.count(row), this.before(row)];
    length.style.setProperty("--share", `${count / longest}`);
    length.style.setProperty("--before", `${before / longest}`);
    number.textContent = this.of.numbers.format(count);
    node.tabIndex = isLarge ? 0 : -1;
    node.ariaPressed = `${isLarge}`;
    node.ariaLabel = fill(this.of.labels.line_told, { line: row.label, number: number.textContent, before });
  }

  token(symbol) {
    const chip = element("span", { class: "symbol" }, this.of.text(symbol));
    this.of.paint(chip, symbol);
    return chip;
  }
}
