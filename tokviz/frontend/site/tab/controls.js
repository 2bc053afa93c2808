/*
 * What is chosen above the picture of a tab: the text to encode, the tokenizers to compare, how bytes are merged, the
 * messages of a chat.
 */

import { button, element } from "../../shared/elements.js";
import { fill } from "../../shared/templates.js";
import { compared, fileOf, slotOf, withCompared } from "./link.js";
import { byId } from "./nodes.js";

const TYPED_MS = 400;
const WORDS = 24;
const BETWEEN = /\s+/u;

const NAMED = ["input", "select", "textarea"].map((tag) => `${tag}[name]`).join();
const isSwitch = ({ type }) => type === "checkbox";
const SWITCHED = ["no", "yes"];
const switchedValue = (field) => (isSwitch(field) ? SWITCHED[Number(field.checked)] : field.value);

const optionsOf = (choices) => choices.map(([value, label]) => element("option", { value }, label));

/** Fields that are parameters of a page as they are: what is typed counts once nothing more is. */
class Fields {
  told = ""; // what the page knows of them: a click elsewhere, which ends typing, is no change

  /** more: the values of what is no field with a name */
  constructor(root, take, more = () => ({})) {
    this.root = root;
    this.take = take;
    this.more = more;
    root.addEventListener("submit", (event) => {
      event.preventDefault();
      this.tell();
    });
    root.addEventListener("input", ({ target }) => {
      clearTimeout(this.timer);
      if (target.matches("input, textarea")) this.timer = setTimeout(() => this.tell(), TYPED_MS);
    });
    root.addEventListener("change", () => this.tell());
  }

  get values() {
    const fields = [...this.root.querySelectorAll(NAMED)];
    return { ...Object.fromEntries(fields.map((field) => [field.name, switchedValue(field)])), ...this.more() };
  }

  tell() {
    clearTimeout(this.timer);
    const { values } = this;
    if (this.told === JSON.stringify(values)) return;
    this.told = JSON.stringify(values);
    this.take(values);
  }

  fill(query, usual = {}) {
    const known = {};
    for (const field of this.root.querySelectorAll(NAMED)) {
      const value = query[field.name] ?? usual[field.name] ?? "";
      known[field.name] = `${value}`;
      if (isSwitch(field)) field.checked = value === SWITCHED[1];
      else if (field !== document.activeElement || !field.value) field.value = value;
    }
    this.told = JSON.stringify({ ...known, ...this.more() });
  }
}

/** The words of a text, of which one is shown in steps. */
class WordChoice {
  /** @type {string[]} */
  words = [];

  /** choose: told of the place of a word */
  constructor(root, choose) {
    this.root = root;
    this.choose = choose;
  }

  fill(words, chosen) {
    this.words = words;
    this.root.hidden = words.length < 2;
    const hadFocus = this.root.contains(document.activeElement);
    const made = words.map((word, place) =>
      button({ "aria-pressed": `${place === chosen}` }, () => this.choose(place), word),
    );
    this.root.replaceChildren(...made);
    if (hadFocus) made[chosen]?.focus();
  }
}

/** The text that a tokenizer is applied to, and which of its words is shown. */
export class EncodeControls {
  query = /** @type {Record<string, string>} */ ({});
  algorithm = "";

  /** @param {import("./page.js").OwnPage} page */
  constructor(page) {
    this.page = page;
    this.words = new WordChoice(byId("words"), (place) => page.change({ word: this.words.words[place], step: "" }));
    this.fields = new Fields(byId("encode-controls"), (values) => {
      if (values.text === this.text && values.loop === (this.query.loop ?? "")) return;
      page.change({ ...values, word: "", step: "" });
    });
  }

  /** usual: the text where a link names none. */
  fill(query, usual) {
    this.query = query;
    const { algorithm } = this.page.state;
    byId("loop").parentElement.hidden = algorithm !== "bpe";
    this.fields.fill(query, { text: usual });
    const { text } = this.fields.values;
    const isOther = text !== this.text || algorithm !== this.algorithm;
    this.text = text;
    this.algorithm = algorithm;
    this.offer(isOther ? [] : this.words.words);
  }

  /** The words of the text, as the tokenizer splits it; of a lattice, only the one that is shown is known. */
  offer(words) {
    const { word } = this.query;
    const isOne = words.length === 1 && words[0] === word;
    const rest = this.words.words.includes(word) ? this.words.words : this.text.split(BETWEEN);
    const every = [...new Set(isOne ? [word, ...rest] : words)].filter(Boolean).slice(0, WORDS);
    const kept = isOne && this.words.words.includes(word) ? this.words.words : every;
    this.words.fill(kept, Math.max(kept.indexOf(word), 0));
  }
}

/** Two to four tokenizers, the size of their vocabularies, and the text that they split. */
export class CompareControls {
  query = /** @type {Record<string, string>} */ ({});

  /** @param {import("./page.js").OwnPage} page */
  constructor(page) {
    this.page = page;
    this.slots = byId("slots");
    this.fields = new Fields(byId("compare-controls"), (values) => {
      page.change({ ...values, word: "" });
    });
  }

