/**
 * The words of the clock, split by each training: its boxes in a lane, all lanes on one grid of letters, so that borders
 * stand under borders. A box widens over the next where two are joined, and a piece falls apart where it was removed.
 *
 * @typedef {import("../../payloads").ClockPicture} ClockPicture
 */

import { button, element } from "../../shared/elements.js";
import { WORD_WANTED } from "../../shared/in_view.js";
import { countedTemplate, fill } from "../../shared/templates.js";
import { boxesBetween } from "./layout.js";

const SWELL = [{ scale: "0.97 0.9" }, { scale: "1.03 1.1", offset: 0.6 }, { scale: "1 1" }];
const SWELL_MS = 364;
const DROP_MS = 416;
const FEW_BOXES = 4; // a word that loses or gains more at once has been jumped over

/** The boxes of a piece that falls apart drop, tilt in turns, and settle. */
const dropping = (place) => [
  { translate: "0 -3px", rotate: "0deg" },
  { translate: "0 7px", rotate: `${place % 2 ? -3.5 : 3.5}deg`, offset: 0.5 },
  { translate: "0 0", rotate: "0deg" },
];

export class ClockLanes {
  picture = /** @type {ClockPicture} */ (null);
  cuts = /** @type {(number[] | null)[][][]} */ ([]);
  lang = "";

  constructor() {
    this.root = element("div", { class: "clock-lanes", role: "group" });
  }

  /** @param {ClockPicture} picture @param {(number[] | null)[][][]} cuts  of each training, vocabulary and word */
  setUp(picture, cuts, lang) {
    Object.assign(this, { picture, cuts, lang });
    this.numbers = new Intl.NumberFormat(lang);
    this.letters = picture.words.map(({ text }) => [...text]);
    this.words = picture.words.map((word, number) => this.makeWord(word, number));
    this.grid = "";
  }

  makeWord({ text, note, counted }, number) {
    const letters = this.letters[number];
    const lanes = this.picture.hands.map((_, hand) => {
      const boxes = letters.map(() => element("i", { class: "box hidden" }));
      const signs = letters.map((letter) => element("span", { class: "letter" }, letter));
      const unknown = element("b", { class: "unknown" }, "[UNK]");
      const root = element("div", { class: `lane of-${hand}` }, ...boxes, ...signs, unknown);
      return { root, boxes, signs, last: /** @type {number[][] | null} */ (null) };
    });
    const shared = letters.slice(1).map(() => element("i", { class: "shared" }));
    const said = button({ class: "agreed" }, () => undefined);
    const root = element("div", { class: `word${counted ? "" : " uncounted"}` }, ...lanes.map((lane) => lane.root));
    root.append(...shared, said);
    root.addEventListener("click", () => document.dispatchEvent(new CustomEvent(WORD_WANTED, { detail: text })));
    return { root, lanes, shared, said, note, text, counted };
  }

  /**
   * Lay the words out in lines.
   *
   * @param {{ cell: number, names: number, gap: number, lines: number[][] }} grid
   * @param {{ lane: number, letter: number }} sizes    in pixels
   */
  layOut(grid, { lane, letter }) {
    const key = JSON.stringify([grid, lane, letter]);
    if (key === this.grid) return;
    this.grid = key;
    this.cell = grid.cell;
    const pixels = {
      "--cell": grid.cell,
      "--lane": lane,
      "--letter": letter,
      "--names": grid.names,
      "--gap": grid.gap,
    };
    for (const [name, value] of Object.entries(pixels)) this.root.style.setProperty(name, `${value}px`);
    const isNamed = grid.lines.length === 1;
    this.names = [];
    const lines = grid.lines.map((line) => {
      const names = this.picture.hands.map(({ letter: badge, name }, hand) => {
        const count = element("span", { class: "needed" });
        const node = element("div", { class: `name of-${hand}` }, element("b", { class: "badge" }, badge));
        if (isNamed) node.append(element("span", {}, element("strong", {}, name), count));
        this.names.push({ hand, node, count });
        return node;
      });
      const words = line.map((word) => {
        const node = this.words[word].root;
        node.style.width = `${this.letters[word].length * grid.cell}px`;
        this.words[word].shared.forEach((mark, place) => {
          mark.style.left = `${(place + 1) * grid.cell}px`;
        });
        return node;
      });
      return element("div", { class: "line" }, element("div", { class: "names" }, ...names), ...words);
    });
    this.root.replaceChildren(...lines);
    for (const word of this.words) for (const one of word.lanes) one.last = null;
  }

