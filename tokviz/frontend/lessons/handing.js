/**
 * What was answered in a lesson as a code to copy, for a teacher.
 *
 * @typedef {{ code: string, button: string, answered: string, holds: string, note: string, copy: string,
 *   copied: string }} Handed    answered: how many of the questions of the lesson
 */

import { button, element } from "../shared/elements.js";

export class Handing {
  constructor() {
    this.summary = element("summary");
    this.holds = element("p");
    this.code = element("textarea", { readonly: "", rows: 4, "data-testid": "handed-in" });
    this.copy = button({ name: "copy" }, () => this.take());
    this.note = element("p", { class: "goal" });
    this.root = element(
      "details",
      { class: "handing", hidden: "" },
      this.summary,
      this.holds,
      this.code,
      this.copy,
      this.note,
    );
    this.root.addEventListener("toggle", () => this.root.scrollIntoView({ block: "nearest" }));
  }

  /** @param {Handed | null} handed */
  draw(handed) {
    this.root.hidden = !handed;
    if (!handed || this.code.value === handed.code) return;
    this.handed = handed;
    this.summary.replaceChildren(handed.button, " · ", element("span", { class: "answered" }, handed.answered));
    this.holds.textContent = handed.holds;
    this.code.value = handed.code;
    this.code.ariaLabel = handed.button;
    this.copy.textContent = handed.copy;
    this.note.textContent = handed.note;
  }

  async take() {
    this.code.select();
    try {
      await navigator.clipboard.writeText(this.code.value);
    } catch {
      if (!document.execCommand("copy")) return; // it stays selected: the visitor copies it
    }
    this.copy.textContent = this.handed.copied;
  }
}
