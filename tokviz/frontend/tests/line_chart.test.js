import assert from "node:assert/strict";
import { test } from "node:test";
import { axisTicks, linePath, logTicks, sizeTicks } from "../site/line_chart.js";

test("ticks are round numbers between the ends", () => {
  assert.deepEqual(axisTicks(0, 13), [0, 5, 10]);
  assert.deepEqual(axisTicks(9, 13), [9, 10, 11, 12, 13]);
  assert.deepEqual(axisTicks(240, 1000), [400, 600, 800, 1000]);
  assert.deepEqual(axisTicks(0, 1), [0, 1]);
});

test("a stepped line is level up to the next step", () => {
  const points = [
    [0, 5],
    [1, 6],
  ];
  assert.equal(linePath(points, true), "M0 5H1V6");
  assert.equal(linePath(points, false), "M0 5L1 6");
});

test("a logarithmic axis has the powers of ten, or its ends", () => {
  assert.deepEqual(logTicks(0.004, 0.2), [0.01, 0.1]);
  assert.deepEqual(logTicks(2, 8), [2, 8]);
  assert.deepEqual(sizeTicks(77, 431), [100, 200]);
  assert.deepEqual(sizeTicks(6, 9), [6, 9]);
});
