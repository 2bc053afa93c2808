/* The grid of /compare and /bytes: blocks go onto pages and into lines whole; words, their tokens and boundaries. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { fill } from "../shared/templates.js";
import { agreed, byBlock, cutsOf, linesOf, nearest, pagesOf, reach, tokensOf, unitsOf } from "../text_rows/layout.js";

/** Blocks of one column each; what stands before them: 0 nothing, 1 a space, 2 the end of a line. */
const blocks = (...before) => before.map((what, i) => [i, i + 1, what, 0, 0]);

test("fields of a template are filled in, others are left", () => {
  assert.equal(fill("{page} of {pages}, {x}", { page: 2, pages: "3" }), "2 of 3, {x}");
  assert.equal(fill("{most}", { most: 0 }), "0");
});

test("parts stand in the block that their first column is in", () => {
  const wide = [
    [0, 2, 0, 0, 0],
    [2, 5, 1, 0, 0],
  ];
  const [first, last] = byBlock(
    wide,
    [["a", 0, 1, 0]],
    [
      [["ab", 0, 2]],
      [
        ["c", 2, 3],
        ["de", 3, 5],
      ],
    ],
  );
  assert.deepEqual(
    first.map(([row, [text]]) => [row, text]),
    [
      [-1, "a"],
      [0, "ab"],
    ],
  );
  assert.deepEqual(
    last.map(([row, [text]]) => [row, text]),
    [
      [1, "c"],
      [1, "de"],
    ],
  );
  assert.deepEqual(byBlock([], [], [[]]), []);
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

/** Tokens of a row: text, from, to and perhaps kind and sides. */
const tokens = (...all) =>
  all.map(([text, from, to, kind = "piece", sides = 0]) => [text, from, to, kind, 0, 0, sides]);

test("a word is a stretch of columns, with the marks at its edges; a space ends it, and another word", () => {
  const hugs = [
    [0, 3, 2, 0, 0],
    [3, 5, 0, 0, 0],
    [5, 6, 0, 0, 0],
    [6, 7, 1, 0, 0],
  ];
  const letters = [
    ["h", 0, 1, 0],
    ["u", 1, 2, 0],
    ["g", 2, 3, 0],
    ["s", 3, 4, 0],
    [".", 5, 6, 1],
    ["a", 6, 7, 1],
  ];
  assert.deepEqual(unitsOf(hugs, letters), [
    { word: 0, from: 0, to: 5, first: 0, last: 4 },
    { word: 1, from: 5, to: 6, first: 5, last: 6 },
    { word: 1, from: 6, to: 7, first: 6, last: 7 },
  ]);
});

test("a space that a token covers belongs to no word", () => {
  const letters = [
    ["a", 0, 1, 0],
    ["␣", 1, 2, -1],
    ["a", 2, 5, 0],
  ];
  const stretches = unitsOf([[0, 5, 2, 0, 0]], letters).map(({ from, to }) => `${from}-${to}`);
  assert.deepEqual(stretches, ["0-1", "2-5"]);
});

test("boundaries inside a word, and who has them; a mark is none, nor is the part of a token", () => {
  const rows = [
    tokens(["hug", 0, 3], ["s", 3, 4], ["</w>", 4, 5, "mark"]),
    tokens(["h", 0, 1], ["ugs", 1, 4]),
    tokens(["hu", 0, 2], ["…", 2, 4, "piece", 4]),
  ];
  const found = [...cutsOf(rows, { first: 0, last: 4 })].map(([column, who]) => `${column}: ${[...who]}`);
  assert.deepEqual(found, ["1: 1", "3: 0"]);
});

test("each word has its tokens in each row", () => {
  const rows = [tokens(["a", 0, 1], ["b", 1, 2], ["cd", 2, 4]), tokens(["ab", 0, 2], ["c", 2, 3], ["d", 3, 4])];
  const units = [
    { from: 0, to: 2 },
    { from: 2, to: 4 },
  ];
  const texts = tokensOf(units, rows).map((word) => word.map((row) => row.map(([text]) => text).join(" ")));
  assert.deepEqual(texts, [
    ["a b", "ab"],
    ["cd", "c d"],
  ]);
});

test("all agree on a token where it is the same stretch, and known", () => {
  const rows = [
    tokens(["a", 0, 1], ["b", 1, 2], ["?", 2, 3]),
    tokens(["a", 0, 1], ["b", 1, 2], ["?", 2, 3, "unknown"]),
  ];
  assert.deepEqual([...agreed(rows)], ["0-1", "1-2"]);
  assert.deepEqual([...agreed([tokens(["ab", 0, 2]), tokens(["a", 0, 1], ["b", 1, 2])])], []);
  assert.deepEqual([...agreed([])], []);
});

test("up and down lead to the token that has the most of the same characters", () => {
  const row = [
    { from: 0, to: 1 },
    { from: 1, to: 4 },
    { from: 4, to: 5 },
  ];
  assert.equal(nearest(row, { from: 0, to: 3 }), row[1]);
  assert.equal(nearest(row, { from: 4, to: 9 }), row[2]);
  assert.equal(nearest([], { from: 0, to: 3 }), null);
});

test("a token that is drawn in parts reaches over all of them", () => {
  const row = [
    { from: 0, to: 2, sides: 0 },
    { from: 2, to: 4, sides: 8 },
    { from: 4, to: 6, sides: 4 | 8 },
    { from: 6, to: 7, sides: 4 },
  ].map((part, order) => ({ ...part, order }));
  for (const part of row.slice(1)) assert.deepEqual(reach(row, part), [2, 7]);
  assert.deepEqual(reach(row, row[0]), [0, 2]);
  assert.deepEqual(reach([], { from: 3, to: 4, sides: 0 }), [3, 4]);
});
