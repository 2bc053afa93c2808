/**
 * The picture of an encoding: the word in letters, with each merge below it, and what the next step chooses from.
 *
 * What it is sent is an EncodingPicture of payloads.d.ts.
 *
 * A frame has `choice`, if there is something to choose from. A payload without steps is as high as its rows.
 */

import { element, inline } from "../../shared/elements.js";
import { rowsIn } from "../linked_picture.js";
import { hasLittleWidth, typeSize } from "../linking.js";
import { SymbolPicture } from "../symbols.js";
import { leaves } from "../word_layout.js";
import { Choices } from "./choices.js";
import { tryOf } from "./links.js";
import { MergeRuler } from "./ruler.js";

const BESIDE_WINDOWS = 224; // what is said of a part of the word, beside it, in pixels of a page of normal size
const LARGE_LETTER = 44; // a letter of the word, in pixels of a page of normal size
const READABLE_LETTER = 8;
const MANY_ROWS = 6; // so many rows of a word leave no room for large letters
const MOST_DROPPED = 24; // boxes in the legend

export class EncodingPicture extends SymbolPicture {
  picture = /** @type {import("../../payloads").EncodingPicture} */ (null);

  constructor(stepper) {
    super(stepper, { letter: LARGE_LETTER, smallest: READABLE_LETTER });
    this.choices = new Choices(this);
    this.legend = element("p", { class: "legend" });
    this.ruler = new MergeRuler(this);
    this.build("encoding picks", this.words.root, this.legend, this.ruler.root, this.choices.root, this.read.root);
    this.words.list.addEventListener("scroll", () => this.choices.follow());
  }

  setUp(payload) {
    super.setUp(payload);
    this.isNamed = this.picture.named;
    this.root.classList.toggle("named", this.isNamed);
    this.root.classList.toggle("at-rest", payload.total === 0);
    this.byText = new Map(this.picture.origins.map(({ symbol }) => [this.text(symbol), symbol]));
    this.root.classList.toggle("windowed", Boolean(this.picture.windows));
    this.choices.clear(this.labels.choice);
    this.ruler.setUp();
    this.root.classList.toggle("ruled", this.ruler.isThere);
    this.drawLegend(this.picture.dropped ?? { symbols: [], told: [] });
  }

  /** What its signs mean. */
  get signs() {
    const { labels } = this;
    return [
      { kind: "next", means: labels.sign_next },
      { kind: "new", means: labels.sign_new },
      ...(this.picture.merges ? [{ kind: "root", means: labels.sign_root }] : []),
      { kind: "text", mark: "✓", means: labels.sign_wins },
      { kind: "text", mark: "–", means: labels.sign_out },
      ...(this.picture.windows ? [] : [{ kind: "strip", means: labels.sign_strip }]),
      ...(labels.sign_bar ? [{ kind: "border", means: labels.sign_bar }] : []),
      ...(labels.sign_superword ? [{ kind: "superword", means: labels.sign_superword }] : []),
    ];
  }

  /** The symbols that are dropped, crossed out, and why: below the word at every step. */
  drawLegend({ symbols, told }) {
    this.dropped = new Set(symbols);
    this.root.classList.toggle("drops", symbols.length > 0);
    const boxes = symbols
      .slice(0, MOST_DROPPED)
      .map((symbol) => element("span", { class: "symbol dropped" }, this.text(symbol)));
    const more = symbols.length > boxes.length ? " …" : "";
    this.legend.replaceChildren(...boxes, more, element("span", {}, ...inline(told)));
  }

  draw(frame, step, { from, isStill }) {
    this.frame = frame;
    this.setMotion(step, from, isStill);
    this.shown = rowsIn(frame.groups[0], this.payload.rows).map((row, key) => ({ key, ...row }));
    const about = this.shown[this.choice?.row ?? 0]?.symbols ?? [];
    this.widths = about.map((symbol) => leaves(symbol, this.origins).length); // in letters
    this.root.classList.toggle("single", this.shown.length === 1 && !this.shown[0].note);
    const isAtRest = this.payload.total === 0;
    this.root.classList.toggle("answered-here", Boolean(this.stepper.panel?.answersInRows));
    this.root.style.setProperty("--word-rows", isAtRest ? this.shown.length : Math.min(MANY_ROWS, this.shown.length));
    this.words.draw();
    this.ruler.draw();
    this.choices.draw();
    this.linking.drawn(from === step);
    this.words.scroll();
    this.choices.follow();
  }

