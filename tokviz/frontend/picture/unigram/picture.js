/**
 * The picture of unigram training: words with their segmentations, ribbons of what each adds to the pieces, and the
 * pieces with what they are worth, all linked. The stepper says when to draw, and keeps steps, keys and sentences.
 *
 * What it is sent is a UnigramPicture of payloads.d.ts, and with each frame its UnigramView.
 *
 * @typedef {{ view: import("../../payloads").UnigramView }} UnigramFrame
 */

import { button, element, inline } from "../../shared/elements.js";
import { LinkedPicture } from "../linked_picture.js";
import { hasLittleWidth, typeSize } from "../linking.js";
import { leastLetter, viewOf } from "../presented.js";
import { RibbonLayer, ribbonsBetween } from "./flows.js";
import { PieceRows } from "./pieces.js";
import { flowsOf, huesOf, litBy, longestBars, sixDigits, splitAgainOf, twoDigits, whyOf } from "./scales.js";
import { SurpriseLine } from "./surprise.js";
import { WordWays } from "./ways.js";

const LEAST_LINE = 780; // pixels: a longer sentence would be cut in a narrower line
const SIGNS = 40; // so many steps have a letter each; of more only the prunings are marked
const MANY = 100_000;
const SIGN = { P: "✕" };
const LEAST = 15; // a line of either column takes no less, in pixels of a page of normal size
const LINE_IN_HALL = { least: 1.2, roomy: 1.45 }; // how high a line is in a hall, in heights of its letters
const TOUCHED = 22; // on a phone, where a finger is to hit it

export class UnigramPicture extends LinkedPicture {
  picture = /** @type {import("../../payloads").UnigramPicture} */ (null);
  payload = /** @type {import("../picture.js").Payload & { frames: UnigramFrame[] }} */ (null);
  view = /** @type {import("../../payloads").UnigramView} */ (null);
  step = 0;
  tellsDone = true; // its numbers are what a step came to
  isExact = false; // whether numbers have more than two digits
  looked = /** @type {import("../../payloads").PieceBar | null} */ (null); // the piece that words are split without
  hues = new Map(); // word -> its hue

  constructor(stepper) {
    super(stepper);
    this.exact = button({ class: "exact", "aria-pressed": "false" }, () => this.turnExact());
    this.words = new WordWays(this);
    this.pieces = new PieceRows(this);
    this.choices = this.pieces; // what answers a question: the rows that stand for options
    this.ribbons = new RibbonLayer();
    this.surprise = new SurpriseLine(this);
    this.columns = element("div", { class: "columns" }, this.ribbons.root, this.words.root, this.pieces.root);
    this.read.root.append(this.surprise.root);
    this.build("unigram picks", this.columns, this.read.root);
  }

  setUp(payload) {
    super.setUp(payload);
    this.roughly = new Intl.NumberFormat(payload.lang, { notation: "compact" });
    this.longest = longestBars(payload.frames);
    this.counts = this.picture.words.map(({ count }) => count);
    this.exact.textContent = this.labels.exact;
    this.surprise.setUp();
    this.words.clear(this.labels.segmentations);
    this.pieces.clear(this.labels.pieces);
  }

  /** What its signs mean: which kinds of steps there are, and what becomes of a piece. */
  get signs() {
    const { labels } = this;
    const steps = { S: labels.sign_S, E: labels.sign_E, M: labels.sign_M, P: labels.sign_P }; // in the order of a round
    const kinds = Object.entries(steps).filter(([kind]) => this.picture.steps.includes(kind));
    return [
      ...kinds.map(([kind, means]) => ({ kind: `step ${kind}`, mark: SIGN[kind] ?? kind, means })),
      { kind: "removed", means: labels.sign_removed },
      { kind: "kept", means: labels.sign_kept },
      { kind: "before", means: labels.sign_before },
      { kind: "ribbon", means: labels.sign_ribbon },
    ];
  }

  // -- Drawing

  /** Draw a frame. from: the step that was there before; isStill: nothing moves. */
  draw(frame, step, { from, isStill }) {
    this.frame = frame;
    this.step = step;
    const { panel } = this.stepper;
    this.isAsking = Boolean(panel?.isOpen);
    // Once a question is answered, what it asked about is shown, which is told of the next step.
    const isTold = Boolean(panel?.ask) && !panel.isOpen;
    const next = this.payload.frames[step + 1 - this.payload.first];
    this.view = (isTold && next?.view) || frame.view;
    this.segmented = this.view.words.map((number) => this.picture.segmented[number]);
    this.isPruning = this.view.kind === "prune" || this.view.kind === "final";
    this.root.dataset.kind = this.view.kind;
    this.looked = this.isAsking ? null : splitAgainOf(this.view, null);
    this.setMotion(step, from, isStill);
    this.words.drawHead();
    this.pieces.drawHead();
    // All is measured before anything is drawn, or the browser would lay the page out again and again.
    this.size = typeSize(this.root);
    this.isNarrow = hasLittleWidth(this.root);
    this.least = (this.isNarrow ? TOUCHED : LEAST) * this.size;
    const heights = [this.words, this.pieces].map(({ list }) => list.clientHeight);
    this.surprise.measure(this.size);
    this.words.size(heights[0], this.stepper.isPresented ? this.lineInHall(heights[0]) : this.least);
    this.words.draw();
    this.pieces.draw(heights[1]);
    this.drawRibbons();
    this.surprise.draw(step);
    this.words.move();
    this.pieces.move();
    this.linking.drawn(from === step);
  }

