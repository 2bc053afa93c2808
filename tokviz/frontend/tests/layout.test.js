/* The grid of a text in rows: blocks go onto pages and into lines whole; words, their tokens and boundaries. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { fill } from "../shared/templates.js";
import {
  agreed,
  byBlock,
  cutsOf,
  linesOf,
  nearest,
  pagesOf,
  reach,
  stretchesOf,
  tokensOf,
} from "../text_rows/layout.js";
import { along } from "../text_rows/view.js";

const BEFORE = ["inside", "space", "line"];

/** A block of some columns. before: what comes before it; 0 nothing, 1 a space, 2 the end of a line. */
const block = (start, end, before) => ({ start, end, before: BEFORE[before], direction: "ltr", line: "ltr" });

/** Blocks of one column each. */
const blocks = (...before) => before.map((what, i) => block(i, i + 1, what));

/** A part of a row, or a character. */
const part = (text, start, end, more = {}) => ({ text, start, end, ...more });

/** Letters of a column each; word: that all of them belong to. */
const letters = (text, start, word) => [...text].map((letter, i) => part(letter, start + i, start + i + 1, { word }));

test("fields of a template are filled in, others are left", () => {
  assert.equal(fill("{page} of {pages}, {x}", { page: 2, pages: "3" }), "2 of 3, {x}");
  assert.equal(fill("{most}", { most: 0 }), "0");
});

test("parts are in the block that their first column is in", () => {
  const rows = [[part("ab", 0, 2)], [part("c", 2, 3), part("de", 3, 5)]].map((parts) => ({ parts }));
  const [first, last] = byBlock({
    blocks: [block(0, 2, 0), block(2, 5, 1)],
    characters: [part("a", 0, 1)],
    rows,
  }).map((inside) => inside.map(({ row, part: { text } }) => [row, text]));
  assert.deepEqual(first, [
    [-1, "a"],
    [0, "ab"],
  ]);
  assert.deepEqual(last, [
    [1, "c"],
    [1, "de"],
  ]);
  assert.deepEqual(byBlock({ blocks: [], characters: [], rows: [{ parts: [] }] }), []);
});

test("a page has as many tokens as may be drawn, and breaks before a word", () => {
  assert.deepEqual(pagesOf(blocks(0, 1, 1, 0, 1), [1, 1, 1, 1, 1], 9), [[0, 5]]);
  // The word of blocks 2 and 3 would be broken after three tokens: it goes onto the next page.
  assert.deepEqual(pagesOf(blocks(0, 1, 1, 0, 1), [1, 1, 1, 1, 1], 3), [
    [0, 2],
    [2, 5],
  ]);
  assert.deepEqual(pagesOf([], [], 3), [[0, 0]]);
});

test("a word that is longer than a page is broken within, a block is not", () => {
  assert.deepEqual(pagesOf(blocks(0, 0, 0, 0), [2, 2, 2, 2], 4), [
    [0, 2],
    [2, 4],
  ]);
  assert.deepEqual(pagesOf(blocks(0, 0), [9, 9], 4), [
    [0, 1],
    [1, 2],
  ]);
});

test("pages hold all blocks, each once and in order", () => {
  for (let number = 1; number < 40; number += 1) {
    const many = blocks(...Array.from({ length: number }, (_, i) => Number(i % 3 === 0)));
    const tokens = many.map((_, i) => 1 + (i % 4));
    const pages = pagesOf(many, tokens, 7);
    assert.equal(pages[0][0], 0);
    assert.equal(pages.at(-1)[1], number);
    for (let i = 1; i < pages.length; i += 1) assert.equal(pages[i][0], pages[i - 1][1]);
    for (const [first, last] of pages) {
      const sum = tokens.slice(first, last).reduce((all, one) => all + one, 0);
      assert.ok(sum <= 7 || last - first === 1);
    }
  }
});

test("a line ends where the text's does, or before a word that does not fit", () => {
  assert.deepEqual(linesOf(blocks(0, 1, 1), [3, 3, 3], 10, 1), [[0, 1], [2]]);
  assert.deepEqual(linesOf(blocks(0, 1, 1), [3, 3, 3], 11, 1), [[0, 1, 2]]);
  assert.deepEqual(linesOf(blocks(0, 2, 1), [3, 3, 3], 99, 1), [[0], [1, 2]]);
  assert.deepEqual(linesOf([], [], 10, 1), []);
});

