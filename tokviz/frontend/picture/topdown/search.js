/* The search for a threshold: each trial with the bounds it lies between, the size that it gave, and the verdict. */

import { element } from "../../shared/elements.js";
import { between } from "./layout.js";

export class ThresholdSearch {
  constructor(picture) {
    this.of = picture;
    this.title = element("h3", {});
    this.list = element("ol", { class: "trials" });
    this.root = element("div", { class: "side-panel" }, element("div", { class: "panel-head" }, this.title), this.list);
  }

  draw() {
    const { frame, labels, numbers, picture, step } = this.of;
    if (frame.selection) return;
    this.title.replaceChildren(element("b", {}, labels.search));
    // The next step may be the one that takes a threshold: it is not tried yet.
    const begun = picture.trials.filter((_, place) => place * picture.per_trial < step);
    const rows = begun.map((trial, place) => {
      const { lower, upper, threshold, size, judgment } = trial;
      const isJudged = (place + 1) * picture.per_trial <= step;
      const { left, right, at } = between(trial, picture.trials);
      const range = element("i", { class: "range" });
      Object.assign(range.style, { left: `${100 * left}%`, width: `${Math.max(1, 100 * (right - left))}%` });
      const tick = element("i", { class: "tick" });
      tick.style.left = `${100 * at}%`;
      const parts = this.of.say("trial", {
        lower: numbers.format(lower),
        upper: numbers.format(upper),
        threshold: numbers.format(threshold),
      });
      const verdict = isJudged ? (labels[judgment] ?? labels.ends) : labels.trying;
      const tokens = isJudged ? `${this.of.say("size", { size: numbers.format(size) }).join("")}, ` : "";
      return element(
        "li",
        isJudged ? {} : { "aria-current": "step" },
        element("span", {}, ...parts),
        element("span", { class: "strip", "aria-hidden": "true" }, range, tick),
        element("span", { class: "verdict-of" }, `${tokens}${verdict}`),
      );
    });
    this.list.replaceChildren(...rows);
    this.list.scrollTop = this.list.scrollHeight;
    if (this.list.scrollHeight > this.list.clientHeight) this.list.tabIndex = 0;
    else this.list.removeAttribute("tabindex");
  }
}
