/** Rows of boxes: whose number of tokens is the smallest. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { fewest } from "../text_rows/boxes.js";

test("rows with the fewest tokens are marked where others have more", () => {
  assert.equal(fewest([{}, { tokens: 11 }, { tokens: 10 }, { tokens: 10 }]), 10);
  assert.equal(fewest([{ tokens: 11 }, { tokens: 11 }]), undefined);
  assert.equal(fewest([]), undefined);
});

test("a row with unknown tokens is not one of them", () => {
  assert.equal(fewest([{ tokens: 5, unknown: 2 }, { tokens: 9 }, { tokens: 8 }]), 8);
  assert.equal(fewest([{ tokens: 5, unknown: 2 }, { tokens: 9 }]), undefined);
});
