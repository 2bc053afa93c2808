/*
 * Tokenizers out of files that a visitor chooses. They stay in the tab: its Python is handed one when it asks for it, as
 * it does again once it was ended.
 */

import { contentsOf } from "../../page/kept_contents.js";
import { KeptVisit } from "../../page/kept_visit.js";
import { button, element } from "../../shared/elements.js";
import { fill } from "../../shared/templates.js";
import { queryOf, withFile, withoutFile } from "./link.js";
import { byId } from "./nodes.js";
import { OpenedFiles } from "./opened_files.js";

const KEPT = "tokviz-own-files";
const BEGINNING = 16_000_000; // bytes of a GGUF file that are nearly always enough: its tokenizer comes first

export class TokenizerFiles {
  /** @param {import("./page.js").OwnPage} page */
  constructor(page) {
    this.page = page;
    const { data } = page;
    const store = /** @type {import("../../page/kept_contents.js").Store | null} */ (page.store);
    const known = data.tokenizers.names.map(([name]) => name);
    this.opened = new OpenedFiles(new KeptVisit(store, contentsOf(store), KEPT), known);
    this.inputs = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("input[type=file]")]);
    for (const input of this.inputs) input.addEventListener("change", () => this.take(input));
    this.draw();
  }

  /** Offer the files wherever a tokenizer is chosen, and list them below each field for files. */
  draw() {
    const { names } = this.opened;
    for (const select of document.querySelectorAll("select[data-tokenizers]")) {
      for (const option of select.querySelectorAll("[data-own]")) option.remove();
      select.append(...names.map((name) => element("option", { value: name, "data-own": "" }, name)));
    }
    for (const input of this.inputs) {
      const label = (name) => fill(this.page.data.labels.remove_file, { name });
      const remove = (name) =>
        button({ class: "quiet", "aria-label": label(name) }, () => this.remove(name, input), "×");
      byId(`${input.id}s`).replaceChildren(...names.map((name) => element("li", {}, name, remove(name))));
    }
  }

  /** What the tab answers; a file that its Python has not read is handed to it before. */
  async answer(request, onPhase, handed = []) {
    const { tab } = this.page;
    const answer = await tab.answer(request, onPhase);
    const { wants } = answer;
    const content = handed.includes(wants) ? null : await this.opened.contentOf(wants);
    if (!content) return answer;
    const opened = await tab.answer(await this.opening(wants, content), onPhase);
    return opened.ok ? this.answer(request, onPhase, [...handed, wants]) : opened;
  }

  /** The request to open a file. @param {string} name @param {Blob} content */
  async opening(name, content) {
    return { kind: "open", name, content: await inBase64(content), lang: this.page.data.lang };
  }

  /** Take a file, which is offered wherever a tokenizer is chosen, and show it; say why one cannot be opened. */
  async take(input) {
    const { page } = this;
    const [file] = input.files;
    if (!file) return;
    input.value = ""; // so that it can be chosen again
    const said = byId(`${input.id}-error`);
    said.textContent = "";
    const name = this.opened.nameFor(file.name);
    const most = page.data.most.file + 1; // Python says that more is too much
    const parts = file.name.toLowerCase().endsWith(".gguf") && file.size > BEGINNING ? [BEGINNING, most] : [most];
    const content = await this.readable(name, file, parts, (message) => {
      said.textContent = message;
    });
    if (!content) return;
    this.opened.add(name, content);
    this.draw();
    page.take(withFile(page.data, page.state, name), true);
  }

  /**
   * As much of a file as Python could open; null where it could not.
   *
   * @param {string} name @param {File} file @param {number[]} parts   how many bytes to try, the fewest first
   * @param {(message: string) => void} refuse @returns {Promise<Blob | null>}
   */
  async readable(name, file, [part, ...larger], refuse) {
    const content = file.slice(0, part);
    const isLast = larger.length === 0;
    const answer = await this.page.ask(await this.opening(name, content), false, ({ message }) => {
      if (isLast) refuse(message);
    });
    if (answer || isLast) return answer && content;
    return this.readable(name, file, larger, refuse);
  }

  /** Forget a file; what is shown of it gives way to what is there without it. */
  remove(name, input) {
    const { page } = this;
    this.opened.remove(name);
    this.draw();
    const without = withoutFile(page.data, page.state, name);
    page.take(without, `${queryOf(page.data, without)}` !== `${queryOf(page.data, page.state)}`);
    input.focus();
  }
}

/** @param {Blob} blob @returns {Promise<string>} */
function inBase64(blob) {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(`${reader.result}`.split(",")[1] ?? "");
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
