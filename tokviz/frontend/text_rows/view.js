/**
 * A text in lines of blocks, and on pages where it is long. One thing at a time is pointed at, has the focus, or is
 * picked: a word where boundaries are drawn, a part of a row where boxes are. Everything is written as text, never as
 * HTML.
 *
 * @typedef {import("../payloads").TextRows} TextRows
 * @typedef {import("../payloads").WordLines} WordLines
 */

import { element } from "../shared/elements.js";
import { blockOf, flowInto } from "./flow.js";
import { byBlock, pagesOf } from "./layout.js";
import { Pages } from "./pages.js";

/**
 * What both views do. Each has besides:
 *
 * - setUp(): shows what holds for the whole text
 * - size(inside), holdsPicked(inside): how much is drawn of a block, and whether something in it is picked
 * - beginPage(blocks), fill(node, block, inside): draw a page, block by block
 * - firstThing(), counts(): of a page, the thing that Tab leads to, and numbers for the sentence about it
 * - gutter(): the names of the rows, before a line
 * - markPicked(): marks what is picked
 * - light(thing), pick(thing): a thing is pointed at, or null; it is picked
 * - leads(thing): key -> the thing that it leads to
 */
export class TextView {
  payload = /** @type {TextRows} */ (null);
  picked = /** @type {Record<string, string | number>} */ ({}); // kind -> which
  told = /** @type {Map<string, WordLines>} */ (new Map()); // what there is to say of words
  things = new Map(); // element -> the thing that it stands for, of the page that is shown
  blocks = /** @type {import("./flow.js").Drawn[]} */ ([]); // those of that page
  here = null; // the thing that is pointed at or has the focus
  current = null; // the thing that Tab leads to
  width = 0;

  /**
   * @param {HTMLElement} root
   * @param {(kind: string, which: string | number | [string, number]) => void} report   called with what is picked
   * @param {string} selector  of the elements that stand for a thing
   */
  constructor(root, report, selector) {
    this.root = root;
    this.report = report;
    this.selector = selector;
    this.lines = element("div", { class: "lines", role: "group" });
    this.help = element("p", { class: "help" });
    this.pages = new Pages(() => {
      this.draw();
      this.lines.scrollIntoView?.({ block: "nearest" });
    });
    this.listen();
  }

  /** @this {any} */
  listen() {
    this.lines.addEventListener("pointerleave", () => this.light(this.focused()));
    this.lines.addEventListener("focusin", (event) => this.visit(this.thingAt(event)));
    this.lines.addEventListener("focusout", () => this.light(null));
    this.lines.addEventListener("click", (event) => this.pick(this.thingAt(event)));
    this.lines.addEventListener("keydown", (event) => this.onKey(event));
    this.watching = new ResizeObserver(() => {
      if (this.payload && Math.abs(this.lines.clientWidth - this.width) > 1) this.flow();
    });
    this.watching.observe(this.lines);
  }

  end() {
    this.watching.disconnect();
  }

  // -- With the user

  /** The thing that an event is about. */
  thingAt(event) {
    return this.things.get(event.target.closest?.(this.selector)) ?? null;
  }

  focused() {
    return this.things.get(/** @type {ShadowRoot} */ (this.root.getRootNode()).activeElement) ?? null;
  }

  /** @this {any} */
  visit(thing) {
    if (!thing) return;
    if (this.current) this.current.node.tabIndex = -1;
    this.current = thing;
    thing.node.tabIndex = 0;
    this.light(thing);
  }

  /** @this {any} */
  onKey(event) {
    const thing = this.focused();
    if (!thing || event.ctrlKey || event.altKey || event.metaKey) return;
    const leads = this.leads(thing);
    if (!Object.hasOwn(leads, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    leads[event.key]?.node.focus();
  }

  // -- On the screen

  /** Show another text.  @this {any} @param {TextRows} payload */
  show(payload, picked, wordLines) {
    Object.assign(this, { payload, picked, told: wordLines });
    const { labels, lang, blocks, rows, most, cut } = payload;
    this.root.lang = lang;
    this.root.style.setProperty("--rows", String(rows.length));
    this.lines.ariaLabel = labels.rows;
    this.help.textContent = [labels.help, cut].filter(Boolean).join(" ");
    this.inside = byBlock(payload);
    this.setUp();
    const sizes = this.inside.map((inside) => this.size(inside));
    const first = this.inside.findIndex((inside) => this.holdsPicked(inside));
    this.pages.begin(pagesOf(blocks, sizes, most), first, labels);
    this.draw();
  }

  /** Take what is picked, and what is told, of the same text.  @this {any} */
  mark(picked, wordLines) {
    Object.assign(this, { picked, told: wordLines });
    this.markPicked();
  }

  /** Draw a page.  @this {any} */
  draw() {
    const { labels, lang } = this.payload;
    const [first, last] = this.pages.shown;
    const blocks = this.payload.blocks.slice(first, last);
    this.things = new Map();
    this.here = null;
    this.beginPage(blocks);
    this.blocks = blocks.map((block, at) => {
      const node = blockOf(block);
      this.fill(node, block, this.inside[first + at]);
      return { block, node };
    });
    this.current = this.firstThing();
    if (this.current) this.current.node.tabIndex = 0;
    this.pages.tell(labels.part, lang, this.counts());
    this.markPicked();
    this.flow();
  }

  /** Break the blocks into lines, which leaves the focus where it is.  @this {any} */
  flow() {
    const active = this.focused() && this.root.getRootNode().activeElement;
    this.width = this.lines.clientWidth;
    flowInto(this.lines, this.blocks, () => this.gutter());
    active?.focus({ preventScroll: true });
  }
}

/** Where keys lead from a place in a row of things; in the direction in which it is read. */
export function along(things, at, direction) {
  const ahead = direction === "rtl" ? -1 : 1;
  return { ArrowRight: things[at + ahead], ArrowLeft: things[at - ahead], Home: things[0], End: things.at(-1) };
}
