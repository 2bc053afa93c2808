/**
 * Aligned rows write one text once for each tokenizer, letter below letter: a token is a line below its letters, a
 * boundary a line between two. The row on top says which tokenizers have a boundary there. Pointing at a word, or going
 * to it with the arrow keys, frames it in every row, and the lines below tell how each came to its tokens; a click or
 * Enter picks it. Everything is written as text, never as HTML.
 *
 * @typedef {import("./layout.js").Cluster} Cluster
 * @typedef {import("./layout.js").Token} Token
 * @typedef {import("./layout.js").Block} Block
 *
 * @typedef {object} Payload
 * @property {string[]} names                            of the tokenizers
 * @property {Cluster[]} clusters
 * @property {Token[][]} rows                            a row a tokenizer, from left to right
 * @property {Block[]} blocks                            nothing reaches over the edge of one
 * @property {string[]} words                            what can be picked
 * @property {[number, number][]} totals                 for each row its tokens, and how many of them are unknown
 * @property {number} most                               tokens that are drawn at once
 * @property {string} cut                                a sentence, if only a part of the text was sent
 * @property {Record<string, string>} labels             all words of the interface
 * @property {string} lang
 *
 * @typedef {object} Told                                of a word; missing for those far behind in a text
 * @property {string[]} head                            plain, word, plain
 * @property {{tokens: string[], fact: string, links: {label: string, href: string}[]}[]} lines  a line a tokenizer; the
 *   links stand in the same order, hidden, in the page, which is asked to follow them
 */

import { Applied } from "../shared/applied.js";
import { element } from "../shared/elements.js";
import { InView, PARTS_WANTED } from "../shared/in_view.js";
import { mounting } from "../shared/streamlit.js";
import { fill } from "../shared/templates.js";
import { blockOf, place } from "./flow.js";
import { agreed, byBlock, cutsOf, FROM_BEFORE, pagesOf, tokensOf, unitsOf } from "./layout.js";
import { TextLines } from "./view.js";

const LETTERS = "ABCDEFGH"; // the short names of the rows
const HUES = [250, 45, 325, 150, 95, 200, 15, 290];
const AWAY = ".st-key-compare_away :is(a, button)";
const THROUGH = 1 | 2;
const PLAIN = "piece";

/** The short name of a row. */
const letterOf = (row) => LETTERS[row] ?? `${row + 1}`;

/** Give an element the hue of a row. */
function hued(node, row) {
  node.style.setProperty("--hue", HUES[row % HUES.length]);
  return node;
}

function badge(row) {
  return hued(element("span", { class: "badge", "aria-hidden": "true" }, letterOf(row)), row);
}

/** Its things are words. */
class Rows extends TextLines {
  constructor(parent) {
    super(parent, "aligned", ".strip, .word");
    this.why = element("div", { class: "why", "aria-live": "polite" });
    this.totals = element("div", { class: "totals" });
    this.root.append(this.lines, this.pages.root, this.why, this.totals, this.help);
    this.lines.addEventListener("pointerover", (event) => this.light(this.thingAt(event)));
    this.below = new InView(() => this.seeBelow());
    this.listening = new AbortController();
    document.addEventListener(PARTS_WANTED, () => this.below.selector && this.seeBelow(), {
      signal: this.listening.signal,
    });
    this.applied = new Applied(this.listening.signal);
  }

  // -- With the server

  update({ data, setStateValue, setTriggerValue }) {
    this.report = setTriggerValue;
    this.keep = setStateValue;
    this.below.watch(data?.below);
    if (!data?.payload || data === this.data) return;
    this.data = data;
    const isNew = data.payload !== this.source;
    const isFirst = this.source === undefined;
    this.told = new Map(Object.entries(JSON.parse(data.told)));
    this.word = data.word;
    if (isNew) {
      this.source = data.payload;
      this.payload = JSON.parse(data.payload);
      this.setUp();
      this.applied.goOn(() => this.shownUnits.find(({ button }) => button.tabIndex === 0)?.button, isFirst);
    } else this.light(this.focused() ?? this.here, true);
  }

