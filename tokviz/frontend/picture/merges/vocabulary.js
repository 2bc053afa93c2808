/* The vocabulary of the picture of a merging: the symbols of the start, then each merge with its number. */

import { element, inline, textOf } from "../../shared/elements.js";
import { arrange, KeyedNodes } from "../../shared/lists.js";
import { isInUse } from "./links.js";

const LINE_MARGIN = 10; // pixels beside the line
const FOLD_SIGN = 40; // and for the ellipsis before it
const DOT = " · ";
const ROOM_ABOUT = 0.8; // of the line in a hall
const ROOM_ABOUT_REMOVED = 0.45; // and where it has two lists of tokens
const transformOrigin = "0 0";
/** What was made is large at first. */
const FLY_IN = (x, y) => [
  { transform: `translate(${x}px, ${y}px) scale(1.5)`, opacity: 0.3, transformOrigin },
  { opacity: 1, transformOrigin, offset: 0.25 },
  { transform: "none", opacity: 1, transformOrigin },
];
/** What is removed is lifted out before it falls. */
const FALL_OUT = (x, y) => [
  { transform: `translate(${x}px, ${y}px)` },
  { transform: `translate(${x}px, ${y - 14}px) rotate(-4deg)`, offset: 0.3 },
  { transform: "none" },
];

const cornerOf = ({ left, top }) => ({ left, top });

export class VocabularyList {
  nodes = new KeyedNodes(); // by symbol and number of the merge

  constructor(picture) {
    this.of = picture;
    this.about = element("p", { class: "about" });
    this.tokens = element("div", { class: "tokens", role: "group" });
    this.removedTitle = element("span", {});
    this.removed = element("div", { class: "tokens removed", role: "group", hidden: "" }, this.removedTitle);
    this.root = element("div", { class: "vocabulary" }, this.about, this.tokens, this.removed);
  }

  clear() {
    this.nodes.clear();
    this.tokens.replaceChildren();
    this.tokens.ariaLabel = this.of.labels.vocabulary;
    this.removed.replaceChildren(this.removedTitle);
    this.removed.hidden = !this.of.labels.removed;
  }

  draw() {
    const about = inline(this.of.frame.vocabulary, (part) => this.usedUp(textOf(part)));
    this.about.replaceChildren(...this.parts([element("b", {}, this.of.labels.vocabulary), " · ", ...about]));
    this.shorten();
    const { letters, folded, merges } = this.of.picture;
    const { step } = this.of;
    const nodes = folded ? [this.nodes.take("folded", () => this.addFolded(folded))] : [];
    for (const { symbol, toggles } of letters) nodes.push(this.token(symbol, isInUse(toggles, step, true)));
    const done = merges.filter(({ number }) => number <= step);
    const out = [];
    const falling = this.falling(done);
    if (done.length) nodes.push(this.nodes.take("divider", () => this.add(element("i", { class: "divider" }))));
    for (const { number, symbol, toggles, removed = [] } of done) {
      const node = this.token(symbol, isInUse(toggles, step, false), number);
      const isOut = isInUse(removed, step, false);
      node.classList.toggle("out", isOut);
      node.classList.toggle("leaves", this.of.frame.removes_next === symbol && !this.of.isAsked);
      (isOut ? out : nodes).push(node);
    }
    this.nodes.letGo(true); // what is left keeps its place at once
    this.place(this.tokens, nodes);
    nodes.at(-1)?.setAttribute("tabindex", 0);
    const { isPresented } = this.of.stepper;
    for (const node of nodes) node.hidden = isPresented && !node.querySelector("sup");
    this.drawRemoved(out);
    this.fold(this.tokens, nodes);
    this.fold(this.removed, out);
    if (falling) this.carry(falling, this.nodes.get(falling.key), FALL_OUT);
    this.tokens.scrollLeft = this.tokens.scrollWidth;
    this.tokens.scrollTop = this.tokens.scrollHeight;
  }

  /** What is said of the vocabulary, in the parts between its dots: the name, the sum, and what is said besides. */
  parts(nodes) {
    const parts = [[]];
    for (const node of nodes) {
      const [first, ...others] = typeof node === "string" ? node.split(DOT) : [node];
      if (first) parts.at(-1).push(first);
      parts.push(...others.map((text) => [DOT, text]));
    }
    return parts.map((part) => element("span", { class: "about-part" }, ...part));
  }

  /** The sum is whole: what is said besides is left out, part by part, where it has no room; in a hall tokens have some. */
  shorten() {
    const { isPresented } = this.of.stepper;
    const parts = /** @type {HTMLElement[]} */ ([...this.about.children]);
    const share = this.removed.hidden ? ROOM_ABOUT : ROOM_ABOUT_REMOVED;
    const whole = this.root.clientWidth;
    const room = isPresented ? Math.min(whole * share, this.about.clientWidth + 1) : whole;
    const { left } = this.about.getBoundingClientRect();
    const rights = parts.map((part) => part.getBoundingClientRect().right);
    parts.forEach((part, place) => {
      part.hidden = place > 1 && rights[place] - left > room;
    });
  }

