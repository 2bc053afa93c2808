/* The pieces of the picture of unigram training, in order: what each is worth, what it was, and what becomes of it. */

import { element, plainText, textOf } from "../../shared/elements.js";
import { FALL, fadeIn, leave, moveFrom, placesIn, showRows, TRAVEL } from "../../shared/motion/motion.js";
import { filled } from "../../shared/templates.js";
import { answeredRows } from "../asking/class_answers.js";
import { fillAnswers, votesIn, votesSign } from "../asking/votes.js";
import { HeadedList } from "../headed_list.js";
import { givenBy, givenTo, leftOut, longestOf, measureOf, toldApart } from "./scales.js";

const MOST_ROW = 30; // a row takes no more, in pixels of a page of normal size
const LINE = 20; // what is said below the rows
const FEW_ROWS = 8; // so few may be as high as options
const OPTION_ROW = 44; // of a question: large enough for a finger
const GROWING = [{ clipPath: "inset(0 100% 0 0)" }, { clipPath: "inset(0 0 0 0)" }];
const GROWING_MS = 480; // as long as the ribbons
const LEAST_PART = 0.004; // of a count: less of it has no bar of its own
const ARROWS = { up: "▲", down: "▼", removed: "✕", dropped: "✕", restored: "+" };

/** Its rows are of the texts of pieces. */
export class PieceRows extends HeadedList {
  cut = element("i", { class: "cut-line" });

  constructor(picture) {
    super(picture, { root: "column", head: "column-head", list: "pieces" });
    this.head.append(picture.exact);
  }

  drawHead() {
    const { view, isAsking } = this.of;
    const { name, shows } = view.heads.pieces;
    this.votes = votesIn(this.of.stepper.panel);
    const told = isAsking ? "" : ` · ${shows}`;
    const beside = this.votes ? [" · ", votesSign(this.of.stepper.panel)] : [told];
    this.title.replaceChildren(element("b", {}, name), ...beside);
    this.root.classList.toggle("with-votes", Boolean(this.votes));
  }

  /** height: of the room for the rows. */
  draw(height) {
    const { view, isAsking, size, least } = this.of;
    const rows = isAsking ? this.asked() : view.rows.map((row) => this.told(row));
    const line = this.toldOf([]) || rows.length * least > height ? LINE * size : 0; // what is said below the rows
    const fits = isAsking ? rows.length : Math.max(3, Math.floor((height - line) / least));
    const cut = rows.length > fits ? this.withCut(rows, fits) : rows;
    const shown = this.votes ? this.withVotes(rows, fits) : cut;
    const most = (isAsking || shown.length <= FEW_ROWS ? OPTION_ROW : MOST_ROW) * size;
    this.tall = Math.max(least, Math.min(most, (height - line) / Math.max(shown.length, 1)));
    this.list.style.setProperty("--piece", `${this.tall}px`);
    const letters = Math.max(...shown.map(({ text }) => text.length));
    const width = Math.min(9, Math.max(3, letters * 0.6 + (isAsking ? 2 : 1)));
    this.list.style.setProperty("--symbol", `calc(${width} * var(--rem, 1rem))`);
    this.list.classList.toggle("asks", isAsking);
    const texts = new Set(shown.map(({ text }) => text));
    this.more.textContent = this.toldOf(rows.filter(({ text }) => !texts.has(text)));
    this.more.style.transform = `translateY(${shown.length * this.tall}px)`;
    this.longest = longestOf(view, this.of.longest);
    const measure = measureOf(view.kind);
    this.isAnew = measure !== this.measure;
    this.measure = measure;
    this.list.classList.toggle("anew", this.isAnew);
    const isCounted = view.kind === "expect" && !isAsking;
    this.given = isCounted ? givenTo(this.of.words.here, this.of.counts) : new Map();
    this.byText = new Map(shown.map((row) => [row.text, row]));
    this.before = placesIn(this.list, this.rows.values());
    this.shown = showRows(this.list, this.rows, shown, {
      key: ({ text }) => text,
      make: ({ text }) => this.makeRow(text),
      fill: (node, row, place) => this.fill(node, row, place),
      gone: (node) => this.drop(node),
    });
    this.list.append(this.more);
    this.drawCut(isAsking ? null : this.cutAmong(rows, shown));
  }

  /** What is said of the rows that the window has no room for, and of the pieces that have none, as one. */
  toldOf(hidden) {
    const { view, isAsking, labels } = this.of;
    if (isAsking) return this.others(hidden.length);
    const write = { count: (number) => this.of.numbers.format(number), sum: (value) => this.of.number(value) };
    return leftOut(view, hidden, labels, write);
  }

  /** Let a piece that was removed fall; of others those fade whose place no other row takes. */
  drop(node) {
    const isRemoved = node.classList.contains("removed");
    if (this.isAnew && !isRemoved) node.remove();
    else leave(node, null, isRemoved ? FALL : undefined);
  }

