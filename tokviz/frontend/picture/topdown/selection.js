/* What a step of a top-down training selects from, as bars: what is left of a count, and what longer ones took. */

import { element } from "../../shared/elements.js";
import { leave, moveFrom, placesIn, showRows } from "../../shared/motion/motion.js";
import { HeadedList } from "../headed_list.js";
import { typeSize } from "../linking.js";

const ROW_HEIGHT = 30; // a row takes no less, in pixels of a page of normal size
const ROW_MOST = 38;

/** Its rows are of tokens. */
export class Selection extends HeadedList {
  constructor(picture) {
    super(picture, { root: "side-panel", head: "panel-head", list: "candidates" });
  }

  draw() {
    const { selection } = this.of.frame;
    if (!selection) return;
    const { title, limit } = selection;
    this.title.replaceChildren(element("b", {}, title), element("span", { class: "rule" }, ` · ${limit}`));
    const size = typeSize(this.of.root);
    const height = this.list.getBoundingClientRect().height;
    const options = this.of.options;
    const offered = options ? selection.rows.filter(({ token }) => options.has(this.of.text(token))) : selection.rows;
    const rows = options ? [...offered].sort((row, other) => this.order(row) - this.order(other)) : offered;
    const fits = Math.max(3, Math.floor(height / (ROW_HEIGHT * size)));
    const shown = options ? rows : rows.slice(0, fits);
    this.list.classList.toggle("asks", Boolean(options));
    this.list.style.setProperty(
      "--row",
      `${Math.max(ROW_HEIGHT, Math.min(ROW_MOST, height / size / Math.max(shown.length, 8)))}px`,
    );
    const letters = Math.max(0, ...shown.map(({ token }) => this.of.text(token).length));
    this.list.style.setProperty("--name", `calc(${letters * 0.6 + 1} * var(--rem, 1rem))`);
    this.more.textContent = options ? "" : this.others(selection.total - shown.length);
    this.longest = Math.max(selection.threshold, ...rows.map(({ count }) => count), 1);
    const before = placesIn(this.list, this.rows.values());
    const nodes = showRows(this.list, this.rows, shown, {
      key: ({ token }) => token,
      make: ({ token }) => this.makeRow(token),
      fill: (node, row, place) => this.fill(node, row, place),
      gone: (node) => leave(node, before.get(node)),
    });
    moveFrom(this.list, nodes, before);
  }

  order({ token }) {
    return this.of.options.get(this.of.text(token));
  }

  makeRow(token) {
    const name = element("span", { class: "name" }, element("code", { class: "symbol" }, this.of.text(token)));
    const bar = element(
      "span",
      { class: "measure" },
      ...["", "", "limit"].map((kind) => element("i", { class: kind })),
    );
    const rank = element("span", { class: "rank" });
    const worth = element("span", { class: "worth" }, "", element("em", {}));
    return element("button", { type: "button", class: "candidate", "data-token": token }, rank, name, bar, worth);
  }

  fill(node, /** @type {import("../../payloads").CountedSubstring} */ row, place) {
    const { token, count, remains, kept } = row;
    const { labels, numbers, options, frame } = this.of;
    node.tabIndex = place ? -1 : 0;
    const values = { token: this.of.text(token), count: numbers.format(count), remains: numbers.format(remains) };
    const outcome = kept ? labels.kept : labels.gone;
    node.classList.toggle("stays", kept && !options);
    const takenCount = count - remains;
    const [rank, , bar, worth] = node.children;
    const [left, lost, limit] = bar.children;
    // While it is asked what is kept, a count is one part that tells nothing.
    const [kind, first, second] = options ? ["unknown", count, 0] : ["remains", remains, takenCount];
    left.className = kind;
    lost.className = "taken";
    [first, second].forEach((value, at) => {
      bar.children[at].style.width = `${(100 * value) / this.longest}%`;
      bar.children[at].classList.toggle("empty", !value);
    });
    limit.style.left = `${(100 * frame.selection.threshold) / this.longest}%`;
    const sum = takenCount
      ? `${numbers.format(count)} − ${numbers.format(takenCount)} = ${values.remains}`
      : values.remains;
    rank.textContent = numbers.format(place + 1);
    worth.firstChild.data = options ? "?" : sum;
    worth.lastChild.textContent = options ? "" : `${kept ? "✓" : "·"} ${outcome}`;
    node.ariaLabel = this.of.say(options ? "row_asked" : "row", { ...values, outcome }).join("");
  }

  relight(lit) {
    for (const [token, node] of this.rows) {
      node.classList.toggle("lit", lit.tokens.has(token));
      node.classList.toggle("part-of", lit.takers.has(token));
    }
  }
}
