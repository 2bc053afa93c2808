/*
 * Words of a picture: letters in their places, boxes around symbols, and the roots of each, which are the merges that
 * went into it. Each part of a word stays the same element from step to step; the sheet moves it to where it belongs.
 *
 * What a picture has for them: `shown`, the rows (as `rowOf` makes them, with a key if labels are not unique); `origins`;
 * `text`, `spoken`, `paint` and `tint`; `upcoming`, the number of the merge that comes next; `linking`; `badge`, what
 * is before a row, or above it if `isNamed`; `ranked`, the rows by which comes first where there is not room for
 * all; `isStill`, if nothing moves; `stretches`, if a thing can be a part of a row; `tellWords`, which says in the head
 * what the words are, where they wrap; `widestOf`, the symbols of rows as wide as they get, where that is not as they
 * began; `isOneLine`, if there is but one, which may be on several lines.
 */

import { element } from "../shared/elements.js";
import { arrange, KeyedNodes } from "../shared/lists.js";
import { HeadedList } from "./headed_list.js";
import { isSame, typeSize } from "./linking.js";
import { gapOf, leastLetter, presentedLayout, presentedSizes, putStyle, viewOf, wordsThatFit } from "./presented.js";
import {
  boxesOf,
  FONT,
  fittedSize,
  heightOf,
  isFromRight,
  isJoined,
  LARGE_LETTER_SIZES,
  LEAST_AIR,
  LETTER_SIZES,
  leaves,
  lineMeasures,
  lineSize,
  measuresOf,
  placesOf,
  pointedAt,
  roots,
  wrapped,
} from "./word_layout.js";

const NAME = 28; // how high a name above a word is, in pixels of a page of normal size
const COUNTS = 3.4 * 16; // how wide the counts before the words are
const ROW = 38; // what a word on one line takes at least
const TWO_COLUMNS = 460; // the words of so wide a room may be in two columns
const BESIDE = 12; // beside the words, for frames
const LONG = 12; // letters: a longer word is told whole under the pointer
const RING = 5; // how far a frame is from its boxes
const FAR_RING = 9; // and from one that has a frame of its own
const OVERLAP = 3; // how much farther a frame is that another one may overlap
const ONE = { letter: 1, pad: 0.45, gap: 0.5 }; // sizes in widths of a letter
const VERY_LARGE = "(min-width: 2200px) and (min-height: 1100px)"; // windows

const keyOfRow = ({ key, label }) => key ?? label;

/** Say where an element of a word is; the sheet moves it there. */
function put(node, { x, y, width }) {
  node.style.setProperty("--x", `${x.toFixed(1)}px`);
  node.style.setProperty("--y", `${y.toFixed(1)}px`);
  if (width !== undefined) node.style.setProperty("--w", `${width.toFixed(1)}px`);
}

/** Say from where a new element comes. */
function comeFrom(node, { x, y, width }) {
  node.style.setProperty("--from-x", `${x.toFixed(1)}px`);
  node.style.setProperty("--from-y", `${y.toFixed(1)}px`);
  node.style.setProperty("--from-w", `${width.toFixed(1)}px`);
}

export class WordRows extends HeadedList {
  rows = new KeyedNodes(({ root }) => root);
  columns = 1;

  /** line: the largest and the smallest width of a letter, where each word is on one line; else words wrap. */
  constructor(picture, line = null) {
    super(
      picture,
      { root: "left word-rows", head: "words-head", list: "words" },
      line ? null : element("p", { class: "title" }),
    );
    this.line = line;
  }

  clear(label) {
    super.clear(label);
    this.measuredKey = null;
  }

  draw() {
    if (this.title) this.of.stepper.putSearch(this.head); // before what is below it is measured
    this.measure();
    this.drawWords();
  }

  /** Frame and pale again: what is lit has changed. hits: the labels of the words that have it, if anything is lit. */
  relight(hits) {
    for (const [label, word] of this.rows) {
      this.ring(word);
      word.root.classList.toggle("dim", Boolean(hits?.size && !hits.has(label)));
    }
  }

  /** Where what was just made is first. */
  get newest() {
    return this.list.querySelector(".chip.new");
  }

  /** The symbol, or the two neighbors, that a pointer is on. isAsking: a pair is to be picked. */
  pointed(event, isAsking) {
    const host = event.target.closest(".chips");
    if (!host || event.clientX === undefined) return null;
    const word = [...this.rows.values()].find((row) => row.host === host);
    if (!word) return null;
    const { left, top } = host.getBoundingClientRect();
    const line = Math.max(0, Math.floor((event.clientY - top) / word.sized.line));
    const { gap } = word.sized.metrics;
    const thing = pointedAt(word.geometry, { x: event.clientX - left, line }, gap, isAsking ? 0.5 : 0.27);
    if (thing?.pair && word.isMirrored) thing.pair.reverse();
    return thing;
  }

