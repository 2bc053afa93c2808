/* The scrubber: which step a pointer is on. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { brief, stepUnder } from "../picture/scrubber/tip.js";

test("the middle of the thumb says the step, and the ends are the first and the last", () => {
  assert.deepEqual(
    [-5, 0, 12, 112, 162, 212, 400].map((x) => stepUnder(x, 224, 24, 10)),
    [0, 0, 0, 5, 8, 10, 10],
  );
  assert.equal(stepUnder(3, 4, 24, 0), 0);
});

test("a long sentence is cut", () => {
  assert.equal(brief(["Step 1: ", { tokens: ["e", "s"] }, " became es."]), "Step 1: e s became es.");
  assert.equal(brief(["x".repeat(200)]).length, 90);
});