  unmount() {
    this.listening.abort();
    this.below.end();
    super.unmount();
  }

  /** Have the server draw what stands below; it is told once. */
  seeBelow() {
    if (this.hasSeen) return;
    this.hasSeen = true;
    this.reports.plan("below", 0, () => this.keep("below", true));
  }

  // -- With the user

  visit(unit) {
    if (!unit) return;
    for (const one of this.shownUnits) one.button.tabIndex = one === unit ? 0 : -1;
    this.light(unit);
  }

  pick(unit) {
    const word = this.payload.words[unit?.word];
    if (word === undefined) return;
    this.word = word;
    this.light(unit, true);
    this.reports.plan("pick", 0, () => this.report("pick", word));
  }

  onKey(event) {
    const unit = this.focused();
    if (!unit || event.ctrlKey || event.altKey || event.metaKey) return;
    const ahead = unit.way ? -1 : 1;
    const at = this.shownUnits.indexOf(unit);
    const last = this.shownUnits.length - 1;
    const goals = { ArrowRight: at + ahead, ArrowLeft: at - ahead, Home: 0, End: last };
    if (!Object.hasOwn(goals, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    this.shownUnits[Math.max(0, Math.min(last, goals[event.key]))].button.focus();
  }

  /** Frame a word in all rows, and tell about it; without one, about the word that is picked. */
  light(unit, isAgain = false) {
    if (unit === this.here && !isAgain) return;
    this.here = unit;
    const picked = this.payload.words.indexOf(this.word);
    for (const one of this.shownUnits) {
      const isLit = unit ? one === unit : one.word === picked;
      for (const strip of one.strips) strip.classList.toggle("lit", isLit);
      one.button.setAttribute("aria-pressed", one.word === picked);
    }
    const before = this.shownUnits.includes(this.said?.unit) ? this.said.unit : null;
    const kept = before?.word === picked ? before : this.shownUnits.find((one) => one.word === picked);
    this.tell(unit ?? kept ?? null);
  }

  /** The lines below: what each tokenizer made of a word, and the fact that decided. */
  tell(unit) {
    const { labels, names, words } = this.payload;
    const word = unit ? words[unit.word] : this.word;
    const told = this.told.get(word);
    const isPicked = word === this.word;
    const { said } = this;
    // What is said already stays: Tab may be on its way to a link in it.
    if (said?.unit === unit && said.word === word && said.told === told && said.isPicked === isPicked) return;
    this.said = { unit, word, told, isPicked };
    const rows = names.map((name, row) => {
      const line = told?.lines[row];
      const tokens = unit ? unit.tokens[row].map(([text]) => text) : (line?.tokens ?? []);
      const facts = [line?.fact, ...(unit ? this.notes(unit.tokens[row]) : [])].filter(Boolean).join(" ");
      const links = isPicked ? (line?.links ?? []).map((link) => this.link(link)) : [];
      const node = element(
        "div",
        { class: "of" },
        badge(row),
        element("span", { class: "name" }, name),
        element("span", { class: "what" }, ...tokens.map((text) => element("code", {}, text))),
        element("span", { class: "fact" }, facts),
        element("span", { class: "links" }, ...links),
      );
      return hued(node, row);
    });
    const hint = unit && !isPicked ? [element("span", { class: "hint" }, labels.keep)] : [];
    const head = (told?.head ?? ["", word]).map((text, at) => (at % 2 ? element("code", {}, text) : text));
    this.why.replaceChildren(element("p", { class: "head" }, ...head, " ", ...hint), ...rows);
  }

  /** What has to be said of tokens that are no plain pieces. */
  notes(tokens) {
    const { labels } = this.payload;
    const of = ([, , , kind, , , sides]) => [labels[kind], sides & THROUGH ? labels.through : ""];
    return [...new Set(tokens.flatMap(of))].filter(Boolean);
  }

  /** A link, which the page follows by itself, without a new visit. */
  link({ label, href, place: at }) {
    const node = href ? element("a", { href }, label) : element("button", { type: "button" }, label);
    node.addEventListener("click", (event) => {
      const own = document.querySelectorAll(AWAY)[at];
      if (!own || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      own.click();
    });
    return node;
  }

  // -- On the screen

  /** Show what holds for the whole text, and cut it into pages. */
  setUp() {
    const { labels, lang, names, clusters, blocks, rows, most, cut } = this.payload;
    this.root.lang = lang;
    this.root.style.setProperty("--rows", names.length);
    this.lines.ariaLabel = labels.rows;
    this.help.textContent = [labels.help, cut].filter(Boolean).join(" ");
    this.inside = byBlock(blocks, clusters, rows);
    this.same = agreed(rows);
    const units = unitsOf(blocks, clusters);
    const within = tokensOf(units, rows);
    const whole = (row) => row.filter(([, , , , , , sides]) => !(sides & FROM_BEFORE));
    this.units = units.map((unit, at) => ({
      ...unit,
      tokens: within[at].map(whole),
      cuts: cutsOf(within[at], unit),
      button: null, // where it can be picked, once it is drawn
      strips: [], // its letters in the rows
    }));
    const tokens = this.inside.map((parts) => parts.filter(([row]) => row >= 0).length);
    const wanted = this.payload.words.indexOf(this.word);
    const has = (parts) => parts.some(([row, one]) => row < 0 && one[3] === wanted);
    const found = wanted < 0 ? 0 : this.inside.findIndex(has);
    this.pages.begin(pagesOf(blocks, tokens, most), found, labels);
    this.sum();
    this.draw();
  }

  /** How many tokens each has. */
  sum() {
    const { labels, lang, names, totals } = this.payload;
    const numbers = new Intl.NumberFormat(lang);
    const most = Math.max(...totals.map(([tokens]) => tokens), 1);
    const each = totals.map(([tokens, unknown], row) => {
      const form = (tokens === 1 && labels["total.one"]) || labels.total; // where a language has one for a single token
      const counted = [fill(form, { n: numbers.format(tokens) })];
      if (unknown) counted.push(fill(labels.total_unknown, { n: numbers.format(unknown) }));
      const bar = element("i", { class: "bar" });
      bar.style.width = `${(100 * tokens) / most}%`;
      const name = element("b", {}, `${letterOf(row)} ${names[row]}`);
      return hued(element("div", {}, name, ` ${counted.join(labels.comma)}`, bar), row);
    });
    this.totals.replaceChildren(...each);
  }

  draw() {
    const { labels, blocks, rows, names, most } = this.payload;
    const [first, last] = this.pages.shown;
    this.things = new Map(); // a strip or a button -> its word
    const [from, to] = [blocks[first]?.[0] ?? 0, blocks[last - 1]?.[1] ?? 0];
    this.shownUnits = this.units.filter((unit) => unit.from < to && unit.to > from);
    for (const unit of this.shownUnits) Object.assign(unit, { strips: [], button: this.button(unit), way: 0 });
    this.boxes = blocks
      .slice(first, last)
      .map((block, i) => ({ block, node: this.box(block, this.inside[first + i]) }));
    const count = (tokens) => tokens.filter((token) => !(token[6] & FROM_BEFORE)).length;
    const total = rows.reduce((sum, row) => sum + count(row), 0);
    const within = rows.map((row) => row.filter((token) => token[1] >= from && token[1] < to));
    const shown = within.reduce((sum, row) => sum + count(row), 0);
    this.pages.tell(labels.part, this.payload.lang, { shown, total, most });
    Object.assign(this.root.dataset, { page: this.pages.at, tokens: shown, rows: names.length });
    const picked = this.payload.words.indexOf(this.word);
    const stop = this.shownUnits.find(({ word }) => word === picked) ?? this.shownUnits[0];
    if (stop) stop.button.tabIndex = 0;
    this.flow();
    this.light(null, true);
  }

  /** What has the focus of a word, with what a screen reader says of it. */
  button(unit) {
    const { names, words, labels } = this.payload;
    const each = names.map(
      (name, row) => `${name}: ${unit.tokens[row].map(([text]) => text).join(" ") || labels.nothing}`,
    );
    const node = element("button", { type: "button", class: "word", tabindex: "-1", "data-word": words[unit.word] });
    node.ariaLabel = [words[unit.word], ...each].join("; ");
    this.things.set(node, unit);
    return node;
  }

  /** A block with the letters of all rows, their tokens, and where these meet. */
  box(block, parts) {
    const { names } = this.payload;
    const node = blockOf(block);
    const rows = names.map((_, row) => row);
    const put = (made, span, row) => node.append(place(made, block, span, row + 2));
    for (const unit of this.shownUnits) this.frame(unit, block, put);
    for (const [row, one] of parts) {
      const [text, from, to] = one;
      if (row >= 0) this.token(row, one, put);
      else
        for (const where of [-1, ...rows])
          put(
            element("span", { class: "letter", "data-row": where, "aria-hidden": "true" }, text),
            { from, to },
            where,
          );
    }
    return node;
  }

  /** The frames of a word in a block, and its boundaries. */
  frame(unit, block, put) {
    const span = { from: Math.max(unit.from, block[0]), to: Math.min(unit.to, block[1]) };
    if (span.from >= span.to) return;
    unit.way = block[3];
    const { names } = this.payload;
    for (let row = -1; row < names.length; row += 1) {
      const strip = element("span", { class: "strip" });
      strip.classList.toggle("begins", span.from === unit.from);
      strip.classList.toggle("ends", span.to === unit.to);
      this.things.set(strip, unit);
      unit.strips.push(strip);
      put(strip, span, row);
    }
    if (span.from === unit.from) put(unit.button, span, -1);
    for (const [column, who] of unit.cuts) {
      if (column < block[0] || column >= block[1]) continue;
      const isSame = who.size === names.length;
      const seam = element("span", { class: "seam", "aria-hidden": "true" });
      for (let row = 0; row < names.length; row += 1)
        seam.append(this.coloured(element("i", who.has(row) ? { class: "has" } : {}), row, isSame));
      put(seam, { from: column, to: column + 1 }, -1);
      for (const row of who)
        put(
          this.coloured(element("span", { class: "cut", "data-row": row }), row, isSame),
          { from: column, to: column + 1 },
          row,
        );
    }
  }

  token(row, [text, from, to, kind, , , sides], put) {
    const isSame = this.same.has(`${from}-${to}`);
    const node = this.coloured(element("span", { class: `token ${kind}`, "aria-hidden": "true" }), row, isSame);
    Object.assign(node.dataset, { token: text, row, kind });
    if (kind !== PLAIN && kind !== "byte" && kind !== "added") node.append(element("small", {}, text));
    if (sides & THROUGH) node.classList.add("through");
    put(node, { from, to }, row);
  }

  coloured(node, row, isSame) {
    node.classList.toggle("same", isSame);
    return hued(node, row);
  }

  gutter() {
    const { labels, names } = this.payload;
    const rows = names.map((name, row) => {
      const named = element("span", { class: "name", title: name }, name);
      return hued(element("span", { class: "of" }, badge(row), named), row);
    });
    const letters = names.map((_, row) => letterOf(row)).join(" ");
    const who = element("span", { class: "of who" }, fill(labels.who, { rows: letters }));
    return element("div", { class: "gutter", "aria-hidden": "true" }, who, ...rows);
  }
}

const mountRows = mounting(Rows);

export default mountRows;
