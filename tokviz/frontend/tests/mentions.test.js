/* Terms in a text while it is written; that the server marks the same ones is tests/views/shared/test_glossary_mentions.py. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { mentioned } from "../lessons/mentions.js";

const { names, texts } = JSON.parse(readFileSync(new URL("mentions.json", import.meta.url), "utf8"));

test("texts are marked as the server marks them", () => {
  for (const [lang, text, marked] of texts) assert.equal(mentioned(text, names[lang]), marked);
});
