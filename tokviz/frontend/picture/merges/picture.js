/**
 * The picture of a merging: the words, the candidates for the next pair, and the vocabulary that comes of it,
 * all linked. The stepper says when to draw, and keeps steps, keys and sentences; this draws them in one view.
 *
 * What it is sent is a MergesPicture of payloads.d.ts, and with each frame its Candidates.
 *
 * @typedef {import("../../shared/elements.js").Marked} Marked
 */

import { element, textOf } from "../../shared/elements.js";
import { fill } from "../../shared/templates.js";
import { LineChart } from "../languages/line_chart.js";
import { wordCounts } from "../linked_picture.js";
import { isSame } from "../linking.js";
import { SymbolPicture } from "../symbols.js";
import { cellWidth } from "../word_layout.js";
import { CandidateList } from "./candidates.js";
import { Explainer } from "./explain.js";
import { LengthChart } from "./lengths.js";
import { LineList } from "./lines.js";
import { ranked, times } from "./links.js";
import { Parting } from "./parting.js";
import { TestList } from "./tests.js";
import { VocabularyList } from "./vocabulary.js";

const LONGEST_NAME = 14; // of a word in a sentence, in widths of a letter
const SCORED = { score: "class_worth_score", gain: "class_worth_gain" }; // what an option of a class is worth
const TICKS = 120; // so many stand for the merges of a long training

export class MergesPicture extends SymbolPicture {
  step = 0;

  picture = /** @type {import("../../payloads").MergesPicture} */ (null);

  constructor(stepper) {
    super(stepper);
    this.candidateList = new CandidateList(this);
    this.choices = this.candidateList; // where the answer to a question is picked
    this.vocabulary = new VocabularyList(this);
    this.explainer = new Explainer(this);
    this.tests = new TestList(this);
    this.candidateList.head.before(this.tests.root);
    this.lineList = new LineList(this);
    this.lengths = new LengthChart(this);
    const lines = [this.lineList.root, this.lengths.root];
    const both = element("div", { class: "both" }, this.words.root, ...lines, this.candidateList.root);
    this.parting = new Parting(this);
    this.chart = new LineChart();
    this.build("merges picks", this.chart.root, both, this.read.root, this.vocabulary.root);
  }

  setUp(payload) {
    super.setUp(payload);
    this.total = payload.total;
    this.root.classList.toggle("removes", Boolean(this.labels.sign_out));
    this.root.classList.toggle("by-language", Boolean(this.picture.lines));
    this.chart.root.hidden = !this.picture.lines;
    this.root.style.setProperty("--languages", `${this.picture.lines?.values.length ?? 0}`);
    this.chart.setUp(this.picture.lines, { hidesAhead: Boolean(payload.quiz) });
    this.root.classList.toggle("has-search", payload.search);
    this.root.classList.toggle("has-lines", Boolean(this.picture.lengths));
    this.candidateList.clear(this.labels.candidates);
    this.lineList.clear(this.labels.words);
    this.vocabulary.clear();
    this.tests.clear();
  }

  // -- Drawing

  /** Draw a frame. from: the step that was there before; isStill: nothing moves. */
  draw(frame, step, { from, isStill }) {
    this.frame = frame;
    this.step = step;
    const ask = this.stepper.panel?.ask ?? frame.ask;
    this.root.classList.toggle("picks", ask?.pairs ?? true); // which part is removed is answered in the panel
    this.root.classList.toggle("tests-shown", Boolean(frame.tests));
    this.root.classList.toggle("removes-next", frame.removes_next !== undefined);
    this.setMotion(step, from, isStill);
    const rows = this.readRows(frame);
    this.shown = this.picture.lengths ? [this.lineList.large(rows)] : rows;
    this.root.classList.toggle("opened", step >= (this.picture.lengths?.lift ?? Number.POSITIVE_INFINITY));
    this.root.classList.toggle("asks-pairs", this.isAsking);
    this.root.classList.toggle("asks-turn", this.asksTurn);
    this.parting.draw();
    if (this.picture.lines) this.chart.draw(this.turn, { step, total: this.total, isAsked: this.asksTurn });
    this.vocabulary.draw(); // first: it leaves the others their room
    this.lengths.draw();
    this.lineList.draw(rows);
    if (this.isAsking) this.candidateList.draw(); // on a phone options are as high as they are, and words have the rest
    this.words.draw();
    this.tests.draw(); // before the candidates, which have what room is left
    if (!this.isAsking) this.candidateList.draw();
    this.linking.drawn(from === step);
    const isMerge = this.picture.ties[step - 1] !== "x";
    if (step === from + 1 && isMerge && !this.isStill) this.vocabulary.fly(this.words.newest);
  }

