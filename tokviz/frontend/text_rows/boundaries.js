/**
 * Rows with boundaries: every row has the letters of the text, letter below letter. A token is a line below its letters,
 * a boundary a line between two. Above them is how many tokens each has. Pointing at a word, or going
 * to it with the arrow keys, frames it in every row, and the lines below tell how each row came to its tokens; a click
 * or Enter picks it.
 *
 * @typedef {import("../payloads").RowPart} RowPart
 */

import { element, inline } from "../shared/elements.js";
import { countedTemplate, fill } from "../shared/templates.js";
import { place } from "./flow.js";
import { agreed, columnsOf, cutsOf, nameOf, stretchesOf, tokensOf } from "./layout.js";
import { along, TextView } from "./view.js";

const LETTERS = "ABCDEFGH"; // the short names of the rows
export const HUES = [250, 45, 325, 150, 95, 200, 15, 290]; // of rows; in boxes, of rows that split a word alike
const LINKS = ".st-key-compare_away :is(a, button)";
const UNKNOWN_MARK = "?";
const UNNAMED = new Set(["byte", "added"]); // what these tokens are is said below, not at their lines

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

/** Whether a token begins or ends inside a character.  @param {RowPart} part */
const isThrough = ({ cut_start, cut_end }) => Boolean(cut_start || cut_end);

/** Whether the name of a token is below its letters.  @param {RowPart} part */
const hasName = ({ kind }) => Boolean(kind && !UNNAMED.has(kind));

/**
 * What is written below the letters of a token with a name: a name that is longer than they are would lie over the next
 * one; what it is in full is told below, of the word that is pointed at.
 *
 * @param {RowPart} part
 */
export const shortName = ({ kind, text, start, end }) =>
  kind === "unknown" && text.length > Math.max(end - start + 1, 1) ? UNKNOWN_MARK : text;

/** Whether a part is not the rest of a token.  @param {RowPart} part */
const isWhole = ({ from_before }) => !from_before;

/** The things of this view are words. */
export class BoundariesView extends TextView {
  constructor(root, report) {
    super(root, report, ".strip, .word");
    this.why = element("div", { class: "why", "aria-live": "polite" });
    this.totals = element("div", { class: "totals" });
    this.summary = element("p", { class: "summary" });
    this.legend = element("p", { class: "key-of-lines" });
    root.append(this.summary, this.totals, this.lines, this.pages.root, this.legend, this.why, this.help);
    this.lines.addEventListener("pointerover", (event) => this.light(this.thingAt(event)));
  }

  // -- With the user

  pick(word) {
    const name = this.payload.words[word?.number];
    if (name === undefined) return;
    this.picked = { word: name };
    this.light(word, true);
    this.report("word", name);
  }

  leads(word) {
    return along(this.words, this.words.indexOf(word), word.direction);
  }

  markPicked() {
    this.light(this.focused() ?? this.here, true);
  }

  /** The number of the word that is picked; -1 if it is not in the text. */
  get pickedNumber() {
    return this.payload.words.indexOf(/** @type {string} */ (this.picked.word));
  }

  /** Frame a word in all rows, and tell about it; without one, about the word that is picked. */
  light(word, isAgain = false) {
    if (word === this.here && !isAgain) return;
    this.here = word;
    const picked = this.pickedNumber;
    for (const entry of this.words) {
      const isLit = word ? entry === word : entry.number === picked;
      for (const strip of entry.strips) strip.classList.toggle("lit", isLit);
      entry.node.setAttribute("aria-pressed", entry.number === picked);
    }
    const before = this.words.includes(this.said?.word) ? this.said.word : null;
    const pinned = before?.number === picked ? before : this.words.find((entry) => entry.number === picked);
    this.tell(word ?? pinned ?? null);
  }

