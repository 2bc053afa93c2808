/**
 * The lines of a training by languages: how long the text of each is after each merge, up to the step that is shown, and
 * pale what comes. Plain BPE is dotted. The language that chooses has a full dot and a full label; a strip says which
 * language chose each merge. While it is asked which one chooses, nothing of what comes is drawn.
 *
 * @typedef {import("../../payloads").Lines} Lines
 * @typedef {import("../../payloads").LanguageTurn} LanguageTurn
 */

import { drawn, element } from "../../shared/elements.js";
import { fill } from "../../shared/templates.js";
import { typeSize } from "../linking.js";
import { apart, roundNumbers } from "./layout.js";

const NARROW_CHART = 560; // pixels of normal type: a narrower chart has no room beside its lines
const LABEL_HEIGHT = 23; // the height of a label with what is between two, in the same
const AXIS_TEXT = 14;
const BEFORE = 1.15; // sizes of text: between what an axis counts and the lines, for the dots at their beginning
const UNITS = 5.2; // sizes of text: the room for what the axes count, behind them

export class LineChart {
  lines = /** @type {Lines} */ (null);

  constructor() {
    this.title = element("p", { class: "title" });
    this.key = element("p", { class: "line-key" });
    this.axes = drawn("svg", { class: "axes", "aria-hidden": "true" });
    this.ahead = drawn("svg", { class: "ahead", "aria-hidden": "true" });
    this.past = drawn("svg", { class: "past", "aria-hidden": "true" });
    this.cursor = element("i", { class: "cursor" });
    this.dots = element("div", { class: "dots", "aria-hidden": "true" });
    this.labels = element("ul", { class: "languages" });
    this.plot = element(
      "div",
      { class: "plot" },
      this.axes,
      this.ahead,
      this.past,
      this.cursor,
      this.dots,
      this.labels,
    );
    this.root = element(
      "div",
      { class: "lines" },
      element("div", { class: "panel-head" }, this.title, this.key),
      this.plot,
    );
  }

  /** Take the lines of a training. hidesAhead: what comes is asked. */
  setUp(lines, { hidesAhead }) {
    this.lines = lines;
    this.hidesAhead = hidesAhead;
    this.size = "";
    if (!lines) return;
    const named = (kind) => [element("i", { class: `sample ${kind}`, "aria-hidden": "true" }), lines.labels[kind]];
    const ahead = hidesAhead ? [] : named("ahead");
    this.key.replaceChildren(...(lines.plain ? [...named("own"), ...named("plain"), ...ahead] : []));
    this.dots.replaceChildren(...lines.values.map((_, number) => element("i", { class: `of-${number}` })));
    this.labels.replaceChildren(...lines.values.map((_, number) => element("li", { class: `of-${number}` })));
  }

  /**
   * @param {import("../../payloads").Turns} turn
   * @param {{ step: number, total: number, isAsked: boolean }} at
   */
  draw(turn, { step, total, isAsked }) {
    const title = isAsked ? turn.asked : turn.title;
    this.title.replaceChildren(element("b", {}, title), element("span", { class: "rule" }, ` · ${turn.rule}`));
    const { clientWidth, clientHeight } = this.plot;
    if (!clientWidth || !clientHeight) return;
    this.total = total;
    this.layOut(clientWidth, clientHeight);
    const x = this.x(step);
    this.cursor.style.translate = `${x}px 0`;
    this.past.style.clipPath = `inset(0 ${clientWidth - x - 1}px 0 0)`;
    const languages = isAsked ? turn.languages.map(coveredLanguage) : turn.languages;
    languages.forEach((language, number) => {
      const dot = /** @type {HTMLElement} */ (this.dots.children[number]);
      dot.className = `of-${number} ${language.state}`;
      dot.hidden = language.value === null;
      dot.style.setProperty("--around", String(ringsInside(languages, number)));
      dot.style.translate = `${x}px ${this.y(language.value ?? this.low)}px`;
    });
    this.label(languages, x);
    this.drawTurns(step, isAsked);
  }

  // -- What changes with the size alone

