/* The search of the site without a server. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { fits } from "../site/search.js";

test("every word of the query has to be there, in whatever order and case", () => {
  assert.equal(fits("Byte-pair encoding: low, lower", "LOW byte"), true);
  assert.equal(fits("Byte-pair encoding: low, lower", "low unigram"), false);
  assert.equal(fits("外婆慢慢喝茶", "喝茶"), true);
});

test("an empty query fits all", () => {
  assert.equal(fits("low", "  "), true);
});
