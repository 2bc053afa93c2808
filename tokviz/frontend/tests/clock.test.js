/* Where things of the clock are. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  boxesBetween,
  cutsByVocabulary,
  isLineThrough,
  isQuickSize,
  sizeAxis,
  vocabularyAt,
  wordGrid,
  writtenSizes,
} from "../picture/clock/layout.js";

test("a size between two vocabularies has the smaller", () => {
  assert.deepEqual(
    [6, 7, 8, 9, 30].map((size) => vocabularyAt([7, 9, 12], size)),
    [-1, 0, 0, 1, 2],
  );
});

test("cuts hold until they change", () => {
  const cuts = cutsByVocabulary(
    [
      [0, 0, [1, 2]],
      [0, 1, null],
      [2, 0, [2]],
    ],
    3,
    2,
  );
  assert.deepEqual(cuts, [
    [[1, 2], null],
    [[1, 2], null],
    [[2], null],
  ]);
});

test("boxes are what cuts leave", () => {
  assert.deepEqual(boxesBetween([1, 3], 4), [
    [0, 1],
    [1, 3],
    [3, 4],
  ]);
  assert.deepEqual(boxesBetween(null, 4), []);
});

test("a pixel leads back to its size", () => {
  const { x, size } = sizeAxis(7, 1000, 20, 900);
  for (const wanted of [7, 8, 60, 500, 1000]) assert.equal(size(x(wanted)), wanted);
  assert.deepEqual([size(-50), size(2000)], [7, 1000]);
  assert.equal(sizeAxis(7, 7, 0, 100).size(50), 7);
});

test("written sizes are apart", () => {
  const { x } = sizeAxis(50, 1050, 0, 800);
  const written = writtenSizes(50, 1050, x, 40);
  assert.ok(written.slice(1).every((size, place) => x(size) - x(written[place]) >= 40));
});

test("words wrap where their letters would be too small, and on a phone", () => {
  const room = { width: 900, names: 150, most: 46 };
  assert.equal(wordGrid([3, 3, 4], { ...room, isNarrow: false }).lines.length, 1);
  const many = wordGrid(Array(12).fill(9), { ...room, isNarrow: false });
  assert.ok(many.lines.length > 1);
  assert.deepEqual(many.lines.flat(), [...Array(12).keys()]);
  assert.ok(wordGrid([3, 3, 4], { ...room, width: 340, isNarrow: true }).cell <= 25);
});

test("a size is quick where no word changes, and nothing is done that costs", () => {
  const [grows, shrinks] = [{ grows: true }, { grows: false }];
  const [whole, cut] = [[], [1]];
  const at = (number, free = false, place = "here") => ({ number, place, free });
  const pruned = [[[whole], [whole], [cut]]];
  assert.equal(isQuickSize([shrinks], [at(0, true)], pruned, -1), true);
  assert.equal(isQuickSize([shrinks], [at(0)], pruned, -1), false); // it costs
  assert.equal(isQuickSize([shrinks], [at(1, true)], pruned, -1), false); // a word falls apart
  assert.equal(isQuickSize([shrinks], [at(1)], pruned, 1), true); // it has been undone, and no word changed
  assert.equal(isQuickSize([grows], [at(1)], pruned, 1), false); // a merge
  assert.equal(isQuickSize([grows], [at(1, false, "after")], pruned, 1), true);
});

test("a label is written where no line passes through it", () => {
  const place = { x: (size) => 10 * size, y: (tokens) => 100 - tokens };
  const hand = { sizes: [1, 2, 3, 9], tokens: [80, 50, 20, 10] }; // from 20 down to 90 on the page
  assert.equal(isLineThrough(hand, place, [10, 30, 40, 60]), true); // where it steps down
  assert.equal(isLineThrough(hand, place, [10, 30, 85, 95]), false); // below it
  assert.equal(isLineThrough(hand, place, [40, 80, 75, 85]), true); // it is level there, between two sizes
  assert.equal(isLineThrough(hand, place, [40, 80, 0, 30]), false);
  assert.equal(isLineThrough(hand, place, [0, 5, 0, 99]), false); // before it begins
});