  /** Whether a line of text is all that is above. */
  get isOneLine() {
    return Boolean(this.picture.lengths);
  }

  /** The words as wide as they get; of a large line, from the step on at which borders fall, as wide as it is there. */
  widestOf(rows) {
    const { lengths } = this.picture;
    const opening = lengths && this.step >= lengths.lift && this.payload.frames[lengths.lift - this.payload.first];
    if (!opening) return null;
    const labels = new Set(rows.map(({ label }) => label));
    return this.rowsOf(opening)
      .filter(({ label }) => labels.has(label))
      .map(({ symbols }) => symbols);
  }

  /** What the next merge chooses from; nothing while it is asked which language chooses. @returns {import("../../payloads").Candidates} */
  get candidates() {
    const { candidates } = this.frame;
    return this.asksTurn ? { title: candidates.title, rule: "", rows: [], total: 0, tied: 0 } : candidates;
  }

  /** What decides which language chooses. @returns {import("../../payloads").Turns} */
  get turn() {
    return this.frame.turn;
  }

  /** Whether it is asked which language chooses. */
  get asksTurn() {
    return Boolean(this.stepper.panel?.covers("turn"));
  }

  /** The words of a frame. */
  readRows(frame) {
    const isSearch = frame.groups.length > 1 && Boolean(this.stepper.query);
    const { asked } = this;
    const isWanted = (row) => (isSearch && !row.group) || Boolean(asked && times(asked, row));
    return this.rowsOf(frame).map((row) => ({ ...row, isFound: isWanted(row) }));
  }

  /** The pair that a task asked about, at the step that it is about. */
  get asked() {
    const { step, texts } = this.payload.asked ?? {};
    const pair = texts?.map((text) => this.byText.get(text));
    return pair && step === this.step && !pair.includes(undefined) ? { pair } : null;
  }

  get signs() {
    const { labels } = this;
    return [
      { kind: "next", means: labels.sign_next },
      { kind: "new", means: labels.sign_new },
      { kind: "used", means: labels.sign_used },
      { kind: "tie", means: labels.sign_tie },
      { kind: "root", means: labels.sign_root },
      ...(labels.sign_out ? [{ kind: "struck", means: labels.sign_out }] : []),
      ...(labels.sign_bar ? [{ kind: "border", means: labels.sign_bar }] : []),
      ...(labels.sign_superword ? [{ kind: "superword", means: labels.sign_superword }] : []),
      ...(labels.sign_passed ? [{ kind: "passed-over", mark: "–", means: labels.sign_passed }] : []),
      { kind: "letter", means: labels.sign_letter },
      { kind: "ramp", means: labels.sign_ramp },
      { kind: "slider", mark: "=", means: labels.sign_slider },
    ];
  }

  /** Whether this step took a symbol out of the vocabulary. */
  removesNow(symbol) {
    const { step, picture } = this;
    return picture.merges.some((token) => token.symbol === symbol && token.removed?.includes(step));
  }

  /** Whether what comes next is not to be seen yet. */
  get isAsked() {
    return Boolean(this.stepper.panel?.covers("spans"));
  }

  get isAsking() {
    return Boolean(this.stepper.panel?.isOpen && this.stepper.panel.ask.pairs);
  }