  /**
   * Show a state of each training.
   *
   * @param {{ number: number, place: string, before: number | null, isEvent: boolean, tokens: number | null }[]} states
   *   before: the vocabulary that it comes from, if a step away; isEvent: it was made by the training, not undone
   */
  draw(states, { isStill }) {
    const { hands, labels } = this.picture;
    const least = Math.min(...states.map(({ tokens }) => tokens ?? Number.POSITIVE_INFINITY));
    const isTied = states.every(({ tokens }) => tokens === null || tokens === least);
    for (const { hand, node, count } of this.names) {
      const { tokens } = states[hand];
      const said = fill(countedTemplate(labels, "tokens", tokens ?? 0, this.lang), {
        n: this.numbers.format(tokens ?? 0),
      });
      count.textContent = tokens === null ? "–" : said;
      node.classList.toggle("least", tokens === least && !isTied);
    }
    for (const [number, word] of this.words.entries()) this.drawWord(word, number, states, isStill);
    const splits = hands.map(({ name }, hand) => {
      const words = this.words.map(({ text }, number) => {
        const boxes = boxesBetween(this.cuts[hand][states[hand].number][number], this.letters[number].length);
        const pieces = boxes.map(([from, to]) => this.letters[number].slice(from, to).join(""));
        return pieces.length ? pieces.join("·") : `${text} ${labels.unknown}`;
      });
      return `${name}: ${states[hand].place === "before" ? labels.none : words.join(", ")}`;
    });
    this.root.ariaLabel = `${splits.join(". ")}.`;
  }

  drawWord(word, number, states, isStill) {
    const letters = this.letters[number].length;
    const cuts = states.map((state, hand) => this.cuts[hand][state.number][number]);
    states.forEach((state, hand) => {
      const before = state.before === null ? null : this.cuts[hand][state.before][number];
      this.drawLane(word.lanes[hand], cuts[hand], { ...state, letters, old: before, isStill });
    });
    const live = states.flatMap(({ place }, hand) => (place === "before" ? [] : [hand]));
    const isKnown = live.every((hand) => cuts[hand] !== null);
    word.shared.forEach((mark, place) => {
      mark.classList.toggle("on", isKnown && live.length > 1 && live.every((hand) => cuts[hand].includes(place + 1)));
    });
    const relation = this.relationOf(live, cuts);
    word.said.replaceChildren(element("span", {}, word.note), " ", element("span", { class: "relation" }, relation));
    word.said.ariaLabel = [word.text, word.note, relation].filter(Boolean).join(", ");
    const isSame = live.length === states.length && new Set(cuts.map((one) => JSON.stringify(one))).size === 1;
    word.root.classList.toggle("same", isSame && isKnown);
  }

  /** Who splits a word like whom. */
  relationOf(live, cuts) {
    const { hands, labels } = this.picture;
    const groups = new Map();
    for (const hand of live) {
      const key = JSON.stringify(cuts[hand]);
      groups.set(key, [...(groups.get(key) ?? []), hands[hand].letter]);
    }
    const alike = [...groups.values()].filter((group) => group.length > 1);
    if (groups.size === live.length)
      return live.length > 2 ? labels.differ : live.map((hand) => hands[hand].letter).join(" ≠ ");
    return alike.map((group) => group.join(" = ")).join(", ");
  }

  drawLane(lane, cuts, { letters, old, place, isEvent, isStill }) {
    const { cell } = this;
    const boxes = boxesBetween(cuts, letters);
    lane.root.classList.toggle("is-unknown", !cuts);
    lane.root.classList.toggle("is-before", place === "before");
    const inset = Math.max(1.5, Math.min(3.5, cell * 0.075));
    const wasThere = new Set(boxesBetween(old, letters).map(String));
    const shown = cuts ? boxes : [[0, letters]];
    const starts = new Map(shown.map((box) => [Math.floor(box[0]), box]));
    const closeness = cell > 30 ? 0.2 : 0.08; // how far letters of a box come together
    let last = shown[0];
    lane.boxes.forEach((node, at) => {
      const own = starts.get(at);
      last = own ?? last;
      const [from, to] = last;
      node.style.translate = `${from * cell + inset}px`;
      node.style.width = `${(to - from) * cell - 2 * inset}px`;
      node.classList.toggle("hidden", !own);
      node.classList.toggle("single", to - from === 1 && Boolean(cuts));
      const isNew = Boolean(own && old !== null && cuts && !wasThere.has(String(own)));
      node.classList.toggle("new", isNew && isEvent);
      node.classList.toggle("rewound", isNew && !isEvent);
      const toMiddle = (((from + to) / 2) * cell - (at + 0.5) * cell) * closeness;
      lane.signs[at].style.translate = `${at * cell + toMiddle}px`;
    });
    if (!isStill && isEvent && lane.last) this.play(lane, shown);
    lane.last = shown;
  }

  /** The motion of what is new: it swells where it was joined, and drops where a piece fell apart. */
  play(lane, shown) {
    const change = shown.length - lane.last.length;
    if (Math.abs(change) > FEW_BOXES) return;
    shown.forEach(([from, to], place) => {
      const node = lane.boxes[Math.floor(from)];
      if (!node.classList.contains("new")) return;
      if (change <= 0) node.animate(SWELL, { duration: SWELL_MS, easing: "ease-out" });
      else {
        const timing = { duration: DROP_MS, easing: "cubic-bezier(.3, 0, .3, 1)", composite: "add" };
        node.animate(dropping(place), timing);
        for (const sign of lane.signs.slice(Math.floor(from), Math.ceil(to))) sign.animate(dropping(place), timing);
      }
    });
  }
}
