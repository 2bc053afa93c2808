/* Marks: every chip of a row is in exactly one run, and what is about to be merged shares an outline. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { runs } from "../../tokviz/web/components/stage/marks.js";

/** Runs as a sentence: outlines in brackets, new chips with a star. */
function written(length, spans) {
  const chip = ({ place, isNew }) => `${place}${isNew ? "*" : ""}`;
  return runs(length, spans)
    .map(({ isOutlined, marked }) => (isOutlined ? `[${marked.map(chip).join(" ")}]` : marked.map(chip).join(" ")))
    .join(" ");
}

test("a row without marks is one run", () => {
  assert.equal(runs(3, []).length, 1);
  assert.equal(written(3, []), "0 1 2");
  assert.deepEqual(runs(0, []), []);
});

test("chips just made are marked one by one", () => {
  assert.equal(written(4, [[1, 2, "new"]]), "0 1* 2* 3");
});

test("chips about to be merged share an outline, neighbours have two", () => {
  assert.equal(
    written(5, [
      [0, 2, "next"],
      [2, 2, "next"],
    ]),
    "[0 1] [2 3] 4",
  );
  assert.equal(
    written(4, [
      [1, 1, "new"],
      [1, 3, "next"],
    ]),
    "0 [1* 2 3]",
  );
});

test("overlapping and overlong spans lose no chip", () => {
  assert.equal(
    written(4, [
      [0, 2, "next"],
      [1, 2, "next"],
      [3, 9, "next"],
    ]),
    "[0 1] 2 [3]",
  );
});

test("every chip is there once, whatever the spans", () => {
  let seed = 7;
  const draw = (most) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed % most;
  };
  for (let trial = 0; trial < 300; trial += 1) {
    const length = draw(12);
    const spans = Array.from({ length: draw(4) }, () => [draw(12), draw(4), draw(2) ? "new" : "next"]);
    const places = runs(length, spans).flatMap(({ marked }) => marked.map(({ place }) => place));
    assert.deepEqual(
      places,
      Array.from({ length }, (_, i) => i),
    );
  }
});