  /** The lines below: what each tokenizer made of a word, and the fact that decided. */
  tell(word) {
    const { labels, rows, words } = this.payload;
    const name = word ? words[word.number] : this.picked.word;
    const wordLines = this.told.get(String(name));
    const isPicked = name === this.picked.word;
    const { said } = this;
    // What is said already stays: Tab may be on its way to a link in it.
    if (said?.word === word && said.name === name && said.told === wordLines && said.isPicked === isPicked) return;
    this.said = { word, name, told: wordLines, isPicked };
    const lines = rows.map((row, number) => {
      const line = wordLines?.lines[number];
      const tokens = word ? word.tokens[number].map(nameOf) : (line?.tokens ?? []);
      const facts = [line?.fact, ...(word ? this.notes(word.tokens[number]) : [])].filter(Boolean).join(" ");
      const links = isPicked ? (line?.links ?? []).map((link) => this.link(link)) : [];
      const node = element(
        "div",
        { class: "of" },
        badge(number),
        element("span", { class: "name" }, row.name),
        element("span", { class: "what" }, ...tokens.map((text) => element("code", {}, text))),
        element("span", { class: "fact" }, facts),
        element("span", { class: "links" }, ...links),
      );
      return hued(node, number);
    });
    const hint = word && !isPicked ? [element("span", { class: "hint" }, labels.keep)] : [];
    const head = inline(wordLines?.head ?? [{ word: String(name) }]);
    this.why.replaceChildren(element("p", { class: "head" }, ...head, " ", ...hint), ...lines);
  }

  /** What has to be said of tokens that are no plain pieces. */
  notes(tokens) {
    const { labels } = this.payload;
    const of = (token) => [labels[token.kind], isThrough(token) ? labels.through : ""];
    return [...new Set(tokens.flatMap(of))].filter(Boolean);
  }

