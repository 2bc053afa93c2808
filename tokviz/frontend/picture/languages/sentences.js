/**
 * The first sentences of each language's text as they are split after some merges, the new token framed. Below the
 * language that chooses, or one that was pressed, is the same under plain BPE.
 *
 * @typedef {import("../../payloads").Sentences} Sentences
 * @typedef {import("../../payloads").WordForms} WordForms
 */

import { button, element } from "../../shared/elements.js";
import { fill } from "../../shared/templates.js";
import { letterSize, placeAt } from "./layout.js";

const SENTENCE_END = /[.!?。！？]$/u;
const MORE = 0.17; // of a letter in its box: what "…" needs besides the gap after a word
const TOKEN_GAP = "·"; // tokens, for screen readers

export class SentenceRows {
  picked = null; // the language that was pressed

  constructor(picture) {
    this.of = picture;
    this.root = element("div", { class: "sentences", role: "group" });
  }

  /** @param {Sentences} sentences */
  setUp(sentences, labels) {
    this.sentences = sentences;
    this.labels = labels;
    this.root.ariaLabel = labels.title;
    this.rows = sentences.languages.map((_, number) => this.row(number));
    this.root.replaceChildren(...this.rows.flatMap(({ head, words, note, plain }) => [head, words, note, plain]));
    if (this.picked >= this.rows.length) this.picked = null;
    this.size = "";
  }

  row(number) {
    const shown = element("b", { class: "number" });
    const name = element("span", { class: "name" });
    const note = element("span", { class: "state" });
    const press = () => {
      this.picked = this.picked === number ? null : number;
      this.of.drawAgain();
    };
    const sample = element("i", { class: "sample", "aria-hidden": "true" });
    const kind = `of-${number}`;
    return {
      head: button({ class: `language ${kind}` }, press, sample, name, shown, note),
      words: element("p", { class: `words ${kind}`, dir: "auto", role: "img" }),
      note: element("span", { class: "plain-name" }),
      plain: element("p", { class: `words plain ${kind}`, dir: "auto", role: "img" }),
      name,
      shown,
      state: note,
    };
  }

  /**
   * Choose the size of letters and how much is shown, the same for all steps: where there is no room for all sentences
   * with plain BPE below them, that is shown once a language is pressed; where there still is none, one sentence of each;
   * and beside the card of a lesson in a hall, the first words of it.
   *
   * @param {{ room: number, floor: number, most: number, isNarrow: boolean }} given
   */
  layOut({ isNarrow, ...given }) {
    const limits = { ...given, width: this.rows[0]?.words.clientWidth ?? 0 };
    const size = JSON.stringify([isNarrow, limits]);
    if (size === this.size) return;
    this.size = size;
    const every = this.sentences.languages;
    const first = every.map((words) => this.firstOf(words));
    const hasPlain = Boolean(this.sentences.plain);
    const wide = [hasPlain, false].map((isBeside) => ({ shown: every, isBeside }));
    const longest = Math.max(1, ...first.map((words) => words.length));
    const shorter = Array.from({ length: longest - 1 }, (_, less) => ({
      shown: first.map((words) => words.slice(0, longest - 1 - less)),
      isBeside: false,
    }));
    const one = { shown: first, isBeside: false };
    const ways = isNarrow ? [one] : [...wide, one, ...shorter];
    const found = ways.map(({ shown, isBeside }) => {
      const letters = shown.map((words) =>
        words.map((word, place) => this.lettersOf(word) + (place === words.length - 1 ? MORE : 0)),
      );
      return { shown, isBeside, ...letterSize(letters, { ...limits, isBeside }) };
    });
    const best = found.find(({ isFitting }) => isFitting) ?? found.at(-1);
    this.shown = best.shown;
    this.isBeside = best.isBeside;
    this.root.classList.toggle("has-beside", best.isBeside);
    this.root.style.setProperty("--letters", `${best.size}px`);
    this.root.style.setProperty("--lines", `${best.lines}`);
  }

  /** The words of the first sentence. */
  firstOf(words) {
    const end = words.findIndex((word) => SENTENCE_END.test(this.textOf(this.sentences.words[word].symbols[0])));
    return end < 0 ? words : words.slice(0, end + 1);
  }

  /** Say that there is more of a text than a row has, if there is. */
  markMore(row, number) {
    const { goes_on: isCut, languages } = this.sentences;
    if (isCut[number] || this.shown[number].length < languages[number].length)
      row.lastChild?.append(element("span", { class: "more", "aria-hidden": "true" }, "…"));
  }

  lettersOf(word) {
    return this.sentences.words[word].symbols[0].length;
  }

  textOf(symbols) {
    return symbols.map((symbol) => this.of.text(symbol)).join("");
  }

  /** @param {import("../../payloads").Turns} turn */
  draw({ languages }, step) {
    const { words, plain, made } = this.sentences;
    const newest = step ? made[step - 1] : null;
    languages.forEach(({ name, number: shown, plain_number: beside, state }, number) => {
      const row = this.rows[number];
      const chooses = state === "turn";
      row.name.textContent = name;
      row.shown.textContent = shown;
      row.state.textContent = chooses ? this.labels.chooses : "";
      row.head.classList.toggle("turn", chooses);
      row.head.ariaPressed = String(this.picked === number);
      row.head.title = plain ? fill(this.labels.press, { name }) : "";
      row.head.disabled = !plain;
      this.fill(row.words, splitOf(this.shown[number], words, step), newest);
      this.markMore(row.words, number);
      const isOpen = Boolean(plain) && (this.picked === null ? chooses && this.isBeside : this.picked === number);
      row.note.textContent = isOpen ? fill(this.labels.plain, { number: beside }) : "";
      this.fill(row.plain, isOpen ? splitOf(this.shown[number], plain, step) : []);
      row.plain.ariaHidden = String(!isOpen);
      for (const node of [row.note, row.plain]) node.classList.toggle("none", !isOpen);
    });
  }

  /** Write words into a row, each in boxes of its symbols. newest: the symbol of the last merge. */
  fill(row, split, newest = null) {
    const box = (symbol) => {
      const text = this.of.text(symbol);
      const kinds = ["box", ...([...text].length > 1 ? ["made"] : []), ...(symbol === newest ? ["new"] : [])];
      return element("span", { class: kinds.join(" ") }, text);
    };
    row.replaceChildren(...split.map((symbols) => element("span", { class: "word" }, ...symbols.map(box))));
    row.ariaLabel = split.map((symbols) => symbols.map((symbol) => this.of.text(symbol)).join(TOKEN_GAP)).join(" ");
  }
}

/** The symbols of words after so many merges. @param {WordForms[]} forms */
function splitOf(words, forms, step) {
  return words.map((word) => forms[word].symbols[placeAt(forms[word].after, step)]);
}
