/**
 * Counts the words of the field that is in the same form, while they are typed.
 *
 * @typedef {object} Payload
 * @property {{typed: string, empty: string}} labels   of a text, with {words}, {different} and {characters}; of none
 * @property {string} lang
 */

import { element } from "../shared/elements.js";
import { mounting } from "../shared/streamlit.js";
import { counted } from "./counted.js";

class WordCount {
  constructor(parent) {
    this.root = element("div", { class: "count", "data-testid": "word-count", "aria-live": "off" });
    parent.append(this.root);
    this.listening = new AbortController();
  }

  update({ data }) {
    this.data = data;
    if (!this.field) this.find();
    this.tell();
  }

  /** The field is drawn after this; once it is there, the focus is in it, at the end of its text. */
  find(tries = 60) {
    const host = this.root.getRootNode();
    const inside = host instanceof ShadowRoot ? host.host : this.root;
    const form = inside.closest("[data-testid=stForm]");
    this.field = form?.querySelector("textarea");
    if (!this.field) {
      if (tries) requestAnimationFrame(() => !this.listening.signal.aborted && this.find(tries - 1));
      return;
    }
    this.field.addEventListener("input", () => this.tell(), { signal: this.listening.signal });
    for (const type of ["keydown", "click"]) {
      form.addEventListener(type, (event) => this.note(event), { signal: this.listening.signal });
    }
    this.field.focus({ preventScroll: true });
    this.tell();
  }

  /** The text is applied: a picture that is only made by it hears so (`shared/applied.js`). */
  note({ type, key, ctrlKey, metaKey, target }) {
    const isSent = type === "keydown" && key === "Enter" && (ctrlKey || metaKey);
    if (isSent || (type === "click" && target.closest("[class*=_apply] button"))) {
      document.body.dataset.applied = String(performance.now()); // a clock that nobody sets
    }
  }

  tell() {
    const { labels, lang } = this.data;
    const number = new Intl.NumberFormat(lang);
    const counts = Object.entries(counted(this.field?.value ?? ""));
    const line = counts.reduce((text, [name, many]) => text.replace(`{${name}}`, number.format(many)), labels.typed);
    this.root.lang = lang;
    this.root.textContent = this.field?.value ? line : labels.empty;
  }

  unmount() {
    this.listening.abort();
    this.root.remove();
  }
}

export default mounting(WordCount);
