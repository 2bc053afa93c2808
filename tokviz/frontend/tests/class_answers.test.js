/* The answers of a live class: who is right, what most of the others chose, and which rows show it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { answeredRows, classAnswers, percent } from "../picture/asking/class_answers.js";

const OPTIONS = [
  { names: ["l", "o"], right: true },
  { names: ["o", "w"], right: true },
  { names: ["n", "e"], right: false },
  { names: ["e", "w"], right: false },
];

test("what ties is right too, and of those who are wrong the most are told", () => {
  assert.deepEqual(classAnswers(OPTIONS, [9, 3, 1, 6]), { total: 19, right: 12, missed: 3 });
  assert.deepEqual(classAnswers(OPTIONS, [0, 0, 2, 2]), { total: 4, right: 0, missed: 2 });
  assert.deepEqual(classAnswers(OPTIONS, [4, 0, 0, 0]), { total: 4, right: 4, missed: null });
  assert.deepEqual(classAnswers(OPTIONS, [0, 0, 0, 0]), { total: 0, right: 0, missed: null });
});

test("shares are whole, and what is not quite none or all says so", () => {
  assert.deepEqual(
    [
      [9, 26],
      [1, 300],
      [299, 300],
      [3, 3],
      [0, 0],
    ].map(([count, total]) => percent(count, total, "en")),
    ["35%", "< 1%", "> 99%", "100%", "0%"],
  );
});

test("no row with answers is left out, and the best keep their order", () => {
  const rows = [
    ["l", "o"],
    ["o", "w"],
    ["n", "e"],
    ["e", "w"],
  ].map((names) => ({ names }));
  const namesOf = (shown) => shown.map(({ names, answers }) => [names.join(""), answers]);
  const votes = (counts) => ({ options: OPTIONS, counts });
  const make = ({ names }) => ({ names });
  assert.deepEqual(namesOf(answeredRows(rows, votes([1, 0, 0, 2]), 3, make)), [
    ["lo", 1],
    ["ow", 0],
    ["ew", 2],
  ]);
  assert.deepEqual(namesOf(answeredRows(rows.slice(0, 2), votes([0, 0, 0, 2]), 2, make)), [
    ["lo", 0],
    ["ew", 2],
  ]);
  assert.equal(answeredRows(rows, votes([1, 1, 1, 1]), 2, make).length, 4);
});
