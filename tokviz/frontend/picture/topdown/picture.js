/**
 * The picture of a top-down training: where words count substrings, what the next step selects from, what is kept, and
 * how far the search for the threshold is, all linked.
 *
 * What it is sent is a TopDownPicture of payloads.d.ts, and with each frame its TopDownParts.
 */

import { element, inline } from "../../shared/elements.js";
import { KeyedNodes } from "../../shared/lists.js";
import { moveFrom, placesIn, showRows } from "../../shared/motion/motion.js";
import { LinkedPicture, wordCounts } from "../linked_picture.js";
import { ranges } from "./layout.js";
import { ThresholdSearch } from "./search.js";
import { Selection } from "./selection.js";
import { SpreadWords } from "./spread.js";

const NOTHING = { tokens: new Set(), takers: new Set(), words: null };

export class TopDownPicture extends LinkedPicture {
  picture = /** @type {import("../../payloads").TopDownPicture} */ (null);
  frame = /** @type {import("../picture.js").Frame & import("../../payloads").TopDownParts} */ (null);
  kept = new KeyedNodes(); // token -> its element, which stays: it may have the focus, or be on its way

  constructor(stepper) {
    super(stepper);
    this.words = new SpreadWords(this);
    this.selection = new Selection(this);
    this.search = new ThresholdSearch(this);
    this.about = element("p", { class: "about" });
    this.tokens = element("div", { class: "tokens", role: "group" });
    this.build(
      "topdown",
      element("div", { class: "both" }, this.words.root, this.selection.root, this.search.root),
      this.read.root,
      element("div", { class: "vocabulary" }, this.about, this.tokens),
    );
  }

  setUp(payload) {
    super.setUp(payload);
    this.words.clear(this.labels.words_name);
    this.selection.clear(this.labels.candidates);
    this.kept.clear();
    this.tokens.replaceChildren();
    this.tokens.ariaLabel = this.labels.kept_name;
  }

  /** What its signs mean. */
  get signs() {
    const { labels } = this;
    return [
      { kind: "left", means: labels.sign_left },
      { kind: "taken", means: labels.sign_taken },
      { kind: "limit", means: labels.sign_limit },
      { kind: "stays", means: labels.sign_stays },
      { kind: "new", means: labels.sign_new },
    ];
  }

  draw(frame, step, { from, isStill }) {
    const { panel } = this.stepper;
    this.frame = frame;
    this.step = step;
    const isAsked = Boolean(frame.ask && frame.selection);
    this.options =
      isAsked && panel?.isOpen ? new Map(frame.ask.options.map(({ names: [token] }, at) => [token, at])) : null;
    this.root.classList.toggle("picks", isAsked);
    this.setMotion(step, from, isStill);
    this.length = frame.selection?.length ?? 0;
    this.shown = this.readRows();
    this.drawKept(); // before what takes the room that it leaves
    this.selection.root.hidden = !frame.selection;
    this.search.root.hidden = Boolean(frame.selection);
    this.words.draw();
    this.selection.draw();
    this.search.draw();
    this.linking.drawn(from === step);
  }

  /** The words of the frame, each with its pieces and what it counts. */
  readRows() {
    return this.rowsOf(this.frame).map((row) => {
      const texts = row.symbols.map((token) => this.text(token));
      const pieces = ranges(texts, this.picture.mark).map((range, at) => ({ ...range, text: texts[at] }));
      return { ...row, pieces, counted: this.frame.selection?.counted[row.label] ?? [] };
    });
  }

  drawKept() {
    this.about.replaceChildren(...inline(this.frame.vocabulary));
    const before = placesIn(this.tokens, this.kept.values());
    const nodes = showRows(this.tokens, this.kept, this.frame.kept, {
      key: ({ token }) => token,
      make: ({ token }) =>
        element("button", { type: "button", "data-token": token }, this.text(token), element("sup", {})),
      fill: (node, keptToken, place) => {
        node.tabIndex = place ? -1 : 0;
        node.className = keptToken.new ? "symbol fresh" : "symbol";
        node.lastChild.textContent = this.numbers.format(keptToken.remains);
      },
    });
    moveFrom(this.tokens, nodes, before);
  }

