/* The words of the picture of unigram training: each in its color, with its likeliest segmentations, their shares as
 * bars; before a pruning its best segmentation, and below that the one without the piece that is looked at. */

import { element } from "../../shared/elements.js";
import { KeyedNodes } from "../../shared/lists.js";
import { fadeIn, moveFrom, placesIn, showRows, TRAVEL } from "../../shared/motion/motion.js";
import { fill } from "../../shared/templates.js";
import { HeadedList } from "../headed_list.js";
import { percentOf, timesLess, waysShown, waysThatFit } from "./scales.js";

const TALL_LINE = 26; // a line takes no more, in pixels of a page of normal size
const BIG_LINE = 38; // where each word has few
const ONE_LINE = 72; // where there is one word
const AIR = 6; // between two words
const LITTLE_AIR = 2; // and on a phone, and in a hall
const NAME_LETTER = 0.72; // the width of a letter of a word's name, in rem
const OTHER_WAYS = "others"; // the key of their line
const WITHOUT = "without"; // and of that of a word that is split again
const SAME = 1.05; // so many times less likely is not said

/** Its rows are of the numbers of words. */
export class WordWays extends HeadedList {
  rows = new KeyedNodes(({ root }) => root);

  constructor(picture) {
    super(picture, { root: "column", head: "column-head", list: "words" });
  }

  /** How much is between two words. */
  get air() {
    return this.of.isNarrow || this.of.stepper.isPresented ? LITTLE_AIR : AIR;
  }

  /** Say how high the room for the rows is, and what a line takes at least. */
  size(height, least) {
    this.height = height;
    this.least = least;
    const twoEach = 2 * this.of.segmented.length * (least + this.air / 2);
    this.isScarce = this.of.isNarrow || twoEach > height;
  }

  draw() {
    const { size, segmented, isNarrow } = this.of;
    const { height, least, air } = this;
    const lines = (height - air * segmented.length) / least;
    const fits = this.isSplitAgain ? { words: 0, ways: 1, others: false } : waysThatFit(segmented, lines, isNarrow);
    this.here = this.isSplitAgain ? this.splitAgain(lines) : segmented.slice(0, fits.words);
    this.of.colorWords(segmented.map(({ word }) => word)); // in their order, whichever fit
    this.before = placesIn(this.list, this.moving);
    const shown = this.here.map((segmentedWord) => waysShown(segmentedWord, fits.ways, fits.others));
    const linesOf = ({ shown: ways, others }, place) =>
      this.isSplitAgain ? this.linesOf(this.here[place]) : ways.length + Number(others > 0);
    const lineCount = shown.reduce((sum, ways, place) => sum + linesOf(ways, place), 0);
    const room = (height - air * this.here.length) / Math.max(1, lineCount);
    const few = lineCount <= 2 * this.here.length ? BIG_LINE : TALL_LINE;
    const most = (this.here.length === 1 ? ONE_LINE : few) * size;
    const tall = Math.max(least, Math.min(most, room));
    this.list.style.setProperty("--way", `${tall}px`);
    this.alignColumns(
      shown.flatMap(({ shown: ways }) => ways),
      tall,
    );
    const letters = Math.max(...this.here.map(({ word }) => [...this.of.picture.words[word].text].length));
    this.list.style.setProperty("--name", `calc(${Math.min(letters, 11) * NAME_LETTER + 1.2} * var(--rem, 1rem))`);
    this.list.classList.toggle("alone", this.here.length === 1 && !this.isSplitAgain);
    showRows(this.list, this.rows, this.here, {
      key: ({ word }) => word,
      make: ({ word }) => this.makeWord(word),
      fill: (node, word, place) => {
        node.number.tabIndex = place ? -1 : 0;
        this.fill(node, word, shown[place]);
      },
    });
    this.stack();
    this.more.textContent = this.of.step ? this.of.stepper.wordsOf(this.here.length, this.of.picture.total) : "";
  }

