/* The step in the address: written without touching the rest, read from whatever is there. */

import assert from "node:assert/strict";
import test from "node:test";

import { shownAt, stepOf, withStep } from "../picture/followers.js";

test("a step takes the place of the one before, or comes last; the first step is none", () => {
  assert.equal(withStep("", 3), "?step=3");
  assert.equal(withStep("?example=hug&step=2&lang=zh", 3), "?example=hug&step=3&lang=zh");
  assert.equal(withStep("?example=hug", 3), "?example=hug&step=3");
  assert.equal(withStep("?step=2", 0), "");
  assert.equal(withStep("?example=hug&step=2", 0), "?example=hug");
});

test("what else the address says stays as it is written", () => {
  assert.equal(withStep("?corpus=low+5%2C%20lower&steps=9", 1), "?corpus=low+5%2C%20lower&steps=9&step=1");
});

test("what is no step is the first", () => {
  for (const [search, step] of [
    ["?step=12", 12],
    ["", 0],
    ["?step=-1", 0],
    ["?step=one", 0],
    ["?step=1.5", 0],
  ]) {
    assert.equal(stepOf(search), step, search);
  }
});

test("what an address shows is the same in whatever way it is written", () => {
  assert.equal(shownAt("?lang=en&example=own&corpus=a%20b&step=3"), shownAt("?corpus=a+b&example=own"));
  assert.notEqual(shownAt("?example=own&corpus=a"), shownAt("?example=own&corpus=b"));
  assert.equal(shownAt("?step=3&predict=1"), "");
});
