/**
 * A vocabulary at a glance: a table of scripts by length, in which a press shows the entries of one place, a row or a
 * column, and these entries as chips, of which a press opens one.
 *
 * @typedef {import("../payloads").TokenGrid} TokenGrid
 */

import { button, element } from "../shared/elements.js";
import { mounting, Reports } from "../shared/streamlit.js";
import { fill } from "../shared/templates.js";
import { cellsOf, nextPlace } from "./grid_places.js";

const FIRST_ROWS = 8; // of the scripts, until all are asked for
const TABLE_ENTRY = ".tokviz-data tr[data-word]"; // an entry in the table below: its id

class TokenGridView {
  /** @type {string | undefined} */
  sent = undefined;
  isWhole = false; // whether all scripts are shown

  constructor(parent) {
    this.table = element("table", { role: "table" }); // said, since rows are grids in narrow windows
    this.table.addEventListener("keydown", (event) => this.onKey(event, this.table));
    this.more = button({ class: "more" }, () => this.showRows(!this.isWhole));
    this.cut = element("p", { class: "cut" });
    this.kinds = element("ul", { class: "kinds" });
    this.chips = element("div", { class: "chips", role: "group" });
    this.chips.addEventListener("keydown", (event) => this.onKey(event, this.chips));
    this.about = element("p", { class: "about" });
    const grid = element("div", { class: "grid" }, this.table, this.more);
    const entries = element("div", { class: "entries" }, this.chips, this.cut, this.kinds);
    const sides = element("div", { class: "sides" }, grid, entries);
    this.root = element("section", { class: "token-grid", "data-testid": "token-grid" }, this.about, sides);
    parent.append(this.root);
    this.reports = new Reports(this.root);
    this.listening = new AbortController();
    document.addEventListener("click", ({ target }) => this.openIn(target), { signal: this.listening.signal });
  }

  update({ data, setTriggerValue }) {
    this.report = setTriggerValue;
    if (data.payload === this.sent) return;
    this.sent = data.payload;
    /** @type {TokenGrid} */
    this.payload = JSON.parse(data.payload);
    this.numbers = new Intl.NumberFormat(this.payload.lang);
    this.short = new Intl.NumberFormat(this.payload.lang, { notation: "compact", maximumSignificantDigits: 2 });
    this.root.lang = this.payload.lang;
    const chosen = this.payload.rows.findIndex(({ script }) => script === this.payload.script);
    if (chosen >= FIRST_ROWS) this.isWhole = true;
    this.drawGrid();
    this.drawEntries();
  }

  unmount() {
    this.listening.abort();
    this.reports.stop();
    this.root.remove();
  }

  showRows(isWhole) {
    this.isWhole = isWhole;
    this.drawGrid();
  }

  // -- The table

  drawGrid() {
    const { about, labels, rows, lengths } = this.payload;
    this.about.textContent = about;
    const shown = this.isWhole ? rows : rows.slice(0, FIRST_ROWS);
    const held = this.place(this.table);
    const head = element("tr", { role: "row" }, this.corner(), ...lengths.map((_, at) => this.lengthHead(at)));
    const body = shown.map((row) =>
      element(
        "tr",
        { role: "row" },
        this.scriptHead(row),
        ...row.counts.map((number, at) => this.cell(row, number, at)),
      ),
    );
    this.table.replaceChildren(
      element("caption", {}, labels.title),
      element("thead", { role: "rowgroup" }, head),
      element("tbody", { role: "rowgroup" }, ...body),
    );
    this.more.hidden = rows.length <= FIRST_ROWS;
    this.more.textContent = fill(this.isWhole ? labels.fewer : labels.more, { n: rows.length - FIRST_ROWS });
    this.giveStop(this.table, held, '[aria-pressed="true"]');
  }

  corner() {
    const { labels, entries } = this.payload;
    return element(
      "th",
      { scope: "col", role: "columnheader" },
      this.press(["", 0], labels.all, this.named([labels.all], entries)),
    );
  }