  /** Put the products of the word that is alone below its segmentations, if one is cut beside them. */
  stack() {
    const { classList } = this.list;
    classList.remove("stacked");
    if (!classList.contains("alone")) return;
    const products = [...this.list.querySelectorAll(".product")];
    classList.toggle(
      "stacked",
      products.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
    );
  }

  /** Have the bars of all words begin at one place, behind the longest segmentation and the longest product. */
  alignColumns(ways, tall) {
    const letter = Math.min(ways[0]?.chances ? 1.6 : 0.95, (0.6 * tall) / (16 * this.of.size));
    const widthOf = (/** @type {import("../../payloads").WordSegmentation} */ { pieces }) =>
      pieces.reduce(
        (sum, piece) => sum + letter * Math.max(1.4, 0.62 * [...this.of.text(piece)].length + 0.7) + 0.3,
        0.2,
      );
    const longest = Math.min(12, Math.max(0, ...ways.map(widthOf)));
    this.list.style.setProperty("--chips", `calc(${longest.toFixed(2)} * var(--rem, 1rem))`);
    const lengths = ways.map(({ chances, product }) => {
      const numbers = [...(chances ?? []), product].map((value) => this.of.number(value));
      return chances ? numbers.join(" × ").length : 0;
    });
    this.list.style.setProperty("--product", `${Math.min(44, Math.max(0, ...lengths) + 2)}ch`);
  }

  /** Whether words are shown with and without a piece. */
  get isSplitAgain() {
    return this.of.view.kind === "prune";
  }

  /** The words of a pruning that fit into so many lines; where these are few, those that are split again come first. */
  splitAgain(lines) {
    const { segmented } = this.of;
    const isFirst = (word) => Number(Boolean(this.againOf(word)));
    const inOrder = this.isScarce ? [...segmented].sort((one, other) => isFirst(other) - isFirst(one)) : segmented;
    let left = lines;
    return inOrder.filter((word, place) => {
      left -= this.linesOf(word);
      return left >= 0 || !place;
    });
  }

  /** How a word is split without the piece that is looked at, if it is split again. */
  againOf({ word }) {
    return this.of.looked?.resplit?.find((again) => again.word === word);
  }

  /** The lines of a word of a pruning: two where there is room, so that nothing moves when another piece is looked at. */
  linesOf(word) {
    return this.isScarce && !this.againOf(word) ? 1 : 2;
  }

  /** What travels: not whole words, but their names and their ways, which change places within a word, too. */
  get moving() {
    return [...this.rows.values()].flatMap(({ number, lines }) => [number, ...lines.values()]);
  }

  /** Let what changed its place travel. Where a pruning begins or ends, lines are about other ways: they appear. */
  move() {
    const hasTurned = this.isSplitAgain !== this.wasSplitAgain;
    this.wasSplitAgain = this.isSplitAgain;
    if (!hasTurned) {
      moveFrom(this.list, this.moving, this.before);
      return;
    }
    const rows = [...this.rows.values()];
    const names = rows.map(({ number }) => number);
    moveFrom(this.list, names, this.before);
    for (const line of rows.flatMap(({ lines }) => [...lines.values()])) fadeIn(line, TRAVEL);
  }

  drawHead() {
    const { name, shows } = this.of.view.heads.words;
    this.title.replaceChildren(element("b", {}, name), ` · ${shows}`);
    this.of.stepper.putSearch(this.head);
  }

  makeWord(number) {
    const { text: label, count } = this.of.picture.words[number];
    const about = { type: "button", class: "times of-word", "data-word": number, tabindex: -1 };
    const often = element("span", { class: "often" }, ...this.of.badge({ count }));
    const times = element("button", about, often, element("span", { class: "name", dir: "auto" }, label));
    times.ariaLabel = `${label} ${this.of.numbers.format(count)}×`;
    const ways = element("div", { class: "ways" });
    const root = element("div", { class: "row of-word", "data-row": label, "data-word": number }, times, ways);
    return { root, number: times, ways, lines: new KeyedNodes() };
  }

