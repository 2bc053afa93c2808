/* The picture of a training by languages: round numbers of an axis, labels that do not meet, the size of letters. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { apart, letterSize, placeAt, roundNumbers } from "../picture/languages/layout.js";

test("axes have round numbers that reach over all values", () => {
  assert.deepEqual(roundNumbers(64, 114, 6), [60, 70, 80, 90, 100, 110, 120]);
  assert.deepEqual(roundNumbers(0, 120, 8), [0, 20, 40, 60, 80, 100, 120]);
  assert.deepEqual(roundNumbers(0.5, 0.95, 5), [0.5, 0.6, 0.7, 0.8, 0.9, 1]);
  assert.deepEqual(roundNumbers(4, 4, 5).length > 1, true);
});

test("labels are at their places where these are apart", () => {
  assert.deepEqual(apart([10, 50, 90], 20, 200), [10, 50, 90]);
});

test("labels make room for each other, and none is below the bottom", () => {
  assert.deepEqual(apart([10, 12, 14], 20, 200), [10, 30, 50]);
  assert.deepEqual(apart([180, 181, 182], 20, 200), [140, 160, 180]);
  assert.deepEqual(apart([], 20, 200), []);
});

test("labels that need more than there is begin at the top", () => {
  assert.deepEqual(apart([5, 6, 7], 20, 50), [0, 20, 40]);
});

test("a form holds until the next merge that changes it", () => {
  assert.deepEqual(
    [0, 2, 3, 9].map((step) => placeAt([0, 3, 7], step)),
    [0, 0, 1, 2],
  );
});

const sentence = [3, 5, 2, 5, 4, 1];
const limits = { width: 400, room: 300, floor: 12, most: 18, isBeside: false };

test("letters are as large as one line lets them be", () => {
  assert.deepEqual(letterSize([sentence], limits), { size: 16.25, lines: 1, isFitting: true });
  assert.equal(letterSize([sentence], { ...limits, width: 4000 }).size, 18);
});

test("with less width there are more lines, not smaller letters than the least", () => {
  const found = letterSize([sentence], { ...limits, width: 200 });
  assert.equal(found.lines, 2);
  assert.ok(found.size >= limits.floor);
});

test("what does not fit says so", () => {
  assert.equal(letterSize([sentence, sentence], { ...limits, room: 30 }).isFitting, false);
  assert.equal(letterSize([sentence], { ...limits, room: 30 }).isFitting, true);
  assert.equal(letterSize([sentence], { ...limits, room: 30, isBeside: true }).isFitting, false);
});
