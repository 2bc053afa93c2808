/* What is chosen above the picture of a tab: the text to encode, the tokenizers to compare, how bytes are merged. */

import { button, element } from "../../shared/elements.js";
import { fill } from "../../shared/templates.js";
import { withMore } from "./link.js";
import { byId } from "./nodes.js";

const TYPED_MS = 400;
const WORDS = 24;

/** Fields that are parameters of a page as they are: what is typed counts once nothing more is. */
class Fields {
  constructor(root, take) {
    this.root = root;
    this.take = take;
    root.addEventListener("submit", (event) => {
      event.preventDefault();
      this.tell();
    });
    root.addEventListener("input", ({ target }) => {
      clearTimeout(this.timer);
      if (target.matches("input")) this.timer = setTimeout(() => this.tell(), TYPED_MS);
    });
    root.addEventListener("change", () => this.tell());
  }

  get values() {
    const fields = [...this.root.querySelectorAll("input[name], select[name]")];
    return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  }

  tell() {
    clearTimeout(this.timer);
    this.take(this.values);
  }

  fill(query, usual = {}) {
    for (const field of this.root.querySelectorAll("input[name], select[name]")) {
      const value = query[field.name] ?? usual[field.name] ?? "";
      if (field !== document.activeElement || !field.value) field.value = value;
    }
  }
}

/** The text that a tokenizer is applied to, and which of its words is shown. */
export class EncodeControls {
  /** @type {import("./link.js").State} */
  state;
  query = /** @type {Record<string, string>} */ ({});
  algorithm = "";
  offered = [];

  constructor(data, onChange) {
    this.data = data;
    this.onChange = onChange;
    this.words = byId("words");
    this.fields = new Fields(byId("encode-controls"), (values) => {
      if (values.text === this.textNow && values.loop === (this.query.loop ?? "")) return;
      this.textNow = values.text;
      onChange(withMore(data, this.state, { ...values, word: "", step: "" }));
    });
  }

  /** usual: the text where a link names none. */
  fill(state, query, usual) {
    this.state = state;
    this.query = query;
    byId("loop").parentElement.hidden = state.algorithm !== "bpe";
    this.fields.fill(query, { text: usual });
    const { text } = this.fields.values;
    if (text !== this.textNow || state.algorithm !== this.algorithm) this.offered = [];
    this.textNow = text;
    this.algorithm = state.algorithm;
    this.showWords();
  }

  /** The words of the text, as the tokenizer splits it. */
  offer(words) {
    this.offered = [...new Set(words)].slice(0, WORDS);
    this.showWords();
  }

  showWords() {
    const { query, offered: words } = this;
    this.words.hidden = words.length < 2;
    const chosen = query.word ?? words[0];
    const focused = this.words.contains(document.activeElement);
    this.words.replaceChildren(
      ...words.map((word) => {
        const choose = () => this.onChange(withMore(this.data, this.state, { word, step: "" }));
        return button({ class: "word", "aria-pressed": `${word === chosen}` }, choose, word);
      }),
    );
    if (focused) /** @type {any} */ (this.words.querySelector("[aria-pressed=true]"))?.focus();
  }
}

/** Two to four tokenizers, the size of their vocabularies, and the text that they split. */
export class CompareControls {
  /** @type {import("./link.js").State} */
  state;
  query = /** @type {Record<string, string>} */ ({});

  constructor(data, onChange) {
    this.data = data;
    this.onChange = onChange;
    this.slots = byId("slots");
    this.fields = new Fields(byId("compare-controls"), (values) => {
      onChange(withMore(data, this.state, { ...values, word: "" }));
    });
  }

  fill(state, query, usual) {
    this.state = state;
    this.query = query;
    this.fields.fill(query, { text: usual });
    const { compared, labels } = this.data;
    const chosen = query.t?.split(",") ?? compared.usual;
    const focused = document.activeElement?.id;
    const slots = chosen.map((slot, place) => this.slot(slot, place, chosen));
    const left = compared.tokenizers.map(([name]) => name).filter((name) => !chosen.includes(name));
    const add = button({ class: "quiet", id: "add-slot" }, () => this.choose([...chosen, left[0]]), labels.add);
    add.hidden = chosen.length >= compared.most;
    this.slots.replaceChildren(...slots, add);
    if (focused?.startsWith("slot-")) byId(focused)?.focus();
  }

  slot(chosen, place, all) {
    const { compared, labels } = this.data;
    const number = place + 1;
    const select = element("select", { id: `slot-${number}`, "aria-label": fill(labels.tokenizer, { number }) });
    select.append(...compared.tokenizers.map(([value, label]) => element("option", { value }, label)));
    select.value = chosen;
    select.addEventListener("change", () => this.choose(all.with(place, select.value)));
    const remove = button(
      { class: "quiet", "aria-label": fill(labels.remove, { number }) },
      () => this.choose(all.toSpliced(place, 1)),
      "×",
    );
    remove.hidden = all.length <= compared.fewest;
    return element("span", { class: "line" }, select, remove);
  }

  choose(slots) {
    const { usual } = this.data.compared;
    const t = slots.join();
    this.onChange(withMore(this.data, this.state, { t: t === usual.join() ? "" : t, word: "" }));
  }
}

/** The text whose bytes are shown, and the merges over them. */
export class BytesControls {
  /** @type {import("./link.js").State} */
  state;

  constructor(data, onChange) {
    this.data = data;
    this.fields = new Fields(byId("bytes-controls"), (values) => {
      onChange(withMore(data, this.state, { ...values, preset: data.own, word: "", token: "", step: "" }));
    });
  }

  fill(state, query) {
    this.state = state;
    this.fields.fill(query, this.data.bytes.usual);
  }
}
