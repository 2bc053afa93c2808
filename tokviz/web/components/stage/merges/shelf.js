/* The shelf of the picture of a merging: the symbols of the start, then each merge with its number. */

import { element, inline } from "../../shared/elements.js";
import { refill } from "../../shared/lists.js";
import { isInUse } from "./links.js";

const FLY_MS = 290;

export class Shelf {
  nodes = new Map(); // symbol and number of the merge -> its element, which stays: it may have the focus

  constructor(picture) {
    this.of = picture;
    this.about = element("p", { class: "about" });
    this.tokens = element("div", { class: "tokens", role: "group" });
    this.divider = element("i", { class: "divider" });
    this.root = element("div", { class: "shelf" }, this.about, this.tokens);
  }

  clear() {
    this.nodes.clear();
    this.tokens.replaceChildren();
    this.tokens.ariaLabel = this.of.labels.shelf;
  }

  draw() {
    this.about.replaceChildren(...inline(this.of.frame.shelf));
    const { letters, folded, merges } = this.of.picture;
    const nodes = [];
    if (folded)
      nodes.push(
        element(
          "span",
          { class: "symbol folded" },
          this.of.labels.folded.replace("{number}", this.of.numbers.format(folded)),
        ),
      );
    for (const [symbol, toggles] of letters) nodes.push(this.token(symbol, isInUse(toggles, this.of.step, true)));
    const done = merges.filter(([number]) => number <= this.of.step);
    if (done.length) nodes.push(this.divider);
    for (const [number, symbol, toggles] of done)
      nodes.push(this.token(symbol, isInUse(toggles, this.of.step, false), number));
    for (const node of nodes) {
      if (node.dataset.symbol) node.tabIndex = -1;
    }
    const last = nodes.at(-1);
    if (last?.dataset.symbol) last.tabIndex = 0;
    refill(this.tokens, nodes);
    this.tokens.scrollLeft = this.tokens.scrollWidth;
    this.tokens.scrollTop = this.tokens.scrollHeight;
  }

  token(symbol, inUse, number) {
    const key = `${symbol} ${number ?? ""}`;
    const node = this.nodes.get(key) ?? this.addToken(key, symbol, number);
    node.className = inUse ? "symbol" : "symbol gone";
    if (inUse) this.of.paint(node, symbol);
    else node.style.removeProperty("--hue");
    return node;
  }

  addToken(key, symbol, number) {
    const node = element("button", { type: "button", "data-symbol": symbol });
    node.append(...this.of.textNodes(this.of.text(symbol)));
    if (number) node.append(element("sup", {}, this.of.numbers.format(number)));
    this.nodes.set(key, node);
    return node;
  }

  /** A copy of what was just made flies to its place on the shelf. */
  fly(from) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches || !this.of.root.animate) return;
    const to = this.tokens.querySelector(".symbol:last-child");
    if (!from || !to) return;
    const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
    const copy = to.cloneNode(true);
    copy.classList.add("flying");
    copy.inert = true;
    Object.assign(copy.style, { left: `${end.left}px`, top: `${end.top}px` });
    this.of.root.append(copy);
    to.style.opacity = 0;
    const path = [
      {
        transform: `translate(${start.left - end.left}px, ${start.top - end.top}px) scale(1.5)`,
        transformOrigin: "0 0",
      },
      { transform: "none", transformOrigin: "0 0" },
    ];
    copy.animate(path, { duration: FLY_MS, easing: "cubic-bezier(.3,0,.2,1)" }).finished.then(() => {
      copy.remove();
      to.style.opacity = "";
    });
  }
}
