/* The ticks of the scrubber: none on top of another, at any width. */

import assert from "node:assert/strict";
import test from "node:test";

import { spread } from "../picture/scrubber/ticks.js";

test("all ticks are shown where there is room", () => {
  assert.deepEqual(spread([10, 20, 30]), [true, true, true]);
});

test("a tick that is too near the one shown before is left out, and the next with room is shown", () => {
  assert.deepEqual(spread([4, 8, 12, 16, 20]), [true, false, false, true, false]);
  assert.deepEqual(spread([0, 2, 40, 41, 49]), [true, false, true, false, true]);
});
