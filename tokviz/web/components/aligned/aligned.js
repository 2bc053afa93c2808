/*
 * Aligned rows lay the tokens of several tokenizers under the characters of one text. The picture is cut into blocks,
 * each a grid whose columns all rows share; blocks flow into lines as wide as the page. Pointing at a token, or going
 * to it with the arrow keys, lights up its characters in every row; a click or Enter picks its word. Everything is
 * written as text, never as HTML.
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
 * @property {number} most                               tokens that are drawn at once
 * @property {string} cut                                a sentence, if only a part of the text was sent
 * @property {Record<string, string>} labels             all words of the interface
 * @property {string} lang
 */

import { element } from "../shared/elements.js";
import { isBusy, mounting, POLL_MS } from "../shared/streamlit.js";
import { byBlock, FROM_BEFORE, fill, linesOf, nearest, pagesOf, reach } from "./layout.js";

const MOST_SAID = 10; // tokens of a row that are named above
const LETTERS = "ABCDEFGH"; // the short names of the rows
const DIRECTIONS = ["ltr", "rtl"];
const SIDES = { 1: "cut-before", 2: "cut-behind", 4: "from-before", 8: "goes-on" };
const THROUGH = 1 | 2;

/** Put an element into columns and a row (1: the text) of the grid of its block. */
function place(node, [first], { from, to }, row) {
  node.style.gridColumn = `${from - first + 1} / ${to - first + 1}`;
  node.style.gridRow = row;
  return node;
}

// ---- The rows -------------------------------------------------------------------------------------------------------

class Rows {
  page = 0;
  width = 0;
  here = null; // the token or character that is lit
  current = null; // the token that Tab leads to

  constructor(parent) {
    const button = (step) => {
      const made = element("button", { type: "button", class: "turn" });
      made.addEventListener("click", () => this.turn(this.page + step));
      return made;
    };
    this.previous = button(-1);
    this.next = button(1);
    this.shown = element("span", { class: "shown", role: "status" });
    this.turns = element("div", { class: "turns" }, this.previous, this.next, this.shown);
    this.readout = element("div", { class: "readout", "aria-live": "polite" });
    this.lines = element("div", { class: "lines", role: "group" });
    this.help = element("p", { class: "help" });
    this.legend = element("p", { class: "legend" });
    this.root = element("section", { class: "aligned", "data-testid": "aligned" });
    this.root.append(this.readout, this.lines, this.turns, this.legend, this.help);
    this.lines.addEventListener("pointerover", (event) => this.light(this.part(event)));
    this.lines.addEventListener("pointerleave", () => this.light(this.focused()));
    this.lines.addEventListener("focusin", (event) => this.visit(this.part(event)));
    this.lines.addEventListener("focusout", () => this.light(null));
    this.lines.addEventListener("click", (event) => this.pick(this.part(event)));
    this.lines.addEventListener("keydown", (event) => this.onKey(event));
    parent.append(this.root);
    this.watching = new ResizeObserver(() => {
      if (this.payload && Math.abs(this.lines.clientWidth - this.width) > 1) this.flow();
    });
    this.watching.observe(this.lines);
  }

  // -- With the server

  update({ data, setTriggerValue }) {
    this.report = setTriggerValue;
    if (!data?.payload || data === this.data) return;
    this.data = data;
    if (data.payload !== this.source) {
      this.source = data.payload;
      this.payload = JSON.parse(data.payload);
      this.word = data.word;
      this.setUp();
    } else if (data.word !== this.word) {
      this.mark(data.word);
    }
  }

  unmount() {
    this.watching.disconnect();
    clearTimeout(this.waiting);
    this.root.remove();
  }

  /** Report a word, and not before Streamlit is at rest, when a report would be lost. */
  send(word) {
    clearTimeout(this.waiting);
    if (isBusy()) this.waiting = setTimeout(() => this.send(word), POLL_MS);
    else if (this.root.isConnected) this.report("pick", word);
  }

  // -- With the user

  /** The token or character that an event is about. */
  part(event) {
    return this.parts.get(event.target.closest?.(".token, .cluster")) ?? null;
  }

  focused() {
    return this.parts.get(this.root.getRootNode().activeElement) ?? null;
  }

  /** Make a token the one that Tab leads to, and light it up. */
  visit(part) {
    if (!part || part.row < 0) return;
    if (this.current) this.current.node.tabIndex = -1;
    this.current = part;
    part.node.tabIndex = 0;
    this.light(part);
  }

  pick(part) {
    const word = this.payload.words[part?.word];
    if (word === undefined) return;
    this.mark(word);
    this.send(word);
  }

