/* The card of a lesson: its text taken apart, and whether the page is where the card is. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { hasSteps, isOnPath, isOnPicture, pageOf, pieces, plain } from "../lessons/card.js";

const CARD = {
  page: "bpe",
  queries: [{ example: "hug" }, { example: "hug", rules: "course" }],
  kept: ["guide", "card", "lang"],
  counted: "step",
  step: 2,
  until: 4,
};
const at = (path) => new URL(`http://127.0.0.1${path}`);

test("code and bold text are found, also one in the other", () => {
  assert.deepEqual(pieces("The pair `u g`, then **all `x`**"), [
    { text: "The pair " },
    { code: "u g", end: "," },
    { text: " then " },
    { strong: [{ text: "all " }, { code: "x", end: "" }, { text: "" }] },
    { text: "" },
  ]);
});

test("what ends a sentence stays with the code before it, in Chinese too", () => {
  assert.deepEqual(pieces("`ug`。")[1], { code: "ug", end: "。" });
  assert.deepEqual(pieces("`a` b")[1], { code: "a", end: "" });
});

test("a word of the glossary is found with its term, also beside code", () => {
  assert.deepEqual(pieces("Each [pair](pair) of `u`"), [
    { text: "Each " },
    { word: "pair", term: "pair" },
    { text: " of " },
    { code: "u", end: "" },
    { text: "" },
  ]);
  assert.deepEqual(pieces("[a] (b) [c](D)"), [{ text: "[a] (b) [c](D)" }]);
});

test("text without marks, and marks that are not closed, stay text", () => {
  assert.deepEqual(pieces("2 * 3 ` 4"), [{ text: "2 * 3 ` 4" }]);
  assert.deepEqual(pieces("<b>"), [{ text: "<b>" }]);
  assert.equal(plain("`a` b"), "a b");
});

test("an address is the card's if page, settings and step are", () => {
  assert.equal(pageOf(at("/sub/path/bpe")), "bpe");
  assert.equal(isOnPath(CARD, at("/bpe?example=hug&step=2&lang=zh&guide=first&card=3")), true);
  assert.equal(isOnPath(CARD, at("/bpe?rules=course&example=hug&step=4")), true);
  assert.equal(isOnPath(CARD, at("/bpe?example=hug&step=5")), false);
  assert.equal(isOnPath(CARD, at("/bpe?example=hug")), false); // step 0
  assert.equal(isOnPath(CARD, at("/bpe?example=hug&step=2&merges=9")), false);
  assert.equal(isOnPath(CARD, at("/unigram?example=hug&step=2")), false);
  assert.equal(isOnPath({ ...CARD, until: null }, at("/bpe?example=hug&step=3")), false);
  assert.equal(isOnPath({ ...CARD, step: 0, until: null }, at("/bpe?example=hug")), true);
  const clock = { ...CARD, page: "compare", counted: "size", step: 8, until: 10 };
  assert.equal(isOnPath(clock, at("/compare?example=hug&size=9&guide=compare&card=1")), true);
  assert.equal(isOnPath(clock, at("/compare?example=hug&size=11")), false);
  assert.equal(isOnPath(clock, at("/compare?example=hug&size=9&step=1")), false);
});

test("another picture is another page or other settings, not another step", () => {
  assert.equal(isOnPicture(CARD, at("/bpe?example=hug&step=9&guide=first&card=3")), true);
  assert.equal(isOnPicture(CARD, at("/bpe?guide=first&card=3&step=2")), false);
  assert.equal(isOnPicture(CARD, at("/bpe?example=low&step=2")), false);
  assert.equal(isOnPicture(CARD, at("/unigram?example=hug&step=2")), false);
});

test("a remote steps the picture as far as the card goes", () => {
  assert.equal(hasSteps(CARD, 2, 1), true);
  assert.equal(hasSteps(CARD, 4, 1), false);
  assert.equal(hasSteps(CARD, 4, -1), true);
  assert.equal(hasSteps(CARD, 2, -1), false);
  assert.equal(hasSteps(CARD, 7, -1), false); // the visitor went further: not this card's steps
  assert.equal(hasSteps({ step: 0, until: null }, 0, 1), false);
});

test("a parameter that the card asks to change makes no other picture", () => {
  const card = { ...CARD, kept: [...CARD.kept, "size"] };
  assert.equal(isOnPath(card, at("/bpe?example=hug&step=2&size=80")), true);
  assert.equal(isOnPath(CARD, at("/bpe?example=hug&step=2&size=80")), false);
});
