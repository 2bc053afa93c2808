/*
 * The files that a visitor has opened, by the names that requests have for them. The browser keeps them over a reload.
 *
 * Nothing here touches the document.
 */

const NAME_CHARS = 60; // characters of a name: those at its end say what kind of file it is

export class OpenedFiles {
  /** What is in those that were opened since the page was loaded, by name. @type {Map<string, Blob>} */
  contents = new Map();

  /** @param {import("../../page/kept_visit.js").KeptVisit} visit @param {string[]} known   names of other tokenizers */
  constructor(visit, known) {
    this.visit = visit;
    /** @type {import("../../page/kept_visit.js").Entry[]} */
    this.entries = visit.list.filter(({ isHere }) => isHere);
    this.used = new Set([...known, ...this.names]);
  }

  get names() {
    return this.entries.map(({ name }) => name);
  }

  /** A name that no tokenizer has or had: Python remembers what went by one. A comma would end it in a link. */
  nameFor(file) {
    const name = file.slice(-NAME_CHARS).replaceAll(",", "_");
    let number = 1;
    const numbered = () => (number === 1 ? name : `${name} (${number})`);
    while (this.used.has(numbered())) number += 1;
    return numbered();
  }

  /** What is in a file; null for one that is not here. @param {string} name @returns {Promise<Blob | null>} */
  async contentOf(name) {
    const entry = this.entries.find((one) => one.name === name);
    const opened = this.contents.get(name);
    if (!entry || opened) return opened ?? null;
    const bytes = await this.visit.take(entry.id);
    return bytes && new Blob([bytes]);
  }

  /** Have a file under a name that is free. @param {string} name @param {Blob} content */
  add(name, content) {
    this.used.add(name);
    this.contents.set(name, content);
    this.visit.note([new File([content], name)]);
    this.entries = [...this.entries, { id: `own ${name}`, field: "own", name, size: content.size }];
    return this.visit.keep(this.entries);
  }

  /** @param {string} name */
  remove(name) {
    this.contents.delete(name);
    this.entries = this.entries.filter((one) => one.name !== name);
    return this.visit.keep(this.entries);
  }
}
