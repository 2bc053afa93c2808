/**
 * A text in rows: one text, split into tokens in one row or several, all below the same letters. The payload says how it
 * is drawn: with boundaries between the letters, which are the same in every row, or with a box for each part of a row.
 *
 * @typedef {object} Data
 * @property {string} payload                            a TextRows of payloads.d.ts, as JSON
 * @property {Record<string, string | number>} picked    kind -> the name or the number of what is picked
 * @property {string} [told]                             word -> WordLines of payloads.d.ts, as JSON; missing for those
 *   far behind in a text
 * @property {string} [below]                            a selector: whether that part of the page has been in view is
 *   reported
 * @property {string} [answer]                           a selector: what a pick changes, which then comes into view
 */

import { Applied } from "../shared/applied.js";
import { element } from "../shared/elements.js";
import { InView, PARTS_WANTED, WORD_WANTED } from "../shared/in_view.js";
import { mounting, Reports } from "../shared/streamlit.js";
import { BoundariesView } from "./boundaries.js";
import { BoxesView } from "./boxes.js";

const VIEWS = { boundaries: BoundariesView, boxes: BoxesView };
const TABLE_ROW = ".tokviz-data tr[data-word]"; // a word in a table below the rows
const BRIEF = ".st-key-compared"; // rows of several tokenizers, above those of one

/** The rows as the server knows them: what they show, what is picked, what has been seen. */
class TextRows {
  constructor(parent) {
    this.root = element("section", { "data-testid": "text-rows" });
    parent.append(this.root);
    this.reports = new Reports(this.root);
    this.listening = new AbortController();
    this.applied = new Applied(this.listening.signal);
    document.addEventListener("click", ({ target }) => this.pickIn(target), { signal: this.listening.signal });
    document.addEventListener(WORD_WANTED, (event) => this.explain(/** @type {CustomEvent} */ (event).detail), {
      signal: this.listening.signal,
    });
    this.below = new InView(() => this.seeBelow());
    document.addEventListener(PARTS_WANTED, () => this.below.selector && this.seeBelow(), {
      signal: this.listening.signal,
    });
  }

  /** @param {{data: Data, setStateValue: Function, setTriggerValue: Function}} sent */
  update({ data, setStateValue, setTriggerValue }) {
    this.keep = setStateValue;
    this.report = setTriggerValue;
    this.below.watch(data?.below);
    if (!data?.payload || data === this.data) return;
    this.data = data;
    const wordLines = new Map(Object.entries(JSON.parse(data.told ?? "{}")));
    if (data.payload === this.source) this.view.mark(data.picked, wordLines);
    else this.show(JSON.parse(data.payload), data.picked, wordLines);
    this.showAnswer(data);
  }

  /** Once the server has taken a pick of a row, bring what it has changed into view. */
  showAnswer(/** @type {Data} */ { picked, answer }) {
    const isTaken = this.asked && `${this.asked}` === `${picked.row},${picked.part}`;
    if (!isTaken || !answer) return;
    this.asked = undefined;
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
    document.querySelector(answer)?.scrollIntoView({ behavior, block: "center" });
  }

  /** @param {import("../payloads").TextRows} payload */
  show(payload, picked, wordLines) {
    const isFirst = this.source === undefined;
    this.source = this.data.payload;
    if (payload.drawn !== this.drawn) this.begin(payload.drawn);
    this.view.show(payload, picked, wordLines);
    // Who has applied a text goes on with the first picture of it.
    if (payload.brief || !document.querySelector(BRIEF)) this.applied.goOn(() => this.view.current?.node, isFirst);
  }

  /** Begin with nothing drawn. */
  begin(drawn) {
    this.view?.end();
    this.drawn = drawn;
    this.root.className = `text-rows ${drawn}`;
    this.root.replaceChildren();
    this.view = new VIEWS[drawn](this.root, (kind, which) => this.pick(kind, which));
  }

  pick(kind, which) {
    if (kind === "row") this.asked = which;
    this.reports.plan("pick", 0, () => this.report("pick", [kind, which]));
  }

  /** Pick the word of a row of a table, if that was pressed. */
  pickIn(target) {
    const word = /** @type {HTMLElement | null} */ (target?.closest?.(TABLE_ROW))?.dataset.word;
    if (word && this.drawn === "boundaries") this.pick("word", word);
  }

  /** Pick a word that another picture of the page shows, and be in view with what is said of it. */
  explain(word) {
    if (this.drawn !== "boundaries") return;
    this.pick("word", word);
    this.root.scrollIntoView({ block: "nearest" });
  }

  /** Have the server draw what is below; it is told once. */
  seeBelow() {
    if (this.hasSeen) return;
    this.hasSeen = true;
    this.reports.plan("below", 0, () => this.keep("below", true));
  }

  unmount() {
    this.listening.abort();
    this.below.end();
    this.view?.end();
    this.reports.stop();
    this.root.remove();
  }
}

const mountTextRows = mounting(TextRows);

export default mountTextRows;
