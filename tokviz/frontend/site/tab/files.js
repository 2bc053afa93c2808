/*
 * Tokenizers out of files that a visitor chooses. They stay in the tab: its Python is handed one when it asks for it, as
 * it does again once it was ended.
 */

import { element } from "../../shared/elements.js";
import { withMore } from "./link.js";

const NAME_CHARS = 60; // characters of a name: those at its end say what kind of file it is
const OF_ANOTHER = { word: "", token: "", step: "", page: "", id: "" }; // what was looked at in another tokenizer

export class TokenizerFiles {
  /** What is in each, in base64. @type {Map<string, string>} */
  contents = new Map();

  /** @param {import("./page.js").OwnPage} page */
  constructor(page) {
    this.page = page;
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[type=file]")))
      input.addEventListener("change", () => this.take(input));
  }

  /** What the tab answers; a file that its Python has not read is handed to it before. */
  async answer(request, onPhase) {
    const { tab, data } = this.page;
    const answer = await tab.answer(request, onPhase);
    const content = this.contents.get(answer.wants);
    if (content === undefined) return answer;
    const handed = { kind: "open", name: answer.wants, content, lang: data.lang };
    const opened = await tab.answer(handed, onPhase);
    return opened.ok ? tab.answer(request, onPhase) : opened;
  }

  /** Take a file, which is offered wherever a tokenizer is chosen, and show it. */
  async take(input) {
    const { page } = this;
    const [file] = input.files;
    if (!file) return;
    const content = await inBase64(file.slice(0, page.data.most.file + 1)); // Python says that more is too much
    input.value = ""; // so that it can be chosen again
    const name = this.nameOf(file.name.slice(-NAME_CHARS));
    this.contents.set(name, content);
    for (const select of document.querySelectorAll("select[data-tokenizers]"))
      select.append(element("option", { value: name }, name));
    page.take({ ...withMore(page.data, page.state, { ...OF_ANOTHER, tokenizer: name }), run: true }, true);
  }

  /** A name that no tokenizer has: what Python knows of a name stays as it is. */
  nameOf(name) {
    const taken = new Set([...this.contents.keys(), ...this.page.data.tokenizers.names.map(([known]) => known)]);
    let number = 1;
    const numbered = () => (number === 1 ? name : `${name} (${number})`);
    while (taken.has(numbered())) number += 1;
    return numbered();
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
