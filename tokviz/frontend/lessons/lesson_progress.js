/**
 * How far a visitor got in each lesson. The browser keeps it, nothing of it reaches the server. What is kept may be of
 * another version or changed by hand, so everything is checked when it is read.
 *
 * @typedef {object} Progress
 * @property {number} card          the last one that was reached, from 1
 * @property {boolean} isDone
 * @property {number} [doneAt]      when its last card was seen last, in milliseconds since 1970
 *
 * @typedef {import("../shared/browser_store.js").Store} Store
 */

import { keepIn, readAllFrom } from "../shared/browser_store.js";

const KEY = "tokviz-lessons";
const MOST_LESSONS = 200; // lessons that are kept
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
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

/** Whether a lesson was done so long ago that its questions are worth asking again. */
export function isPracticeDue(/** @type {Progress | null} */ progress, now = Date.now()) {
  return Boolean(progress?.isDone) && now - (progress?.doneAt ?? 0) >= WEEK_MS;
}

/** Note that a card is shown. Going back in a lesson, or opening a link to an earlier card, loses nothing. */
export function noteCard(/** @type {Store | null} */ store, lesson, card, total) {
  const all = readAll(store);
  const before = all.get(lesson);
  const reached = Math.max(before?.card ?? 1, card);
  const isDone = Boolean(before?.isDone) || card >= total;
  const isAtEnd = card >= total;
  if (before?.card === reached && before.isDone === isDone && !isAtEnd) return;
  all.delete(lesson); // so that it counts as the newest
  const doneAt = isAtEnd ? Date.now() : before?.doneAt;
  all.set(lesson, doneAt === undefined ? { card: reached, isDone } : { card: reached, isDone, doneAt });
  writeAll(store, all);
}

/** Forget a lesson: it begins with its first card again. */
export function startOver(/** @type {Store | null} */ store, lesson) {
  const all = readAll(store);
  all.delete(lesson);
  writeAll(store, all);
}

/**
 * The lesson to take now: of those that were begun and are not done, the one that went on last; else the first that is
 * not done. A lesson of which only the first card was opened is not begun.
 *
 * @param {Store | null} store
 * @param {string[]} lessons     in their order
 * @returns {string | null}      null if all are done
 */
export function nextLesson(store, lessons) {
  const all = readAll(store);
  const begun = [...all].filter(([lesson, { card, isDone }]) => lessons.includes(lesson) && card > 1 && !isDone);
  return begun.at(-1)?.[0] ?? lessons.find((lesson) => !all.get(lesson)?.isDone) ?? null;
}

/** @returns {Map<string, Progress>} */
function readAll(/** @type {Store | null} */ store) {
  const entries = Object.entries(readAllFrom(store, KEY));
  return new Map(
    entries
      .filter(([, entry]) => Number.isInteger(entry?.card) && entry.card > 0)
      .map(([lesson, entry]) => [lesson, entryOf(entry)]),
  );
}

/** @returns {Progress} */
function entryOf({ card, isDone, doneAt }) {
  const progress = { card, isDone: isDone === true };
  return Number.isFinite(doneAt) ? { ...progress, doneAt } : progress;
}

function writeAll(/** @type {Store | null} */ store, all) {
  keepIn(store, KEY, Object.fromEntries([...all].slice(-MOST_LESSONS)));
}
