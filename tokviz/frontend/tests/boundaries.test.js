/* What is written below the letters of a token in rows with boundaries. */

import assert from "node:assert/strict";
import test from "node:test";

import { shortName } from "../text_rows/boundaries.js";

test("a name that is longer than the letters of an unknown token is a mark", () => {
  const unknown = { text: "[UNK]", kind: "unknown", start: 4 };
  assert.equal(shortName({ ...unknown, end: 5 }), "?");
  assert.equal(shortName({ ...unknown, end: 11 }), "[UNK]");
  assert.equal(shortName({ text: "(", kind: "unknown", start: 4, end: 5 }), "(");
  assert.equal(shortName({ text: "</w>", kind: "mark", start: 4, end: 5 }), "</w>");
});