  /** Draw axes and lines for this size, unless they are there. */
  layOut(width, height) {
    const type = typeSize(this.plot);
    const size = `${width} ${height} ${type}`;
    if (size === this.size) return;
    this.size = size;
    const { steps, values, plain } = this.lines;
    const text = AXIS_TEXT * type;
    const isNarrow = width < NARROW_CHART * type;
    this.width = width;
    this.rowHeight = LABEL_HEIGHT * type;
    this.drawnLines = [...values, ...(plain ?? [])];
    const points = this.drawnLines.flat().filter((value) => value !== null);
    this.low = Math.min(...points);
    this.high = Math.max(...points, this.low + 1e-9);
    const most = Math.max(2, Math.floor(height / (2.6 * text)));
    this.rows = roundNumbers(this.low, this.high, most).filter((row) => row >= this.low && row <= this.high);
    const widest = Math.max(1, ...this.rows.map((row) => String(row).length));
    this.left = (widest * 0.6 + BEFORE) * text;
    this.right = width - (isNarrow ? 0.8 : UNITS) * text;
    this.top = 0.8 * text;
    this.bottom = height - 2.9 * text;
    this.strip = height - 1.05 * text;
    this.cursor.style.height = `${this.bottom}px`; // it strikes no number of the axis
    this.drawAxes(text, isNarrow);
    const paths = (group, kind) => group.map((line, number) => this.path(line, steps, `${kind} of-${number}`));
    const every = () => [...(plain ? paths(plain, "plain") : []), ...paths(values, "own")];
    this.past.replaceChildren(...every());
    this.ahead.replaceChildren(...(this.hidesAhead ? [] : every()));
  }

  x(step) {
    return this.left + ((this.right - this.left) * step) / Math.max(1, this.total);
  }

  y(value) {
    return this.bottom - ((this.bottom - this.top) * (value - this.low)) / (this.high - this.low);
  }

  path(line, steps, kind) {
    let path = "";
    line.forEach((value, place) => {
      if (value === null) return;
      path += `${path ? "L" : "M"}${this.x(steps[place]).toFixed(1)} ${this.y(value).toFixed(1)}`;
    });
    return drawn("path", { class: kind, d: path });
  }

  drawAxes(text, isNarrow) {
    const { labels, turns } = this.lines;
    const nodes = [];
    const write = (x, y, said, anchor) =>
      nodes.push(drawn("text", { x, y, "text-anchor": anchor, "font-size": text }, String(said)));
    for (const row of this.rows) {
      const y = Math.round(this.y(row)) + 0.5;
      nodes.push(drawn("line", { x1: this.left, x2: this.right, y1: y, y2: y }));
      write(this.left - (BEFORE - 0.1) * text, y + 0.35 * text, row, "end");
    }
    const under = this.bottom + 1.1 * text;
    for (const step of roundNumbers(0, this.total, isNarrow ? 4 : 8)) {
      if (step <= this.total && Number.isInteger(step)) write(this.x(step), under, step, "middle");
    }
    if (!isNarrow) write(this.right + 1.5 * text, under, labels.merges, "start");
    if (turns.length && !isNarrow) write(this.right + 1.5 * text, this.strip + 0.75 * text, labels.moves, "start");
    this.cells = turns.map((number, step) => {
      const wide = (this.right - this.left) / Math.max(1, this.total);
      const gap = wide > 3 ? 1 : 0;
      const cell = drawn("rect", { x: this.x(step) + gap / 2, width: wide - gap });
      cell.dataset.language = number;
      return cell;
    });
    this.cellHeight = 0.7 * text;
    this.axes.replaceChildren(...nodes, ...this.cells);
  }

  // -- What changes with the step

  /** Which language chose each merge; the one of the next merge is taller. */
  drawTurns(step, isAsked) {
    this.cells.forEach((cell, place) => {
      const isNow = place === step;
      const isUnknown = this.hidesAhead && (place > step || (isNow && isAsked));
      const when = (isNow && "now") || (place > step ? "later" : "done");
      cell.setAttribute("class", `${isUnknown ? "unknown" : `of-${cell.dataset.language}`} ${when}`);
      const taller = isNow ? this.cellHeight * 0.3 : 0;
      cell.setAttribute("y", `${this.strip - taller}`);
      cell.setAttribute("height", `${this.cellHeight + 2 * taller}`);
    });
  }

