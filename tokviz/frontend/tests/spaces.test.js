/* One sign for a space in every picture. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { readPayload, withSpaces } from "../picture/spaces.js";

test("every text of a payload is written with one sign", () => {
  const payload = {
    tokens: [{ text: "Ġthe" }],
    frames: [{ say: ["a ", { tokens: ["Ġ", "t"] }], count: 3 }],
    found: null,
  };
  const read = readPayload(JSON.stringify({ ...payload, picture: { kind: "merges", space: "Ġ" } }));
  assert.equal(read.tokens[0].text, "␣the");
  assert.deepEqual(read.frames, [{ say: ["a ", { tokens: ["␣", "t"] }], count: 3 }]);
  assert.equal(read.picture.space, "Ġ");
  assert.equal(withSpaces("Ġthe", read.picture.space), "␣the");
});

test("where no character stands for a space nothing changes", () => {
  const text = JSON.stringify({ tokens: [{ text: "Ġ" }], picture: { kind: "merges" } });
  assert.deepEqual(readPayload(text), JSON.parse(text));
});
