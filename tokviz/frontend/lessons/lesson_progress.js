/**
 * How far a visitor got in each lesson. The browser keeps it, nothing of it reaches the server. What is kept may be of
 * another version or changed by hand, so everything is checked when it is read.
 *
 * @typedef {{ card: number, isDone: boolean }} Progress    card: the last one that was reached, from 1
 * @typedef {import("../shared/browser_store.js").Store} Store
 */

import { keepIn, readAllFrom } from "../shared/browser_store.js";

const KEY = "tokviz-lessons";
const MOST = 200; // lessons that are kept
const NOT_OWN_WAY = ["lead", "route", "notes", "embed"]; // parameters of a class, a lecture or a frame

/** Whether visitors at this address go through a lesson on their own. */
export function isOwnWay(/** @type {string} */ search) {
  const query = new URLSearchParams(search);
  return !NOT_OWN_WAY.some((name) => query.has(name));
}

/** Where visitors are in a lesson: not begun, at a card, or done. @returns {Progress | null} */
export function progressOf(/** @type {Store | null} */ store, /** @type {string} */ lesson) {
  return readAll(store).get(lesson) ?? null;
}

/** Note that a card is shown. Going back in a lesson, or opening a link to an earlier card, loses nothing. */
export function noteCard(/** @type {Store | null} */ store, lesson, card, total) {
  const all = readAll(store);
  const before = all.get(lesson);
  const reached = Math.max(before?.card ?? 1, card);
  const isDone = Boolean(before?.isDone) || card >= total;
  if (before?.card === reached && before.isDone === isDone) return;
  all.delete(lesson); // so that it counts as the newest
  all.set(lesson, { card: reached, isDone });
  writeAll(store, all);
}

/** Forget a lesson: it begins with its first card again. */
export function startOver(/** @type {Store | null} */ store, lesson) {
  const all = readAll(store);
  all.delete(lesson);
  writeAll(store, all);
}

/** @returns {Map<string, Progress>} */
function readAll(/** @type {Store | null} */ store) {
  const entries = Object.entries(readAllFrom(store, KEY));
  return new Map(
    entries
      .filter(([, one]) => Number.isInteger(one?.card) && one.card > 0)
      .map(([lesson, one]) => [lesson, { card: one.card, isDone: one.isDone === true }]),
  );
}

function writeAll(/** @type {Store | null} */ store, all) {
  keepIn(store, KEY, Object.fromEntries([...all].slice(-MOST)));
}