  /**
   * Let what changed its place travel. Where rows have another measure, such as losses after probabilities, their order
   * is another one, too: they would travel through each other, so they appear where they are.
   */
  move() {
    if (this.isAnew) for (const node of [...this.shown, this.more]) fadeIn(node, TRAVEL);
    else moveFrom(this.list, this.shown, this.before);
  }

  /** Of too many rows those from the top, and of a pruning those on either side of the line. */
  withCut(rows, fits) {
    const cut = this.of.view.cut ?? 0;
    const first = Math.max(0, Math.min(cut - Math.ceil(fits / 2), rows.length - fits));
    return rows.slice(first, first + fits);
  }

  /** The rows with all that the class chose among them: also single letters, which are never removed. */
  withVotes(rows, fits) {
    const { picture } = this.of;
    const unlisted = ({ names: [text], told }) => {
      const row = { text, piece: picture.pieces.indexOf(text), value: 0, before: null };
      return { ...row, names: [text], kinds: ["apart"], worth: "", note: [plainText(told)] };
    };
    const named = rows.map((row) => ({ ...row, names: [row.text] }));
    return answeredRows(named, this.votes, fits, unlisted);
  }

  /** How many of the rows that are shown are above the line. */
  cutAmong(rows, shown) {
    const { cut } = this.of.view;
    const above = new Set(rows.slice(0, cut ?? 0).map(({ text }) => text));
    return cut ? shown.filter(({ text }) => above.has(text)).length : null;
  }

  drawCut(cut) {
    if (!cut) {
      this.cut.remove();
      return;
    }
    const isNew = !this.cut.isConnected;
    this.cut.style.transform = `translateY(${cut * this.tall - 1}px)`;
    if (!isNew) return;
    this.list.append(this.cut);
    fadeIn(this.cut);
  }

  /** The rows while it is asked which of them goes: options, in an order that betrays nothing. */
  asked() {
    const { ask } = this.of.stepper.panel;
    return ask.options.map(({ names: [text] }, number) => ({
      text,
      number,
      kinds: ["option"],
      worth: "?",
      note: [],
    }));
  }

  /** What a row shows. @param {import("../../payloads").PieceBar} row */
  told({ piece, value, before, standing, worth, exact, note }) {
    const text = this.of.text(piece);
    const kinds = [...(standing ? [standing] : []), ...this.of.picked([text])];
    const row = { text, piece, value, before, standing, kinds, worth: this.of.isExact ? exact : worth, note };
    if (typeof before !== "number") return { ...row, sign: ARROWS[standing] ?? "" };
    return { ...row, ...this.change(row, ARROWS[standing] ?? "") };
  }

  /** How a change is written: with digits enough to see it; one that none shows is none. */
  change({ value, before, worth }, sign) {
    const was = this.of.number(before);
    if (!this.of.isExact && was === worth) {
      const [now, old] = toldApart(value, before, this.of.payload.lang);
      return now === old ? { was: "", sign: "" } : { worth: now, was: old, sign };
    }
    return was === worth ? { was: "", sign: "" } : { was, sign };
  }

  makeRow(text) {
    const symbol = element("span", { class: "symbol" }, text);
    const parts = ["before", "now", "parts"].map((kind) => element("i", { class: kind }));
    const bar = element("span", { class: "bar" }, ...parts);
    const rank = element("kbd", { "aria-hidden": "true" });
    const name = element("span", { class: "name" }, rank, symbol);
    return element("button", { type: "button", "data-key": text }, name, bar, element("span", { class: "worth" }));
  }

  fill(node, row, place) {
    node.style.transform = `translateY(${place * this.tall}px)`;
    node.tabIndex = place ? -1 : 0;
    node.className = ["piece", ...row.kinds].join(" ");
    const isOption = row.number !== undefined;
    if (isOption) {
      node.dataset.option = row.number;
      delete node.dataset.piece;
    } else {
      delete node.dataset.option;
      node.dataset.piece = row.piece;
    }
    const [name, bar, worth] = node.children;
    name.firstChild.textContent = isOption ? `${row.number + 1}` : "";
    const hasBefore = row.before !== null && row.before !== undefined;
    const [now, before] = [isOption ? 1 : row.value / this.longest, (row.before ?? 0) / this.longest];
    bar.children[0].hidden = !hasBefore;
    bar.children[0].style.setProperty("--share", before);
    bar.children[1].style.setProperty("--share", now);
    if (hasBefore) this.slide(bar.children[1], before, now);
    node.style.setProperty("--share", Math.max(now, before));
    const given = this.given.get(row.piece);
    node.classList.toggle("stacked", Boolean(given));
    this.fillParts(bar.children[2], given);
    const old = worth.textContent;
    fillAnswers(node, row.answers, this.votes, this.of.payload.lang);
    this.fillWorth(worth, row);
    if (old && old !== worth.textContent && !this.isAnew) fadeIn(worth, TRAVEL); // numbers do not slide over each other
    node.ariaLabel = isOption
      ? this.of.labels.option.replace("{piece}", row.text)
      : [`${row.text}: ${row.worth}`, this.sumOf(given), plainText(row.note)].filter(Boolean).join(", ");
  }

