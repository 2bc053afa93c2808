/*
 * The pages of a text that is too long for one view: which one is shown, and the buttons that turn to another.
 */

import { button, element } from "../shared/elements.js";
import { fill } from "../shared/templates.js";

export class Pages {
  at = 0;
  all = [[0, 0]]; // of each, its first block and the one after its last

  /** @param {() => void} draw  called after a turn */
  constructor(draw) {
    const turn = (step) => {
      this.at = Math.min(Math.max(this.at + step, 0), this.all.length - 1);
      draw();
    };
    this.previous = button({ class: "turn" }, () => turn(-1));
    this.next = button({ class: "turn" }, () => turn(1));
    this.where = element("span", { class: "shown", role: "status" });
    this.root = element("div", { class: "turns" }, this.previous, this.next, this.where);
  }

  get shown() {
    return this.all[this.at];
  }

  /** Begin with the page that has a block, or with the first one. */
  begin(all, block, labels) {
    this.all = all;
    this.at = Math.max(
      all.findIndex(([first, last]) => first <= block && block < last),
      0,
    );
    this.previous.textContent = labels.previous;
    this.next.textContent = labels.next;
  }

  /** Say where one is. others: further numbers of that sentence. */
  tell(sentence, lang, others = {}) {
    const numbers = new Intl.NumberFormat(lang);
    const values = Object.entries({ page: this.at + 1, pages: this.all.length, ...others });
    this.root.hidden = this.all.length < 2;
    this.previous.disabled = this.at === 0;
    this.next.disabled = this.at === this.all.length - 1;
    this.where.textContent = fill(sentence, Object.fromEntries(values.map(([name, n]) => [name, numbers.format(n)])));
  }
}