  // -- For the question of a live class

  /** Whether the rows of the candidates show the answers to a question. */
  takesAnswers = ({ pairs }) => pairs;

  /** What a wrong option is worth, as a clause: how often it occurs, and where, or its score; null if that is not sent. */
  worthOf({ names }) {
    const { rows } = this.candidates;
    const row = rows.find(({ left, right }) => isSame([this.text(left), this.text(right)], names));
    if (!row) return null;
    const { worked, worth, bar } = row;
    const scored = SCORED[this.picture.measure];
    if (scored) return bar < rows[0].bar ? this.say(scored, { worked, worth }) : null; // a better one is too rare
    const words = wordCounts(row.words);
    const isOnly = words.length === 1 && words[0].count === row.count;
    const values = { count: row.count, word: words[0]?.word ?? "", sum: this.sumText(words) };
    return this.say(isOnly ? "class_only" : "class_sum", values);
  }

  // -- For the words

  /** All merges of the training, also while a live class is asked and nothing comes after: colors stay as they are. */
  get last() {
    return this.picture.ties.length;
  }

  get upcoming() {
    return this.step + 1;
  }

  /** How much of the width the words have in a hall: more where each ends in a mark. */
  get wordsShare() {
    return this.picture.cells.some(({ after }) => after) ? 0.47 : 0.42;
  }

  /** The words that matter most at this step first; while it is asked what comes next, that is not told by them. */
  ranked(rows) {
    return ranked(rows, this.isAsked ? ["new"] : ["next", "new"]);
  }

  /** Say above the words what they are, or which of them are shown. */
  tellWords(title, shown, total) {
    const { labels, numbers } = this;
    const part = fill(labels.words_part, { shown: numbers.format(shown), total: numbers.format(total) });
    const none = this.stepper.payload.found === 0 && this.stepper.payload.labels.none_found;
    const detail = none || (shown < total ? part : labels.words_whole);
    title.replaceChildren(element("b", {}, labels.words), element("span", { class: "detail" }, ` · ${detail}`));
  }

  // -- Pieces of both

  /** A symbol of an option, in the color that it has in the words. */
  optionChip(name) {
    const node = this.symbolChip(name);
    if (this.byText.has(name)) this.paint(node, this.byText.get(name));
    return node;
  }

  symbolChip(name, symbol) {
    const node = element("span", { class: "symbol" }, ...this.textNodes(name));
    if (symbol !== undefined) {
      node.dataset.symbol = symbol;
      this.paint(node, symbol);
    }
    return node;
  }

  /** A token or a pair in a sentence, as the picture shows it; a word is text. @param {Marked} part */
  codeOf(part) {
    if ("word" in part) return this.wordOf(part.word);
    const symbols = "tokens" in part ? part.tokens.map((token) => this.byText.get(token)) : [undefined];
    return symbols.includes(undefined) ? element("code", {}, textOf(part)) : this.chipsOf(symbols);
  }

  /** A word in a sentence; of a long one the beginning, and all of it under the pointer. */
  wordOf(text) {
    const wide = cellWidth({ letters: text, after: "" });
    if (wide <= LONGEST_NAME) return element("span", {}, text);
    const letters = [...text];
    const fitting = Math.floor((LONGEST_NAME * letters.length) / wide);
    return element("span", { title: text }, `${letters.slice(0, fitting).join("")}…`);
  }

  /** Symbols side by side in a sentence. */
  chipsOf(symbols) {
    const chips = symbols.flatMap((symbol, place) => [
      ...(place ? [" "] : []),
      this.symbolChip(this.text(symbol), symbol),
    ]);
    return element("span", { class: "told" }, ...chips);
  }

  /** @param {{ word: string, count: number }[]} words */
  sumText(words) {
    return this.partsOfSum(words).join(" + ");
  }

  /** @param {{ word: string, count: number }[]} words */
  partsOfSum(words) {
    return words.map(({ word, count }) => fill(this.labels.part, { word, total: this.numbers.format(count) }));
  }

