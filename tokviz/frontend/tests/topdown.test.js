/* Layout of the picture of a top-down training: pure functions, on hug / hugs. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { between, lanes, ranges } from "../picture/topdown/layout.js";

test("pieces are ranges of the letters of a word, without their mark", () => {
  assert.deepEqual(ranges(["h", "##ug", "##s"], "##"), [
    { start: 0, end: 1, letters: ["h"] },
    { start: 1, end: 3, letters: ["u", "g"] },
    { start: 3, end: 4, letters: ["s"] },
  ]);
});

test("a first piece keeps what looks like a mark, and without a mark all is letters", () => {
  assert.deepEqual(ranges(["##a"], "##")[0].letters, ["#", "#", "a"]);
  assert.deepEqual(
    ranges(["a", "##"], "").map(({ end }) => end),
    [1, 3],
  );
});

test("a letter outside the basic plane is one letter", () => {
  assert.equal(ranges(["a😀"], "##")[0].end, 2);
});

test("substrings of one length that overlap lie in different lanes", () => {
  assert.deepEqual(lanes([0, 1, 2, 3], 2), [0, 1, 0, 1]);
  assert.deepEqual(lanes([0, 1, 4], 4), [0, 1, 0]);
  const starts = [0, 1, 2, 5, 6, 9];
  const at = lanes(starts, 3);
  for (const [i, start] of starts.entries()) {
    for (let j = i + 1; j < starts.length; j++) assert.ok(at[i] !== at[j] || starts[j] >= start + 3);
  }
});

test("a trial lies between the outermost bounds, also where its own have crossed", () => {
  const trials = [
    { lower: 10, upper: 20, threshold: 15 },
    { lower: 16, upper: 20, threshold: 18 },
    { lower: 20, upper: 19, threshold: 19 },
  ];
  assert.deepEqual(between(trials[0], trials), { left: 0, right: 1, at: 0.5 });
  assert.deepEqual(between(trials[2], trials), { left: 0.9, right: 1, at: 0.9 });
  const given = { lower: 7, upper: 7, threshold: 7 };
  assert.equal(between(given, [given]).at, 0.5);
});
