/* Layout and linking of the picture of a lattice: pure functions, on the ways through "hug". */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  arcPath,
  hasRoom,
  latticeSizes,
  roomFor,
  scrollingWidth,
  smaller,
  stretch,
  thickness,
  thinner,
} from "../picture/lattice/layout.js";
import { arcsOf, statesAt, tiedAt, using, wayAt, wayTo } from "../picture/lattice/ways.js";

const CUTS = /[MC ]/u;
const [H, HUG, U, UG, G] = [0, 1, 2, 3, 4];
const arc = (begin, end, piece, share) => ({ begin, end, piece, probability: "", cost: "", share, percent: "" });
const arcs = [
  arc(0, 1, "h", 0.3),
  arc(0, 3, "hug", 0.7),
  arc(1, 2, "u", 0.1),
  arc(1, 3, "ug", 0.2),
  arc(2, 3, "g", 0.1),
];
const position = (ways, tied = 1) => ({
  cost: "",
  short_cost: "",
  arcs: ways.map((way) => ({ arc: way, sum: "" })),
  tied,
});
const positions = [position([], 0), position([H]), position([U]), position([HUG, UG, G], 2)];
const lattice = { arcs, positions, best: [HUG] };
const paths = [[HUG], [H, UG], [H, U, G]].map((way) => ({ arcs: way, share: 0, percent: "", product: "", cost: "" }));
const moment = (at, more = {}) => ({ at, filled: at, back: false, asks: false, ...more });

test("the best way to a position follows the first of what ends there", () => {
  assert.deepEqual(wayTo(2, arcs, positions), [H, U]);
  assert.deepEqual(wayTo(3, arcs, positions), [HUG]);
  assert.deepEqual(wayTo(0, arcs, positions), []);
});

test("an arc is on the way, ends here, comes later, is the best elsewhere, or was looked at", () => {
  assert.deepEqual(statesAt(moment(0), lattice), ["later", "later", "later", "later", "later"]);
  assert.deepEqual(statesAt(moment(2), lattice), ["path", "later", "path", "later", "later"]);
  assert.deepEqual(statesAt(moment(3), lattice), ["kept", "path", "kept", "here", "here"]);
  assert.deepEqual(statesAt(moment(0, { filled: 3, back: true }), lattice), ["kept", "path", "kept", "seen", "seen"]);
});

test("while it is asked which arc is the best, nothing is on the way", () => {
  const asked = moment(3, { filled: 2, asks: true });
  assert.deepEqual(statesAt(asked, lattice), ["kept", "here", "kept", "here", "here"]);
  assert.deepEqual(wayAt(asked, lattice), []);
  assert.deepEqual(tiedAt(asked, positions), []);
});

test("those that tie are told, but not where one is alone", () => {
  assert.deepEqual(tiedAt(moment(3), positions), [HUG, UG]);
  assert.deepEqual(tiedAt(moment(1), positions), []);
});

test("an arc lights up the segmentations that use it, a segmentation its arcs", () => {
  assert.deepEqual(using({ arc: H }, paths), [1, 2]);
  assert.deepEqual(using({ path: 2 }, paths), [2]);
  assert.deepEqual(using(null, paths), []);
  assert.deepEqual(arcsOf({ path: 1 }, paths), [H, UG]);
  assert.deepEqual(arcsOf({ arc: G }, paths), [G]);
});

test("of a long word a stretch is drawn that holds the position and moves in blocks", () => {
  assert.deepEqual(stretch(3, 5, 14), { first: 0, last: 5 });
  for (const room of [6, 9, 14]) {
    for (let at = 0; at <= 120; at += 1) {
      const { first, last } = stretch(at, 120, room);
      assert.equal(last - first, room);
      assert.ok(first <= at && at <= last, `${at} of ${first} to ${last}`);
    }
  }
  assert.deepEqual(stretch(13, 120, 14), stretch(14, 120, 14));
});

test("a narrow picture draws fewer characters, a wide one no more than fourteen", () => {
  assert.equal(roomFor(2000), 14);
  assert.ok(roomFor(350) < 14 && roomFor(350) * 34 <= 350);
  assert.equal(roomFor(10), 6);
  assert.equal(roomFor(350, true), 14); // a phone scrolls sideways
  for (const [width, characters] of [
    [358, 5],
    [358, 6],
    [328, 6], // a phone 360 wide
  ]) {
    assert.equal(scrollingWidth(width, characters), width);
    assert.ok(latticeSizes({ width, height: 256, scale: 1 }, characters, 3).isRoomy);
  }
  assert.ok(scrollingWidth(358, 7) > 358 + 26); // by more than a position, so that it is seen that it scrolls
  const wide = scrollingWidth(358, 14);
  assert.ok(wide > 358 && latticeSizes({ width: wide, height: 256, scale: 1 }, 14, 3).isRoomy);
});

test("everything is inside the drawing, whatever its size", () => {
  for (const [width, height, characters, longest] of [
    [700, 420, 5, 3],
    [350, 240, 9, 3],
    [560, 260, 14, 9],
  ]) {
    const sizes = latticeSizes({ width, height, scale: 1 }, characters, longest);
    assert.ok(sizes.left >= 20 && sizes.left + sizes.step * characters <= width - 20);
    assert.ok(sizes.axis - sizes.row * longest >= 40);
    assert.ok(sizes.axis + 40 <= height);
  }
});

test("an arc reaches its height halfway, and is thicker for a larger share", () => {
  const [, x1, y1, cx1, cy1, cx2, cy2, x2] = arcPath(0, 100, 200, 60).split(CUTS).map(Number);
  assert.equal((y1 + 3 * cy1 + 3 * cy2 + y1) / 8, 140);
  assert.equal((x1 + 3 * cx1 + 3 * cx2 + x2) / 8, 50);
  assert.ok(thickness(1) > thickness(0.1) && thickness(0) >= 1);
  assert.equal(smaller(80), 1);
  assert.equal(smaller(160, 2), 1);
  assert.ok(smaller(50) < 1 && smaller(20) === smaller(46));
  assert.ok(hasRoom("17/142", 46) && !hasRoom("3.07×10⁻¹¹", 54) && hasRoom("3.07×10⁻¹¹", 88));
  assert.ok(thinner(52) < 1 && thickness(1, thinner(46)) < 8 && thickness(0, thinner(46)) >= 1);
  assert.equal(thinner(100), 1);
});
