/* What a step of a top-down training selects from, as bars: what is left of a count, and what longer ones took. */

import { element } from "../../shared/elements.js";
import { keepOnly, putAt } from "../../shared/lists.js";
import { HeadedList } from "../headed_list.js";
import { typeSize } from "../linking.js";

const ROW_HEIGHT = 30; // a row takes no less, in pixels of a page of normal size
const ROW_MOST = 38;

/** Its rows are of tokens. */
export class Selection extends HeadedList {
  constructor(picture) {
    super(picture, { root: "race", head: "race-head", list: "candidates" });
  }

  draw() {
    const { select } = this.of.frame;
    this.root.hidden = !select;
    if (!select) return;
    const [title, rule] = select.title;
    this.title.replaceChildren(element("b", {}, title), element("span", { class: "rule" }, ` · ${rule}`));
    const size = typeSize(this.of.root);
    const height = this.list.getBoundingClientRect().height;
    const options = this.of.options;
    const told = options ? select.rows.filter(([token]) => options.has(this.of.text(token))) : select.rows;
    const rows = options ? [...told].sort((one, other) => this.order(one) - this.order(other)) : told;
    const fits = Math.max(3, Math.floor(height / (ROW_HEIGHT * size)));
    const shown = options ? rows : rows.slice(0, fits);
    this.list.classList.toggle("asks", Boolean(options));
    this.list.style.setProperty(
      "--row",
      `${Math.max(ROW_HEIGHT, Math.min(ROW_MOST, height / size / Math.max(shown.length, 8)))}px`,
    );
    const letters = Math.max(0, ...shown.map(([token]) => this.of.text(token).length));
    this.list.style.setProperty("--name", `calc(${letters} * 0.6rem + 1rem)`);
    this.more.textContent = options ? "" : this.others(select.total - shown.length);
    this.longest = Math.max(select.threshold, ...rows.map(([, count]) => count), 1);
    const kept = new Set();
    shown.forEach((row, place) => {
      kept.add(row[0]);
      const node = this.rows.get(row[0]) ?? this.addRow(row[0]);
      this.fill(node, row, place);
      node.tabIndex = place ? -1 : 0;
      putAt(this.list, node, place);
    });
    keepOnly(this.rows, kept);
  }

  order([token]) {
    return this.of.options.get(this.of.text(token));
  }

  addRow(token) {
    const node = element("button", { type: "button", class: "candidate", "data-token": token });
    this.rows.set(token, node);
    return node;
  }

  fill(node, [token, count, remains, isKept], place) {
    const { labels, numbers, options, frame } = this.of;
    const values = { token: this.of.text(token), count: numbers.format(count), remains: numbers.format(remains) };
    const fate = isKept ? labels.kept : labels.gone;
    node.classList.toggle("stays", Boolean(isKept) && !options);
    const taken = count - remains;
    const bar = element("span", { class: "measure" });
    const part = (kind, value) => {
      const one = element("i", { class: kind });
      one.style.width = `${(100 * value) / this.longest}%`;
      bar.append(one);
    };
    if (options) part("unknown", count);
    else {
      if (remains > 0) part("remains", remains);
      if (taken > 0) part("taken", taken);
    }
    const limit = element("i", { class: "limit" });
    limit.style.left = `${(100 * frame.select.threshold) / this.longest}%`;
    bar.append(limit);
    const sum = taken ? `${numbers.format(count)} − ${numbers.format(taken)} = ${values.remains}` : values.remains;
    node.replaceChildren(
      element("span", { class: "rank" }, numbers.format(place + 1)),
      element("span", { class: "name" }, element("code", { class: "symbol" }, values.token)),
      bar,
      element(
        "span",
        { class: "worth" },
        options ? "?" : sum,
        element("em", {}, options ? "" : `${isKept ? "✓" : "·"} ${fate}`),
      ),
    );
    node.ariaLabel = this.of.say(options ? "row_asked" : "row", { ...values, fate }).join("");
  }

  relight(lit) {
    for (const [token, node] of this.rows) {
      node.classList.toggle("lit", lit.tokens.has(token));
      node.classList.toggle("part-of", lit.takers.has(token));
    }
  }
}
