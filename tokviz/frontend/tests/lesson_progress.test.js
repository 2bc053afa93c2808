/* How far a visitor got in the lessons, as the browser keeps it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isOwnWay, isPracticeDue, nextLesson, noteCard, progressOf, startOver } from "../lessons/lesson_progress.js";

function storeOf(kept) {
  const items = new Map(kept === undefined ? [] : [["tokviz-lessons", kept]]);
  return { items, getItem: (key) => items.get(key) ?? null, setItem: (key, value) => items.set(key, value) };
}

test("a lesson is not begun, at a card, done, and begun again", (context) => {
  context.mock.method(Date, "now", () => 1000);
  const store = storeOf();
  assert.equal(progressOf(store, "bpe"), null);
  noteCard(store, "bpe", 1, 9);
  noteCard(store, "bpe", 5, 9);
  noteCard(store, "why", 2, 8);
  assert.deepEqual(progressOf(store, "bpe"), { card: 5, isDone: false });
  noteCard(store, "bpe", 9, 9);
  assert.deepEqual(progressOf(store, "bpe"), { card: 9, isDone: true, doneAt: 1000 });
  startOver(store, "bpe");
  assert.equal(progressOf(store, "bpe"), null);
  assert.deepEqual(progressOf(store, "why"), { card: 2, isDone: false });
});

test("going back, or a link to an earlier card, loses nothing", () => {
  const store = storeOf();
  noteCard(store, "bpe", 5, 9);
  noteCard(store, "bpe", 2, 9);
  assert.deepEqual(progressOf(store, "bpe"), { card: 5, isDone: false });
  noteCard(store, "bpe", 9, 9);
  noteCard(store, "bpe", 3, 9);
  assert.equal(progressOf(store, "bpe").isDone, true);
});

test("a week after a lesson was done, or done again, it is time to practice", (context) => {
  const clock = context.mock.method(Date, "now", () => 0).mock;
  const store = storeOf();
  const week = 7 * 24 * 60 * 60 * 1000;
  noteCard(store, "bpe", 5, 9);
  assert.equal(isPracticeDue(progressOf(store, "bpe"), week), false);
  clock.mockImplementation(() => 10);
  noteCard(store, "bpe", 9, 9);
  assert.equal(isPracticeDue(progressOf(store, "bpe"), week), false);
  assert.equal(isPracticeDue(progressOf(store, "bpe"), week + 10), true);
  clock.mockImplementation(() => week);
  noteCard(store, "bpe", 2, 9); // looking back is not doing it again
  assert.equal(isPracticeDue(progressOf(store, "bpe"), week + 10), true);
  noteCard(store, "bpe", 9, 9);
  assert.equal(isPracticeDue(progressOf(store, "bpe"), week + 10), false);
  assert.equal(isPracticeDue(progressOf(storeOf('{"why": {"card": 8, "isDone": true}}'), "why")), true); // before times
  assert.equal(isPracticeDue(null), false);
});

test("what is kept is checked when it is read", () => {
  for (const kept of [
    "",
    "null",
    "[]",
    "3",
    '"bpe"',
    "{",
    '{"bpe": 3}',
    '{"bpe": {"card": "5"}}',
    '{"bpe": {"card": -1}}',
  ]) {
    const store = storeOf(kept);
    assert.equal(progressOf(store, "bpe"), null, kept);
    noteCard(store, "bpe", 2, 9);
    assert.deepEqual(progressOf(store, "bpe"), { card: 2, isDone: false }, kept);
  }
  assert.deepEqual(progressOf(storeOf('{"bpe": {"card": 3, "isDone": "yes"}}'), "bpe"), { card: 3, isDone: false });
});

test("without a store, or with a full one, nothing breaks", () => {
  noteCard(null, "bpe", 2, 9);
  assert.equal(progressOf(null, "bpe"), null);
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error("full");
    },
  };
  noteCard(full, "bpe", 2, 9);
  startOver(full, "bpe");
});

test("a class, a lecture and a frame leave the visitor's own progress alone", () => {
  assert.equal(isOwnWay("?guide=bpe&card=3&lang=en"), true);
  for (const query of ["lead=ABCD", "route=45", "notes=1", "embed=true"])
    assert.equal(isOwnWay(`?guide=bpe&card=3&${query}`), false, query);
});

test("the next lesson is the one that went on last, else the first that is not done", () => {
  const store = storeOf();
  const lessons = ["why", "bpe", "bytes"];
  assert.equal(nextLesson(store, lessons), "why");
  noteCard(store, "bytes", 1, 9); // opened, and no more
  assert.equal(nextLesson(store, lessons), "why");
  noteCard(store, "bytes", 3, 9);
  noteCard(store, "bpe", 4, 9);
  noteCard(store, "own", 2, 9);
  assert.equal(nextLesson(store, lessons), "bpe");
  noteCard(store, "bpe", 9, 9);
  assert.equal(nextLesson(store, lessons), "bytes");
  noteCard(store, "bytes", 9, 9);
  assert.equal(nextLesson(store, lessons), "why");
  noteCard(store, "why", 9, 9);
  assert.equal(nextLesson(store, lessons), null);
});
