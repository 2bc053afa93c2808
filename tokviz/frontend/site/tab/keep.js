/* What there is to keep of a training: files, each made when it is asked for and saved by the browser. */

import { button, element } from "../../shared/elements.js";
import { fill } from "../../shared/templates.js";

/** What can be kept -> its label and what is said of it. */
const FILES = {
  replay: ["keep_replay", "keep_replay_help"],
  worksheet: ["keep_worksheet", "keep_worksheet_help"],
  solution: ["keep_solution", "keep_solution_help"],
};
const SOON_MS = 10_000; // after which the browser has the file

export class KeepList {
  /** @param {import("./page.js").OwnPage} page */
  constructor(page) {
    this.page = page;
    this.root = document.getElementById("keep");
    this.said = element("p", { class: "note", role: "status" });
  }

  fill() {
    if (this.root.childElementCount) return;
    const { labels } = this.page.data;
    const rows = Object.entries(FILES).map(([what, [label, help]]) =>
      element(
        "li",
        {},
        button({ name: what, class: "main" }, () => this.save(what), labels[label]),
        element("span", { class: "note" }, labels[help]),
      ),
    );
    this.root.replaceChildren(element("ul", { class: "files" }, ...rows), this.said);
  }

  async save(what) {
    const { page } = this;
    if (!page.isWhole()) return;
    const answer = await page.ask(page.request("keep", { what }));
    if (!answer) return;
    const blob = new Blob([answer.content], { type: "text/html;charset=utf-8" });
    const href = URL.createObjectURL(blob);
    const link = /** @type {HTMLAnchorElement} */ (element("a", { href, download: answer.name }));
    link.click();
    setTimeout(() => URL.revokeObjectURL(href), SOON_MS);
    this.said.textContent = fill(page.data.labels.kept, { name: answer.name });
  }
}
