/* Keys: what they mean to the picture, and to whom on the page they are left. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isTaken, meaning } from "../picture/keys.js";

/** A node that is what these selectors of a list say. */
const node = (...kinds) => ({
  matches: (selector) => selector.split(",").some((one) => kinds.includes(one.trim())),
});

test("arrows, Home, End, the keys of a remote and the space bar stand for buttons", () => {
  const meant = { ArrowLeft: "back", PageUp: "back", ArrowRight: "forward", PageDown: "forward", Home: "first" };
  for (const [key, button] of Object.entries({ ...meant, End: "last", " ": "play" })) {
    assert.equal(meaning(key, false), button);
    assert.equal(meaning(key, true), button);
  }
  for (const key of ["a", "f", "Enter", "ArrowUp", "0", "toString", "constructor"])
    assert.equal(meaning(key, true), null);
});

test("numbers pick an option, but only where a question is open", () => {
  assert.equal(meaning("1", true), 0);
  assert.equal(meaning("9", true), 8);
  assert.equal(meaning("1", false), null);
});

test("the teacher of a class that is asked shows the answer with the space bar or Enter", () => {
  for (const key of [" ", "Enter"]) assert.equal(meaning(key, true, true), "reveal");
  assert.equal(meaning("ArrowRight", true, true), "forward");
  assert.equal(isTaken("Enter", [node("button")]), true);
  assert.equal(isTaken("Enter", [node("div")]), false);
});

test("a field keeps all keys, a button the space bar, a radio button the arrows", () => {
  for (const key of [" ", "ArrowLeft", "PageDown"]) {
    assert.equal(isTaken(key, [node("textarea")]), true);
    assert.equal(isTaken(key, [node("[role=slider]")]), true);
    assert.equal(isTaken(key, [node("div"), { nodeType: 9 }]), false); // a document matches nothing
  }
  assert.equal(isTaken(" ", [node("button")]), true);
  assert.equal(isTaken("ArrowLeft", [node("button")]), false);
  assert.equal(isTaken("ArrowLeft", [node("div"), node("[role=radio]")]), true);
  assert.equal(isTaken("PageDown", [node("[role=radio]")]), false);
  assert.equal(isTaken(" ", [node("[role=tab]")]), true);
});
