/* Linking of the picture of an encoding: which rows fit, which is about a pair, what a strip shows. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { coverage, rungs, triesThatFit, tryOf } from "../picture/encoding/links.js";

const tried = (name, kind) => ({ names: [name, "x"], places: [], worth: "", about: [], kind });

test("where not all rows fit, what comes next is among those that are shown", () => {
  const tries = ["a", "b", "c", "d"].map((name) => tried(name, name === "d" ? "wins" : "out"));
  assert.deepEqual(triesThatFit(tries, 9), [0, 1, 2, 3]);
  assert.deepEqual(triesThatFit(tries, 2), [0, 3]);
  assert.deepEqual(triesThatFit(tries, 1), [3]);
  assert.deepEqual(triesThatFit([tried("a", "wins"), ...tries.slice(0, 3)], 2), [0, 1]);
});

test("a pair of neighbors is found by both of its names", () => {
  const tries = [tried("a", "out"), tried("b", "wins")];
  assert.equal(tryOf(tries, ["b", "x"]), 1);
  assert.equal(tryOf(tries, ["x", "b"]), -1);
  assert.equal(tryOf(tries, ["b"]), -1);
});

test("a strip has a block for each symbol, as wide as its letters", () => {
  assert.deepEqual(coverage([1, 1, 3], [{ start: 1, length: 2 }]), [
    { width: 1, isIn: false },
    { width: 1, isIn: true },
    { width: 3, isIn: true },
  ]);
  assert.deepEqual(coverage([2], []), [{ width: 2, isIn: false }]);
});

test("a ruler has all merges where they are few, else those that the word has or that went into it", () => {
  const tries = [
    { ...tried("l", "wins"), number: 4 },
    { ...tried("o", "open"), number: 6 },
    tried("w", "out"),
    { ...tried("l", "open"), number: 4 },
  ];
  const told = (shown) => shown.map(({ number, kinds, place }) => [number, kinds.join(" "), place]);
  assert.deepEqual(told(rungs(6, true, tries, new Set([1, 4]))), [
    [1, "used", null],
    [2, "", null],
    [3, "", null],
    [4, "wins used", 0],
    [5, "", null],
    [6, "here", 1],
  ]);
  assert.deepEqual(told(rungs(900, false, tries, new Set([10]))), [
    [4, "wins", 0],
    [6, "here", 1],
    [10, "used", null],
  ]);
});
