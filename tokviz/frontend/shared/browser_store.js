/**
 * What the browser keeps: of a visit over a reload, or for good. What is kept may be of another version or changed by
 * hand, so the reader checks it.
 *
 * @typedef {{ getItem: (key: string) => string | null, setItem: (key: string, value: string) => void }} Store
 */

/** The store of this visit; null where a page may have none. @returns {Store | null} */
export function visitStore() {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}

/** The store that outlasts the visit; null where a page may have none. @returns {Store | null} */
export function lastingStore() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/** Keep something under a name, if there is a store. */
export function keepIn(/** @type {Store | null} */ store, name, value) {
  try {
    store?.setItem(name, JSON.stringify(value));
  } catch {
    // Full, or not allowed: it holds until the page is left.
  }
}

/** What is kept under a name; null if nothing is, or nothing that can be read. @returns {any} */
export function readFrom(/** @type {Store | null} */ store, name) {
  try {
    return JSON.parse(store?.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** The same of what is kept by names of its own; empty if it is anything else. @returns {Record<string, any>} */
export function readAllFrom(/** @type {Store | null} */ store, name) {
  const stored = readFrom(store, name);
  return stored && typeof stored === "object" && !Array.isArray(stored) ? stored : {};
}