  /** Say above the words which they are. */
  tellWords(shown, total) {
    if (this.title) this.of.tellWords(this.title, shown, total);
    else this.countWords(shown, total);
  }

  // -- Sizes

  /** Choose sizes and words by the room that there is. */
  measure() {
    const { width, height } = this.list.getBoundingClientRect();
    const scale = typeSize(this.of.root);
    const beside = BESIDE + (this.of.besideWords ?? 0);
    const isAlone = Boolean(this.line) && this.of.isOneLine; // no count is before it
    const counts = this.of.isNamed || isAlone ? 0 : COUNTS * scale;
    const room = { width: width - counts - beside, height: height - BESIDE };
    if (this.line) this.measureLines(room, scale);
    else if (this.of.stepper.isPresented) this.measurePresented(height);
    else this.measureWrapped(room, scale);
    this.tellWords(this.here.length, this.of.picture.words ?? this.here.length);
  }

  /** The words as they began, which is as wide as they get. */
  get began() {
    const { shown, origins, payload } = this.of;
    const known = this.of.widestOf?.(shown);
    if (known?.length) return known;
    if (!payload.total) return shown.map(({ symbols }) => symbols);
    return shown.map(({ symbols }) => symbols.flatMap((symbol) => leaves(symbol, origins)));
  }

  /** Each word on one line, or one that is alone on several: what is longer than the room is scrolled. */
  measureLines(room, scale) {
    const { origins, isNamed, shown } = this.of;
    const perColumn = Math.max(2, Math.floor(room.height / (ROW * scale)));
    const columns = shown.length > perColumn && room.width > TWO_COLUMNS * scale ? 2 : 1;
    this.columns = columns;
    this.here = shown.slice(0, perColumn * columns);
    const rows = Math.max(1, Math.ceil(this.here.length / columns));
    const name = isNamed ? NAME * scale : 0;
    const tall = room.height / rows - name;
    const width = columns === 1 ? room.width : room.width / 2 - COUNTS * scale;
    const largest = this.line.letter * scale;
    const smallest = this.of.stepper.isPresented ? leastLetter(viewOf()) / FONT : this.line.smallest;
    const words = [...this.began, ...shown.map(({ symbols }) => symbols)];
    const size = lineSize(words, origins, { width, height: tall, wraps: this.of.isOneLine }, { largest, smallest });
    this.take(lineMeasures(size, tall));
    const { chip, under } = this.sized;
    this.width = size.lines > 1 ? width : Number.POSITIVE_INFINITY;
    const most = size.lines > 1 ? size.lines * this.sized.line : chip + under;
    this.places = placesOf(Array(rows).fill(name + most), room.height);
  }

  /** Large letters where all words fit, else small ones and the words that matter most at this step. */
  measureWrapped(room, scale) {
    const { shown, origins } = this.of;
    const { began: widestRows } = this;
    const key = JSON.stringify([room, scale, shown.map(keyOfRow), this.of.widestOf ? widestRows : null]);
    if (key !== this.measuredKey) {
      this.measuredKey = key;
      const began = widestRows.map((symbols) => boxesOf(symbols, origins, ONE));
      const sizes = matchMedia(VERY_LARGE).matches ? LARGE_LETTER_SIZES : LETTER_SIZES;
      const { size, fits } = fittedSize(began, { ...room, wraps: this.of.isOneLine }, sizes, scale);
      this.take(measuresOf(size, scale));
      const { line, between } = this.sized;
      this.columns = 1;
      this.most = Math.max(1, Math.floor((room.height + between) / line));
      this.width = room.width;
      this.fitting = fits ? widestRows.map((symbols) => heightOf(this.wrap(symbols).lines, this.sized)) : null;
    }
    // Who is asked counts in all words: where these have no room, they scroll.
    const isWhole = Boolean(this.fitting) || Boolean(this.of.isAsking);
    this.list.classList.toggle("scrolls", !this.fitting && isWhole);
    if (isWhole) this.here = shown;
    const whole =
      this.fitting ?? (isWhole ? shown : []).map(({ symbols }) => heightOf(this.wrap(symbols).lines, this.sized));
    this.places = placesOf(isWhole ? whole : this.chooseWords(room), room.height);
  }

