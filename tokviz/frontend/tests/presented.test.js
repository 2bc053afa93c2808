import assert from "node:assert/strict";
import { test } from "node:test";

import { fittingSum, longestWorth, widestPair } from "../picture/merges/beside_bar.js";
import { leastLetter, presentedLayout, presentedSizes, wordsThatFit } from "../picture/presented.js";

const HALL = { width: 1280, height: 720 };
const ROOM = { width: 1204, height: 520, gap: 28 };
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Words of letters as symbols, and what they look like. */
function spelled(words) {
  const cells = new Map([...LETTERS].map((letters, symbol) => [symbol, { before: "", letters, after: "" }]));
  const symbols = words.map((word) => [...word].map((letter) => LETTERS.indexOf(letter)));
  return { words: symbols, origins: { made: new Map(), cells } };
}

const layoutOf = (words, rest = {}) =>
  presentedLayout({ ...spelled(words), room: ROOM, digits: 1, view: HALL, share: 0.47, ...rest });

test("a few words are large, and share the window as usual", () => {
  const { size, share, columns } = layoutOf(["low", "lower", "newest", "widest"]);
  assert.equal(share, 0.47);
  assert.equal(columns, 1);
  assert.ok(size > 1.3 * leastLetter(HALL));
  assert.ok(size <= 72);
});

test("letters are the same size whatever the order, and no smaller than a 22nd of the height", () => {
  const twelve = "newest widest lower low stronger longest higher fastest slower brighter thickest smaller".split(" ");
  const { size } = layoutOf(twelve);
  assert.equal(layoutOf(twelve.toReversed()).size, size);
  assert.ok(size >= 720 / 22);
  for (const words of [["low"], twelve, ["extraordinarilylongwordsofaline"], Array(40).fill("newest")])
    assert.ok(layoutOf(words).size >= 720 / 22);
});

test("many words take more of the width, in two columns", () => {
  const { share, columns } = layoutOf(Array(12).fill("newest"));
  assert.ok(share > 0.47);
  assert.equal(columns, 2);
});

test("in a window that is higher than wide, words take all of the width", () => {
  const view = { width: 390, height: 844 };
  const { size, share } = layoutOf(["low", "newest"], { view, share: 1, room: { width: 350, height: 320, gap: 0 } });
  assert.equal(share, 1);
  assert.ok(size >= 28);
  assert.ok(presentedSizes({ size, density: { pad: 0.2, gap: 0.3, chip: 1.3, air: 0.3, times: 0.5 } }).chip > size);
});

test("where there is no room for all words, whole rows of those that matter most are left", () => {
  const words = ["one", "two", "three", "four", "five"];
  const room = { columns: 2, height: 100, air: 10, tall: () => 45 };
  assert.deepEqual(wordsThatFit(words, words.toReversed(), room), {
    here: ["two", "three", "four", "five"],
    heights: [45, 45],
  });
});

test("a sum ends between two words", () => {
  const parts = ["low 5", "lower 2", "newest 6"];
  const widthOf = (text) => text.length;
  assert.equal(fittingSum(parts, 40, widthOf), "low 5 + lower 2 + newest 6");
  assert.equal(fittingSum(parts, 20, widthOf), "low 5 + lower 2 + …");
  assert.equal(fittingSum(parts, 4, widthOf), "");
});

test("columns of candidates are as wide as the widest of a training", () => {
  const texts = ["e", "s", "est</w>"];
  const frames = [
    { candidates: { rows: [{ left: 0, right: 1, worth: "9" }] } },
    { candidates: { rows: [{ left: 0, right: 2, worth: "1/15" }] } },
  ];
  const of = (some) => widestPair(/** @type {any} */ (some), (symbol) => texts[symbol], ["</w>"]);
  assert.ok(of(frames) > of(frames.slice(0, 1)));
  assert.equal(longestWorth(/** @type {any} */ (frames)), 4);
  assert.equal(longestWorth([{}]), 1);
});

test("a text that is alone wraps in letters as large as its room allows", () => {
  const text = "abcdefghijklmnopqrstuvwxyz".repeat(2);
  const room = { width: 1204, height: 240, gap: 0 };
  const { size, columns } = layoutOf([text], { room, share: 1 });
  assert.equal(columns, 1);
  assert.ok(size > leastLetter(HALL));
  const lower = layoutOf([text], { room: { ...room, height: 90 }, share: 1 });
  assert.equal(lower.size, leastLetter(HALL));
});