  fill(query, usual) {
    this.query = query;
    this.fields.fill(query, { text: usual });
    const { data, state } = this.page;
    const { labels } = data;
    const chosen = compared(data, state);
    const focused = document.activeElement?.id;
    const slots = chosen.map((slot, place) => this.slot(slot, place, chosen));
    const left = data.compared.tokenizers.map(([name]) => name).filter((name) => !chosen.includes(name));
    const add = button({ class: "quiet", id: "add-slot" }, () => this.choose([...chosen, left[0]]), labels.add);
    add.hidden = chosen.length >= data.compared.most;
    this.slots.replaceChildren(...slots, add);
    if (focused?.startsWith("slot-")) byId(focused)?.focus();
  }

  slot(chosen, place, all) {
    const { data, files } = this.page;
    const { labels } = data;
    const number = place + 1;
    const select = element("select", { id: `slot-${number}`, "aria-label": fill(labels.tokenizer, { number }) });
    select.append(...optionsOf(data.compared.tokenizers));
    const own = [...new Set([...files.opened.names, fileOf(chosen)])].filter(Boolean); // a link may name one from elsewhere
    if (own.length)
      select.append(
        element("optgroup", { label: labels.own_file }, ...optionsOf(own.map((name) => [slotOf(name), name]))),
      );
    select.value = chosen;
    select.addEventListener("change", () => this.choose(all.with(place, select.value)));
    const remove = button(
      { class: "quiet", "aria-label": fill(labels.remove, { number }) },
      () => this.choose(all.toSpliced(place, 1)),
      "×",
    );
    remove.hidden = all.length <= data.compared.fewest;
    return element("span", { class: "line" }, select, remove);
  }

  choose(slots) {
    const { data, state } = this.page;
    this.page.take(withCompared(data, state, slots), true);
  }
}

/** The text whose bytes are shown, the merges over them, and which of its pre-tokens is shown. */
export class BytesControls {
  query = /** @type {Record<string, string>} */ ({});

  /** @param {import("./page.js").OwnPage} page */
  constructor(page) {
    this.page = page;
    this.words = new WordChoice(byId("byte-words"), (place) => page.change({ word: `${place + 1}`, step: "" }));
    this.fields = new Fields(byId("bytes-controls"), (values) => {
      const { usual } = page.data.bytes;
      const chosen = Object.entries(values).filter(([name, value]) => value !== `${usual[name]}`);
      const unset = Object.fromEntries([...Object.keys(usual), "word", "token", "step"].map((name) => [name, ""]));
      page.change({ ...unset, preset: page.data.own, ...Object.fromEntries(chosen) });
    });
  }

  fill(query) {
    this.query = query;
    this.fields.fill(query, this.page.data.bytes.usual);
    this.offer(this.words.words);
  }

  /** The pre-tokens of the text, each at its place. */
  offer(words) {
    this.words.fill(words.slice(0, WORDS), Number(this.query.word ?? 1) - 1);
  }
}

/** The text that three vocabularies are learned from, their size, and a word to see in each of them. */
export class WhyControls {
  /** @param {import("./page.js").OwnPage} page */
  constructor(page) {
    this.page = page;
    this.fields = new Fields(byId("why-controls"), (values) => page.change(this.chosen(values)));
  }

  /** What a link says of the fields; who types a text has one of their own, and another text has its own size. */
  chosen({ example, corpus, size, word }) {
    const { own } = this.page.data;
    const isOther = example !== this.example;
    const isOwn = example === own || (!isOther && corpus !== "");
    return { example: isOwn ? own : example, corpus: isOwn ? corpus : "", size: isOther ? "" : size, word };
  }

  fill(query) {
    const { own, why } = this.page.data;
    this.example = query.example ?? (query.corpus === undefined ? why.usual.example : own);
    this.fields.fill({ ...query, example: this.example });
  }
}

/** A text, which may be a prepared one, and a tokenizer that comes with tokviz. */
class SampleControls {
  query = /** @type {Record<string, string>} */ ({});
  preset = "";

  /** @param {import("./page.js").OwnPage} page @param {"tokenizers" | "vocabulary"} tab */
  constructor(page, tab) {
    this.page = page;
    this.text = byId(`${tab}-text`);
    this.usual = page.data[tab].usual;
    this.fields = new Fields(byId(`${tab}-controls`), (values) => page.change(this.chosen(values)));
  }

  /** What a link says of the fields: a prepared text by its name, as long as it is as prepared. */
  chosen({ text, preset, tokenizer }) {
    const { own, tokenizers } = this.page.data;
    const isOther = preset !== this.preset && preset !== own;
    const isPrepared = isOther || text === tokenizers.texts[preset];
    return {
      preset: isPrepared ? preset : own,
      text: isPrepared ? "" : text,
      tokenizer: tokenizer === this.usual.tokenizer ? "" : tokenizer,
    };
  }

