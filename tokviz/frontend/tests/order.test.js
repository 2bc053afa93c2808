/* Which elements of a list stay when its order changes, and what a press means where two neighbors are chosen. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { afterArrow, afterPress } from "../practice/choosing.js";
import { placesInOrder } from "../shared/motion/order.js";

const staying = (numbers) => [...placesInOrder(numbers)].sort((one, other) => one - other);

test("of a list that is in order all stay", () => {
  assert.deepEqual(staying([0, 1, 2, 3]), [0, 1, 2, 3]);
  assert.deepEqual(staying([]), []);
});

test("one that changes its place is moved alone, in either direction", () => {
  assert.deepEqual(staying([3, 0, 1, 2]), [1, 2, 3]);
  assert.deepEqual(staying([1, 2, 3, 0]), [0, 1, 2]);
  assert.deepEqual(staying([0, 3, 1, 2, 4]), [0, 2, 3, 4]);
});

test("what is new is put in, and nothing else is moved for it", () => {
  assert.deepEqual(staying([-1, 0, -1, 1]), [1, 3]);
  assert.deepEqual(staying([-1, -1]), []);
});

test("as many stay as can, for every order of five", () => {
  const orders = (rest) =>
    rest.length
      ? rest.flatMap((one) => orders(rest.filter((other) => other !== one)).map((more) => [one, ...more]))
      : [[]];
  for (const order of orders([0, 1, 2, 3, 4])) {
    const places = staying(order);
    const kept = places.map((place) => order[place]);
    assert.deepEqual(
      kept,
      [...kept].sort((one, other) => one - other),
      `${order}`,
    );
    const longest = Math.max(
      ...Array.from({ length: 32 }, (_, mask) => {
        const part = order.filter((_one, place) => mask & (1 << place));
        return part.every((one, place) => !place || part[place - 1] < one) ? part.length : 0;
      }),
    );
    assert.equal(places.length, longest, `${order}`);
  }
});

test("the first press chooses a symbol, a press on a neighbor the pair", () => {
  assert.deepEqual(afterPress(null, [1, 2]), { chosen: [1, 2], pair: null });
  assert.deepEqual(afterPress([1, 2], [1, 3]), { chosen: null, pair: [1, 2] });
  assert.deepEqual(afterPress([1, 2], [1, 1]), { chosen: null, pair: [1, 1] });
});

test("a press elsewhere chooses anew, a second press on the same symbol takes it back", () => {
  assert.deepEqual(afterPress([1, 2], [1, 4]), { chosen: [1, 4], pair: null });
  assert.deepEqual(afterPress([1, 2], [0, 3]), { chosen: [0, 3], pair: null });
  assert.deepEqual(afterPress([1, 2], [1, 2]), { chosen: null, pair: null });
});

test("arrows lead from symbol to symbol and from word to word, and stop at the ends", () => {
  assert.deepEqual(afterArrow([3, 5], [0, 2], "ArrowRight"), [0, 2]);
  assert.deepEqual(afterArrow([3, 5], [0, 0], "ArrowLeft"), [0, 0]);
  assert.deepEqual(afterArrow([3, 5], [1, 4], "ArrowUp"), [0, 2]);
  assert.deepEqual(afterArrow([3, 5], [0, 2], "ArrowDown"), [1, 2]);
  assert.equal(afterArrow([3, 5], [0, 2], "Enter"), null);
});
