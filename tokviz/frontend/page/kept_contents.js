/**
 * Where the contents are that a tab keeps of a visit, by id: in the browser's database, where hundreds of megabytes fit, or
 * in the tab's session storage, where some 5 MB do.
 *
 * The database outlasts the tab, and all tabs have the same. So contents are encrypted, and the key is in the session
 * storage: once the tab is closed, nothing can read them. Browsers encrypt on pages of HTTPS and of this machine only.
 *
 * @typedef {{ getItem: (key: string) => string | null, setItem: (key: string, value: string) => void,
 *   removeItem: (key: string) => void }} Store
 * @typedef {{ put: (id: string, bytes: ArrayBuffer) => Promise<void>, get: (id: string) => Promise<ArrayBuffer | null>,
 *   remove: (id: string) => Promise<void> }} Contents
 * @typedef {{ put: (name: string, value: unknown) => Promise<void>, get: (name: string) => Promise<any>,
 *   remove: (name: string) => Promise<void> }} Database
 */

import { keepIn, readFrom } from "../shared/browser_store.js";

const PACKED = "tokviz-visit";
const KEY = "tokviz-visit-key";
const CHUNK = 32_768; // as many arguments as a call takes
const NONCE = 12; // bytes that AES-GCM begins with
const UNUSED_MS = 86_400_000; // after which the contents of a tab that is closed are removed

/** The contents of this tab, in the best place that it may use. @param {Store | null} store @returns {Contents} */
export function contentsOf(store) {
  const { crypto, indexedDB } = globalThis;
  return crypto?.subtle && indexedDB ? new Sealed(store, new BrowserDatabase(indexedDB)) : new Packed(store);
}

/** Contents in the session storage. @implements {Contents} */
export class Packed {
  /** @param {Store | null} store */
  constructor(store) {
    this.store = store;
  }

  /** @param {string} id @param {ArrayBuffer} bytes */
  async put(id, bytes) {
    if (!this.store) throw new Error("no store");
    this.store.setItem(`${PACKED} ${id}`, await packed(bytes));
  }

  /** @param {string} id @returns {Promise<ArrayBuffer | null>} */
  get(id) {
    const text = this.store?.getItem(`${PACKED} ${id}`);
    return text ? unpacked(text) : Promise.resolve(null);
  }

  /** @param {string} id */
  remove(id) {
    this.store?.removeItem(`${PACKED} ${id}`);
    return Promise.resolve();
  }
}

/** Contents in the database, encrypted. @implements {Contents} */
export class Sealed {
  /** @param {Store | null} store @param {Database} database */
  constructor(store, database) {
    this.store = store;
    this.database = database;
  }

  /** The key of this tab, and what the names of its contents begin with. */
  async key() {
    let kept = readFrom(this.store, KEY);
    if (!kept) {
      kept = { tab: hex(16), key: hex(32) };
      keepIn(this.store, KEY, kept);
    }
    const bytes = Uint8Array.from(kept.key.match(/../gu), (pair) => Number.parseInt(pair, 16));
    return {
      tab: kept.tab,
      key: await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]),
    };
  }

  /** @param {string} id @param {ArrayBuffer} bytes */
  async put(id, bytes) {
    const { tab, key } = await this.key();
    const iv = crypto.getRandomValues(new Uint8Array(NONCE));
    const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, bytes);
    await this.database.put(`${tab} ${id}`, { iv, sealed });
  }

  /** @param {string} id */
  async get(id) {
    const { tab, key } = await this.key();
    const kept = await this.database.get(`${tab} ${id}`);
    return kept ? crypto.subtle.decrypt({ name: "AES-GCM", iv: kept.iv }, key, kept.sealed) : null;
  }

  /** @param {string} id */
  async remove(id) {
    const { tab } = await this.key();
    await this.database.remove(`${tab} ${id}`);
  }
}

/** The browser's database, without what nothing has used for a day. @implements {Database} */
export class BrowserDatabase {
  /** @param {IDBFactory} factory */
  constructor(factory) {
    this.factory = factory;
    /** @type {Promise<IDBDatabase> | null} */
    this.opened = null;
  }

  /** @param {string} name @param {unknown} value */
  async put(name, value) {
    await this.run("readwrite", (values, used) => {
      used.put(Date.now(), name);
      return values.put(value, name);
    });
  }

  /** @param {string} name */
  get(name) {
    return this.run("readwrite", (values, used) => {
      used.put(Date.now(), name);
      return values.get(name);
    });
  }

  /** @param {string} name */
  async remove(name) {
    await this.run("readwrite", (values, used) => {
      used.delete(name);
      return values.delete(name);
    });
  }

  /**
   * The result of what is asked of the database, once it is written.
   *
   * @param {IDBTransactionMode} mode
   * @param {(values: IDBObjectStore, used: IDBObjectStore) => IDBRequest} ask
   */
  async run(mode, ask) {
    this.opened ??= this.open();
    const transaction = (await this.opened).transaction(["values", "used"], mode);
    const request = ask(transaction.objectStore("values"), transaction.objectStore("used"));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  }

  /** @returns {Promise<IDBDatabase>} */
  async open() {
    const request = this.factory.open("tokviz-visit", 1);
    request.onupgradeneeded = () => {
      for (const name of ["values", "used"]) request.result.createObjectStore(name);
    };
    /** @type {IDBDatabase} */
    const database = await new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const transaction = database.transaction(["values", "used"], "readwrite");
    transaction.objectStore("used").openCursor().onsuccess = ({ target }) => {
      const cursor = /** @type {IDBRequest<IDBCursorWithValue | null>} */ (target).result;
      if (!cursor) return;
      if (cursor.value < Date.now() - UNUSED_MS) {
        transaction.objectStore("values").delete(cursor.key);
        cursor.delete();
      }
      cursor.continue();
    };
    return database;
  }
}

/** So many random bytes in hexadecimal. @param {number} bytes */
function hex(bytes) {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}

/** A text of one letter for each byte, as short as the browser can make it. @param {ArrayBuffer} bytes */
export async function packed(bytes) {
  const small = new Uint8Array(await through(bytes, new CompressionStream("gzip")));
  let text = "";
  for (let at = 0; at < small.length; at += CHUNK) text += String.fromCharCode(...small.subarray(at, at + CHUNK));
  return text;
}

/** @param {string} text */
export function unpacked(text) {
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  return through(bytes.buffer, new DecompressionStream("gzip"));
}

/** @param {ArrayBuffer} bytes @param {CompressionStream | DecompressionStream} stream */
function through(bytes, stream) {
  return new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();
}
