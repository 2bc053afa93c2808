/* Layout and linking of the picture of a merging: pure functions, on low / lower / newest / widest. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { filled } from "../../tokviz/web/components/shared/templates.js";
import { isSame } from "../../tokviz/web/components/stage/linking.js";
import { chosen, isInUse, shares, times } from "../../tokviz/web/components/stage/merges/links.js";
import {
  boxesOf,
  hueOf,
  isFromRight,
  isJoined,
  leaves,
  metrics,
  pointedAt,
  roots,
} from "../../tokviz/web/components/stage/word_layout.js";

const [L, O, W, LO, LOW, END] = [0, 1, 2, 3, 4, 5];
const cell = (letters, before = "", after = "") => ({ letters, before, after });
const origins = {
  made: new Map([
    [LO, { number: 1, left: L, right: O }],
    [LOW, { number: 2, left: LO, right: W }],
  ]),
  cells: new Map([
    [L, cell("l")],
    [O, cell("o")],
    [W, cell("w")],
    [END, cell("", "", "</w>")],
  ]),
};

test("a symbol is made of its letters, in order", () => {
  assert.deepEqual(leaves(LOW, origins), [L, O, W]);
  assert.deepEqual(leaves(W, origins), [W]);
});

test("the roots of a symbol are its merges, each higher than those that it rests on", () => {
  assert.deepEqual(roots(LOW, origins), [
    { number: 1, first: 0, cells: 2, height: 1, cut: 1 },
    { number: 2, first: 0, cells: 3, height: 2, cut: 2 },
  ]);
  assert.deepEqual(roots(L, origins), []);
});

test("a merge closes the gap between two boxes and moves no letter to another place in the word", () => {
  const before = boxesOf([LO, W, END], origins, metrics(10));
  const after = boxesOf([LOW, END], origins, metrics(10));
  const letters = (boxes) => boxes.flatMap(({ places }) => places.map((place) => place.cell.letters));
  assert.deepEqual(letters(before), letters(after));
  assert.deepEqual(
    before.map(({ first }) => first),
    [0, 2, 3],
  );
  assert.ok(after.at(-1).end < before.at(-1).end);
  for (const boxes of [before, after]) {
    for (const [place, box] of boxes.entries()) assert.ok(place === 0 || box.start >= boxes[place - 1].end);
  }
});

test("a mark before a symbol is shown once, at its beginning", () => {
  const marked = { made: new Map([[2, { number: 1, left: 0, right: 1 }]]), cells: new Map() };
  marked.cells.set(0, cell("g", "##")).set(1, cell("s", "##"));
  const [box] = boxesOf([2], marked, metrics(10));
  assert.equal(box.before, "##");
  assert.equal(box.cells, 2);
});

test("hues run from blue to orange, and stay inside for one merge", () => {
  assert.equal(hueOf(1, 15).hue, 258);
  assert.equal(hueOf(15, 15).hue, 63);
  assert.equal(hueOf(1, 1).hue, 258);
  assert.ok(hueOf(10, 5000).share > 10 / 5000);
});

test("the outer part of a box means the pair across its edge", () => {
  const boxes = boxesOf([LO, W], origins, metrics(10));
  const [first, second] = boxes;
  const at = (x) => pointedAt(boxes, x, 5, 0.27);
  assert.deepEqual(at(first.start + 1), { symbol: LO }); // there is nothing before it
  assert.deepEqual(at(first.end - 1), { pair: [LO, W] });
  assert.deepEqual(at((second.start + second.end) / 2), { symbol: W });
  assert.deepEqual(at(second.start + 1), { pair: [LO, W] });
  assert.equal(at(second.end + 50), null);
});

test("letters that change their shape are told from those that do not", () => {
  assert.deepEqual(
    ["low", "é", "e\u0301", "سلام", "क", "低"].map((text) => isJoined(text)),
    [false, false, true, true, true, false],
  );
  assert.deepEqual(
    ["low", "سلام</w>", "שלום", "5"].map((text) => isFromRight(text)),
    [false, true, true, false],
  );
});

const words = [
  { label: "low", count: 5, symbols: [LO, W] },
  { label: "lolo", count: 2, symbols: [LO, LO] },
  { label: "w", count: 9, symbols: [W] },
];

test("a count is the sum over the words that have the thing", () => {
  assert.deepEqual(shares({ symbol: LO }, words), [
    { word: "low", count: 5 },
    { word: "lolo", count: 4 },
  ]);
  assert.deepEqual(shares({ pair: [LO, W] }, words), [{ word: "low", count: 5 }]);
  assert.deepEqual(shares({ word: "w" }, words), [{ word: "w", count: 9 }]);
  assert.equal(times({ pair: [LO, LO] }, words[1]), 1);
});

test("a symbol goes out of use and comes back by turns", () => {
  assert.deepEqual(
    [0, 1, 2, 3].map((step) => isInUse([1, 3], step, true)),
    [true, false, false, true],
  );
  assert.deepEqual(
    [1, 2, 3].map((step) => isInUse([2], step, false)),
    [false, true, true],
  );
});

test("where there is no room, words that the merge touches come first, in the order of the corpus", () => {
  const rows = ["a", "b", "c", "d"].map((label, place) => ({ label, spans: place === 3 ? [[0, 1, "new"]] : [] }));
  assert.deepEqual(
    chosen(rows, 2).map(({ label }) => label),
    ["a", "d"],
  );
  assert.equal(chosen(rows, 9).length, 4);
});

test("a sentence is filled with text and elements", () => {
  assert.deepEqual(filled("{pair} occurs {count} times", { pair: ["<e>"], count: 7 }), [
    "<e>",
    " occurs ",
    "7",
    " times",
  ]);
  assert.ok(isSame({ pair: [1, 2] }, { pair: [1, 2] }) && !isSame(null, { symbol: 1 }));
});
