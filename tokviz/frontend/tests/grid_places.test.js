/* Where arrow keys lead in a table with empty places. */

import assert from "node:assert/strict";
import test from "node:test";

import { nextPlace } from "../page/grid_places.js";

const ROWS = [
  ["all", "1", "2"],
  ["Latin", "54", null],
  ["Han", null, "90"],
];

test("arrows skip empty places and end at the edge", () => {
  assert.equal(nextPlace(ROWS, "Han", "ArrowRight"), "90");
  assert.equal(nextPlace(ROWS, "90", "ArrowUp"), "2");
  assert.equal(nextPlace(ROWS, "90", "ArrowLeft"), "Han");
  assert.equal(nextPlace(ROWS, "54", "ArrowDown"), null);
  assert.equal(nextPlace(ROWS, "all", "ArrowUp"), null);
});

test("Home and End are of the row, other keys and places are not for this", () => {
  assert.equal(nextPlace(ROWS, "1", "Home"), "all");
  assert.equal(nextPlace(ROWS, "Latin", "End"), "54");
  assert.equal(nextPlace(ROWS, "1", "Enter"), null);
  assert.equal(nextPlace(ROWS, "gone", "ArrowLeft"), null);
});
