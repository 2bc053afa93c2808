/* What a place of the scrubber is called, under the pointer. The slider itself says it to screen readers. */

import { element, plainText } from "../../shared/elements.js";

const LONGEST = 90; // letters

/** The step that a pointer is on: the thumb's middle goes from half its width to as much before the end. */
export function stepUnder(x, width, thumb, total) {
  const share = (x - thumb / 2) / Math.max(1, width - thumb);
  return Math.round(Math.min(1, Math.max(0, share)) * total);
}

/** The words of a sentence, as many as there is room for. @param {import("../../shared/elements.js").Sentence} sentence */
export function brief(sentence) {
  const text = plainText(sentence).trim();
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

export class Tip {
  /** scrubber: the slider; name: what a step is called. */
  constructor(scrubber, name) {
    this.root = element("span", { class: "tip", "aria-hidden": "true", hidden: "" });
    scrubber.addEventListener("pointermove", (event) => {
      const { left, width } = scrubber.getBoundingClientRect();
      const thumb = 1.5 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const step = stepUnder(event.clientX - left, width, thumb, Number(scrubber.max));
      this.root.textContent = name(step);
      this.root.hidden = !this.root.textContent;
      this.root.style.setProperty("--at", `${event.clientX - left}px`);
      this.root.style.setProperty("--side", event.clientX - left > width / 2 ? "-100%" : "0%");
    });
    for (const type of ["pointerleave", "blur"]) {
      scrubber.addEventListener(type, () => {
        this.root.hidden = true;
      });
    }
  }
}
