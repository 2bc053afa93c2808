/* The turns of a training by languages. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { lettersToTell } from "../picture/merges/turns.js";

const letters = (...names) => lettersToTell(names.map((name) => [...name]));

test("one letter tells most languages apart", () => {
  assert.equal(letters("English", "German"), 1);
  assert.equal(letters("中文", "日本語"), 1);
});

test("two letters, or three at most", () => {
  assert.equal(letters("English", "Español", "中文"), 2);
  assert.equal(letters("Part one", "Part two"), 3);
});
