/* What a lesson keeps of its answers over a reload, and its score. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { KeptAnswers } from "../lessons/kept_answers.js";
import { countOf, ScoreKeeper } from "../lessons/score.js";

function store(kept = {}) {
  return {
    getItem: (key) => kept[key] ?? null,
    setItem: (key, value) => {
      kept[key] = value;
    },
  };
}

test("answers are kept by lesson, card and question, each in order", () => {
  const visit = store();
  const before = new KeptAnswers(visit);
  before.add("bpe", 9, 0, "new er");
  before.add("why", 4, 0, null);
  before.add("bpe", 9, 1, "7");
  before.add("bpe", 9, 0, "new e r");
  const after = new KeptAnswers(visit);
  assert.deepEqual(after.of("bpe"), [
    { card: 9, place: 1, texts: ["7"] },
    { card: 9, place: 0, texts: ["new er", "new e r"] },
  ]);
  assert.deepEqual(after.of("why"), [{ card: 4, place: 0, texts: [null] }]);
  assert.deepEqual(after.of("bytes"), []);
  assert.deepEqual([after.to("bpe", 9, 1), after.to("bpe", 9, 2)], [["7"], []]);
});

test("a lesson that starts over has neither answers nor a score, and the others keep theirs", () => {
  const visit = store();
  for (const lesson of ["bpe", "why"]) {
    new KeptAnswers(visit).add(lesson, 4, 0, "7");
    new ScoreKeeper(visit).note(lesson, "4 ask 0", true);
  }
  new KeptAnswers(visit).forget("bpe");
  new ScoreKeeper(visit).forget("bpe");
  assert.deepEqual(new KeptAnswers(visit).of("bpe"), []);
  assert.deepEqual(new KeptAnswers(visit).of("why"), [{ card: 4, place: 0, texts: ["7"] }]);
  assert.deepEqual(countOf(new ScoreKeeper(visit).of("bpe")), { asked: 0, right: 0 });
  assert.deepEqual(countOf(new ScoreKeeper(visit).of("why")), { asked: 1, right: 1 });
});

test("anything else in the store is nothing", () => {
  for (const held of [
    "{",
    "7",
    "null",
    '{"bpe": 5}',
    '{"bpe": [5, null, [1, 2], {"card": 9, "place": 0, "texts": 7}]}',
  ]) {
    assert.deepEqual(new KeptAnswers(store({ "tokviz-card-answers": held })).of("bpe"), []);
  }
  assert.deepEqual(new KeptAnswers(null).of("bpe"), []);
});

test("the score of a lesson counts the first answer to each question", () => {
  const scores = new ScoreKeeper(store());
  scores.note("bpe", "9 ask 0", false);
  scores.note("bpe", "9 ask 0", true);
  scores.note("bpe", "9 ask 1", true);
  assert.deepEqual(countOf(scores.of("bpe")), { asked: 2, right: 1 });
});