  // -- Linking

  /** Light up a pair, or a symbol, by the text of its symbols. */
  lightUp(texts) {
    const symbols = texts.map((text) => this.byText.get(this.written(text)));
    if (symbols.includes(undefined)) return;
    this.linking.hold(symbols.length === 2 ? { pair: symbols } : { symbol: symbols[0] });
  }

  /** Take a click as the answer, if it is asked which pair comes next. */
  answer(event) {
    const { panel } = this.stepper;
    if (!this.isAsking || panel.isResting) return false;
    const option = event.target.closest(".candidate-pair")?.dataset.option;
    if (option === undefined) panel.press(event);
    else panel.take(Number(option));
    return true;
  }

  /** What a click is about: a row of the candidates means its pair, wherever it is clicked. */
  clicked(event) {
    const row = event.target.closest(".candidate-pair");
    return row ? { pair: row.pair } : this.thingAt(event);
  }

  /** What an event is about. */
  thingAt(event) {
    const { target } = event;
    if (target.closest(".chips") && event.clientX !== undefined) {
      return this.isAsking ? this.stepper.panel.boxes.aim(event) : this.words.pointed(event, false);
    }
    const symbol = target.closest("[data-symbol]");
    if (symbol) return { symbol: Number(symbol.dataset.symbol) };
    const word = target.closest("[data-word]");
    if (word && this.words.rows.has(word.dataset.word)) return { word: word.dataset.word };
    const row = target.closest(".candidate-pair");
    return row?.pair ? { pair: row.pair } : null;
  }

  /** Light a thing up everywhere, and work it out below. */
  show(thing) {
    const hits = thing && new Set(this.words.here.filter((word) => times(thing, word)).map(({ label }) => label));
    const isAsked = Boolean(thing) && isSame(thing, this.asked);
    this.root.classList.toggle("asked-lit", isAsked);
    this.words.relight(isAsked ? null : hits); // what is lit from the start leaves all to be read
    this.candidateList.relight(thing);
    const parts = isAsked ? [] : this.partsOf(thing);
    for (const node of this.root.querySelectorAll(".tokens [data-symbol], .pair [data-symbol]")) {
      const symbol = Number(node.dataset.symbol);
      node.classList.toggle("lit", thing?.symbol === symbol);
      node.classList.toggle("part-of", parts.includes(symbol));
    }
    this.read.tell(thing && this.explainer.explain(thing), this.labels);
  }

  partsOf(thing) {
    if (thing?.pair) return thing.pair;
    const origin = this.origins.made.get(thing?.symbol);
    return origin ? [origin.left, origin.right] : [];
  }

  /** A merge by its number, pair and count; of one far away the pair alone. */
  nameOf(number, before) {
    if (this.picture.ties[number - 1] === "|") return `${this.numbers.format(number)} · ${this.labels.lift}`;
    const best = before?.candidates.rows.find((row) => !row.passed);
    const symbol = this.picture.merges.find((token) => token.number === number)?.symbol;
    const origin = best ?? this.origins.made.get(symbol);
    if (!origin) return "";
    const pair = `${this.text(origin.left)} + ${this.text(origin.right)}`;
    return [this.numbers.format(number), pair, ...(best ? [best.worth] : [])].join(" · ");
  }

  /** Where on the scrubber merges are, and where the tie-break decided; in a long trace a few stand for many. */
  ticks() {
    if (this.stepper.payload.quiz) return [];
    const { ties } = this.picture;
    const every = Math.max(1, Math.ceil(ties.length / TICKS));
    const nodes = [];
    for (let number = 1; number <= Math.min(ties.length, this.total); number += every) {
      const kind = { "=": "tie", "|": "lift", x: "removal" }[every === 1 ? ties[number - 1] : ""];
      const node = element("i", kind ? { class: kind } : {});
      node.style.left = `${(100 * number) / this.total}%`;
      this.tint(node, number);
      nodes.push(node);
    }
    return nodes;
  }
}