test("a word that does not fit into any line is broken within", () => {
  assert.deepEqual(linesOf(blocks(0, 1, 0, 0), [2, 4, 4, 4], 9, 1), [[0], [1, 2], [3]]);
  assert.deepEqual(linesOf(blocks(0), [50], 9, 1), [[0]]);
});

/** Tokens of a row: text, first column and the one after the last, and perhaps more. */
const tokens = (...all) => all.map((one) => part(...one));

test("a word is a stretch of columns, with the marks at its edges; a space ends it, and another word", () => {
  const found = stretchesOf(
    [block(0, 3, 2), block(3, 5, 0), block(5, 6, 0), block(6, 7, 1)],
    [...letters("hugs", 0, 0), ...letters(".a", 5, 1)],
  );
  assert.deepEqual(found, [
    { word: 0, start: 0, end: 5, first: 0, last: 4 },
    { word: 1, start: 5, end: 6, first: 5, last: 6 },
    { word: 1, start: 6, end: 7, first: 6, last: 7 },
  ]);
});

test("a space that a token covers belongs to no word", () => {
  const characters = [part("a", 0, 1, { word: 0 }), part("␣", 1, 2), part("a", 2, 5, { word: 0 })];
  const found = stretchesOf([block(0, 5, 2)], characters);
  assert.deepEqual(
    found.map(({ start, end }) => `${start}-${end}`),
    ["0-1", "2-5"],
  );
});

test("boundaries inside a word, and who has them; a mark is none, nor is the part of a token", () => {
  const rows = [
    tokens(["hug", 0, 3], ["s", 3, 4], ["</w>", 4, 5, { kind: "mark" }]),
    tokens(["h", 0, 1], ["ugs", 1, 4]),
    tokens(["hu", 0, 2], ["…", 2, 4, { from_before: true }]),
  ];
  const found = [...cutsOf(rows, { first: 0, last: 4 })].map(([column, who]) => `${column}: ${[...who]}`);
  assert.deepEqual(found, ["1: 1", "3: 0"]);
});

test("each word has its tokens in each row", () => {
  const rows = [tokens(["a", 0, 1], ["b", 1, 2], ["cd", 2, 4]), tokens(["ab", 0, 2], ["c", 2, 3], ["d", 3, 4])];
  const stretches = [
    { start: 0, end: 2 },
    { start: 2, end: 4 },
  ];
  const texts = tokensOf(stretches, rows).map((word) => word.map((row) => row.map(({ text }) => text).join(" ")));
  assert.deepEqual(texts, [
    ["a b", "ab"],
    ["cd", "c d"],
  ]);
});

test("all agree on a token where it is the same stretch, and known", () => {
  const rows = [
    tokens(["a", 0, 1], ["b", 1, 2], ["?", 2, 3]),
    tokens(["a", 0, 1], ["b", 1, 2], ["?", 2, 3, { kind: "unknown" }]),
  ];
  assert.deepEqual([...agreed(rows)], ["0-1", "1-2"]);
  assert.deepEqual([...agreed([tokens(["ab", 0, 2]), tokens(["a", 0, 1], ["b", 1, 2])])], []);
  assert.deepEqual([...agreed([])], []);
});

test("up and down lead to the token that has the most of the same characters", () => {
  const row = tokens(["a", 0, 1], ["bcd", 1, 4], ["e", 4, 5]);
  assert.equal(nearest(row, { start: 0, end: 3 }), row[1]);
  assert.equal(nearest(row, { start: 4, end: 9 }), row[2]);
  assert.equal(nearest([], { start: 0, end: 3 }), null);
});

test("a token that is drawn in parts reaches over all of them", () => {
  const row = tokens(
    ["ab", 0, 2],
    ["c…", 2, 4, { goes_on: true }],
    ["…", 4, 6, { from_before: true, goes_on: true }],
    ["…", 6, 7, { from_before: true }],
  ).map((one, order) => ({ ...one, order }));
  for (const one of row.slice(1)) assert.deepEqual(reach(row, one), [2, 7]);
  assert.deepEqual(reach(row, row[0]), [0, 2]);
  assert.deepEqual(reach([], part("d", 3, 4)), [3, 4]);
});

test("keys go the way that the text is read, and nowhere at the ends", () => {
  const words = ["a", "b", "c"];
  assert.deepEqual(along(words, 1, "ltr"), { ArrowRight: "c", ArrowLeft: "a", Home: "a", End: "c" });
  assert.deepEqual(along(words, 1, "rtl"), { ArrowRight: "a", ArrowLeft: "c", Home: "a", End: "c" });
  assert.equal(along(words, 0, "ltr").ArrowLeft, undefined);
});
