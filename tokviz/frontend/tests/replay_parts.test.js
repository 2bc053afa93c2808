/* A replay: which part of the trace holds a step. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { partWith, stepIn } from "../takeaway/replay_parts.js";

test("where parts overlap, the one with the most frames on both sides is taken", () => {
  const parts = [
    { first: 0, frames: Array(10) },
    { first: 5, frames: Array(10) },
  ];
  assert.equal(partWith(parts, 0), parts[0]);
  assert.equal(partWith(parts, 6), parts[0]);
  assert.equal(partWith(parts, 8), parts[1]);
  assert.equal(partWith(parts, 99), parts[1]);
});

test("an address may name a step", () => {
  assert.equal(stepIn("#12"), 12);
  for (const hash of ["", "#", "#-1", "#1a", "#1.5"]) assert.equal(stepIn(hash), null);
});
