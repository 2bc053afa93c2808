/*
 * A card of a lesson while it is written: drawn as it will look, with each letter, in the language of the field that
 * is written in, with the words of the glossary underlined. Nothing of it can be pressed.
 */

import { mounting } from "../shared/streamlit.js";
import { CardFace } from "./face.js";
import { mentioned } from "./mentions.js";

class CardDraft extends CardFace {
  constructor(parent) {
    super(parent);
    Object.assign(this.root.dataset, { testid: "card-draft" });
    this.root.inert = true;
    this.back.hidden = true;
    const { signal } = this.listening;
    for (const type of ["input", "focusin"]) {
      document.addEventListener(type, ({ target }) => this.onWrite(target), { signal });
    }
  }

  /** data: as for a card; `drafts`: language -> what is in its fields, where they are, and the `names` of
   * the glossary; `turn`: how often the fields were filled. What was typed since is known here alone. */
  update({ data }) {
    if (!data?.drafts) return;
    if (data.turn !== this.data?.turn || data.lang !== this.data.lang) {
      this.lang = data.lang;
      this.typed = Object.fromEntries(
        Object.entries(data.drafts).map(([lang, { title, text }]) => [lang, { title, text }]),
      );
    }
    this.data = data;
    this.show();
  }

  unmount() {
    this.listening.abort();
    this.root.remove();
  }

  /** A remote turns no draft, and nothing answers it. */
  onKey() {
    // see above
  }

  onAnswered() {
    // see above
  }

  onWrite(target) {
    for (const [lang, { at }] of Object.entries(this.data?.drafts ?? {})) {
      for (const name of Object.keys(at).filter((field) => target.closest?.(at[field]))) {
        this.lang = lang;
        this.typed[lang][name] = target.value;
        this.show();
      }
    }
  }

  /** What was written; where that is nothing, what the file will have in its place. */
  written(name) {
    const texts = [this.lang, this.data.lang, ...Object.keys(this.typed)].map((lang) => this.typed[lang][name].trim());
    return texts.find(Boolean) ?? "";
  }

  show() {
    const { data } = this;
    const titles = data.titles.with(data.card - 1, this.written("title"));
    const { names } = data.drafts[this.lang];
    this.data = { ...data, titles, text: mentioned(this.written("text"), names), terms: names.terms };
    this.draw();
    this.root.lang = this.lang;
    this.data = data;
  }
}

export default mounting(CardDraft);
