/**
 * The field for the visitor's own text, and the button that trains BPE on it. A text that fits into a link is in
 * it; a longer one is handed to the server, which says when it has it. Without a server, the browser keeps it
 * for the visit.
 *
 * @typedef {object} Own
 * @property {string} address                  of that page, up to its query
 * @property {Record<string, string>} query    of the page with an own text, without the text
 * @property {string} name                     of the parameter with the text
 * @property {string} kept                     the name under which the page looks for a longer text; empty with a server
 * @property {number} fits                     characters that fit into a link
 * @property {number} longest                  characters that the page takes
 * @property {number} taken                    how many texts the server has taken on this visit
 * @property {Record<string, string>} labels
 */

import { keepIn, readAllFrom, visitStore } from "../shared/browser_store.js";
import { button, drawn, element } from "../shared/elements.js";
import { goTo } from "../shared/navigation.js";
import { isBusy, POLL_MS } from "../shared/streamlit.js";

const ICON = "M3 4h12M9 4v11M6.500 15h5";

export class OwnText {
  isWaiting = false; // for the server to take a text

  /** @type {(text: string) => void} hands a text to the server; known once it has sent something */
  report;

  constructor() {
    this.label = element("label", { for: "own" });
    this.field = element("textarea", { id: "own", rows: 1, spellcheck: "false", dir: "auto" });
    this.go = button({ name: "train" }, () => this.train());
    const icon = drawn("svg", { viewBox: "0 0 18 18", "aria-hidden": "true" }, drawn("path", { d: ICON }));
    this.root = element("section", { class: "own panel" }, element("h2", {}, icon, this.label), this.field, this.go);
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.train();
    });
  }

  /** @param {Own} own */
  update(own) {
    const isTaken = this.isWaiting && own.taken !== this.own?.taken;
    this.own = own;
    const { labels, longest } = own;
    this.label.textContent = labels.title;
    this.field.placeholder = labels.hint;
    this.field.maxLength = longest;
    this.go.textContent = labels.go;
    if (!isTaken) return;
    this.isWaiting = false;
    this.open({});
  }

  train() {
    const text = this.field.value;
    const { fits, name, kept } = this.own;
    if (!text.trim()) this.field.focus();
    else if ([...text].length <= fits) this.open({ [name]: text });
    else if (kept) this.keep(text);
    else this.hand(text);
  }

  keep(text) {
    const { kept } = this.own;
    keepIn(visitStore(), kept, { ...readAllFrom(visitStore(), kept), text });
    this.open({});
  }

  /** Hand a text to the server once Streamlit is at rest: a report that meets a run would be lost. */
  hand(text) {
    this.isWaiting = true;
    if (isBusy()) setTimeout(() => this.hand(text), POLL_MS);
    else this.report(text);
  }

  open(more) {
    const { address, query } = this.own;
    const { example, ...others } = query;
    goTo(`${address}${new URLSearchParams({ example, ...more, ...others })}`, { isFocusing: true });
  }
}