  /** @param {import("../../payloads").SegmentedWord} segmented */
  fill(node, segmented, { shown, others, share }) {
    node.root.style.setProperty("--w", this.of.hueOf(segmented.word));
    if (this.isSplitAgain) {
      this.fillSplitAgain(node, segmented);
      return;
    }
    node.root.classList.remove("quiet");
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
        this.fillWay(line, way, { label: node.root.dataset.row, place });
      },
    });
  }

  /** A word with the piece that is looked at, and without it. */
  fillSplitAgain(node, segmented) {
    const again = this.againOf(segmented);
    const isCompared = again && again.likelihood !== "unused";
    node.root.classList.toggle("quiet", Boolean(this.of.looked) && !isCompared);
    const way = this.wayWith(segmented, again);
    showRows(node.ways, node.lines, this.linesOf(segmented) > 1 ? [way, null] : [way], {
      key: (one) => (one ? `${one.pieces.join(" ")} ${one.left}` : WITHOUT),
      make: (one) => this.makeLine(one ? "button" : "div"),
      fill: (line, one) => {
        if (one) {
          if (way === segmented.ways[0]) line.dataset.way = 0;
          else delete line.dataset.way;
          line.dataset.word = segmented.word;
          this.fillWay(line, way, { label: node.root.dataset.row, place: 0, isSplit: Boolean(isCompared) });
        } else this.fillWithout(line, again);
      },
    });
  }

  /** The best way of a word that has the piece that is looked at; where none is looked at, its best way. */
  wayWith({ ways: [best] }, again) {
    const isBest = !again || String(again.before) === String(best.pieces);
    return isBest
      ? best
      : { pieces: again.before, unknown: [], left: 0, product: again.product, share: null, standing: "" };
  }

  /** How much less likely a word is without the piece. */
  comparison({ product, without, likelihood }) {
    const { labels, payload } = this.of;
    if (likelihood === "same") return labels.as_likely;
    const ratio = product / without;
    if (!Number.isFinite(ratio) || ratio < SAME) return "";
    return fill(labels.less_likely, { number: timesLess(ratio, payload.lang) });
  }

  fillWithout(line, again) {
    const { labels } = this.of;
    line.className = `way plain again ${again ? "" : "none"}`;
    if (!again) {
      this.fillLine(line, [], null);
      line.ariaLabel = null;
      return;
    }
    if (again.likelihood === "unused") {
      this.fillUnused(line, again);
      return;
    }
    const [label, chips, product] = line.children;
    const written = again.after.map((piece) => this.of.text(piece)).join(" ");
    const less = this.comparison(again);
    const hasChanged = chips.textContent !== again.after.map((piece) => this.of.text(piece)).join("");
    this.fillLine(
      line,
      again.after.map((piece) => this.of.chip(piece, false, false)),
      null,
    );
    label.textContent = labels.without;
    product.replaceChildren(
      this.of.figure(again.without),
      less ? element("span", { class: "less" }, ` · ${less}`) : "",
    );
    line.ariaLabel = [`${labels.without}: ${written}`, this.of.number(again.without), less].filter(Boolean).join(", ");
    if (hasChanged) fadeIn(line);
  }

  /** Say that a word does not use the piece: there is nothing to compare. */
  fillUnused(line, { word }) {
    const values = { word: this.of.picture.words[word].text, piece: this.of.text(this.of.looked.piece) };
    const text = fill(this.of.labels.unused, values);
    this.fillLine(line, [element("span", { class: "left" }, text)], null);
    line.ariaLabel = text;
  }

  /** A way of a word, or the line of all others: text, a bar, a share, which stay, so that the bar is seen to grow. */
  makeLine(tag) {
    const share = element("span", { class: "share" });
    const mass = element("span", { class: "mass" }, element("i", {}), share, element("span", { class: "note" }));
    const parts = [element("span", { class: "label" }), element("span", { class: "chips" })];
    const attributes = tag === "button" ? { type: "button", tabindex: -1 } : {};
    return element(tag, attributes, ...parts, element("span", { class: "product" }), mass);
  }

  fillOthers(node, others, share) {
    node.className = "way others";
    this.fillLine(node, [this.of.labels.more.replace("{number}", this.of.amount(others))], share);
  }

  /**
   * @param {HTMLElement} node
   * @param {import("../../payloads").WordSegmentation} way
   * @param {object} how
   * @param {string} how.label         the word
   * @param {number} how.place
   * @param {boolean} [how.isSplit]    whether the same word follows without a piece
   */
  fillWay(node, way, { label, place, isSplit = false }) {
    const { pieces, unknown, left, share, standing } = way;
    const { labels } = this.of;
    const chips = pieces.map((piece, at) => this.of.chip(piece, unknown.includes(at), standing === "now"));
    if (left) chips.push(element("span", { class: "left" }, `… +${this.of.numbers.format(left)}`));
    const note = this.isSplitAgain ? "" : (labels[standing] ?? "");
    const isPlain = share === null || this.of.isPruning || ["as-good", "rounded"].includes(standing);
    const kinds = ["way", place ? "" : "first", isPlain ? "plain" : "", this.isSplitAgain ? "" : standing];
    node.className = [...kinds, isSplit ? "split" : ""].filter(Boolean).join(" ");
    /** @type {HTMLElement} */ (node.children[1]).dir = "auto";
    this.fillLine(node, chips, isPlain ? null : share, note);
    node.children[0].textContent = isSplit ? labels.with : "";
    node.children[2].replaceChildren(...this.productOf(way));
    const names = pieces.map((piece) => this.of.text(piece)).join(" ");
    const told = isPlain ? "" : this.percent(share);
    node.ariaLabel = [`${label}: ${names}`, node.children[2].textContent, told, note].filter(Boolean).join(", ");
  }

  /** The probability of a way: written out for the word that is alone, as a number before a pruning. */
  productOf(/** @type {import("../../payloads").WordSegmentation} */ { product, chances }) {
    const whole = this.of.figure(product);
    if (this.isSplitAgain) return [whole];
    if (!chances) return [];
    if (chances.length === 1) return [whole];
    const factors = chances.flatMap((chance, at) => [at ? " × " : "", this.of.figure(chance, "span")]);
    return [...factors, " = ", whole];
  }

  /** share: null where there is no bar. */
  fillLine(node, text, share, note = "") {
    const [label, chips, product, mass] = node.children;
    const [bar, percent, noteNode] = mass.children;
    label.textContent = "";
    chips.replaceChildren(...text);
    product.replaceChildren();
    bar.style.setProperty("--share", share ?? 0);
    noteNode.textContent = note;
    percent.textContent = share === null ? "" : this.percent(share);
    percent.title = share === null ? "" : String(share);
  }

  percent(share) {
    return percentOf(share, this.of.payload.lang, this.of.isExact ? 3 : 0);
  }

  /** Where ribbons leave each word, in the picture's own pixels: where the column ends. */
  places(origin) {
    const x = this.root.getBoundingClientRect().right - origin.left + 10;
    return new Map(
      [...this.rows].map(([number, { root }]) => {
        const { top, bottom, height } = root.getBoundingClientRect();
        return [number, { x, y: (top + bottom) / 2 - origin.top, height }];
      }),
    );
  }

  /** Pale what does not belong to what is lit, and mark the pieces and the way that do. */
  relight(thing, lit) {
    for (const [number, { root, number: name }] of this.rows) {
      root.classList.toggle("dim", Boolean(lit && !lit.words.has(number)));
      name.classList.toggle("lit", thing?.word === number && thing.way === undefined);
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
