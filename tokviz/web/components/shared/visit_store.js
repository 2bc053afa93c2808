/**
 * What a visit keeps over a reload.
 *
 * @typedef {{ getItem: (key: string) => string | null, setItem: (key: string, value: string) => void }} Store
 */

/** The browser's store of this visit; null where a page may have none. @returns {Store | null} */
export function visitStore() {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}

/** Keep something under a name, if there is a store. */
export function keepIn(/** @type {Store | null} */ store, name, what) {
  try {
    store?.setItem(name, JSON.stringify(what));
  } catch {
    // Full, or not allowed: it holds until the page is left.
  }
}
