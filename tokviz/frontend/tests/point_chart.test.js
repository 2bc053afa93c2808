import assert from "node:assert/strict";
import test from "node:test";
import { axisShare } from "../site/point_chart.js";

const AXIS = { title: "", low: 1, high: 100, ticks: [] };

test("a value has its place between both ends of an axis", () => {
  assert.equal(axisShare(AXIS, 1), 0);
  assert.equal(axisShare(AXIS, 50.5), 0.5);
  assert.ok(Math.abs(axisShare({ ...AXIS, is_log: true }, 10) - 0.5) < 1e-12);
});
