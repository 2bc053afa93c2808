/* Rows of the tables below a picture: what a press on one asks of the picture. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { askedBy } from "../picture/table_rows.js";

/** Something inside of a row with these data, or of none. */
function inside(dataset) {
  return { closest: () => (dataset ? { dataset } : null) };
}

test("a row leads to its step, the first one too", () => {
  assert.deepEqual(askedBy(inside({ step: "3" })), { step: 3 });
  assert.deepEqual(askedBy(inside({ step: "0" })), { step: 0 });
});

test("a row lights up its symbols as they are shown", () => {
  assert.deepEqual(askedBy(inside({ light: '["␣<b>","\\"</w>"]' })), { light: ["␣<b>", '"</w>'] });
});

test("a press elsewhere asks for nothing", () => {
  assert.equal(askedBy(inside(null)), null);
  assert.equal(askedBy(/** @type {any} */ ({})), null);
});
