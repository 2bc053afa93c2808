/* What is typed is counted as it will be read, nearly: a count beside its word is no word. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { counted } from "../page/counted.js";

test("words, different words and characters", () => {
  assert.deepEqual(counted("she sells what she sells."), { words: 5, different: 3, characters: 25 });
});

test("counts are no words, and a character is one however it is stored", () => {
  assert.deepEqual(counted("low 5\nlower 2"), { words: 2, different: 2, characters: 13 });
  assert.deepEqual(counted("👋 喝茶"), { words: 1, different: 1, characters: 4 });
  assert.deepEqual(counted("四是四，十是十。"), { words: 2, different: 2, characters: 8 });
  assert.deepEqual(counted("don't e-mail 3rd"), { words: 3, different: 3, characters: 16 });
  assert.deepEqual(counted(""), { words: 0, different: 0, characters: 0 });
});
