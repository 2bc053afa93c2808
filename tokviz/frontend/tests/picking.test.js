/* Two neighbors are chosen by two presses, or by one between them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { pressed, spotAt } from "../picture/asking/picking.js";

const box = (left, right, top = 0) => ({ left, right, top, bottom: top + 30 });
const BOXES = [box(0, 20), box(30, 50), box(60, 80), box(0, 20, 40), box(30, 50, 40)]; // the last two on a second line

test("a point is on a box, or in the gap between two boxes of a line", () => {
  assert.deepEqual(spotAt(BOXES, 1, 10), { place: 0 });
  assert.deepEqual(spotAt(BOXES, 19, 10), { place: 0 });
  assert.deepEqual(spotAt(BOXES, 25, 10), { gap: 0 });
  assert.deepEqual(spotAt(BOXES, 55, 29), { gap: 1 });
  assert.deepEqual(spotAt(BOXES, 99, 10), { place: 2 }); // right of the line
  assert.deepEqual(spotAt(BOXES, 25, 60), { gap: 3 });
  assert.deepEqual(spotAt(BOXES, 40, 99), { place: 4 });
  assert.deepEqual(spotAt(BOXES, -5, -5), { place: 0 });
});

test("the first press chooses a box, the second its neighbor, left or right", () => {
  const first = pressed(null, "newest", { place: 3 });
  assert.deepEqual(first, { chosen: { word: "newest", place: 3 }, pair: null });
  assert.deepEqual(pressed(first.chosen, "newest", { place: 4 }), { chosen: null, pair: 3 });
  assert.deepEqual(pressed(first.chosen, "newest", { place: 2 }), { chosen: null, pair: 2 });
});

test("a press elsewhere moves the choice, on the same box it clears it, between two boxes it chooses both", () => {
  const chosen = { word: "newest", place: 3 };
  assert.deepEqual(pressed(chosen, "newest", { place: 0 }), { chosen: { word: "newest", place: 0 }, pair: null });
  assert.deepEqual(pressed(chosen, "widest", { place: 2 }), { chosen: { word: "widest", place: 2 }, pair: null });
  assert.deepEqual(pressed(chosen, "newest", { place: 3 }), { chosen: null, pair: null });
  assert.deepEqual(pressed(chosen, "widest", { gap: 1 }), { chosen: null, pair: 1 });
  assert.deepEqual(pressed(null, "widest", { gap: 1 }), { chosen: null, pair: 1 });
});
