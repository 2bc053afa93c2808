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
    const name = await saveFile(page, "keep", { what });
    if (name) this.said.textContent = fill(page.data.labels.kept, { name });
  }
}

/**
 * Have a file made, and the browser save it. Returns its name; nothing where there is none, which the page has said.
 *
 * @param {import("./page.js").OwnPage} page @param {string} kind   of the request @param {object} more
 */
export async function saveFile(page, kind, more) {
  const answer = await page.ask(page.request(kind, more));
  if (!answer) return "";
  const { name, content, bytes, type = "text/html" } = answer;
  const data = bytes ? Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)) : content;
  const href = URL.createObjectURL(new Blob([data], { type: bytes ? type : `${type};charset=utf-8` }));
  const link = /** @type {HTMLAnchorElement} */ (element("a", { href, download: name }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), SOON_MS);
  return name;
}
