/**
 * The picture of a lattice: arcs, what ends at a position, and the best segmentations in one view, all linked.
 *
 * What it is sent is a LatticePicture of payloads.d.ts.
 *
 * A frame has `at`, the position that it is about, `filled`, the last one with a cost, and `back`, whether pointers are
 * followed. Until the table is full, predicting hides what would tell: shares, and with them the segmentations.
 */

import { element } from "../../shared/elements.js";
import { LinkedPicture } from "../linked_picture.js";
import { Arcs } from "./arcs.js";
import { Segmentations } from "./segmentations.js";
import { Sums } from "./sums.js";
import { using, wayAt } from "./ways.js";

const LISTED_WAYS = 3;
const SAID = { path: "is_path", here: "is_here", kept: "is_kept" };

export class LatticePicture extends LinkedPicture {
  picture = /** @type {import("../../payloads").LatticePicture} */ (null);

  constructor(stepper) {
    super(stepper);
    this.arcs = new Arcs(this);
    this.choices = new Sums(this);
    this.segmentations = new Segmentations(this);
    const beside = element("div", { class: "beside" }, this.choices.root, this.segmentations.root);
    const both = element("div", { class: "graph-and-sums" }, this.arcs.root, beside);
    this.build("lattice picks", both, this.read.root);
  }

  setUp(payload) {
    super.setUp(payload);
    this.arcs.clear();
    this.choices.clear();
    this.segmentations.clear();
  }

  /** Whether the sums show the answers to a question. */
  takesAnswers = () => true;

  /** A piece as an option. */
  optionChip(text) {
    return element("span", { class: "symbol" }, text);
  }

  /** What its signs mean. */
  get signs() {
    const { labels } = this;
    return [
      { kind: "line path", means: `✓ ${labels.sign_path}` },
      { kind: "line kept", means: `○ ${labels.sign_kept}` },
      { kind: "line here", means: labels.sign_here },
      { kind: "text", mark: "=", means: labels.sign_tie },
      { kind: "line later", means: labels.sign_later },
      { kind: "line thick", means: labels.sign_thick },
      { kind: "text cost", mark: "1.5", means: labels.sign_cost },
    ];
  }

  draw(frame, step, { from, isStill }) {
    this.setMotion(step, from, isStill);
    this.question = { options: frame.ask?.options, given: this.stepper.panel?.picked };
    const asks = Boolean(frame.ask) && Boolean(this.stepper.panel?.isOpen);
    const ahead = frame.ask ? 1 : 0; // what is asked is about the next position, and so is the answer
    this.moment = { at: frame.at + ahead, filled: asks ? frame.filled : frame.filled + ahead, back: frame.back, asks };
    this.isHidden = Boolean(this.stepper.payload.quiz) && frame.filled < this.picture.letters.length;
    this.way = wayAt(this.moment, this.picture);
    this.root.classList.toggle("at-start", this.moment.filled === 0 && !this.moment.asks); // all is still to come
    this.arcs.draw();
    this.choices.draw();
    this.segmentations.draw();
    this.linking.drawn(from === step);
  }

  /** A dot for each position, "=" above it where several tie; then the way back. */
  ticks() {
    const { positions } = this.picture;
    const { total, quiz } = this.stepper.payload;
    if (quiz || !total) return [];
    return Array.from({ length: total }, (_, place) => {
      const isTie = (positions[place + 1]?.tied ?? 0) > 1;
      const node = element("i", isTie ? { class: "tie" } : {});
      node.style.left = `${(100 * (place + 1)) / total}%`;
      node.style.setProperty("--hue", place + 1 < positions.length ? 255 : 50);
      return node;
    });
  }

  // -- Linking

  thingAt({ target }) {
    const arc = target.closest("[data-arc]");
    if (arc) return { arc: Number(arc.dataset.arc) };
    const path = target.closest("[data-path]");
    return path ? { path: Number(path.dataset.path) } : null;
  }

  /** Take a click as the answer, if it is asked which arc is the best. */
  answer(event) {
    if (!this.moment?.asks || this.stepper.panel.isResting) return false;
    const arc = this.thingAt(event)?.arc;
    const number = this.question.options.findIndex(({ thing }) => thing === arc);
    if (number >= 0) this.stepper.panel.take(number);
    return true;
  }

  show(thing) {
    this.arcs.relight(thing);
    this.choices.relight(thing);
    this.segmentations.relight(thing);
    this.read.tell(thing && this.explain(thing), this.labels);
  }

  // -- What is said of a thing

  explain({ arc, path }) {
    return arc === undefined ? this.explainPath(this.picture.paths[path]) : this.explainArc(arc);
  }

  explainArc(number) {
    const { begin, end, piece, probability, cost, percent } = this.picture.arcs[number];
    const values = { piece: [element("code", {}, piece)], begin, end, probability, cost, share: percent };
    if (this.isHidden) return this.say("arc_hidden", values);
    const ways = using({ arc: number }, this.picture.paths).slice(0, LISTED_WAYS);
    const listed = ways.flatMap((place, at) => {
      const path = this.picture.paths[place];
      return [at ? ", " : " ", element("code", {}, this.piecesOf(path.arcs)), ` ${path.percent}`];
    });
    return [...this.say("arc", values), ...listed];
  }

  explainPath({ arcs, percent, product, cost }) {
    const pieces = [element("code", {}, this.piecesOf(arcs))];
    return this.say("path", { pieces, product, cost, share: percent, sum: this.picture.sum });
  }

  piecesOf(arcs) {
    return arcs.map((arc) => this.picture.arcs[arc].piece).join(" ");
  }

  /** An arc, as its option is called. */
  keyOf(number) {
    const { begin, end, piece } = this.picture.arcs[number];
    return `${piece} ${begin} → ${end}`;
  }

  /** What a screen reader says of an arc. */
  arcName(number, state) {
    const { begin, end, piece, probability } = this.picture.arcs[number];
    const name = this.say("arc_name", { piece, begin, end, probability }).join("");
    return SAID[state] ? `${name}, ${this.labels[SAID[state]]}` : name;
  }
}
