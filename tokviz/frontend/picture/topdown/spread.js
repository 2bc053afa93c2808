/* The words of a top-down training: pieces as boxes over letters, and below them where the step counts. */

import { element } from "../../shared/elements.js";
import { KeyedNodes, refill } from "../../shared/lists.js";
import { fadeIn, moveFrom, placesIn, showRows } from "../../shared/motion/motion.js";
import { HeadedList } from "../headed_list.js";
import { typeSize } from "../linking.js";
import { leastLetter, viewOf } from "../presented.js";
import { lanes } from "./layout.js";

const WIDEST = 34; // how wide a letter becomes at most, in pixels of a page of normal size
const LOWEST = 38; // a row takes no less
const SPREAD_LETTER = 16; // nor a letter, where a row can be left out for it
const SPREAD_HEIGHT = 1.15; // of its width
const SPREAD_AIR = 12; // in a row, besides letters and lanes
const LANE = 6; // what a lane of substrings takes
const LETTER_OF_CELL = 0.8; // how high type is, as in the sheet
const CELL_OF_LETTER = 0.75; // how wide a cell is at least in a hall
const SHARE = 0.42; // of the width that the words have, and at most in a hall
const MOST_SHARE = 0.68;
const TIMES = 3.4; // what is before a word, in em

export class SpreadWords extends HeadedList {
  rows = new KeyedNodes(({ root }) => root);
  fresh = []; // pieces and lines that this step adds

  constructor(picture) {
    super(picture, { root: "left", head: "words-head", list: "spread" }, null);
  }

  draw(isAgain = false) {
    const { height } = this.list.getBoundingClientRect();
    const size = typeSize(this.of.root);
    const lanesOf = (words) => Math.max(0, ...words.map(({ counted }) => Math.max(-1, ...this.lanesOf(counted)) + 1));
    const { isPresented } = this.of.stepper;
    const least = leastLetter(viewOf());
    const cell = isPresented ? Math.ceil(least * CELL_OF_LETTER) : 7;
    const letter = Math.max(SPREAD_LETTER, isPresented ? least / LETTER_OF_CELL / size : 0);
    const lowest = Math.max(LOWEST, letter * SPREAD_HEIGHT + SPREAD_AIR + lanesOf(this.of.shown) * LANE);
    const perColumn = Math.max(2, Math.floor(height / (lowest * size)));
    const needs = isPresented && this.of.shown.length > perColumn ? 2 : 1;
    this.share(
      isPresented ? needs * (this.longest(this.of.shown) * (least / LETTER_OF_CELL) + TIMES * 16 * size + 32) : 0,
    );
    const { width } = this.list.getBoundingClientRect();
    const columns = needs === 2 || (this.of.shown.length > perColumn && width > 480 * size) ? 2 : 1;
    const here = this.chosen(perColumn * columns);
    const longest = this.longest(here);
    const room = width / columns - TIMES * 16 * size - 16;
    this.list.style.setProperty("--columns", columns);
    const tall = height / Math.max(1, Math.ceil(here.length / columns));
    const byHeight = (tall - lanesOf(here) * LANE - SPREAD_AIR) / SPREAD_HEIGHT;
    this.list.style.setProperty("--cell", `${Math.max(cell, Math.min(WIDEST * size, room / longest, byHeight))}px`);
    const before = placesIn(this.list, [...this.rows.values()].map(this.rows.nodeOf));
    this.fresh = [];
    const nodes = showRows(this.list, this.rows, here, {
      key: ({ label }) => label,
      make: ({ label, count }) => this.makeRow(label, count),
      fill: (row, word, place) => this.fill(row, word, place),
    });
    moveFrom(this.list, nodes, before);
    for (const node of this.fresh) fadeIn(node);
    this.countWords(here.length, this.of.picture.words);
    const { height: left } = this.list.getBoundingClientRect();
    if (Math.abs(left - height) > 1 && !isAgain) this.draw(true); // the head takes more room, or less
  }

  /** The letters of the longest of these words. */
  longest(words) {
    return Math.max(1, ...words.map(({ pieces }) => pieces.at(-1)?.end ?? 1));
  }

  /** In a hall the words have as much of the width as they need. */
  share(needed) {
    const both = this.root.parentElement;
    const share = Math.min(MOST_SHARE, Math.max(SHARE, needed / Math.max(1, both.clientWidth)));
    both.style.setProperty("--words-share", `${100 * share}fr`);
    both.style.setProperty("--rest-share", `${100 - 100 * share}fr`);
  }

  /** The words to show where there is no room for all: those that count something first. */
  chosen(room) {
    const weight = ({ counted, pieces, isNew }) => Number(!counted.length && !pieces.some((_, at) => isNew(at)));
    const heaviest = new Set([...this.of.shown].sort((word, other) => weight(word) - weight(other)).slice(0, room));
    return this.of.shown.filter((word) => heaviest.has(word));
  }

  lanesOf(counted) {
    return lanes(
      counted.map(({ start }) => start),
      this.of.length,
    );
  }

  fill(row, { label, count, pieces, counted, isNew }, place) {
    row.times.tabIndex = place ? -1 : 0;
    row.times.ariaLabel = `${label}, ${this.of.numbers.format(count)}×: ${pieces.map(({ text }) => text).join(" ")}`;
    const boxes = pieces.map((piece, at) => this.box(row, piece, isNew(at)));
    const lanesOf = this.lanesOf(counted);
    const lines = counted.map((at, number) => this.line(row, at, lanesOf[number]));
    for (const node of [...row.boxes.dropped(), ...row.lines.dropped()]) node.remove();
    refill(row.word, [...boxes, ...lines]);
  }

  makeRow(label, count) {
    const times = element("button", { type: "button", class: "times" }, ...this.of.badge({ count }));
    const word = element("div", { class: "spelled", dir: "ltr", "aria-hidden": "true" });
    const root = element("div", { class: "row", "data-word": label }, times, word);
    return { root, times, word, boxes: new KeyedNodes(), lines: new KeyedNodes() };
  }

  /** A piece of a word, over its letters. */
  box(row, { start, end, letters, text }, isNew) {
    const node = row.boxes.take(`${start} ${text}`, () =>
      this.appear(element("span", { title: text }, ...letters.map((letter) => element("i", {}, letter)))),
    );
    node.className = isNew ? "piece new" : "piece";
    node.style.gridColumn = `${start + 1} / ${end + 1}`;
    return node;
  }

  /** A line below the letters of a substring that is counted. */
  line(row, /** @type {import("../../payloads").PlaceInWord} */ { start, token, taken_by: taker }, lane) {
    const node = row.lines.take(`${start} ${token}`, () => this.appear(element("i", { "data-token": token })));
    node.className = taker === undefined || this.of.options ? "counted" : "counted taken";
    node.style.gridColumn = `${start + 1} / ${start + this.of.length + 1}`;
    node.style.gridRow = lane + 2;
    return node;
  }

  /** Let a new element fade in once it is in the word. */
  appear(node) {
    this.fresh.push(node);
    return node;
  }

  relight(lit) {
    for (const [label, { root, lines }] of this.rows) {
      root.classList.toggle("dim", Boolean(lit.words) && !lit.words.has(label));
      for (const line of lines.values()) {
        line.classList.toggle("lit", lit.tokens.has(Number(line.dataset.token)));
      }
    }
  }
}
