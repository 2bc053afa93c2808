/* What the next step of an encoding chooses from, row by row, each with the places of the word that it is about. */

import { element, inline, plainText } from "../../shared/elements.js";
import { leave, moveFrom, placesIn, showRows } from "../../shared/motion/motion.js";
import { answeredRows } from "../asking/class_answers.js";
import { fillAnswers, votesIn, votesSign } from "../asking/votes.js";
import { HeadedList } from "../headed_list.js";
import { typeSize } from "../linking.js";
import { coverage, triesThatFit } from "./links.js";

const TRY = 26; // a row takes no less, in pixels of a page of normal size
const TALLEST_TRY = 40;
const WIDE_CHOICE = 800; // a list so wide has its rows in two columns, where one has no room for all
const DENSE = 16; // symbols: the blocks of more have no frames
const TRY_SIGNS = { wins: "✓", out: "–", done: "·", open: "" };

export class Choices extends HeadedList {
  constructor(picture) {
    super(picture, { root: "choice", head: "panel-head", list: "tries" });
  }

  draw() {
    const { choice, isAsking } = this.of;
    const { title = "", rule = "" } = choice ?? {};
    const ruleText = isAsking || !rule ? "" : ` · ${rule}`;
    this.votes = votesIn(this.of.stepper.panel);
    const beside = this.votes ? [" · ", votesSign(this.of.stepper.panel)] : [element("span", {}, ruleText)];
    this.title.replaceChildren(element("b", {}, title), ...beside);
    this.root.classList.toggle("with-votes", Boolean(this.votes));
    const size = typeSize(this.of.root);
    const { width, height } = this.list.getBoundingClientRect();
    const fitting = Math.max(1, Math.floor(height / (TRY * size)));
    const isPlain = !(isAsking || this.votes || this.of.picture.windows || this.of.stepper.isPresented);
    const isTwofold = isPlain && width >= WIDE_CHOICE * size && (choice?.tries.length ?? 0) > fitting;
    const rows = isAsking ? this.asked() : this.told(isTwofold ? 2 * fitting : fitting);
    const below = isTwofold ? Math.ceil(rows.length / 2) : rows.length;
    const tall = Math.max(TRY * size, Math.min(TALLEST_TRY * size, height / Math.max(1, below)));
    this.list.style.setProperty("--try", `${tall}px`);
    this.list.style.setProperty("--below", `${below}`);
    this.list.classList.toggle("twofold", isTwofold);
    this.list.classList.toggle("asks", isAsking);
    this.follow();
    const before = placesIn(this.list, this.rows.values());
    const active = this.list.getRootNode().activeElement;
    const nodes = showRows(this.list, this.rows, rows, {
      key: ({ name }) => name,
      make: ({ key }) => this.makeRow(key),
      fill: (node, row) => this.fill(node, row),
      gone: (node) => leave(node, before.get(node)),
    });
    moveFrom(this.list, nodes, before);
    const again = nodes.find((node) => node === active);
    nodes.forEach((node, place) => {
      node.tabIndex = (again ? node === again : place === 0) ? 0 : -1;
    });
    const hidden = isAsking || !choice ? 0 : choice.tries.length - rows.length + choice.others;
    this.more.textContent = this.others(hidden);
  }

  /** The rows of a choice, as many as fit. */
  told(room) {
    const tries = this.of.choice?.tries ?? [];
    const often = new Map();
    const shown = this.votes ? [...tries.keys()] : triesThatFit(tries, room);
    const rows = shown.map((place) => {
      const { names, places, worth, kind } = tries[place];
      const key = names.join(" ");
      often.set(key, (often.get(key) ?? 0) + 1);
      const name = `${key} ${often.get(key)}`; // of the row, which stays: a key can be there twice
      const chips = names.map((symbol) => this.of.chip(symbol));
      const kinds = [kind, ...this.of.picked(names)];
      return { name, key, names, kinds, sign: TRY_SIGNS[kind], chips, place, places, worth };
    });
    return this.votes ? this.withVotes(rows, room) : rows;
  }

  /** The rows with all that the class chose among them; what can be chosen and has no row gets one. */
  withVotes(rows, room) {
    const unlisted = ({ names, label, told, right }) => ({
      name: `${plainText(label)} 1`,
      key: names.join(" "),
      names,
      kinds: ["apart"],
      sign: right ? TRY_SIGNS.wins : "",
      chips: inline(label),
      places: [],
      worth: plainText(told),
    });
    const first = rows.filter(({ name }) => name.endsWith(" 1")); // of a pair that is there twice
    return answeredRows(first, this.votes, room, unlisted);
  }

