/* The words of a top-down training: pieces as boxes over letters, and below them where the step counts. */

import { element } from "../../shared/elements.js";
import { HeadedList } from "../headed_list.js";
import { typeSize } from "../linking.js";
import { lanes } from "./layout.js";

const WIDEST = 34; // how wide a letter becomes at most, in pixels of a page of normal size
const LOWEST = 38; // a row takes no less
const SPREAD_LETTER = 16; // nor a letter, where a row can be left out for it
const SPREAD_HEIGHT = 1.15; // of its width
const SPREAD_AIR = 12; // in a row, besides letters and lanes
const LANE = 6; // what a lane of substrings takes
const TIMES = 3.4; // what stands before a word, in em

export class SpreadWords extends HeadedList {
  constructor(picture) {
    super(picture, { root: "left", head: "words-head", list: "spread" }, null);
  }

  draw(isAgain = false) {
    const { width, height } = this.list.getBoundingClientRect();
    const size = typeSize(this.of.root);
    const lanesOf = (words) => Math.max(0, ...words.map(({ casts }) => Math.max(-1, ...this.lanesOf(casts)) + 1));
    const lowest = Math.max(LOWEST, SPREAD_LETTER * SPREAD_HEIGHT + SPREAD_AIR + lanesOf(this.of.shown) * LANE);
    const perColumn = Math.max(2, Math.floor(height / (lowest * size)));
    const columns = this.of.shown.length > perColumn && width > 480 * size ? 2 : 1;
    const here = this.chosen(perColumn * columns);
    const longest = Math.max(1, ...here.map(({ pieces }) => pieces.at(-1)?.end ?? 1));
    const room = width / columns - TIMES * 16 * size - 16;
    this.list.style.setProperty("--columns", columns);
    const tall = height / Math.max(1, Math.ceil(here.length / columns));
    const byHeight = (tall - lanesOf(here) * LANE - SPREAD_AIR) / SPREAD_HEIGHT;
    this.list.style.setProperty("--cell", `${Math.max(7, Math.min(WIDEST * size, room / longest, byHeight))}px`);
    this.rows.clear();
    const had = this.list.getRootNode().activeElement?.closest?.("[data-word]")?.dataset.word;
    this.list.replaceChildren(...here.map((word, place) => this.row(word, place)));
    if (had) this.rows.get(had)?.querySelector("button").focus({ preventScroll: true });
    this.countWords(here.length, this.of.picture.words);
    const { height: left } = this.list.getBoundingClientRect();
    if (Math.abs(left - height) > 1 && !isAgain) this.draw(true); // the head takes more room, or less
  }

  /** The words to show where there is no room for all: those that count something first. */
  chosen(room) {
    const weight = ({ casts, pieces, isNew }) => Number(!casts.length && !pieces.some((_, at) => isNew(at)));
    const kept = new Set([...this.of.shown].sort((one, other) => weight(one) - weight(other)).slice(0, room));
    return this.of.shown.filter((word) => kept.has(word));
  }

  lanesOf(casts) {
    return lanes(
      casts.map(([start]) => start),
      this.of.length,
    );
  }

  row({ label, count, pieces, casts, isNew }, place) {
    const about = { type: "button", class: "times", tabindex: place ? -1 : 0 };
    const times = element("button", about, ...this.of.badge({ count }));
    times.ariaLabel = `${label}, ${this.of.numbers.format(count)}×: ${pieces.map(({ text }) => text).join(" ")}`;
    const boxes = pieces.map(({ start, end, letters, text }, at) => {
      const box = element("span", { class: isNew(at) ? "piece new" : "piece", title: text });
      box.style.gridColumn = `${start + 1} / ${end + 1}`;
      box.append(...letters.map((letter) => element("i", {}, letter)));
      return box;
    });
    const length = this.of.length;
    const rowOf = this.lanesOf(casts);
    const casting = casts.map(([start, token, taker], number) => {
      const line = element("i", { class: taker < 0 || this.of.options ? "cast" : "cast taken", "data-token": token });
      line.style.gridColumn = `${start + 1} / ${start + length + 1}`;
      line.style.gridRow = rowOf[number] + 2;
      return line;
    });
    const word = element("div", { class: "spelled", dir: "ltr", "aria-hidden": "true" }, ...boxes, ...casting);
    const row = element("div", { class: "row", "data-word": label }, times, word);
    this.rows.set(label, row);
    return row;
  }

  relight(lit) {
    for (const [label, row] of this.rows) {
      row.classList.toggle("dim", Boolean(lit.words) && !lit.words.has(label));
      for (const line of row.querySelectorAll(".cast")) {
        line.classList.toggle("lit", lit.tokens.has(Number(line.dataset.token)));
      }
    }
  }
}