  /**
   * The labels, from the longest text down: beside the dots where there is room after them, else before them where no line
   * is. Languages that are equal, none of which chooses, have one.
   *
   * @param {LanguageTurn[]} languages
   */
  label(languages, x) {
    const nodes = /** @type {HTMLElement[]} */ ([...this.labels.children]);
    const isOne = areEqual(languages);
    for (const [number, language] of languages.entries()) {
      this.fillLabel(nodes[number], language, number);
      nodes[number].hidden = isOne && number > 0;
    }
    if (isOne) this.fillCommonLabel(nodes[0], languages);
    const shown = languages.map((_, number) => number).slice(0, isOne ? 1 : undefined);
    const wide = Math.max(...nodes.map((node) => node.offsetWidth));
    const after = x + 14;
    const isAfter = after + wide <= this.width;
    const left = isAfter ? after : Math.max(0, x - 14 - wide);
    const at = (number) => this.y(languages[number].value ?? this.low);
    const isFirst = (number) => languages[number].state === "turn";
    const order = shown.sort((one, other) => at(one) - at(other) || Number(isFirst(other)) - Number(isFirst(one)));
    const wanted = order.map((number) => Math.max(0, at(number) - this.rowHeight / 2));
    const beside = apart(wanted, this.rowHeight, this.bottom + this.rowHeight / 2);
    const tops = isAfter ? beside : this.clearOf(beside, left, x);
    order.forEach((number, place) => {
      nodes[number].style.translate = `${left}px ${tops[place]}px`;
    });
  }

  /** The tops of labels that have lines behind them: above all of these, or below, where that has room; else as given. */
  clearOf(tops, from, to) {
    const { steps } = this.lines;
    const inside = (step) => this.x(step) >= from && this.x(step) <= to;
    const ys = this.drawnLines
      .flatMap((line) => line.filter((value, place) => value !== null && inside(steps[place])))
      .map((value) => this.y(value));
    const high = tops.length * this.rowHeight;
    const [highest, lowest] = [Math.min(...ys), Math.max(...ys)];
    const gap = this.rowHeight / 4;
    if (highest >= high + gap) return tops.map((_, place) => highest - gap - high + place * this.rowHeight);
    if (this.bottom - lowest >= high + gap) return tops.map((_, place) => lowest + gap + place * this.rowHeight);
    return tops;
  }

  /** One label for languages that have the same value. @param {LanguageTurn[]} languages */
  fillCommonLabel(node, languages) {
    const { labels } = this.lines;
    const plain = languages.map(({ plain_number: number }) => number);
    const hasPlain = plain.every((number) => number !== undefined);
    node.className = "language of-all";
    node.replaceChildren(
      element("b", { class: "name" }, languages.map(({ name }) => name).join(labels.between)),
      ` ${languages[0].number}`,
      ...(hasPlain
        ? [element("span", { class: "of-plain" }, fill(labels.with_plain, { plain: plain.join(labels.between) }))]
        : []),
    );
  }

  /** @param {LanguageTurn} language */
  fillLabel(node, language, number) {
    const { name, number: shown, plain_number: plain, state, note } = language;
    const { labels } = this.lines;
    node.className = `language of-${number} ${state}`;
    node.replaceChildren(
      element("b", { class: "name" }, name),
      ` ${shown}`,
      ...(plain === undefined ? [] : [element("span", { class: "of-plain" }, fill(labels.with_plain, { plain }))]),
      ...(note && state !== "turn" ? [element("span", { class: "note" }, ` · ${note}`)] : []),
    );
  }
}

/** How many dots of the same value are inside of a language's: that of the one that chooses, and later ones. */
function ringsInside(languages, number) {
  const { value, state } = languages[number];
  if (state === "turn") return 0;
  return languages.filter((other, place) => other.value === value && (other.state === "turn" || place > number)).length;
}

/** Whether languages have the same value, and nothing tells them apart. @param {LanguageTurn[]} languages */
const areEqual = (languages) =>
  languages.length > 1 &&
  languages.every(({ number, state, note }) => !state && !note && number === languages[0].number);

/** A language as it is shown while it is asked which one chooses. @param {LanguageTurn} language */
function coveredLanguage(language) {
  const tells = ["turn", "tied"].includes(language.state);
  return tells ? { ...language, state: /** @type {const} */ (""), note: "" } : language;
}
