import assert from "node:assert/strict";
import { test } from "node:test";

import { weighedColumns, widestOfWeighed } from "../picture/merges/weighed.js";

const lengths = { text: 10, chips: 10, number: 10, gap: 5, least: 30, most: 100 };
const widest = { pair: 6, worth: 4, count: 2, worked: "5 / (20 × 5)" };
const widthOf = (text) => 6 * text.length;
const standings = [["wins", "most frequent"], ["wins"]];

const columnsOf = (width, pairHere = 6) => weighedColumns({ width, widest, pairHere, lengths, widthOf, standings });

test("bars of counts and scores are equally long and all columns have room in a row", () => {
  for (let width = 240; width < 700; width += 20) {
    const { pair, bar, count, worked, worth, said } = columnsOf(width);
    assert.ok(pair + 2 * bar + count + worked + worth + said <= width);
    assert.ok(bar >= 30 && bar <= 100);
  }
});

test("the division gives its room to the bars, and then what is said of a row does", () => {
  assert.ok(columnsOf(500).worked > 0);
  assert.deepEqual(
    [500, 300, 240].map((width) => [columnsOf(width).worked > 0, columnsOf(width).said]),
    [
      [true, 78],
      [false, 78],
      [false, 24],
    ],
  );
});

test("a pair of a step that is wider than the share of all steps is whole, and the other columns have room in a row", () => {
  const wide = { ...widest, pair: 14 };
  for (let width = 240; width < 700; width += 20) {
    const { pair, bar, count, worked, worth, said } = weighedColumns({
      width,
      widest: wide,
      pairHere: 11,
      lengths,
      widthOf,
      standings,
    });
    assert.ok(pair >= 110, `${width}`);
    assert.ok(pair + 2 * bar + count + worked + worth + said + 3 * lengths.gap <= width);
    assert.ok(bar >= 6);
  }
  assert.deepEqual(columnsOf(400, 2), columnsOf(400));
});

test("the widest of all steps decide", () => {
  const row = { left: 0, right: 1, count: 1200, worth: "1/36", worked: "1200 / (2 × 3)" };
  const frames = [{ candidates: { rows: [row] } }, {}, { candidates: { rows: [{ ...row, count: 5, worked: "" }] } }];
  const found = widestOfWeighed(/** @type {any} */ (frames), String, [], (count) => count.toLocaleString("en"));
  assert.deepEqual([found.most, found.count, found.worth, found.worked], [1200, 5, 4, "1200 / (2 × 3)"]);
});
