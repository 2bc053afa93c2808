/* Layout and linking of the picture of unigram training, and ribbons: pure functions, on hug and hugs. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { curveOf, ribbonsBetween, sourcesOf } from "../picture/unigram/flows.js";
import {
  flowsOf,
  givenBy,
  givenTo,
  huesOf,
  leftOut,
  litBy,
  longestBars,
  longestOf,
  percentOf,
  sixDigits,
  splitAgainOf,
  timesLess,
  toldApart,
  twoDigits,
  waysShown,
  waysThatFit,
  whyOf,
} from "../picture/unigram/scales.js";
import { acrossOf, pointsOf, risesOf } from "../picture/unigram/surprise.js";

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
    [0.461, 0.004, 0.000_01, 0.999_999, 1, 0].map((share) => percentOf(share, "en")),
    ["46%", "<1%", "<1%", ">99%", "100%", "0%"],
  );
  assert.deepEqual(
    [0.460_51, 0.000_001, 0.999_999, 1].map((share) => percentOf(share, "en", 3)),
    ["46.051%", "<0.001%", ">99.999%", "100%"],
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
    const middles = mine.map(({ start }) => start[1]);
    assert.ok(middles.every((middle) => Math.abs(middle - y) <= height / 2 + 1));
    assert.deepEqual(
      middles,
      [...middles].sort((one, other) => one - other),
    );
  }
  const unit = ribbons[0].width / ribbons[0].value; // one measure for all of them
  assert.ok(ribbons.every(({ value, width }) => Math.abs(width - value * unit) < 1e-9 || width === 1.6));
  const into = ribbons.filter(({ to }) => to === P_HUG).map(({ end: [, y], width }) => [y - width / 2, y + width / 2]);
  assert.ok(into[0][1] <= into[1][0] + 1e-9); // one below the other
  assert.ok(into[1][1] - into[0][0] <= 18 + 1e-9);
  const [first] = sourcesOf(ribbons);
  assert.ok(Math.abs(first.height - unit * (8 + 2 + 1.5)) < 1e-9); // as high as all that leaves the word
});

test("no ribbon is too wide, however much room there is", () => {
  const place = { x: 0, y: 0, height: 1000 };
  const [ribbon] = ribbonsBetween([{ from: 0, to: 1, value: 4 }], new Map([[0, place]]), new Map([[1, place]]), 1);
  assert.equal(ribbon.width, 26);
});

test("a flow from or to what is not shown has no ribbon", () => {
  const places = new Map([[0, { x: 0, y: 0, height: 10 }]]);
  assert.deepEqual(ribbonsBetween([{ from: 0, to: 7, value: 2 }], places, places), []);
});

test("the middle of a ribbon goes from edge to edge", () => {
  const curve = curveOf({ start: [0, 15], end: [100, 42] });
  assert.equal(curve, "M0 15C50 15 50 42 100 42");
});

test("a piece's count is the sum of what the words give, and a word or one of its ways gives a part", () => {
  assert.deepEqual(
    [...givenTo(segmented, counts)].map(([piece, given]) => [piece, [...given]]),
    [
      [
        P_HUG,
        [
          [HUG, 8],
          [HUGS, 4.5],
        ],
      ],
      [P_H, [[HUG, 2]]],
      [
        P_UG,
        [
          [HUG, 1.5],
          [HUGS, 0.0005],
        ],
      ],
      [P_S, [[HUGS, 5]]],
    ],
  );
  assert.equal(givenBy({ word: HUG }, P_HUG, segmented, counts), 8);
  assert.equal(givenBy({ word: HUG, way: 1 }, P_UG, segmented, counts), 1.5);
  assert.equal(givenBy({ word: HUG, way: 1 }, P_HUG, segmented, counts), 0);
  assert.equal(givenBy({ word: 9 }, P_HUG, segmented, counts), 0);
});

test("numbers have two significant digits, and six once they are asked for", () => {
  assert.deepEqual(
    [145.5532, 9.7664, 9.96, 2, 0.071_428_57, 0.08, 2.5e-11, 0, -6.2052].map((number) => twoDigits(number, "en")),
    ["146", "9.8", "10", "2", "0.071", "0.080", "2.5×10⁻¹¹", "0", "-6.2"],
  );
  assert.deepEqual(
    [145.553_242, 9.766_352, 2.512_345_6e-11, 17].map((number) => sixDigits(number, "en")),
    ["145.553", "9.76635", "2.51235×10⁻¹¹", "17"],
  );
  assert.deepEqual(
    [2.83, 8.8e8, 3e18].map((ratio) => timesLess(ratio, "en")),
    ["2.8", "880 million", "10¹⁸"],
  );
  assert.equal(timesLess(8.8e8, "zh"), "8.8亿");
});

test("a word keeps its color, and no two that are shown have the same", () => {
  const first = huesOf(["hug", "pug"], new Map());
  const later = huesOf(["pug", "pun", "bun"], first);
  assert.equal(later.get("pug"), first.get("pug"));
  assert.equal(new Set(["pug", "pun", "bun"].map((word) => later.get(word))).size, 3);
  const again = huesOf(["hug", "pug", "pun", "bun"], later);
  assert.equal(new Set(again.values()).size, 4);
});

test("before a pruning the words are split without the dearest that is removed, or what is lit", () => {
  const row = (piece, value, standing, resplit = [{}]) => ({ piece, value, standing, resplit });
  const rows = [row(1, 0, "removed", []), row(2, 103, "removed"), row(3, 161, "kept")];
  const view = { kind: "prune", rows };
  assert.equal(splitAgainOf(view, null).piece, 2);
  assert.equal(splitAgainOf(view, { piece: 3 }).piece, 3);
  assert.equal(splitAgainOf(view, { word: 3 }).piece, 2);
  assert.equal(splitAgainOf({ kind: "prune", rows: [rows[0]] }, null), null);
  assert.equal(splitAgainOf({ kind: "expect", rows }, null), null);
});

test("the surprise is drawn from left to right, the greatest at the top", () => {
  const surprise = [
    { step: 2, loss: 145 },
    { step: 4, loss: 127 },
    { step: 7, loss: 132 },
  ];
  const room = { width: 440, height: 80 };
  const points = pointsOf(surprise, 8, room);
  assert.ok(points[0].y < points[2].y && points[2].y < points[1].y);
  assert.deepEqual(
    points.map(({ x }) => x),
    [2, 4, 7].map((step) => acrossOf(step, 8, room.width)),
  );
  assert.ok(points.every(({ x, y }) => x < room.width - 100 && y < room.height)); // beside them is the number
  assert.equal(risesOf(points).match(/M/gu).length, 1); // from step 4 to step 7
  assert.equal(risesOf(points.slice(0, 2)), "");
  assert.ok(pointsOf([surprise[0], surprise[0]], 8, room).every(({ y }) => Number.isFinite(y)));
});

test("a change is written with digits enough to see it, and one that none shows is written as none", () => {
  assert.deepEqual(toldApart(0.147_77, 0.071_43, "en"), ["0.15", "0.071"]);
  assert.deepEqual(toldApart(0.1119, 0.1098, "en"), ["0.112", "0.110"]);
  assert.deepEqual(toldApart(0.110_02, 0.110_01, "en"), ["0.11002", "0.11001"]);
  assert.deepEqual(toldApart(2.52e-11, 2.54e-11, "en"), ["2.52×10⁻¹¹", "2.54×10⁻¹¹"]);
  assert.deepEqual(toldApart(0.11, 0.11 + 1e-12, "en"), ["0.11", "0.11"]);
});

test("what is not shown is said once, of the rows without room and of the pieces without a row", () => {
  const labels = {
    more_sum: "{number} more, together {sum}",
    more_alone: "1 more, {sum}",
    more_removed: "{number} more removed",
    more_kept: "{number} more kept",
    semicolon: " / ",
  };
  const write = { count: String, sum: (value) => value.toFixed(2) };
  const row = (value, standing = "") => ({ value, standing });
  const said = (kind, more, hidden) => {
    const view = /** @type {any} */ ({ kind, more: { above: 0, below: 0, sum: 0, note: "", ...more } });
    return leftOut(view, hidden, labels, write);
  };
  assert.equal(said("expect", { below: 6, sum: 0.5 }, [row(0.25), row(0.25)]), "8 more, together 1.00");
  assert.equal(said("maximize", {}, [row(0.25)]), "1 more, 0.25");
  assert.equal(said("maximize", {}, []), "");
  const rows = [row(0, "removed"), row(3, "kept"), row(4, "kept")];
  const beside = { above: 2, below: 1, note: "letters stay" };
  assert.equal(said("prune", beside, rows), "3 more removed / 3 more kept / letters stay");
  assert.equal(said("final", {}, rows.slice(1)), "2 more kept");
});