  /** How much of the width the word leaves to what is said of its parts. */
  get besideWords() {
    return this.picture.windows && !hasLittleWidth(this.root) ? BESIDE_WINDOWS * typeSize(this.root) : 0;
  }

  /** Whether it is one word, which may be on several lines: nothing below it is about the places of its letters. */
  get isOneLine() {
    return this.shown.length === 1 && !this.isNamed && !this.picture.windows;
  }

  /** What the next step chooses from. @returns {import("../../payloads").Choice} */
  get choice() {
    return this.frame.choice;
  }

  get isAsking() {
    return Boolean(this.stepper.panel?.isOpen);
  }

  /** A step by what it took: the names, and what they are worth. */
  nameOf(number, before) {
    const winner = before?.choice?.tries.find(({ kind }) => kind === "wins");
    return winner ? [this.numbers.format(number), winner.names.join(" + "), winner.worth].join(" · ") : "";
  }

  // -- For the words

  get upcoming() {
    const next = this.choice?.tries.find(({ kind }) => kind === "wins");
    const [left, right] = next?.names ?? [];
    const found = next?.names.length === 1 ? this.picture.trained?.numbers[this.byText.get(left)] : undefined;
    if (found) return found;
    const maker = [...this.origins.made.values()].find(
      (origin) => this.text(origin.left) === left && this.text(origin.right) === right,
    );
    return maker?.number ?? this.picture.merges;
  }

  /** @param {Partial<import("../../payloads").ChipRow>} row */
  badge({ label, note }) {
    return this.isNamed ? [element("span", {}, label), note ? ` ${note}` : ""] : [note];
  }

  /** The places of a row of the word that a thing is about. */
  stretches(thing, key) {
    const tried = thing?.try === undefined ? null : this.choice?.tries[thing.try];
    return tried && key === this.choice.row ? tried.places : [];
  }

  /** How many merges the hues stand for: of the tokenizer, or of the training of its vocabulary. */
  get last() {
    return this.picture.trained?.merges ?? this.picture.merges;
  }

  /** Whether the rows of what is chosen from show the answers to a question. */
  takesAnswers = () => Boolean(this.choice);

  /** A symbol of an option. */
  optionChip(name) {
    return this.chip(name);
  }

  chip(name) {
    const node = element("span", { class: "symbol" }, name);
    if (this.byText.has(name)) this.paint(node, this.byText.get(name));
    return node;
  }

  paint(node, symbol) {
    super.paint(node, symbol);
    const number = this.picture.trained?.numbers[symbol];
    if (number) {
      node.classList.add("made");
      this.tint(node, number);
    }
    node.classList.toggle("unknown", symbol === this.picture.unknown);
    node.classList.toggle("dropped", this.dropped.has(symbol));
  }

  spoken(symbol) {
    const text = super.spoken(symbol);
    return this.dropped.has(symbol) ? `${text} (${this.labels.dropped})` : text;
  }

  // -- Linking

  thingAt(event) {
    const row = event.target.closest("[data-try]");
    if (row) return { try: Number(row.dataset.try) };
    const thing = this.words.pointed(event, this.isAsking);
    if (!thing?.pair || this.isAsking) return thing?.symbol === undefined ? null : thing;
    const place = tryOf(
      this.choice?.tries ?? [],
      thing.pair.map((symbol) => this.text(symbol)),
    );
    return place < 0 ? null : { try: place };
  }

  /** Take a click as the answer, if it is asked what comes next. */
  answer(event) {
    const { panel } = this.stepper;
    if (!this.isAsking || panel.isResting) return false;
    const option = event.target.closest("[data-option]")?.dataset.option;
    if (option !== undefined) panel.take(Number(option));
    else if (panel.ask.pairs) panel.press(event);
    return true;
  }

  show(thing) {
    this.words.relight(null);
    this.choices.relight(thing);
    this.ruler.relight(thing);
    this.read.tell(thing && this.explain(thing), this.labels);
  }

  explain(thing) {
    if (thing.try !== undefined) return inline(this.choice.tries[thing.try].about);
    const origin = this.origins.made.get(thing.symbol);
    const symbol = [element("code", {}, this.text(thing.symbol))];
    if (this.dropped.has(thing.symbol)) return this.say("symbol_dropped", { symbol });
    if (!origin) return this.say("symbol", { symbol });
    const parts = [element("code", {}, `${this.text(origin.left)} ${this.text(origin.right)}`)];
    return this.say("symbol_made", { symbol, number: origin.number, parts });
  }
}