  /** The heading of a column: its length. at: its place, from 0. */
  lengthHead(at) {
    const { lengths, totals } = this.payload;
    const text = lengths[at];
    const inside = totals[at] ? this.press(["", at + 1], text, this.named([this.lengthOf(at)], totals[at])) : text;
    return element("th", { scope: "col", role: "columnheader" }, inside);
  }

  scriptHead({ script, label, total }) {
    const press = this.press([script, 0], label, this.named([label], total));
    press.append(element("small", {}, this.numbers.format(total)));
    return element("th", { scope: "row", role: "rowheader" }, press);
  }

  cell({ script, label }, number, at) {
    if (!number) return element("td", { role: "cell" }, element("span", { class: "none" }, "·"));
    const name = this.named([label, this.lengthOf(at)], number);
    const press = this.press([script, at + 1], this.written(number), name);
    press.style.setProperty("--share", String(this.share(number)));
    return element("td", { role: "cell" }, press);
  }

  /** A number as its cell has room for: with all digits up to 999. */
  written(number) {
    return (number < 1000 ? this.numbers : this.short).format(number);
  }

  lengthOf(at) {
    return fill(this.payload.labels.length, { n: this.payload.lengths[at] });
  }

  named(parts, number) {
    return `${parts.join(", ")}: ${this.numbers.format(number)}`;
  }

  /** How dark a number is, of 1: as its root, so that a few are seen beside thousands. */
  share(number) {
    const most = Math.max(...this.payload.rows.flatMap(({ counts }) => counts));
    return Math.sqrt(number / most);
  }

  /** A button that shows the entries of a script and a length, empty and 0 for all. name: of the place. */
  press([script, length], text, name) {
    const attributes = { "aria-label": name, title: name, tabindex: "-1" };
    const node = button(attributes, () => this.pick("part", [script, length]), text);
    node.ariaPressed = `${this.payload.script === script && this.payload.length === length}`;
    return node;
  }

  // -- The entries

  drawEntries() {
    const { labels, cut, kinds, tokens, opened } = this.payload;
    const held = this.place(this.chips);
    this.cut.textContent = cut;
    this.chips.ariaLabel = labels.chips;
    this.chips.replaceChildren(
      ...tokens.map(({ id, text, kind }) => {
        const name = fill(labels.token, { id });
        const chip = button({ class: `chip ${kind}`, title: name, tabindex: "-1" }, () => this.pick("entry", id), text);
        chip.ariaPressed = `${id === opened}`;
        return chip;
      }),
    );
    this.kinds.replaceChildren(
      ...kinds.map(({ kind, label }) => element("li", {}, element("span", { class: `chip ${kind}` }), label)),
    );
    this.giveStop(this.chips, held, '[aria-pressed="true"]');
  }

  /** Open the entry of a row of the table, if that was pressed. */
  openIn(target) {
    const id = /** @type {HTMLElement | null} */ (target?.closest?.(TABLE_ENTRY))?.dataset.word;
    if (id) this.pick("entry", Number(id));
  }

  pick(name, value) {
    this.reports.plan(name, 0, () => this.report(name, value));
  }

  // -- Keys: one stop of Tab in the table, one in the chips; arrows lead on

  onKey(event, list) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const rows = list === this.table ? cellsOf(list) : [[...list.children]];
    const next = nextPlace(rows, event.target.closest("button"), event.key);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    for (const node of list.querySelectorAll("button")) node.tabIndex = node === next ? 0 : -1;
    next.focus();
  }

  /** The place of the button that has the focus, if one of this list does. */
  place(list) {
    const root = /** @type {ShadowRoot} */ (this.root.getRootNode());
    return [...list.querySelectorAll("button")].indexOf(root.activeElement);
  }

  /** Tab leads to the button that had the focus, which keeps it, or to the chosen one, or to the first. */
  giveStop(list, held, chosen) {
    const buttons = [...list.querySelectorAll("button")];
    const stop = buttons[held] ?? list.querySelector(chosen) ?? buttons[0];
    if (!stop) return;
    stop.tabIndex = 0;
    if (held >= 0) stop.focus({ preventScroll: true });
  }
}

export default mounting(TokenGridView);
