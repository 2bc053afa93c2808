/*
 * The merges of a tokenizer in the order of the training, as a ruler: of a few each with what it makes, of many those
 * that the word has now. The one that is used next is lit; those that went into the word are marked.
 */

import { element } from "../../shared/elements.js";
import { fill } from "../../shared/templates.js";
import { hueOf, roots } from "../word_layout.js";
import { rungs } from "./links.js";

export class MergeRuler {
  constructor(picture) {
    this.of = picture;
    this.title = element("p", { class: "ruler-head" });
    this.scale = element("div", { class: "rungs" });
    this.root = element("div", { class: "ruler" }, this.title, this.scale);
  }

  /** Whether there is anything to show: merges, and steps that use them. Words in several rows need the room. */
  get isThere() {
    const { merges, named } = this.of.picture;
    const { total, frames } = this.of.payload;
    return merges > 0 && !named && total > 0 && frames.every(({ groups }) => groups[0].rows.length === 1);
  }

  setUp() {
    this.root.hidden = !this.isThere;
    const { merges, listed, labels } = this.of.picture;
    this.title.textContent = fill(labels.ruler, { number: this.of.numbers.format(merges) });
    this.scale.classList.toggle("listed", Boolean(listed));
    this.scale.style.setProperty("--merges", `${merges}`);
    this.scale.replaceChildren();
    this.nodes = new Map();
  }

  draw() {
    if (!this.isThere) return;
    const { merges, listed } = this.of.picture;
    const { choice, isAsking, shown } = this.of;
    const tries = isAsking ? [] : (choice?.tries ?? []);
    const { symbols } = shown[choice?.row ?? 0];
    const used = new Set(symbols.flatMap((symbol) => roots(symbol, this.of.origins).map(({ number }) => number)));
    const shownRungs = rungs(merges, Boolean(listed), tries, used);
    const before = this.nodes;
    this.nodes = new Map();
    const nodes = shownRungs.map((rung) => {
      const node = before.get(rung.number) ?? this.rung(rung.number);
      this.nodes.set(rung.number, node);
      this.fill(node, rung);
      return node;
    });
    this.scale.replaceChildren(...nodes);
    if (!listed) this.spread(nodes);
  }

  rung(number) {
    const { listed, merges } = this.of.picture;
    const node = element(
      "span",
      { class: "rung", "data-number": number },
      element("b", {}, this.of.numbers.format(number)),
    );
    const token = listed?.[number - 1] ?? "";
    node.append(element("i", {}), element("span", { class: "symbol made", title: token }, ...this.of.textNodes(token)));
    const { hue, share } = hueOf(number, merges);
    node.style.setProperty("--hue", `${hue}`);
    node.style.setProperty("--at", `${share}`);
    return node;
  }

  fill(node, { kinds, place, names, number }) {
    node.className = ["rung", ...kinds].join(" ");
    if (place === null) delete node.dataset.try;
    else node.dataset.try = `${place}`;
    if (this.of.picture.listed) return;
    const made = this.of.picture.origins.find((origin) => origin.number === number);
    const text = made ? this.of.text(made.symbol) : names.join(" ");
    node.lastElementChild.title = text;
    node.lastElementChild.replaceChildren(...this.of.textNodes(text));
  }

  /** Of many merges some may lie close: what is lit keeps its label, others in its way lose theirs. */
  spread(nodes) {
    const isFirst = (node) => node.classList.contains("wins");
    const taken = [];
    for (const node of [...nodes].sort((one, other) => Number(isFirst(other)) - Number(isFirst(one)))) {
      node.classList.remove("bare");
      const { left, right } = node.getBoundingClientRect();
      const isFree = taken.every((other) => right < other.left - 2 || left > other.right + 2);
      node.classList.toggle("bare", !isFree);
      if (isFree) taken.push({ left, right });
    }
  }

  relight(thing) {
    for (const node of this.nodes?.values() ?? [])
      node.classList.toggle("lit", thing?.try !== undefined && node.dataset.try === `${thing.try}`);
  }
}