  fill(query) {
    const { own, tokenizers } = this.page.data;
    this.query = query;
    this.preset = query.preset ?? (query.text === undefined ? this.usual.preset : own);
    const text = query.text ?? tokenizers.texts[this.preset] ?? "";
    if (this.text !== document.activeElement || this.preset !== own) this.text.value = text;
    this.fields.fill({ ...query, preset: this.preset, text: this.text.value }, this.usual);
  }
}

/** The same, and which of the pre-tokens is shown. */
export class TokenizersControls extends SampleControls {
  /** @param {import("./page.js").OwnPage} page */
  constructor(page) {
    super(page, "tokenizers");
    this.words = new WordChoice(byId("pretoken-words"), (place) => page.change({ word: `${place + 1}`, step: "" }));
  }

  chosen(values) {
    return { ...super.chosen(values), word: "", token: "", step: "" };
  }

  fill(query) {
    super.fill(query);
    this.offer(this.words.words);
  }

  /** The pre-tokens of the text, each at its place. */
  offer(words) {
    this.words.fill(words.slice(0, WORDS), Number(this.query.word ?? 1) - 1);
  }
}

/** The same, and another tokenizer beside it; what was searched for in the first stays. */
export class VocabularyControls extends SampleControls {
  /** @param {import("./page.js").OwnPage} page */
  constructor(page) {
    super(page, "vocabulary");
  }

  chosen(values) {
    return { ...super.chosen(values), beside: values.beside, page: "", id: "" };
  }
}

/** The messages of a chat, each with its role, the template that writes them as a text, and a tokenizer. */
export class ChatControls {
  preset = "";
  /** @type {[string, string][]} role and content of each */
  messages = [];

  /** @param {import("./page.js").OwnPage} page */
  constructor(page) {
    this.page = page;
    this.list = byId("messages");
    this.source = byId("chat-source");
    const take = (values) => page.change(this.chosen(values));
    this.fields = new Fields(byId("chat-controls"), take, () => ({ chat: JSON.stringify(this.rows) }));
    byId("add-message").addEventListener("click", () => {
      const last = this.rows.at(-1)?.[0];
      this.draw([...this.rows, [last === "user" ? "assistant" : "user", ""]]);
      this.fields.tell();
      this.list.lastElementChild.querySelector("textarea").focus();
    });
  }

  /** The messages as they are typed. @returns {[string, string][]} */
  get rows() {
    return [...this.list.children].map((row) => {
      const [role, content] = row.querySelectorAll("select, textarea");
      return [role.value, content.value];
    });
  }

  /** What a link says of the fields: a prepared chat by its name, as long as it is as prepared, and no default. */
  chosen({ preset, chat, source, ...others }) {
    const { own, chat: known } = this.page.data;
    const isOther = preset !== this.preset && preset !== own;
    const isPrepared = isOther || chat === JSON.stringify(known.messages[preset]);
    const isOwn = others.template === own; // which begins with the template that was there
    const written = source || known.sources[this.template] || "";
    const query = { ...others, preset: isPrepared ? preset : own, chat: isPrepared ? "" : chat };
    const changes = Object.entries(query).map(([name, value]) => [name, value === known.usual[name] ? "" : value]);
    return { ...Object.fromEntries(changes), source: isOwn ? written : "" };
  }

  fill(query) {
    const { own, chat: known } = this.page.data;
    this.preset = query.preset ?? (query.chat === undefined ? known.usual.preset : own);
    this.template = query.template ?? known.usual.template;
    this.source.parentElement.hidden = this.template !== own;
    const messages = known.messages[this.preset] ?? messagesOf(query.chat);
    if (JSON.stringify(messages) !== JSON.stringify(this.rows)) this.draw(messages);
    this.fields.fill({ ...query, preset: this.preset }, known.usual);
  }

  /** Write the messages, a row each. */
  draw(messages) {
    const { labels, most, roles } = this.page.data.chat;
    const isOnly = messages.length < 2;
    const rows = messages.map(([role, content], place) => {
      const number = place + 1;
      const known = roles.some(([name]) => name === role) ? roles : [...roles, [role, role]];
      const select = element("select", { "aria-label": fill(labels.role, { number }) });
      select.append(...optionsOf(known));
      select.value = role;
      const typed = element("textarea", {
        rows: 2,
        maxlength: most.chars,
        "aria-label": fill(labels.content, { number }),
      });
      typed.value = content;
      const remove = button(
        { class: "quiet", "aria-label": fill(labels.remove, { number }) },
        () => {
          this.draw(this.rows.toSpliced(place, 1));
          this.fields.tell();
        },
        "×",
      );
      remove.hidden = isOnly;
      return element("div", { class: "line" }, select, typed, remove);
    });
    this.list.replaceChildren(...rows);
    byId("add-message").hidden = messages.length >= most.messages;
  }
}

/** The messages of a link; what is none is an empty one, which can be written. @returns {[string, string][]} */
function messagesOf(chat) {
  try {
    const messages = JSON.parse(chat);
    const isRead = messages.length && messages.every((one) => one.length === 2);
    if (isRead) return messages;
  } catch {
    // Python says what is wrong with it.
  }
  return [["user", ""]];
}
