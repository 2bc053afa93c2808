/**
 * The legend of a picture: what its signs mean. It is in the line that works out what is lit, while nothing is. Open at
 * first, until "Got it" puts it away; from then on "Legend" opens it again. The browser remembers it for each kind of
 * picture.
 *
 * A picture has one if it has signs:
 *
 *   get signs() {
 *     return [{ kind: "tie", means: this.labels.sign_tie }, { kind: "slider", mark: "=", means: … }];
 *   }
 *
 * Its sheet draws each as `.sign.<kind>`, an `i` that is as large as a letter. Nothing else is to be done:
 * `LinkedPicture.setUp` takes them, and the line is as high with a legend as without. What has no room in one line is
 * left out, the last signs first.
 *
 * @typedef {object} Sign
 * @property {string} kind          a class
 * @property {string} [mark]        what the sign has written in it
 * @property {string} means         in a word or two
 */

import { keepIn, lastingStore, readFrom } from "../shared/browser_store.js";
import { button, element } from "../shared/elements.js";

const STORED = "tokviz-legend"; // and the kind of the picture: what the browser remembers

export class Legend {
  root = element("ul", { class: "signs" });
  toggle = button({ class: "legend-toggle", hidden: "" }, () => this.turn(!this.isOpen));
  isOpen = false;

  /** changed: called when it is opened or put away. */
  constructor(changed) {
    this.changed = changed;
  }

  /**
   * Take the signs of a picture. kind: of the picture.
   *
   * @param {string} kind
   * @param {Sign[]} signs
   * @param {Record<string, string>} labels   of the picture
   */
  setUp(kind, signs, labels) {
    this.kind = kind;
    this.labels = labels;
    this.isOpen = signs.length > 0 && readFrom(lastingStore(), `${STORED}-${kind}`) === null;
    this.toggle.hidden = signs.length === 0;
    const items = signs.map(({ kind: sign, mark = "", means }) => {
      const drawing = element("i", { class: `sign ${sign}`, "aria-hidden": "true" }, mark);
      return element("li", {}, drawing, means);
    });
    this.root.replaceChildren(...items);
    this.root.ariaLabel = labels.legend;
    this.show();
  }

  turn(isOpen) {
    this.isOpen = isOpen;
    keepIn(lastingStore(), `${STORED}-${this.kind}`, isOpen ? "open" : "read");
    this.show();
    this.changed();
  }

  show() {
    this.toggle.textContent = this.isOpen ? this.labels.got_it : this.labels.legend;
    this.toggle.ariaExpanded = `${this.isOpen}`;
  }
}
