/* What is said of a request to the tab's Python while it is on its way. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { phaseText } from "../site/tab/progress.js";

const LABELS = { download: "{done} of {total} MB", loading: "loading", start: "starting", run: "training" };

test("a download says how much of it is there", () => {
  const now = { phase: "download", done: 3_149_000, total: 9_500_000 };
  assert.equal(phaseText(now, LABELS, "en"), "3.1 of 9.5 MB");
  assert.equal(phaseText({ phase: "download", done: null, total: null }, LABELS, "en"), "loading");
});

test("the other phases have a name", () => {
  assert.equal(phaseText({ phase: "start", done: null, total: null }, LABELS, "en"), "starting");
  assert.equal(phaseText({ phase: "run", done: null, total: null }, LABELS, "en"), "training");
});