  /** In a hall a list is one line of merges: the oldest ones that it has no room for are left out. */
  fold(list, nodes) {
    const merges = nodes.filter((node) => node.querySelector("sup"));
    for (const node of merges) node.hidden = false;
    list.classList.toggle("folds", false);
    if (!this.of.stepper.isPresented || !merges.length) return;
    const { right } = merges.at(-1).getBoundingClientRect();
    const title = list === this.removed ? this.removedTitle.offsetWidth + LINE_MARGIN : 0;
    const room = list.clientWidth - title;
    const lefts = merges.map((node) => node.getBoundingClientRect().left);
    const isFull = lefts.map((left) => right - left > room - FOLD_SIGN);
    if (right - lefts[0] <= room - LINE_MARGIN) return;
    list.classList.toggle("folds", true);
    merges.forEach((node, place) => {
      node.hidden = isFull[place] && place < merges.length - 1;
    });
  }

  /** The tokens that are out of the vocabulary, in a row of their own. */
  drawRemoved(out) {
    if (this.removed.hidden) return;
    this.removedTitle.textContent = this.of.labels.removed.replace("{number}", this.of.numbers.format(out.length));
    this.place(this.removed, out);
    this.removed.scrollLeft = this.removed.scrollWidth;
  }

  /** Have these in a list, in this order; one may come out of the other list. */
  place(list, nodes) {
    list.append(...nodes.filter((node) => node.parentNode !== list));
    arrange(list, nodes, true);
  }

  /** Where the token is that this step removes, if one is seen to go. */
  falling(done) {
    const { step, isStill } = this.of;
    if (isStill) return null;
    const token = done.find(({ removed = [] }) => removed.includes(step) && isInUse(removed, step, false));
    const key = token && `${token.symbol} ${token.number}`;
    const node = token && this.nodes.get(key);
    return node?.isConnected ? { key, ...cornerOf(node.getBoundingClientRect()) } : null;
  }

  /** A symbol that the last merge used up. */
  usedUp(text) {
    const chip = this.of.symbolChip(text);
    chip.classList.add("gone");
    return chip;
  }

  token(symbol, inUse, number) {
    const node = this.nodes.take(`${symbol} ${number ?? ""}`, () => this.addToken(symbol, number));
    node.className = inUse ? "symbol" : "symbol gone";
    node.tabIndex = -1;
    if (inUse) this.of.paint(node, symbol);
    return node;
  }

  add(node) {
    this.tokens.append(node);
    return node;
  }

  addFolded(folded) {
    const text = this.of.labels.folded.replace("{number}", this.of.numbers.format(folded));
    return this.add(element("span", { class: "symbol folded" }, text));
  }

  addToken(symbol, number) {
    const node = element("button", { type: "button", "data-symbol": symbol });
    node.append(...this.of.textNodes(this.of.text(symbol)));
    if (number) node.append(element("sup", {}, this.of.numbers.format(number)));
    const words = this.of.picture.superwords?.[symbol];
    if (words)
      node.append(element("sub", {}, this.of.labels.words_in.replace("{number}", this.of.numbers.format(words))));
    return this.add(node);
  }

  /** A copy of what was just made flies to its place. from: where it was made. */
  fly(from) {
    const to = this.tokens.lastElementChild;
    if (from && to) this.carry(cornerOf(from.getBoundingClientRect()), to, FLY_IN);
  }

  /** Move a copy of a token to its place. A second one takes the place of the first. from: where it was. */
  carry(from, to, frames) {
    this.land?.();
    if (!to || !this.of.root.animate) return;
    const [end, edge] = [to, this.of.stepper.root].map((node) => node.getBoundingClientRect());
    const copy = to.cloneNode(true);
    copy.classList.add("flying");
    copy.inert = true;
    Object.assign(copy.style, { left: `${end.left - edge.left}px`, top: `${end.top - edge.top}px` });
    this.of.root.append(copy);
    to.style.opacity = 0;
    const { duration, easing } = this.pace(frames === FALL_OUT ? "--fall" : "--fly");
    const path = frames(from.left - end.left, from.top - end.top);
    const flight = copy.animate(path, { duration, easing });
    this.land = () => {
      copy.remove();
      to.style.opacity = "";
    };
    flight.onfinish = this.land;
  }

  /** How fast it moves: a variable of the look. */
  pace(name) {
    const look = getComputedStyle(this.of.root);
    const duration = Number.parseFloat(look.getPropertyValue(name)) || 0;
    return { duration, easing: look.getPropertyValue("--ease").trim() || "ease" };
  }
}
