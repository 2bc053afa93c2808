/* Layout and linking of the picture of unigram training, and ribbons: pure functions, on hug and hugs. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { outlineOf, ribbonsBetween } from "../picture/unigram/flows.js";
import {
  flowsOf,
  litBy,
  longestBars,
  longestOf,
  percentOf,
  waysShown,
  waysThatFit,
  whyOf,
} from "../picture/unigram/scales.js";

const [HUG, HUGS] = [0, 1];
const [P_HUG, P_H, P_UG, P_S] = [0, 1, 2, 3];
const way = (pieces, share, standing = "") => ({ pieces, unknown: [], left: 0, share, standing, why: [`${pieces}`] });
const segmented = [
  {
    word: HUG,
    ways: [way([P_HUG], 0.8), way([P_H, P_UG], 0.15)],
    others: { count: 1, share: 0.05 },
    flows: [
      { piece: P_HUG, often: 0.8 },
      { piece: P_H, often: 0.2 },
      { piece: P_UG, often: 0.15 },
    ],
    why: ["hug"],
  },
  {
    word: HUGS,
    ways: [way([P_HUG, P_S], 0.9), way([P_H, P_UG, P_S], 0.1)],
    flows: [
      { piece: P_HUG, often: 0.9 },
      { piece: P_S, often: 1 },
      { piece: P_UG, often: 0.0001 },
    ],
    why: ["hugs"],
  },
];
const counts = [10, 5];

test("what flows is a word's count times how often it has the piece, and what is faint is left out", () => {
  assert.deepEqual(
    flowsOf(segmented, counts).map(({ from, to, value }) => [from, to, value]),
    [
      [HUG, P_HUG, 8],
      [HUG, P_H, 2],
      [HUG, P_UG, 1.5],
      [HUGS, P_HUG, 4.5],
      [HUGS, P_S, 5],
    ],
  );
});

test("a piece lights up its words and what flows into it", () => {
  const { words, pieces, isLit } = litBy({ piece: P_S }, segmented);
  assert.deepEqual([...words], [HUGS]);
  assert.deepEqual([...pieces], [P_S]);
  assert.ok(isLit({ from: HUGS, to: P_S }));
  assert.ok(!isLit({ from: HUG, to: P_HUG }));
});

test("a word lights up all its pieces, a segmentation only its own", () => {
  assert.deepEqual([...litBy({ word: HUG }, segmented).pieces], [P_HUG, P_H, P_UG]);
  const { words, pieces, isLit } = litBy({ word: HUG, way: 1 }, segmented);
  assert.deepEqual([...words], [HUG]);
  assert.deepEqual([...pieces], [P_H, P_UG]);
  assert.ok(isLit({ from: HUG, to: P_UG }));
  assert.ok(!isLit({ from: HUGS, to: P_UG }));
  assert.ok(!isLit({ from: HUG, to: P_HUG }));
});

test("why a thing is so is what the payload says of it", () => {
  const rows = [{ piece: P_UG, value: 3, before: null, standing: "", worth: "3", note: [], why: ["ug is expected"] }];
  assert.deepEqual(whyOf({ piece: P_UG }, segmented, rows), ["ug is expected"]);
  assert.equal(whyOf({ piece: P_S }, segmented, rows), null); // it has no row
  assert.deepEqual(whyOf({ word: HUG }, segmented, rows), ["hug"]);
  assert.deepEqual(whyOf({ word: HUG, way: 1 }, segmented, rows), [`${[P_H, P_UG]}`]);
  assert.equal(whyOf({ word: 9 }, segmented, rows), null);
});

test("where there is room each word has all its ways and the others, else fewer, at last fewer words", () => {
  assert.deepEqual(waysThatFit(segmented, 5, false), { words: 2, ways: 3, others: true });
  assert.deepEqual(waysThatFit(segmented, 4, false), { words: 2, ways: 3, others: false });
  assert.deepEqual(waysThatFit(segmented, 2, false), { words: 2, ways: 1, others: false });
  assert.deepEqual(waysThatFit(segmented, 1.5, false), { words: 1, ways: 1, others: false });
  assert.deepEqual(waysThatFit(segmented, 9, true), { words: 2, ways: 2, others: false });
});

test("what has no room is one of the others", () => {
  const { shown, others, share } = waysShown(segmented[0], 1, true);
  assert.deepEqual([shown.length, others], [1, 2]);
  assert.ok(Math.abs(share - 0.2) < 1e-9);
  assert.equal(waysShown(segmented[0], 1, false).others, 0);
});

test("the best from now on is shown even where there is little room", () => {
  const ways = [way([P_HUG], 0.5, "before"), way([P_S], 0.3), way([P_UG], 0.2, "now")];
  const changed = { word: HUG, ways, flows: [], why: [] };
  const { shown } = waysShown(changed, 2, true);
  assert.deepEqual(
    shown.map(({ pieces }) => pieces),
    [[P_HUG], [P_UG]],
  );
});

test("bars of a measure have one scale in all steps, losses one of their own", () => {
  const row = (value, before = null) => ({ piece: 0, value, before });
  const frames = [
    { view: { kind: "seed", rows: [row(0.2)] } },
    { view: { kind: "maximize", rows: [row(0.1, 0.3)] } },
    { view: { kind: "expect", rows: [row(8)] } },
    { view: { kind: "expect", rows: [row(12)] } },
  ];
  const longest = longestBars(frames);
  assert.deepEqual(longest, { maximize: 0.3, expect: 12 });
  assert.equal(longestOf(frames[2].view, longest), 12);
  assert.equal(longestOf({ kind: "prune", rows: [row(4), row(2)] }, longest), 4);
  assert.equal(longestOf({ kind: "prune", rows: [row(0)] }, longest), 1);
});

test("no share that is there is called nothing, and only the whole is all", () => {
  assert.deepEqual(
    [0.461, 0.000_01, 0.999_999, 1, 0].map((share) => percentOf(share, "en")),
    ["46.1%", "<0.1%", ">99.9%", "100%", "0.0%"],
  );
});

test("ribbons are stacked where they meet, in the order of their other ends, and fit into the room", () => {
  const flows = flowsOf(segmented, counts);
  const left = new Map([
    [HUG, { x: 0, y: 50, height: 20 }],
    [HUGS, { x: 0, y: 150, height: 20 }],
  ]);
  const right = new Map([P_HUG, P_H, P_UG, P_S].map((piece, row) => [piece, { x: 100, y: 20 * row, height: 18 }]));
  const ribbons = ribbonsBetween(flows, left, right);
  assert.equal(ribbons.length, flows.length);
  for (const [word, { y, height }] of left) {
    const mine = ribbons.filter(({ from }) => from === word);
    assert.ok(mine.every(({ start: [, top, bottom] }) => top >= y - height / 2 - 1 && bottom <= y + height / 2 + 1));
    const tops = mine.map(({ start }) => start[1]);
    assert.deepEqual(
      tops,
      [...tops].sort((one, other) => one - other),
    );
  }
  const into = ribbons.filter(({ to }) => to === P_HUG).map(({ end: [, top, bottom] }) => [top, bottom]);
  assert.ok(into[0][1] <= into[1][0] + 1e-9); // one below the other
  assert.ok(into[1][1] - into[0][0] <= 18 + 1e-9);
});

test("a flow from or to what is not shown has no ribbon", () => {
  const places = new Map([[0, { x: 0, y: 0, height: 10 }]]);
  assert.deepEqual(ribbonsBetween([{ from: 0, to: 7, value: 2 }], places, places), []);
});

test("the outline of a ribbon is closed and goes from edge to edge", () => {
  const outline = outlineOf({ start: [0, 10, 20], end: [100, 40, 44] });
  assert.equal(outline, "M0 10C50 10 50 40 100 40L100 44C50 44 50 20 0 20Z");
});
