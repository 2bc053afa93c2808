/**
 * Another convention beside the chosen one: at the step where both part, the picture has marks for the winners of both;
 * at all others, a press that leads there. Not more than that: later, their words are in different symbols, and counts
 * of one say nothing of the other.
 *
 * @typedef {object} PartingStep
 * @property {number | null} step    after so many merges they part; null if they never do
 * @property {string} told           what the press says, or that they never part
 */

import { button, element } from "../../shared/elements.js";

export class Parting {
  constructor(picture) {
    this.of = picture;
    this.press = button({ class: "to-parting" }, () => picture.stepper.take(picture.picture.parting.step));
    this.note = element("span", { class: "never-part" });
    picture.read.legend.toggle.before(this.note, this.press);
  }

  draw() {
    const { picture, step, root } = this.of;
    const { step: there = null, told = "" } = picture.parting ?? {};
    root.classList.toggle("parts-here", there !== null && step === there);
    this.press.hidden = there === null || step === there;
    this.press.textContent = told;
    this.note.hidden = !told || there !== null;
    this.note.textContent = told;
  }
}