  /** Let a bar slide from what it was before. */
  slide(node, before, now) {
    if (this.of.isStill) return;
    const width = (share) => `calc(100% * ${share})`;
    node.animate([{ width: width(before) }, { width: width(now) }], TRAVEL);
  }

  fillWorth(worth, row) {
    const isNumber = row.number === undefined;
    const note = row.was ? [row.was] : row.note;
    worth.replaceChildren(
      element("b", isNumber ? { title: String(row.value) } : {}, row.worth),
      ...(row.sign ? [element("i", { class: "sign" }, row.sign)] : []),
      ...(note.length ? [element("small", {}, ...this.parts(note))] : []),
    );
  }

  /** A count as a stack of what each word gives, in its color. @param {Map<number, number>} [given] */
  fillParts(stack, given = new Map()) {
    const old = new Map([...stack.children].map((/** @type {HTMLElement} */ part) => [Number(part.dataset.of), part]));
    const parts = [...given].filter(([, value]) => value > LEAST_PART).sort(([one], [other]) => one - other);
    const nodes = parts.map(([word, value]) => {
      const part = old.get(word) ?? element("i", { class: "part of-word", "data-of": word });
      part.style.setProperty("--w", this.of.hueOf(word));
      part.style.setProperty("--share", value / this.longest);
      part.title = `${this.of.picture.words[word].text}: ${value}`;
      return part;
    });
    const isNew = nodes.length > 0 && !stack.children.length;
    stack.replaceChildren(...nodes);
    if (isNew && !this.of.isStill) stack.animate(GROWING, { ...TRAVEL, duration: GROWING_MS });
  }

  /** What the words give, for those who do not see the colors. @param {Map<number, number>} [given] */
  sumOf(given) {
    const parts = [...(given ?? [])]
      .filter(([, value]) => value > LEAST_PART)
      .sort(([, one], [, other]) => other - one);
    const words = parts
      .slice(0, 3)
      .map(([word, value]) => `${this.of.picture.words[word].text} ${this.of.number(value)}`);
    return words.join(" + ") + (parts.length > words.length ? " …" : "");
  }

  /** A note as text and elements; a word keeps its own direction. @param {import("../../payloads").PieceBar["note"]} note */
  parts(note) {
    return note.map((part) => (typeof part === "string" ? part : element("bdi", {}, textOf(part))));
  }

  /** Where ribbons arrive at each piece, in the picture's own pixels. */
  places(origin) {
    const box = this.list.getBoundingClientRect();
    const x = box.left - origin.left - 2;
    return new Map(
      this.shown.map((node, place) => {
        const y = box.top - origin.top + (place + 0.5) * this.tall;
        return [Number(node.dataset.piece), { x, y, height: this.tall * 0.92 }];
      }),
    );
  }

  /** Light up what belongs to a thing; of a count, say how much comes from the word. */
  relight(thing, lit) {
    const { view, isAsking } = this.of;
    const looked = this.of.looked?.piece;
    this.list.classList.toggle("by-word", thing?.word !== undefined && view.kind === "expect");
    const isCounted = view.kind === "expect" && !isAsking;
    for (const [text, node] of this.rows) {
      const piece = Number(node.dataset.piece);
      const row = this.byText.get(text);
      node.classList.toggle("lit", Boolean(lit?.pieces.has(piece)));
      node.classList.toggle("looked", !isAsking && piece === looked);
      if (row && isCounted) this.relightCount(node, row, thing);
    }
  }

  /** Say how much of a count comes from a word, or all of it, where none is lit. */
  relightCount(node, row, thing) {
    const { words, counts, labels } = this.of;
    const isOfWord = thing?.word !== undefined;
    const part = isOfWord ? givenBy(thing, row.piece, words.here, counts) : 0;
    node.classList.toggle("pale", isOfWord && part <= LEAST_PART);
    for (const stacked of node.querySelectorAll(".part")) {
      stacked.classList.toggle("off", isOfWord && Number(stacked.dataset.of) !== thing.word);
    }
    const worth = node.querySelector(".worth");
    if (isOfWord && part > LEAST_PART) worth.replaceChildren(...this.partOf(part, row, labels.of));
    else this.fillWorth(worth, row);
  }

  /** "1.5 of 7.5", the part in bold. */
  partOf(part, row, template) {
    const number = element("b", { title: String(part) }, this.of.number(part));
    const parts = filled(template, { part: [number], whole: row.worth });
    return parts.map((text) => (typeof text === "string" ? element("small", {}, text) : text));
  }
}
