/**
 * What the tab keeps of a visit: its texts, and the files that its visitor has opened here. The list of them is in the
 * session storage, which no other tab can read and which ends with the tab. What does not fit is kept by its name only, so
 * that it can be named once it is lost.
 *
 * @typedef {{ id: string, field: string, name: string, size: number, text?: string }} Entry
 * @typedef {Entry & { isText: boolean, isHere: boolean }} Kept
 * @typedef {import("./kept_contents.js").Store} Store
 * @typedef {import("./kept_contents.js").Contents} Contents
 * @typedef {{ texts: Record<string, string>, files: File[], places: [string, string, number, string][], lost: string[] }} Found
 */

import { keepIn, readFrom } from "../shared/browser_store.js";

const LIST = "tokviz-visit";

export class KeptVisit {
  /** @param {Store | null} store @param {Contents} contents @param {string} [name]   of the list in the store */
  constructor(store, contents, name = LIST) {
    this.store = store;
    this.name = name;
    this.contents = contents;
    /** @type {Map<string, File>} what was opened since the page was loaded, by name and size */
    this.opened = new Map();
    this.work = Promise.resolve();
  }

  /** @returns {Kept[]} */
  get list() {
    const list = readFrom(this.store, this.name);
    return Array.isArray(list) ? list : [];
  }

  /** Note files that the visitor opens. @param {Iterable<File>} files */
  note(files) {
    for (const file of files) this.opened.set(`${file.size} ${file.name}`, file);
  }

  /** Keep these and nothing else, after what is still being kept. @param {Entry[]} entries */
  keep(entries) {
    this.work = this.work.then(() => this.keepNow(entries)).catch(() => undefined);
    return this.work;
  }

  /** @param {Entry[]} entries */
  async keepNow(entries) {
    const before = new Map(this.list.map((kept) => [kept.id, kept]));
    const wanted = new Set(entries.map(({ id }) => id));
    const unwanted = [...before.keys()].filter((id) => !wanted.has(id));
    await Promise.allSettled(unwanted.map((id) => this.contents.remove(id)));
    const list = await Promise.all(
      entries.map(async ({ text, ...entry }) => {
        const isHere = before.get(entry.id)?.isHere ?? (await this.put(entry, text)); // too large once is enough
        return { ...entry, isText: text !== undefined, isHere };
      }),
    );
    if (list.length || before.size) keepIn(this.store, this.name, list);
  }

  /** Put one into the storage; whether that was possible. @param {Entry} entry @param {string} [text] */
  async put({ id, name, size }, text) {
    const content = text ?? this.opened.get(`${size} ${name}`);
    if (content === undefined || !this.store) return false;
    try {
      await this.contents.put(id, await new Blob([content]).arrayBuffer());
      return true;
    } catch {
      return false; // full, or not allowed, or a file that is gone from the disk
    }
  }

  /** What is kept under an id; null if nothing is, or nothing that can be read. @param {string} id */
  async take(id) {
    try {
      return await this.contents.get(id);
    } catch {
      return null;
    }
  }

  /** All that is kept. @returns {Promise<Found>} */
  async found() {
    /** @type {Found} */
    const found = { texts: {}, files: [], places: [], lost: [] };
    const contents = await Promise.all(this.list.map(({ id }) => this.take(id)));
    for (const [place, { id, field, name, isText }] of this.list.entries()) {
      const bytes = contents[place];
      if (!bytes) found.lost.push(name);
      else if (isText) found.texts[field] = new TextDecoder().decode(bytes);
      else {
        found.files.push(new File([bytes], name));
        found.places.push([field, name, bytes.byteLength, id]);
      }
    }
    this.note(found.files);
    return found;
  }
}
