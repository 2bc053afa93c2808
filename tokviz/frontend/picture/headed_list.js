/* A list in a picture: above it what it is of and how many it leaves out, below that its rows, which are one tab stop. */

import { element } from "../shared/elements.js";
import { KeyedNodes } from "../shared/lists.js";

export class HeadedList {
  rows = new KeyedNodes(); // what a row is of -> what is on the screen of it, which stays: it may have the focus

  /**
   * @param {any} picture
   * @param {{ root: string, head: string, list: string }} kinds   classes
   * @param {HTMLElement | null} title                             null for none
   */
  constructor(picture, kinds, title = element("h3", {})) {
    this.of = picture;
    this.title = title;
    this.more = element("span", { class: "more" });
    this.head = element("div", { class: kinds.head }, ...(title ? [title] : []), this.more);
    this.list = element("div", { class: kinds.list, role: "group" });
    this.root = element("div", { class: kinds.root }, this.head, this.list);
  }

  /** label: what a screen reader calls the list. */
  clear(label) {
    this.rows.clear();
    this.list.replaceChildren();
    this.list.ariaLabel = label;
  }

  /** How many rows are left out, if any are. */
  others(hidden) {
    return hidden > 0 ? this.of.labels.more.replace("{number}", this.of.numbers.format(hidden)) : "";
  }

  /** Of words: say how many of all are shown, where that is a part, beside the search field. */
  countWords(shown, total) {
    const { stepper } = this.of;
    this.more.textContent = stepper.wordsOf(shown, total);
    stepper.putSearch(this.head);
    this.head.hidden = !this.more.textContent && !stepper.payload.search;
  }
}