  /** In a hall: letters as large as all words allow at every step, beside candidates that may have to give way. */
  measurePresented(height) {
    const { shown, origins } = this.of;
    const both = this.root.parentElement;
    const view = viewOf();
    const room = { width: both.clientWidth, height: height - BESIDE, gap: gapOf(both) };
    const digits = Math.max(1, ...shown.map(({ count }) => `${count}`.length));
    const key = JSON.stringify([room, view, shown.map(keyOfRow)]);
    if (key !== this.measuredKey) {
      this.measuredKey = key;
      const share = view.width < view.height || this.of.isOneLine ? 1 : this.of.wordsShare;
      this.layout = presentedLayout({ words: this.began, origins, room, view, share, digits });
      this.take(presentedSizes(this.layout));
      putStyle(both, this.layout);
      this.columns = this.layout.columns;
      this.width = this.layout.width;
      this.most = Math.max(1, Math.floor((room.height + this.sized.between) / this.sized.line));
    }
    const { air, mostAir } = this.sized;
    const { here, heights } = wordsThatFit(shown, this.of.ranked(shown), {
      columns: this.columns,
      height: room.height,
      air,
      tall: ({ symbols }) => heightOf(this.wrap(symbols).lines, this.sized),
    });
    this.here = here;
    this.places = placesOf(heights, room.height, air, mostAir);
  }

  /** The words that there is room for, those that matter most first; returns how high each is. */
  chooseWords(room) {
    const { shown } = this.of;
    const heights = new Map();
    let used = 0;
    for (const row of this.of.ranked(shown)) {
      const height = heightOf(this.wrap(row.symbols).lines, this.sized);
      if (heights.size && used + height > room.height) continue;
      heights.set(row, height);
      used += height + LEAST_AIR;
    }
    this.here = shown.filter((row) => heights.has(row));
    return this.here.map((row) => heights.get(row));
  }

  /** The boxes of a word on its lines. */
  wrap(symbols) {
    const { metrics } = this.sized;
    return wrapped(boxesOf(symbols, this.of.origins, metrics), this.width, metrics, this.most);
  }

  /** Have these sizes from now on. */
  take(sized) {
    if (isSame(sized, this.sized)) return;
    this.sized = sized;
    this.of.root.style.setProperty("--letter", `${sized.metrics.letter}px`);
    this.of.root.style.setProperty("--chip", `${sized.chip}px`);
  }

  // -- Words

  drawWords() {
    this.list.style.setProperty("--columns", `${this.columns}`);
    const nodes = this.here.map((row, number) => {
      const word = this.rows.take(keyOfRow(row), () => this.addWord(row));
      word.root.style.setProperty("--column", `${number % this.columns}`);
      word.root.style.setProperty("--y", `${this.places[Math.floor(number / this.columns)].toFixed(1)}px`);
      word.root.firstChild.tabIndex = number ? -1 : 0;
      this.place(word, row);
      return word.root;
    });
    this.rows.letGo(this.of.isStill, ({ root }) => {
      root.firstChild.tabIndex = -1;
    });
    arrange(this.list, nodes, this.of.isStill);
  }

  addWord(row) {
    const { label } = row;
    const number = element("button", { type: "button", class: "times", "data-word": label, tabindex: -1 });
    number.append(...this.of.badge(row));
    const host = element("div", { class: "chips", role: "img", dir: "ltr" });
    const root = element("div", { class: "row", "data-row": label }, number, host);
    this.list.append(root);
    const kinds = ["boxes", "letters", "cuts", "lines", "rings", "bars"];
    return { root, host, ...Object.fromEntries(kinds.map((kind) => [kind, new KeyedNodes()])) };
  }

  /** Put the boxes, letters and roots of a word where they belong now. */
  place(word, row) {
    const { symbols, spans, isNew } = row;
    word.key = row.key;
    word.parted = row.bars;
    const inputs = [symbols, this.sized, this.width];
    if (!inputs.every((input, place) => input === word.made?.[place])) this.lay(word, row);
    word.made = inputs;
    word.order.forEach(({ first }, place) => {
      word.boxes.get(first).classList.toggle("new", isNew(place));
    });
    this.ring(word, spans);
  }

