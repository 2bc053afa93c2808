/**
 * A sentence that is split while it is typed, by merges that came with the page. A slider says how many of them count;
 * pointing at a token, or going to it with the arrow keys, tells its last merge, and a link opens the derivation of its
 * word at the first step.
 *
 * @typedef {object} Typed
 * @property {{example: string, script: string, merges: string, learned: string, href: string}[]} models
 *           the merges as lines (cutting.js), what they were learned from, and the page of that training; the first is of
 *           the visitor's language
 * @property {string} sentence                          to begin with
 * @property {string} derivation                        the address of a derivation, up to its query; empty for none
 * @property {string} real                              the address at which real models split a text, up to the text;
 *           empty for none
 * @property {Record<string, string>} labels            all words of the interface
 */

import { hueOf } from "../picture/word_layout.js";
import { element } from "../shared/elements.js";
import { filled } from "../shared/templates.js";
import { addressOf, cut, fitting, preTokens, readMerges, visible } from "./cutting.js";

const MOST = 120; // characters

export class TypedText {
  limit = null; // merges that count; null for all
  here = null; // the place of the token that is told about
  tokens = []; // {word, symbol, node}

  constructor() {
    this.field = element("input", {
      type: "text",
      id: "sentence",
      maxlength: MOST,
      spellcheck: "false",
      autocomplete: "off",
      dir: "auto",
    });
    this.title = element("label", { for: "sentence" });
    this.out = element("div", { class: "out", role: "group" });
    this.number = element("b");
    this.label = element("label", { for: "merges" });
    this.slider = element("input", { type: "range", id: "merges", min: 0 });
    this.learned = element("a", { class: "learned" });
    this.counted = element("span", { class: "counted", role: "status" });
    this.why = element("span", { class: "why", id: "why" });
    this.go = element("a", { class: "go", "data-focus": "" });
    this.real = element("a", { class: "learned real" });
    const control = element("div", { class: "control" }, this.label, this.slider, this.counted);
    const details = element("div", { class: "told" }, this.why, this.go);
    const title = element("h2", {}, this.title);
    const head = element("div", { class: "head" }, title, this.learned, this.real);
    this.root = element("section", { class: "type panel" }, head, this.field, this.out, control, details);
    this.field.addEventListener("input", () => this.draw());
    this.slider.addEventListener("input", () => this.slide());
    this.out.addEventListener("pointerover", (event) => this.point(event));
    this.out.addEventListener("focusin", (event) => this.point(event));
    this.out.addEventListener("click", (event) => this.point(event));
    this.out.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** @param {Typed} typed */
  update(typed, lang) {
    const before = this.typed?.sentence;
    this.typed = typed;
    this.lang = lang;
    const { labels, models, sentence } = typed;
    this.models = models.map((model) => ({ ...model, ...readMerges(model.merges) }));
    this.numbers = new Intl.NumberFormat(lang);
    this.title.textContent = labels.title;
    this.out.setAttribute("aria-label", labels.tokens);
    this.go.textContent = `${labels.decided} →`;
    this.real.textContent = `${labels.real} →`;
    if (before === undefined || this.field.value === before) this.field.value = sentence;
    this.draw();
  }

  slide() {
    const most = this.model.merges.length;
    const requestedLimit = Number(this.slider.value);
    this.limit = requestedLimit < most ? requestedLimit : null;
    this.draw();
  }

  // -- What is drawn

  draw() {
    const { labels } = this.typed;
    const text = this.field.value;
    this.model = fitting(text, this.models);
    const most = this.model.merges.length;
    this.count = Math.min(this.limit ?? most, most);
    this.slider.max = most;
    this.slider.value = this.count;
    this.number.textContent = this.numbers.format(this.count);
    this.label.replaceChildren(...filled(labels.after, { n: [this.number] }));
    this.slider.setAttribute("aria-valuetext", this.label.textContent);
    this.learned.textContent = this.model.learned;
    this.learned.href = this.model.href;
    this.real.hidden = !(this.typed.real && text.trim());
    this.real.href = `${this.typed.real}${encodeURIComponent(text)}`;
    const textHere = this.tokens[this.here]?.symbol.text;
    const hadFocus = this.out.contains(this.root.getRootNode().activeElement);
    this.tokens = preTokens(text).flatMap((word) =>
      cut(word, this.model, this.count).map((symbol, at) => ({ word, symbol, at })),
    );
    for (const token of this.tokens) token.node = this.chip(token);
    const words = [];
    for (const { at, node } of this.tokens) {
      if (!at) words.push(element("span", { class: "word" }));
      words.at(-1).append(node);
    }
    this.out.replaceChildren(...words);
    if (!words.length) this.out.append(element("span", { class: "nothing" }, labels.empty));
    const size = {
      characters: this.numbers.format([...text].length),
      tokens: [element("b", {}, this.numbers.format(this.tokens.length))],
    };
    this.counted.replaceChildren(...filled(labels.counted, size));
    this.tell(this.kept(textHere));
    if (hadFocus) this.tokens[this.here]?.node.focus();
  }

  /** The place of the token that is told about next: of the same text as before, or the longest. */
  kept(text) {
    const same = this.tokens.findIndex(({ symbol }) => symbol.text === text);
    if (same >= 0) return same;
    const lengths = this.tokens.map(({ symbol }) => symbol.text.length);
    return lengths.indexOf(Math.max(...lengths));
  }

  chip({ symbol }) {
    const shown = visible(symbol.text);
    const space = symbol.text.startsWith(" ") ? "␣" : "";
    const node = element("button", { type: "button", tabindex: "-1", "data-token": symbol.text });
    node.append(...(space ? [element("small", {}, space)] : []), shown.slice(space.length));
    return this.colored(node, symbol);
  }

  colored(node, { merge }) {
    if (!merge) return node;
    node.classList.add("made");
    node.style.setProperty("--hue", hueOf(merge.number, this.model.merges.length).hue);
    return node;
  }

  sample(symbol) {
    return this.colored(element("span", { class: "symbol" }, visible(symbol.text)), symbol);
  }

  /** Tell how the token at a place came about. */
  tell(place) {
    const { labels, derivation } = this.typed;
    const before = this.tokens[this.here]?.node;
    before?.removeAttribute("aria-describedby");
    this.here = place;
    for (const [at, { node }] of this.tokens.entries()) {
      node.classList.toggle("on", at === place);
      node.tabIndex = at === place ? 0 : -1;
    }
    const token = this.tokens[place];
    this.go.hidden = !(token && derivation);
    if (!token) {
      this.why.replaceChildren();
      return;
    }
    token.node.setAttribute("aria-describedby", "why");
    const { symbol, word } = token;
    const { merge, left, right } = symbol;
    const how = merge
      ? [
          this.sample(symbol),
          "=",
          element("span", { class: "pair" }, this.sample(left), this.sample(right)),
          element(
            "span",
            { class: "met" },
            ...filled(labels.met, {
              count: this.numbers.format(merge.count),
              number: this.numbers.format(merge.number),
            }),
          ),
        ]
      : [this.sample(symbol), element("span", { class: "met" }, labels.single)];
    this.why.replaceChildren(...how);
    const query = addressOf({ model: this.model, text: this.field.value, word, limit: this.count, lang: this.lang });
    this.go.href = `${derivation}${query}`;
  }

  // -- Pointing and keys

  point(event) {
    const node = event.target.closest("button");
    const place = this.tokens.findIndex((token) => token.node === node);
    if (place >= 0 && place !== this.here) this.tell(place);
  }

  onKey(event) {
    const last = this.tokens.length - 1;
    const goals = { ArrowRight: this.here + 1, ArrowLeft: this.here - 1, Home: 0, End: last };
    const goal = goals[event.key];
    if (goal === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.tokens[Math.max(0, Math.min(last, goal))].node.focus();
  }
}
