/**
 * What the tab keeps of a visit: its texts, and the files that its visitor has opened here, packed into the session storage,
 * which no other tab can read and which ends with the tab. A browser allows some 5 MB of it. What does not fit is kept by
 * its name only, so that it can be named once it is lost.
 *
 * @typedef {{ id: string, field: string, name: string, size: number, text?: string }} Entry
 * @typedef {Entry & { isText: boolean, isHere: boolean }} Kept
 * @typedef {{ getItem: (key: string) => string | null, setItem: (key: string, value: string) => void,
 *   removeItem: (key: string) => void }} Store
 * @typedef {{ texts: Record<string, string>, files: File[], places: [string, string, number][], lost: string[] }} Found
 */

import { keepIn, readFrom } from "../shared/browser_store.js";

const LIST = "tokviz-visit";
const CHUNK = 32_768; // as many arguments as a call takes

/** A text of one letter for each byte, as short as the browser can make it. @param {Uint8Array<ArrayBuffer>} bytes */
export async function packed(bytes) {
  const small = new Uint8Array(await through(bytes, new CompressionStream("gzip")));
  let text = "";
  for (let at = 0; at < small.length; at += CHUNK) text += String.fromCharCode(...small.subarray(at, at + CHUNK));
  return text;
}

/** @param {string} text */
export function unpacked(text) {
  return through(
    Uint8Array.from(text, (letter) => letter.charCodeAt(0)),
    new DecompressionStream("gzip"),
  );
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} stream */
function through(bytes, stream) {
  return new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();
}

export class KeptVisit {
  /** @param {Store | null} store */
  constructor(store) {
    this.store = store;
    /** @type {Map<string, File>} what was opened since the page was loaded, by name and size */
    this.opened = new Map();
    this.work = Promise.resolve();
  }

  /** @returns {Kept[]} */
  get list() {
    const list = readFrom(this.store, LIST);
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
    for (const id of before.keys()) if (!wanted.has(id)) this.store?.removeItem(`${LIST} ${id}`);
    const list = await Promise.all(
      entries.map(async ({ text, ...entry }) => {
        const isHere = before.get(entry.id)?.isHere ?? (await this.put(entry, text)); // too large once is enough
        return { ...entry, isText: text !== undefined, isHere };
      }),
    );
    if (list.length || before.size) keepIn(this.store, LIST, list);
  }

  /** Put one into the storage; whether that was possible. @param {Entry} entry @param {string} [text] */
  async put({ id, name, size }, text) {
    const content = text ?? this.opened.get(`${size} ${name}`);
    if (content === undefined || !this.store) return false;
    try {
      const bytes = await new Blob([content]).arrayBuffer();
      this.store.setItem(`${LIST} ${id}`, await packed(new Uint8Array(bytes)));
      return true;
    } catch {
      return false; // full, or not allowed, or a file that is gone from the disk
    }
  }

  /** What is kept under an id; null if nothing is, or nothing that can be read. @param {string} id */
  async take(id) {
    const content = this.store?.getItem(`${LIST} ${id}`);
    try {
      return content ? await unpacked(content) : null;
    } catch {
      return null;
    }
  }

  /** All that is kept. @returns {Promise<Found>} */
  async found() {
    /** @type {Found} */
    const found = { texts: {}, files: [], places: [], lost: [] };
    const contents = await Promise.all(this.list.map(({ id }) => this.take(id)));
    for (const [place, { field, name, isText }] of this.list.entries()) {
      const bytes = contents[place];
      if (!bytes) found.lost.push(name);
      else if (isText) found.texts[field] = new TextDecoder().decode(bytes);
      else {
        found.files.push(new File([bytes], name));
        found.places.push([field, name, bytes.byteLength]);
      }
    }
    this.note(found.files);
    return found;
  }
}