  onKey(event) {
    const part = this.part(event);
    if (!part || part.row < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const row = this.drawn[part.row];
    const ahead = DIRECTIONS[part.way] === "rtl" ? -1 : 1;
    const leads = {
      ArrowLeft: () => row[part.order - ahead],
      ArrowRight: () => row[part.order + ahead],
      ArrowUp: () => nearest(this.drawn[part.row - 1] ?? [], part),
      ArrowDown: () => nearest(this.drawn[part.row + 1] ?? [], part),
      Home: () => row[0],
      End: () => row.at(-1),
    };
    if (!Object.hasOwn(leads, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    leads[event.key]()?.node.focus();
  }

  turn(page) {
    this.page = Math.min(Math.max(page, 0), this.pages.length - 1);
    this.draw();
    this.lines.scrollIntoView?.({ block: "nearest" });
  }

  /** Underline a word wherever it stands. */
  mark(word) {
    this.word = word;
    for (const part of this.parts.values()) {
      part.node.classList.toggle("picked", word !== "" && this.payload.words[part.word] === word);
    }
  }

  /** Light up the characters of a token, or one character, in all rows, and say what the rows have there. */
  light(part) {
    if (part === this.here) return;
    for (const { node } of this.lit ?? []) node.classList.remove("lit", "here");
    for (const glow of this.glows ?? []) glow.remove();
    this.here = part;
    this.lit = [];
    this.glows = [];
    if (!part) return;
    const [from, to] = reach(this.drawn[part.row] ?? [], part);
    for (const { node, block } of this.boxes) {
      const [first, last] = [Math.max(from, block[0]), Math.min(to, block[1])];
      if (first >= last) continue;
      this.glows.push(place(element("span", { class: "glow" }), block, { from: first, to: last }, "1 / -1"));
      node.prepend(this.glows.at(-1));
    }
    this.lit = [...this.parts.values()].filter((other) => other.from < to && other.to > from);
    for (const { node } of this.lit) node.classList.add("lit");
    part.node.classList.add("here");
    this.readout.replaceChildren(...this.sentences(part));
  }

  sentences(part) {
    const { labels } = this.payload;
    const of = (row) => this.lit.filter((other) => other.row === row);
    const code = (text) => element("code", {}, text);
    const texts = (row) => {
      const whole = of(row).filter((other) => !(other.sides & FROM_BEFORE));
      const shown = (whole.length ? whole : of(row)).map((other) => code(other.text));
      return shown.length > MOST_SAID ? [...shown.slice(0, MOST_SAID - 1), "… ", shown.at(-1)] : shown;
    };
    const characters = of(-1).map((other) => other.text);
    const about = part.row < 0 ? "" : (labels[part.kind] ?? "");
    const head = element("p", {}, `${labels.characters} `, characters.length ? code(characters.join("")) : "–");
    const through = part.sides & THROUGH ? labels.through : "";
    if (about || through)
      head.append(" ", element("span", { class: "about" }, [about, through].filter(Boolean).join(" ")));
    return [head, this.each((row) => (texts(row).length ? texts(row) : [labels.nothing]))];
  }

  /** The names of the rows, each with something behind it. */
  each(what) {
    const rows = this.payload.names.map((name, row) => {
      const behind = element("span", { class: "what" }, ...what(row));
      return element("p", {}, badge(row), element("span", { class: "name" }, name), behind);
    });
    return element("div", { class: "each" }, ...rows);
  }

  // -- On the screen

  /** Show what holds for the whole text, and cut it into pages. */
  setUp() {
    const { labels, lang, names, clusters, blocks, rows, most, cut } = this.payload;
    this.root.lang = lang;
    this.root.style.setProperty("--rows", names.length);
    this.lines.ariaLabel = labels.rows;
    this.previous.textContent = labels.previous;
    this.next.textContent = labels.next;
    this.help.textContent = [labels.help, cut].filter(Boolean).join(" ");
    this.legend.replaceChildren(
      element("span", { class: "sample through" }, labels.legend_through),
      element("span", { class: "sample strange" }, labels.legend_strange),
    );
    this.readout.replaceChildren(
      element("p", { class: "hint" }, labels.hint),
      this.each(() => []),
    );
    this.inside = byBlock(blocks, clusters, rows);
    const tokens = this.inside.map((parts) => parts.filter(([row]) => row >= 0).length);
    this.pages = pagesOf(blocks, tokens, most);
    const wanted = this.payload.words.indexOf(this.word);
    const has = (parts) => parts.some(([row, one]) => row < 0 && one[3] === wanted);
    const found = wanted < 0 ? 0 : this.inside.findIndex(has);
    this.page = Math.max(
      this.pages.findIndex(([first, last]) => first <= found && found < last),
      0,
    );
    this.draw();
  }

  draw() {
    const { labels, blocks, rows, names, most } = this.payload;
    const [first, last] = this.pages[this.page];
    this.parts = new Map(); // element -> what it stands for
    this.drawn = rows.map(() => []);
    this.here = null;
    this.boxes = blocks.slice(first, last).map((block, i) => this.box(block, this.inside[first + i]));
    this.current = this.drawn.find((row) => row.length)?.[0] ?? null;
    if (this.current) this.current.node.tabIndex = 0;
    const count = (every, sides) => every.flat().filter((one) => !(sides(one) & FROM_BEFORE)).length;
    const total = count(rows, (token) => token[6]);
    const shown = count(this.drawn, (part) => part.sides);
    const numbers = new Intl.NumberFormat(this.payload.lang);
    this.turns.hidden = this.pages.length < 2;
    this.previous.disabled = this.page === 0;
    this.next.disabled = this.page === this.pages.length - 1;
    this.shown.textContent = fill(labels.part, {
      page: numbers.format(this.page + 1),
      pages: numbers.format(this.pages.length),
      shown: numbers.format(shown),
      total: numbers.format(total),
      most: numbers.format(most),
    });
    this.root.dataset.page = this.page;
    this.root.dataset.tokens = shown;
    this.root.dataset.rows = names.length;
    this.mark(this.word);
    this.flow();
  }

  /** A block with its characters and tokens. */
  box(block, parts) {
    const [from, to, , way] = block;
    const node = element("div", { class: "block", dir: DIRECTIONS[way] });
    node.style.setProperty("--columns", to - from);
    for (const [row, one] of parts) {
      const part = row < 0 ? this.cluster(one) : this.token(row, one);
      Object.assign(part, { way, row });
      place(part.node, block, part, row + 2);
      this.parts.set(part.node, part);
      node.append(part.node);
      if (row >= 0) part.order = this.drawn[row].push(part) - 1;
    }
    return { node, block };
  }

  cluster([text, from, to, word]) {
    return { text, from, to, word, node: element("span", { class: "cluster" }, text) };
  }

  token(row, [text, from, to, kind, colour, word, sides]) {
    const { names, labels } = this.payload;
    const node = element("button", { type: "button", class: `token ${kind}`, tabindex: -1 }, text);
    const about = [labels[kind], sides & THROUGH ? labels.through : ""].filter(Boolean).join(" ");
    node.ariaLabel = [text, names[row], about].filter(Boolean).join(", ");
    Object.assign(node.dataset, { token: text, row, colour, kind });
    for (const [side, name] of Object.entries(SIDES)) node.classList.toggle(name, (sides & side) > 0);
    return { text, from, to, kind, word, sides, node };
  }

  /** Break the blocks into lines. */
  flow() {
    const active = this.focused()?.node;
    // Neither width nor height may change while the blocks are measured: a scroll bar of the page that comes and goes
    // with them would change the width again, without end.
    this.width = this.lines.clientWidth;
    this.lines.style.minHeight = `${this.lines.offsetHeight}px`;
    const ruler = element("div", { class: "line ruler" }, this.gutter(), ...this.boxes.map(({ node }) => node));
    this.lines.replaceChildren(ruler);
    const style = getComputedStyle(ruler);
    const [between, apart] = ["--between", "--apart"].map((name) => Number.parseFloat(style.getPropertyValue(name)));
    const room = this.width - ruler.firstChild.offsetWidth - apart;
    const widths = this.boxes.map(({ node }) => Math.ceil(node.getBoundingClientRect().width) + between);
    const blocks = this.boxes.map(({ block }) => block);
    const lines = linesOf(blocks, widths, room, apart).map((line) => line.map((number) => this.boxes[number]));
    this.lines.replaceChildren(...lines.map((line) => this.line(line)));
    this.lines.style.minHeight = "";
    active?.focus({ preventScroll: true });
  }

  /** A line: the names of the rows, then the blocks, in runs of one direction. */
  line(boxes) {
    const way = boxes[0].block[4];
    const node = element("div", { class: "line", dir: DIRECTIONS[way] }, this.gutter());
    const flow = element("div", { class: "flow" });
    let run = null;
    let last = null;
    for (const { node: box, block } of boxes) {
      if (block[3] !== last) {
        run = element("div", { class: "run", dir: DIRECTIONS[block[3]] });
        flow.append(run);
        if (block[2] && last !== null) run.classList.add("spaced");
      }
      box.classList.toggle("spaced", block[2] > 0 && run.childElementCount > 0);
      last = block[3];
      run.append(box);
    }
    node.append(flow);
    return node;
  }

  gutter() {
    const names = this.payload.names.map((name, row) =>
      element("span", { class: "of" }, badge(row), element("span", { class: "name", title: name }, name)),
    );
    return element("div", { class: "gutter", "aria-hidden": "true" }, element("span", { class: "of" }), ...names);
  }
}

function badge(row) {
  return element("span", { class: "badge", "aria-hidden": "true" }, LETTERS[row] ?? String(row + 1));
}

export default mounting(Rows);