  /** The same where its symbols, or their sizes, have changed. */
  lay(word, { label, symbols, bars = [], falling = [] }) {
    const { boxes, lines, rest } = this.wrap(symbols);
    const width = Math.max(0, rest ? rest.start + this.sized.metrics.letter : 0, ...boxes.map(({ end }) => end));
    const before = word.order;
    word.sized = this.sized;
    word.order = boxes;
    word.width = width;
    word.isMirrored = isFromRight(label);
    word.geometry = word.isMirrored
      ? [...boxes].reverse().map((box) => ({ ...box, start: width - box.end, end: width - box.start }))
      : boxes;
    word.host.style.width = `${width}px`;
    word.host.style.height = `${heightOf(lines, this.sized)}px`;
    word.host.ariaLabel = `${label}: ${symbols.map((symbol) => this.of.spoken(symbol)).join(" ")}`;
    const isCut = rest !== null || boxes.some(({ cut }) => cut !== undefined);
    word.host.title = isCut || [...label].length > LONG ? this.whole(label, symbols) : "";
    for (const box of boxes) {
      this.placeBox(word, box, before);
      this.placeCuts(word, box);
      this.placeLines(word, box);
      this.placeLetters(word, box);
    }
    for (const place of bars) this.placeBar(word, boxes[place], falling.includes(place));
    if (rest) this.placeLetter(word, "rest", { text: "…", kind: "letter", width: this.sized.metrics.letter, ...rest });
    const { isStill } = this.of;
    word.boxes.letGo(isStill, (node, first) => {
      node.className = node.classList.contains("made") ? "box made" : "box";
      const end = this.closing(word, boxes, first);
      if (end) put(node, end);
    });
    for (const kind of ["letters", "cuts", "lines", "bars"]) word[kind].letGo(isStill);
  }

  /** All of a word, whose label may be shortened. */
  whole(label, symbols) {
    if (!label.includes("…")) return label;
    const parts = symbols.flatMap((symbol) => leaves(symbol, this.of.origins));
    return parts.map((part) => this.of.origins.cells.get(part)?.letters ?? "").join("");
  }

  /** Where something is on the screen: of a word that is written from the right, lines begin there. */
  spot(word, { start, width, line, down = 0 }) {
    const x = word.isMirrored ? word.width - start - width : start;
    return { x, y: line * this.sized.line + down, width };
  }

  /** The part of the box that now has this cell, from the cell on: where a box goes that became a part of it. */
  closing(word, boxes, first) {
    const box = boxes.find((candidate) => candidate.first < first && first < candidate.first + candidate.cells);
    const place = box?.places[first - box.first];
    if (!place) return null;
    const start = Math.max(box.start, place.start - this.sized.metrics.pad);
    return this.spot(word, { start, width: box.end - start, line: box.line });
  }

  placeBox(word, box, before) {
    const node = word.boxes.take(box.first, () => {
      const boxNode = element("span", { class: "box" });
      const from = before && this.closing(word, before, box.first);
      if (from) comeFrom(boxNode, from);
      const next = word.order.find((other) => other.first > box.first && word.boxes.has(other.first));
      word.host.insertBefore(boxNode, next ? word.boxes.get(next.first) : null);
      return boxNode;
    });
    node.classList.add("chip");
    node.dataset.token = this.of.text(box.symbol);
    node.dataset.symbol = box.symbol;
    this.of.paint(node, box.symbol);
    put(node, this.spot(word, { start: box.start, width: box.end - box.start, line: box.line }));
  }

  /** An element of a word that is in none of its boxes, but keeps its place in the word. */
  takePart(word, kind, key, className) {
    return word[kind].take(key, () => {
      const node = element(className === "letter" || className === "mark" ? "span" : "i", { class: className });
      word.host.append(node);
      return node;
    });
  }

  /** A border before a box, which no pair crosses. It falls out of the row, or stays for good. */
  placeBar(word, box, falls) {
    if (!box) return; // of a word that is cut short
    const node = this.takePart(word, "bars", box.first, "parting");
    node.className = falls ? "parting falls" : "parting";
    put(node, this.spot(word, { start: box.start - this.sized.metrics.gap / 2 - 1, width: 0, line: box.line }));
  }

  /** Where a box was joined. */
  placeCuts(word, box) {
    if (!this.sized.levels) return;
    for (const { cut, number } of roots(box.symbol, this.of.origins)) {
      const place = box.places[cut];
      if (!place) continue;
      const node = this.takePart(word, "cuts", box.first + cut, "cut");
      put(node, this.spot(word, { start: place.start, width: 0, line: box.line }));
      this.of.tint(node, number);
    }
  }

  /** The merges that went into a box, the last of them. */
  placeLines(word, box) {
    const { chip, level, levels } = this.sized;
    const every = roots(box.symbol, this.of.origins);
    const lowest = Math.max(...every.map(({ height }) => height)) - levels;
    for (const { number, first, cells, height } of every) {
      const from = box.places[first];
      if (height <= lowest || !from) continue;
      const last = box.places[first + cells - 1];
      const end = last ? last.start + last.width : (box.cut ?? box.end);
      const node = this.takePart(word, "lines", `${box.first + first}-${number}-${cells}`, "root");
      const down = chip + 4 + (height - 1 - Math.max(0, lowest)) * level;
      put(node, this.spot(word, { start: from.start, width: end - from.start, line: box.line, down }));
      this.of.tint(node, number);
    }
  }