  /** A link, which the page follows by itself, without a new visit.  @param {import("../payloads").WordLink} link */
  link({ label, href, place: number }) {
    const node = href ? element("a", { href }, label) : element("button", { type: "button" }, label);
    node.addEventListener("click", (event) => {
      const own = /** @type {HTMLElement} */ (document.querySelectorAll(LINKS)[number]);
      if (!own || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      own.click();
    });
    return node;
  }

  // -- On the screen

  setUp() {
    const { blocks, characters } = this.payload;
    const rows = this.payload.rows.map(({ parts }) => parts);
    this.same = agreed(rows);
    const stretches = stretchesOf(blocks, characters);
    const within = tokensOf(stretches, rows);
    this.allWords = stretches.map(({ word: number, ...stretch }, at) => ({
      ...stretch,
      number,
      tokens: within[at].map((tokens) => tokens.filter(isWhole)),
      cuts: cutsOf(within[at], stretch),
    }));
    this.sum();
  }

  /** How many tokens each has, as bars that begin at one place. */
  sum() {
    const { labels, lang, rows, summary } = this.payload;
    const numbers = new Intl.NumberFormat(lang);
    const most = Math.max(...rows.map(({ tokens }) => tokens), 1);
    const each = rows.map(({ name, tokens, unknown, detail }, row) => {
      const counted = [fill(countedTemplate(labels, "total", tokens, lang), { n: numbers.format(tokens) })];
      if (unknown) counted.push(fill(labels.total_unknown, { n: numbers.format(unknown) }));
      const lost = element("i", { class: "lost" }); // the part of the bar that is unknown
      lost.style.inlineSize = `${(100 * (unknown ?? 0)) / Math.max(tokens, 1)}%`;
      const bar = element("i", { class: "bar" }, ...(unknown ? [lost] : []));
      bar.style.inlineSize = `${(100 * tokens) / most}%`;
      const total = element(
        "div",
        { class: "total" },
        badge(row),
        element("b", { class: "name" }, name),
        element("span", { class: "track" }, bar),
        element("span", { class: "number" }, ` ${counted.join(labels.comma)}`),
      );
      if (detail) total.append(element("span", { class: "detail" }, detail));
      return hued(total, row);
    });
    this.summary.textContent = summary ?? "";
    this.totals.replaceChildren(...each);
    const isNamed = rows.some(({ parts }) => parts.some((part) => this.isNamed(part)));
    this.explain(rows.some(({ unknown }) => unknown));
    this.lines.classList.toggle("named", isNamed);
  }

  /** What the lines below the letters are: gray, in a color, and dotted, if anything is unknown. */
  explain(hasUnknown) {
    const { labels, rows } = this.payload;
    const entry = ({ name, said }) => {
      const sign = element("i", { class: `key-line ${name}`, "aria-hidden": "true" });
      return element("span", {}, hued(sign, 0), said);
    };
    const lines = [
      { name: "same", said: labels.line_same },
      { name: "own", said: labels.line_own },
      { name: "unknown", said: labels.line_unknown },
    ];
    this.legend.hidden = rows.length < 2;
    this.legend.replaceChildren(...lines.slice(0, hasUnknown ? 3 : 2).map(entry));
  }

  /** Whether a name is written below a token; an unknown character has none but itself. @param {RowPart} part */
  isNamed(part) {
    const isItself = ({ start, text }) => start === part.start && text === part.text;
    return hasName(part) && !(part.kind === "unknown" && this.payload.characters.some(isItself));
  }

  size(inside) {
    return inside.filter(({ row }) => row >= 0).length;
  }

  holdsPicked(inside) {
    return inside.some(({ row, part }) => row < 0 && part.word === this.pickedNumber);
  }

  beginPage(blocks) {
    const [start, end] = [blocks[0]?.start ?? 0, blocks.at(-1)?.end ?? 0];
    this.edges = [start, end];
    const shown = this.allWords.filter((word) => word.start < end && word.end > start);
    this.words = shown.map((word) => ({ ...word, strips: [], node: this.button(word), direction: "ltr" }));
    for (const word of this.words) this.things.set(word.node, word);
  }

  firstThing() {
    const picked = this.pickedNumber;
    return this.words.find(({ number }) => number === picked) ?? this.words[0] ?? null;
  }

  counts() {
    const { rows, most } = this.payload;
    const [start, end] = this.edges;
    const whole = rows.flatMap(({ parts }) => parts.filter(isWhole));
    const shown = whole.filter((part) => part.start >= start && part.start < end).length;
    Object.assign(this.root.dataset, { page: this.pages.at, tokens: shown, rows: rows.length });
    return { shown, total: whole.length, most };
  }

  /** What has the focus of a word, with what a screen reader says of it. */
  button({ number, tokens }) {
    const { rows, words, labels } = this.payload;
    const each = rows.map(({ name }, row) => `${name}: ${tokens[row].map(nameOf).join(" ") || labels.nothing}`);
    const node = element("button", { type: "button", class: "word", tabindex: "-1", "data-word": words[number] });
    node.ariaLabel = [words[number], ...each].join("; ");
    return node;
  }

  /** Fill a block with the letters of all rows, their tokens, and where these meet. */
  fill(node, block, inside) {
    const put = (child, span, row) => node.append(place(child, block, span, row + 1));
    for (const word of this.words) this.frame(word, block, put);
    for (const { row, part } of inside) {
      if (row >= 0) this.token(row, part, put);
      else
        for (let at = 0; at < this.payload.rows.length; at += 1)
          put(element("span", { class: "letter", "data-row": at, "aria-hidden": "true" }, part.text), part, at);
    }
  }

  /** The frames of a word in a block, and its boundaries. */
  frame(word, block, put) {
    const span = { start: Math.max(word.start, block.start), end: Math.min(word.end, block.end) };
    if (span.start >= span.end) return;
    word.direction = block.direction;
    const rows = this.payload.rows.length;
    for (let row = 0; row < rows; row += 1) {
      const strip = element("span", { class: "strip" });
      strip.classList.toggle("begins", span.start === word.start);
      strip.classList.toggle("ends", span.end === word.end);
      this.things.set(strip, word);
      word.strips.push(strip);
      put(strip, span, row);
    }
    if (span.start === word.start) put(word.node, span, 0);
    for (const [column, who] of word.cuts) {
      if (column < block.start || column >= block.end) continue;
      const isSame = who.size === rows;
      const columns = { start: column, end: column + 1 };
      for (const row of who)
        put(this.colored(element("span", { class: "cut", "data-row": row }), row, isSame), columns, row);
    }
  }

  /** @param {RowPart} part */
  token(row, part, put) {
    const kind = part.kind ?? this.payload.rows[row].kind;
    const node = element("span", { class: `token ${kind}`, "aria-hidden": "true" });
    Object.assign(node.dataset, { token: part.text, row, kind });
    if (this.isNamed(part)) node.append(element("small", {}, shortName(part)));
    node.classList.toggle("through", isThrough(part));
    put(this.colored(node, row, this.same.has(columnsOf(part))), part, row);
  }

  colored(node, row, isSame) {
    node.classList.toggle("same", isSame);
    return hued(node, row);
  }

  gutter() {
    const named = this.payload.rows.map(({ name }, row) =>
      hued(element("span", { class: "of" }, badge(row), element("span", { class: "name", title: name }, name)), row),
    );
    return element("div", { class: "gutter", "aria-hidden": "true" }, ...named);
  }
}