  /** How high a line of a word is in a hall: less where words have no room else. height: of the room for all */
  lineInHall(height) {
    const letter = leastLetter(viewOf());
    const { least, roomy } = LINE_IN_HALL;
    const even = height / this.segmented.length - this.words.air;
    return Math.max(this.least, least * letter, Math.min(roomy * letter, even));
  }

  drawRibbons() {
    const origin = this.columns.getBoundingClientRect();
    const isCounted = this.view.kind === "expect" && !this.isAsking;
    const isShown = isCounted && getComputedStyle(this.ribbons.root).display !== "none";
    const flows = isShown ? flowsOf(this.words.here, this.counts) : [];
    const ribbons = ribbonsBetween(flows, this.words.places(origin), this.pieces.places(origin), this.size);
    this.ribbons.draw(ribbons, (word) => this.hueOf(word), !this.isStill);
  }

  /** Give colors to the words that are shown. */
  colorWords(words) {
    this.hues = huesOf(
      words.map((word) => this.picture.words[word].text),
      this.hues,
    );
  }

  hueOf(word) {
    return this.hues.get(this.picture.words[word].text) ?? 0;
  }

  // -- Numbers

  /** A number as it is written: with two digits, or with more once they are asked for. */
  number(value) {
    return (this.isExact ? sixDigits : twoDigits)(value, this.payload.lang);
  }

  /** A number as an element that has all its digits as its tip. */
  figure(value, tag = "b") {
    return element(tag, { title: String(value) }, this.number(value));
  }

  turnExact() {
    this.isExact = !this.isExact;
    this.exact.ariaPressed = `${this.isExact}`;
    this.stepper.draw({ isStill: true });
  }

  // -- Pieces of both

  text(piece) {
    return this.picture.pieces[piece];
  }

  /** A number of ways, which can be beyond all counting. */
  amount(number) {
    return (number < MANY ? this.numbers : this.roughly).format(number);
  }

  /** Whether the rows of the pieces show the answers to a question. */
  takesAnswers = () => true;

  /** A piece as an option. */
  optionChip(text) {
    return element("span", { class: "symbol" }, text);
  }

  chip(piece, isUnknown, isNew) {
    const kinds = ["chip", isUnknown ? "unknown" : "", isNew ? "new" : ""].filter(Boolean).join(" ");
    return element("span", { class: kinds, "data-token": this.text(piece), "data-piece": piece }, this.text(piece));
  }

  // -- Linking

  /** Take a click as the answer, if it is asked which piece goes. */
  answer(event) {
    if (!this.isAsking || this.stepper.panel.isResting) return false;
    const { panel } = this.stepper;
    const option = event.target.closest("[data-option]");
    const chip = event.target.closest(".chip");
    if (option) panel.take(Number(option.dataset.option));
    else if (chip) panel.pick([chip.dataset.token]);
    return true;
  }

  /** Light up a piece by its text. */
  lightUp([text]) {
    const piece = this.picture.pieces.indexOf(this.written(text));
    if (piece >= 0) this.linking.hold({ piece });
  }

  /** What an event is about. */
  thingAt({ target }) {
    const piece = target.closest("[data-piece]");
    if (piece) return { piece: Number(piece.dataset.piece) };
    const way = target.closest("[data-way]");
    if (way) return { word: Number(way.dataset.word), way: Number(way.dataset.way) };
    const word = target.closest("[data-word]");
    return word ? { word: Number(word.dataset.word) } : null;
  }

  /** Light a thing up everywhere, and work it out below. */
  show(thing) {
    const isPruned = this.view.kind === "prune" && !this.isAsking;
    const lit = thing ? litBy(thing, this.segmented) : null;
    if (isPruned) this.lookAt(splitAgainOf(this.view, thing));
    this.words.relight(thing, isPruned && thing?.piece !== undefined ? null : lit);
    this.pieces.relight(thing, lit);
    this.ribbons.relight(lit?.isLit);
    // Of a pruning it is worked out what the piece costs whose words are split again, until another thing is lit. Where
    // this has no line of its own, it would cover the picture.
    const hasLine = !this.isNarrow && !this.stepper.isPresented && this.root.clientWidth >= LEAST_LINE;
    const told = thing ?? (this.looked && hasLine ? { piece: this.looked.piece } : null);
    const why = told && !this.isAsking ? whyOf(told, this.segmented, this.view.rows) : null;
    const { hint_prune: hint } = this.labels;
    this.read.tell(why && inline(why), isPruned ? { hint } : this.labels);
  }

  /** Show the words split again without a piece. */
  lookAt(row) {
    if (row === this.looked) return;
    this.looked = row;
    if (this.words.isScarce) {
      this.words.draw(); // others have the room now
      return;
    }
    for (const segmented of this.words.here) {
      const node = this.words.rows.get(segmented.word);
      if (node) this.words.fillSplitAgain(node, segmented);
    }
  }

  /** What kind each step is of; of a long training only where the prunings are. */
  ticks() {
    const { steps } = this.picture;
    const isLong = steps.length > SIGNS;
    return [...steps].flatMap((kind, place) => {
      if (isLong && kind !== "P") return [];
      const node = element("i", { class: `kind ${kind}`, "data-sign": isLong ? "" : (SIGN[kind] ?? kind) });
      node.style.left = `${(100 * (place + 1)) / steps.length}%`;
      node.style.setProperty("--steps", steps.length);
      return [node];
    });
  }
}