  /** Letters keep their order, so each stays the same element; those that change beside others are drawn together. */
  placeLetters(word, box) {
    const { letter, pad } = this.sized.metrics;
    const { line } = box;
    const add = (key, kind, shown, [start, width]) =>
      this.placeLetter(word, key, { text: shown, kind, start, width, line });
    if (box.before) add(`before ${box.first}`, "mark", box.before, [box.start + pad, box.mark]);
    if (box.cut !== undefined) add(`cut ${box.first}`, "letter", "…", [box.cut, letter]);
    const text = box.places.map(({ cell }) => cell.letters).join("");
    const last = box.places.at(-1);
    if (isJoined(text)) {
      const { start } = box.places[0];
      add(`joined ${box.first}`, "letter", text, [start, last.start + last.width - start]);
      return;
    }
    box.places.forEach(({ start, width, cell }, place) => {
      const mark = cell.after.length * 0.55 * letter;
      const at = box.first + place;
      if (cell.letters) add(`${at}`, "letter", cell.letters, [start, width - mark]);
      if (cell.after) add(`after ${at}`, "mark", cell.after, [start + width - mark, mark]);
    });
  }

  placeLetter(word, key, { text, kind, start, width, line }) {
    const node = this.takePart(word, "letters", key, kind);
    if (node.textContent !== text) node.textContent = text;
    put(node, this.spot(word, { start, width, line }));
  }

  // -- Frames

  /** Frame what is merged next, and what is lit. */
  ring(word, spans = word.spans) {
    word.spans = spans;
    const boxes = word.order;
    const thing = this.of.linking.light;
    const isAsked = Boolean(thing) && isSame(thing, this.of.asked); // of a task: no other frame may cross it
    if (!isAsked && !this.of.stepper.panel?.covers("spans")) {
      for (const { start, length, mark } of spans) {
        if (mark === "next") this.frame(word, [start, start + length - 1], "next", this.of.upcoming);
        if (mark === "other") this.frame(word, [start, start + length - 1], "other");
      }
    }
    for (const { start, length } of this.of.stretches?.(thing, word.key) ?? [])
      this.frame(word, [start, start + length - 1], "lit");
    boxes.forEach((box, place) => {
      if (thing?.symbol === box.symbol) this.frame(word, [place, place], "lit");
      const isParted = word.parted?.includes(place + 1);
      if (!isParted && thing?.pair?.[0] === box.symbol && thing.pair[1] === boxes[place + 1]?.symbol) {
        this.frame(word, [place, place + 1], "lit");
      }
    });
    word.rings.letGo(this.of.isStill, (node) => {
      if (node.classList.contains("lit")) node.hidden = true; // what is lit is so at once
      node.className = "ring";
    });
  }

  /** A frame around neighbors, on each line that they are on. kind: its class; number: a merge whose color it has. */
  frame(word, [from, to], kind, number) {
    const boxes = word.order.slice(from, to + 1);
    if (boxes.length <= to - from) return;
    for (const line of new Set(boxes.map((box) => box.line))) {
      const there = boxes.filter((box) => box.line === line);
      const key = [kind, number ?? "", there[0].first].join(" ");
      const node = this.takePart(word, "rings", key, `ring ${kind}`);
      node.className = `ring ${kind}`;
      node.hidden = false;
      const isFar = there.some(({ first }) => word.boxes.get(first)?.classList.contains("new"));
      const { ring = RING, farRing = FAR_RING } = this.sized;
      const far = (isFar ? farRing : ring) + (kind === "other" ? OVERLAP : 0);
      const [start, end] = [there[0].start - far, there.at(-1).end + far];
      put(node, this.spot(word, { start, width: end - start, line, down: -far }));
      node.style.setProperty("--far", `${far}px`);
      if (number !== undefined) this.of.tint(node, number);
    }
  }

  /** Show what comes next, or was just made, where a word is longer than the room. */
  scroll() {
    const { list } = this;
    const isLong = list.scrollWidth > list.clientWidth;
    if (!isLong) {
      list.removeAttribute("tabindex");
      return;
    }
    list.tabIndex = 0;
    const words = [...this.rows.values()];
    const node = list.querySelector(".ring.next") ?? list.querySelector(".chip.new");
    const word = words.find(({ host }) => host.contains(node));
    if (word)
      list.scrollLeft =
        word.host.offsetLeft + Number.parseFloat(node.style.getPropertyValue("--x")) - list.clientWidth / 2;
  }
}
