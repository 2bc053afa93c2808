/**
 * The picture of a top-down training: where words count substrings, what the next step selects from, what is kept, and
 * how far the search for the threshold is, all linked.
 *
 * @typedef {object} TopDownOf          what the payload holds for it
 * @property {number} words             how many words the corpus has
 * @property {number} perTrial          how many steps a trial has
 * @property {[number, number, number, number, string, number][]} trials
 *   lower, upper, threshold, size, judgement, the step that it begins with
 * @property {Record<string, string>} labels
 *
 * A frame has `kept`, [token, what remained, whether it is new], `shelf`, and where the next step selects `select`:
 * `title`, `threshold`, `total`, `rows` ([token, count, remains, whether it is kept, words that add to the count, tokens
 * that took from it]) and `casts` (word -> [where it begins, token, token that took it or -1]).
 */

import { element, inline } from "../../shared/elements.js";
import { KeyedNodes } from "../../shared/lists.js";
import { moveFrom, placesIn, showRows } from "../../shared/motion/motion.js";
import { LinkedPicture } from "../linked_picture.js";
import { ranges } from "./layout.js";
import { ThresholdSearch } from "./search.js";
import { Selection } from "./selection.js";
import { SpreadWords } from "./spread.js";

const NOTHING = { tokens: new Set(), takers: new Set(), words: null };

export class TopDownPicture extends LinkedPicture {
  kept = new KeyedNodes(); // token -> its element, which stays: it may have the focus, or be on its way

  constructor(stage) {
    super(stage);
    this.words = new SpreadWords(this);
    this.selection = new Selection(this);
    this.search = new ThresholdSearch(this);
    this.about = element("p", { class: "about" });
    this.tokens = element("div", { class: "tokens", role: "group" });
    this.build(
      "topdown",
      element("div", { class: "both" }, this.words.root, this.selection.root, this.search.root),
      this.read.root,
      element("div", { class: "shelf" }, this.about, this.tokens),
    );
  }

  setUp(payload) {
    super.setUp(payload);
    this.words.clear(this.labels.words_name);
    this.selection.clear(this.labels.candidates);
    this.kept.clear();
    this.tokens.replaceChildren();
    this.tokens.ariaLabel = this.labels.shelf_name;
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
    const { panel } = this.stage;
    this.frame = frame;
    this.step = step;
    const isAsked = Boolean(frame.ask && frame.select);
    this.options = isAsked && panel?.isOpen ? new Map(frame.ask.options.map(({ label }, at) => [label[1], at])) : null;
    this.root.classList.toggle("picks", isAsked);
    this.setMotion(step, from, isStill);
    this.length = frame.select?.length ?? 0;
    this.shown = this.readRows();
    this.drawShelf(); // before what takes the room that it leaves
    this.selection.root.hidden = !frame.select;
    this.search.root.hidden = Boolean(frame.select);
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
      return { ...row, pieces, casts: this.frame.select?.casts[row.label] ?? [] };
    });
  }

  drawShelf() {
    this.about.replaceChildren(...inline(this.frame.shelf));
    const before = placesIn(this.tokens, this.kept.values());
    const nodes = showRows(this.tokens, this.kept, this.frame.kept, {
      key: ([token]) => token,
      make: ([token]) =>
        element("button", { type: "button", "data-token": token }, this.text(token), element("sup", {})),
      fill: (node, [, left, isNew], place) => {
        node.tabIndex = place ? -1 : 0;
        node.className = isNew ? "symbol fresh" : "symbol";
        node.lastChild.textContent = this.numbers.format(left);
      },
    });
    moveFrom(this.tokens, nodes, before);
  }

  /** A mark where each trial begins. */
  ticks() {
    const { trials } = this.picture;
    const { total } = this.stage.payload;
    return trials.map(([, , , , , begins], place) => {
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
    if (!this.options || this.stage.panel.isResting) return false;
    const row = event.target.closest(".candidate");
    if (row) this.stage.panel.take(this.options.get(this.text(Number(row.dataset.token))));
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
      const casts = this.shown.find(({ label }) => label === word)?.casts ?? [];
      return { tokens: new Set(casts.map(([, each]) => each)), takers: new Set(), words: new Set([word]) };
    }
    const counting = this.shown.filter(({ casts }) => casts.some(([, each]) => each === token));
    const takers = this.options ? [] : counting.flatMap(({ casts }) => casts.filter(([, each]) => each === token));
    return {
      tokens: new Set([token]),
      takers: new Set(takers.map(([, , taker]) => taker).filter((taker) => taker >= 0)),
      words: counting.length ? new Set(counting.map(({ label }) => label)) : null,
    };
  }

  // -- What is said of a thing

  explain({ token, word }) {
    if (word !== undefined) return this.explainWord(word);
    const code = [element("code", {}, this.text(token))];
    const row = this.frame.select?.rows.find(([each]) => each === token);
    if (row) return this.explainRow(row, code);
    const kept = this.frame.kept.find(([each]) => each === token);
    return kept ? this.say("kept_with", { token: code, remains: this.numbers.format(kept[1]) }) : code;
  }

  explainRow([, count, remains, isKept, words, takers], code) {
    if (this.options) return this.say("asked", { token: code });
    const { numbers, labels } = this;
    const values = {
      token: code,
      count: numbers.format(count),
      remains: numbers.format(remains),
      taken: numbers.format(count - remains),
      threshold: numbers.format(this.frame.select.threshold),
      fate: isKept ? labels.kept : labels.gone,
      sum: words.map(([word, total]) => `${word} ${numbers.format(total)}`).join(" + "),
      by: takers.flatMap(([token, each], place) => [
        place ? ", " : "",
        element("code", {}, this.text(token)),
        ` ${numbers.format(each)}`,
      ]),
    };
    const names = ["counted", ...(words.length ? ["sum"] : [])];
    if (count === remains) names.push("left_all");
    else names.push(takers.length ? "taken" : "taken_many", "left");
    return names.flatMap((name) => this.say(name, values));
  }

  explainWord(label) {
    const { count, casts } = this.shown.find((word) => word.label === label);
    const values = { word: [element("code", {}, label)], count: this.numbers.format(count) };
    if (!casts.length) return this.say("word_alone", values);
    const each = [...new Set(casts.map(([, token]) => token))];
    const tokens = each.flatMap((token, place) => [place ? ", " : "", element("code", {}, this.text(token))]);
    return this.say("word", { ...values, tokens });
  }
}
