/*
 * The best segmentations in the picture of a lattice, each with its share of the probability of the word, and where there
 * is room for it, with the product that is its own probability.
 */

import { element } from "../../shared/elements.js";
import { hasLittleWidth, typeSize } from "../linking.js";
import { using } from "./ways.js";

const PATH_ROW = 30; // a row takes no less, in pixels of a page of normal size
const PRODUCT_ROW = 50; // and no less with its product
const FEW_PATHS = 4; // on a phone

export class Segmentations {
  rows = [];

  constructor(picture) {
    this.of = picture;
    this.title = element("b", {});
    this.about = element("span", {});
    this.note = element("p", { class: "note" });
    this.list = element("div", { class: "paths", role: "group" });
    this.root = element("div", { class: "all" }, element("h3", {}, this.title, this.about), this.note, this.list);
  }

  clear() {
    this.rows = this.of.picture.paths.map(({ arcs, share, percent, product }, place) => {
      const pieces = arcs.map((arc) => element("span", { class: "symbol" }, this.of.picture.arcs[arc].piece));
      const bar = element("span", { class: "share" });
      bar.style.setProperty("--share", share);
      const about = { type: "button", class: "path", "data-path": place };
      return element(
        "button",
        about,
        element("span", { class: "pieces" }, ...pieces),
        element("span", { class: "track", "aria-hidden": "true" }, bar),
        element("span", { class: "percent" }, percent),
        element("span", { class: "product" }, product),
      );
    });
    this.list.replaceChildren(...this.rows);
    this.list.ariaLabel = this.of.labels.paths;
  }

  draw() {
    const { labels, isHidden, picture } = this.of;
    this.list.hidden = isHidden;
    this.note.hidden = !isHidden;
    this.note.textContent = labels.covered;
    const size = typeSize(this.of.root);
    const isNarrow = hasLittleWidth(this.of.root);
    const { height } = this.list.getBoundingClientRect();
    const fits = isNarrow ? FEW_PATHS : Math.max(1, Math.floor((height + 2) / (PATH_ROW * size)));
    this.rows.forEach((node, place) => {
      node.hidden = place >= fits;
    });
    this.shorten();
    this.showProducts(isNarrow ? 0 : height / size);
    const shown = Math.min(fits, this.rows.length);
    this.title.replaceChildren(...this.of.say(this.name(shown), { shown, number: picture.number }));
    this.about.textContent = isHidden ? "" : ` ${labels.paths_about}`;
    const chosen = picture.best.join(" ");
    const isDone = this.of.moment.back && this.of.moment.at === 0;
    const active = this.list.getRootNode().activeElement;
    this.rows.forEach((node, place) => {
      node.classList.toggle("wins", isDone && picture.paths[place].arcs.join(" ") === chosen);
      node.tabIndex = node === active || (!this.list.contains(active) && !place) ? 0 : -1;
    });
  }

  /** Show the products if all rows have room for them, as those of a short word do. room: for rows below each other. */
  showProducts(room) {
    const { classList } = this.list;
    classList.toggle("with-products", !room || this.rows.length * PRODUCT_ROW <= room + 2);
    const products = this.rows.map((node) => node.lastElementChild);
    if (products.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)) classList.remove("with-products");
  }

  /** Of a long word the pieces that are drawn as arcs, too. */
  shorten() {
    const { first, last } = this.of.arcs.part;
    const { arcs, paths } = this.of.picture;
    this.rows.forEach((node, place) => {
      const pieces = node.firstChild;
      paths[place].arcs.forEach((arc, at) => {
        pieces.children[at].hidden = arcs[arc].end <= first || arcs[arc].begin >= last;
      });
      pieces.classList.toggle("begun", first > 0);
    });
  }

  /** What is above them: which these are. */
  name(shown) {
    const { total } = this.of.picture;
    if (this.of.isHidden) return "some";
    if (total === 1) return "only";
    return total === shown ? "every" : "best";
  }

  relight(thing) {
    const lit = new Set(using(thing, this.of.picture.paths));
    this.rows.forEach((node, place) => {
      node.classList.toggle("lit", lit.has(place));
    });
  }
}
