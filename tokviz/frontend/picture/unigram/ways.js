/* The words of the picture of unigram training: each with its likeliest segmentations, their shares as bars. */

import { element } from "../../shared/elements.js";
import { KeyedNodes } from "../../shared/lists.js";
import { moveFrom, placesIn, showRows } from "../../shared/motion/motion.js";
import { HeadedList } from "../headed_list.js";
import { percentOf, waysShown, waysThatFit } from "./scales.js";

const TALL_LINE = 26; // a line takes no more, in pixels of a page of normal size
const BIG_LINE = 38; // where each word has few
const AIR = 2; // between two words
const OTHER_WAYS = "others"; // the key of their line

/** Its rows are of the numbers of words. */
export class WordWays extends HeadedList {
  rows = new KeyedNodes(({ root }) => root);

  constructor(picture) {
    super(picture, { root: "column", head: "column-head", list: "words" });
  }

  /** height: of the room for the rows; least: what a line takes at least. */
  draw(height, least) {
    const { size, segmented, isNarrow } = this.of;
    const lines = (height - AIR * segmented.length) / least;
    const fits = waysThatFit(segmented, lines, isNarrow);
    this.here = segmented.slice(0, fits.words);
    this.before = placesIn(this.list, this.moving);
    const shown = this.here.map((segmentedWord) => waysShown(segmentedWord, fits.ways, fits.others));
    const lineCount = shown.reduce((sum, { shown: ways, others }) => sum + ways.length + Number(others > 0), 0);
    const room = (height - AIR * this.here.length) / Math.max(1, lineCount);
    const most = (lineCount <= this.here.length + 2 ? BIG_LINE : TALL_LINE) * size;
    this.list.style.setProperty("--way", `${Math.max(least, Math.min(most, room))}px`);
    showRows(this.list, this.rows, this.here, {
      key: ({ word }) => word,
      make: ({ word }) => this.makeWord(word),
      fill: (node, word, place) => {
        node.number.tabIndex = place ? -1 : 0;
        this.fill(node, word, shown[place]);
      },
    });
    this.more.textContent = this.of.stepper.wordsOf(this.here.length, this.of.picture.total);
  }

  /** What travels: not whole words, but their counts and their ways, which change places within a word, too. */
  get moving() {
    return [...this.rows.values()].flatMap(({ number, lines }) => [number, ...lines.values()]);
  }

  /** Let what changed its place travel. */
  move() {
    moveFrom(this.list, this.moving, this.before);
  }

  drawHead() {
    const { name, shows } = this.of.view.heads.words;
    this.title.replaceChildren(element("b", {}, name), ` · ${shows}`);
    this.of.stepper.putSearch(this.head);
  }

  makeWord(number) {
    const { text: label, count } = this.of.picture.words[number];
    const about = { type: "button", class: "times", "data-word": number, tabindex: -1 };
    const times = element("button", about, ...this.of.badge({ count }));
    times.ariaLabel = `${label} ${this.of.numbers.format(count)}×`;
    const ways = element("div", { class: "ways" });
    const root = element("div", { class: "row", "data-row": label, "data-word": number }, times, ways);
    return { root, number: times, ways, lines: new KeyedNodes() };
  }

  /** @param {import("../../payloads").SegmentedWord} segmented */
  fill(node, segmented, { shown, others, share }) {
    showRows(node.ways, node.lines, others ? [...shown, null] : shown, {
      key: (way) => (way ? `${way.pieces.join(" ")} ${way.left}` : OTHER_WAYS),
      make: (way) => this.makeLine(way ? "button" : "div"),
      fill: (line, way, place) => {
        if (!way) {
          this.fillOthers(line, others, share);
          return;
        }
        line.dataset.way = segmented.ways.indexOf(way);
        line.dataset.word = segmented.word;
        this.fillWay(line, way, place, node.root.dataset.row);
      },
    });
  }

  /** A way of a word, or the line of all others: text, a bar, a share, which stay, so that the bar is seen to grow. */
  makeLine(tag) {
    const mass = element("span", { class: "mass" }, element("i", {}), element("span", { class: "note" }));
    const parts = [element("span", { class: "chips" }), mass, element("span", { class: "share" })];
    return element(tag, tag === "button" ? { type: "button", tabindex: -1 } : {}, ...parts);
  }

  fillOthers(node, others, share) {
    node.className = "way others";
    this.fillLine(node, [this.of.labels.more.replace("{number}", this.of.amount(others))], share);
  }

  fillWay(node, /** @type {import("../../payloads").WordSegmentation} */ way, place, label) {
    const { pieces, unknown, left, share, standing } = way;
    const { labels } = this.of;
    const chips = pieces.map((piece, at) => this.of.chip(piece, unknown.includes(at), standing === "now"));
    if (left) chips.push(element("span", { class: "left" }, `… +${this.of.numbers.format(left)}`));
    const note = labels[standing] ?? "";
    const isPlain = share === null || this.of.isPruning || ["as-good", "rounded"].includes(standing);
    node.className = ["way", place ? "" : "first", isPlain ? "plain" : "", standing].filter(Boolean).join(" ");
    node.firstChild.dir = "auto";
    this.fillLine(node, chips, isPlain ? null : share, note);
    const names = pieces.map((piece) => this.of.text(piece)).join(" ");
    node.ariaLabel = [`${label}: ${names}`, isPlain ? "" : this.percent(share), note].filter(Boolean).join(", ");
  }

  /** share: null where there is no bar. */
  fillLine(node, text, share, note = "") {
    const [chips, mass, percent] = node.children;
    const [bar, noteNode] = mass.children;
    chips.replaceChildren(...text);
    bar.style.setProperty("--share", share ?? 0);
    noteNode.textContent = note;
    percent.textContent = share === null ? "" : this.percent(share);
  }

  percent(share) {
    return percentOf(share, this.of.payload.lang);
  }

  /** Where ribbons leave each word, in the picture's own pixels: behind its ways, or where the column ends. */
  places(origin) {
    const placesOf = new Map();
    const edge = this.root.getBoundingClientRect().right - origin.left + 4;
    for (const [number, { root, ways }] of this.rows) {
      const { top, bottom, height } = root.getBoundingClientRect();
      const ends = [...ways.querySelectorAll(".way.plain .chips > :last-child, .way.plain .note:not(:empty)")];
      const x = ends.map((node) => node.getBoundingClientRect().right - origin.left + 8);
      const isShort = this.of.isPruning && x.length > 0;
      placesOf.set(number, {
        x: isShort ? Math.min(edge, Math.max(...x)) : edge,
        y: (top + bottom) / 2 - origin.top,
        height: height * 0.9,
      });
    }
    return placesOf;
  }

  /** Pale what does not belong to what is lit, and mark the pieces and the way that do. */
  relight(thing, lit) {
    for (const [number, { root }] of this.rows) {
      root.classList.toggle("dim", Boolean(lit && !lit.words.has(number)));
      for (const way of root.querySelectorAll("button.way")) {
        const isIt = thing?.word === number && thing.way === Number(way.dataset.way);
        way.classList.toggle("lit", isIt);
      }
      for (const chip of root.querySelectorAll(".chip")) {
        chip.classList.toggle("lit", Number(chip.dataset.piece) === thing?.piece);
      }
    }
  }
}