  /** The options of a question, in an order that betrays nothing. */
  asked() {
    return this.of.stepper.panel.ask.options.map(({ label, names }, option) => ({
      name: `${names.join(" ")} 1`, // that of its row once it is answered; none for "no prefix"
      key: names.join(" "),
      kinds: ["open"],
      sign: `${option + 1}`,
      chips: inline(label),
      option,
      places: [],
      worth: "?",
    }));
  }

  fill(node, { kinds, sign, chips, place, option, places, worth, answers }) {
    node.className = ["try", ...kinds].join(" ");
    for (const [name, value] of Object.entries({ try: place, option })) {
      if (value === undefined) delete node.dataset[name];
      else node.dataset[name] = value;
    }
    const names = node.children[1];
    node.firstChild.textContent = sign;
    names.className = option === undefined ? "names" : "names asked";
    names.replaceChildren(...chips);
    node.style.setProperty("--turn", `${place ?? 0}`);
    const where = option === undefined && (node.querySelector(".strip") ?? this.addStrip(names));
    if (where && this.of.picture.windows) this.fillWindow(where, places);
    else if (where) this.fillStrip(where, places);
    else node.querySelector(".strip")?.remove();
    node.querySelector(".worth").textContent = worth;
    fillAnswers(node, answers, this.votes, this.of.payload.lang);
  }

  makeRow(key) {
    const [signs, names, worth] = ["sign", "names", "worth"].map((kind) => element("span", { class: kind }));
    return element("button", { type: "button", "data-key": key }, signs, names, worth);
  }

  addStrip(names) {
    const strip = element("span", { class: "strip", "aria-hidden": "true" });
    names.after(strip);
    return strip;
  }

  /** Where in the word it is: the word as a strip, with a block for each symbol. */
  fillStrip(strip, places) {
    strip.classList.toggle("dense", this.of.widths.length > DENSE);
    const blocks = places.length ? coverage(this.of.widths, places) : [];
    while (strip.children.length > blocks.length) strip.lastChild.remove();
    blocks.forEach(({ width, isIn }, place) => {
      const block = strip.children[place] ?? strip.appendChild(element("i", {}));
      block.classList.toggle("in", isIn);
      block.style.flexGrow = width;
    });
  }

  /** The row of the word that the choice is about, as it is drawn. */
  get word() {
    return this.of.words.rows.get(this.of.choice?.row ?? 0);
  }

  /** The part of the word that is looked up, below its letters. */
  fillWindow(lane, places) {
    const { word } = this;
    const boxes = places.flatMap(({ start, length }) => word?.order.slice(start, start + length) ?? []);
    if (!boxes.length) {
      lane.replaceChildren();
      return;
    }
    const spotOf = ({ start, width }) => (word.isMirrored ? word.width - start - width : start);
    const first = { start: boxes[0].start, width: boxes.at(-1).end - boxes[0].start };
    const from = spotOf(first);
    const part = lane.querySelector(".window") ?? lane.appendChild(element("span", { class: "window" }));
    const letters = boxes.flatMap(({ places: cells }) =>
      cells.map((at) => placed(element("span", {}, at.cell.letters), spotOf(at) - from, at.width)),
    );
    placed(part, from, first.width).replaceChildren(...letters);
  }

  /** Keep the parts below the letters of a word that is scrolled, and what is said of them beside it. */
  follow() {
    if (!this.of.picture?.windows || !this.word) return;
    const { host, width } = this.word;
    const from = host.getBoundingClientRect().left - this.list.getBoundingClientRect().left;
    const lane = Math.min(this.of.words.list.clientWidth, width + from);
    this.list.style.setProperty("--from", `${from.toFixed(1)}px`);
    this.list.style.setProperty("--lane", `${lane.toFixed(1)}px`);
  }

  relight(thing) {
    for (const node of this.rows.values()) {
      node.classList.toggle("lit", thing?.try !== undefined && node.dataset.try === `${thing.try}`);
    }
  }
}

/** An element with where it is, for the sheet. */
function placed(node, left, wide) {
  node.style.setProperty("--x", `${left.toFixed(1)}px`);
  node.style.setProperty("--w", `${wide.toFixed(1)}px`);
  return node;
}