  /** A mark where each trial begins. */
  ticks() {
    const { trials } = this.picture;
    const { total } = this.stepper.payload;
    return trials.map(({ begins }, place) => {
      const node = element("i", {});
      node.style.left = `${(100 * begins) / Math.max(total, 1)}%`;
      node.style.setProperty("--hue", 255 - (205 * place) / Math.max(trials.length - 1, 1));
      return node;
    });
  }

  // -- Linking

  thingAt({ target }) {
    const token = target.closest("[data-token]");
    if (token) return { token: Number(token.dataset.token) };
    const word = target.closest("[data-word]");
    return word ? { word: word.dataset.word } : null;
  }

  /** Take a click on a row as the answer, if it is asked what is kept. */
  answer(event) {
    if (!this.options || this.stepper.panel.isResting) return false;
    const row = event.target.closest(".candidate");
    if (row) this.stepper.panel.take(this.options.get(this.text(Number(row.dataset.token))));
    return true;
  }

  show(thing) {
    const lit = thing ? this.lit(thing) : NOTHING;
    this.words.relight(lit);
    this.selection.relight(lit);
    for (const node of this.tokens.children) {
      const token = Number(node.dataset.token);
      node.classList.toggle("lit", lit.tokens.has(token));
      node.classList.toggle("part-of", lit.takers.has(token));
    }
    this.read.tell(thing && this.explain(thing), this.labels);
  }

  /** What lights up with a thing: tokens, those that took from them, and the words that count it. */
  lit({ token, word }) {
    if (word !== undefined) {
      const counted = this.shown.find(({ label }) => label === word)?.counted ?? [];
      return { tokens: new Set(counted.map((place) => place.token)), takers: new Set(), words: new Set([word]) };
    }
    const placesOf = ({ counted }) => counted.filter((place) => place.token === token);
    const counting = this.shown.filter((each) => placesOf(each).length);
    const takers = this.options ? [] : counting.flatMap(placesOf).map((place) => place.taken_by);
    return {
      tokens: new Set([token]),
      takers: new Set(takers.filter((taker) => taker !== undefined)),
      words: counting.length ? new Set(counting.map(({ label }) => label)) : null,
    };
  }

  // -- What is said of a thing

  explain({ token, word }) {
    if (word !== undefined) return this.explainWord(word);
    const code = [element("code", {}, this.text(token))];
    const row = this.frame.selection?.rows.find((each) => each.token === token);
    if (row) return this.explainRow(row, code);
    const keptToken = this.frame.kept.find((each) => each.token === token);
    return keptToken ? this.say("kept_with", { token: code, remains: this.numbers.format(keptToken.remains) }) : code;
  }

  /** @param {import("../../payloads").CountedSubstring} row */
  explainRow({ count, remains, kept, words, taken }, code) {
    if (this.options) return this.say("asked", { token: code });
    const { numbers, labels } = this;
    const added = wordCounts(words);
    const values = {
      token: code,
      count,
      remains: numbers.format(remains),
      taken: numbers.format(count - remains),
      threshold: numbers.format(this.frame.selection.threshold),
      outcome: kept ? labels.kept : labels.gone,
      sum: added.map((each) => `${each.word} ${numbers.format(each.count)}`).join(" + "),
      by: taken.flatMap((each, place) => [
        place ? ", " : "",
        element("code", {}, this.text(each.token)),
        ` ${numbers.format(each.count)}`,
      ]),
    };
    const names = ["counted", ...(added.length ? ["sum"] : [])];
    if (count === remains) names.push("left_all");
    else names.push(taken.length ? "taken" : "taken_many", "left");
    return names.flatMap((name) => this.say(name, values));
  }

  explainWord(label) {
    const { count, counted } = this.shown.find((word) => word.label === label);
    const values = { word: [element("code", {}, label)], count };
    if (!counted.length) return this.say("word_alone", values);
    const each = [...new Set(counted.map(({ token }) => token))];
    const tokens = each.flatMap((token, place) => [place ? ", " : "", element("code", {}, this.text(token))]);
    return this.say("word", { ...values, tokens });
  }
}
