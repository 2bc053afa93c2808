/* Questions: what was answered, how it is judged, and the score. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { visitStore } from "../../tokviz/web/components/shared/visit_store.js";
import { Answers, marks, optionOf, outcome, SHOWN } from "../../tokviz/web/components/stage/asking/answers.js";

const OPTIONS = [
  { label: ["", "u g", ""], right: true, chosen: true },
  { label: ["", "u n", ""], right: true, chosen: false },
  { label: ["", "h u", ""], right: false, chosen: false },
];

test("answers are kept by what is asked about and by step", () => {
  const answers = new Answers();
  assert.equal(answers.isEmpty, true);
  answers.note("bpe", 0, 2, false);
  answers.note("bpe", 1, 0, true);
  answers.note("unigram", 0, 1, true);
  assert.equal(answers.at("bpe", 0), 2);
  assert.equal(answers.at("unigram", 0), 1);
  assert.equal(answers.at("unigram", 1), undefined);
  assert.equal(answers.at("nothing", 0), undefined);
  assert.deepEqual(answers.scoreOf(), { asked: 3, right: 2, streak: 2, longest: 2 });
  assert.deepEqual(answers.scoreOf("bpe"), { asked: 2, right: 1, streak: 1, longest: 1 });
  answers.forget();
  assert.equal(answers.isEmpty, true);
  assert.deepEqual(answers.scoreOf(), { asked: 0, right: 0, streak: 0, longest: 0 });
});

test("an answer that was shown unasked does not count, and another one replaces the first", () => {
  const answers = new Answers();
  answers.note("bpe", 0, SHOWN, false);
  assert.equal(answers.isEmpty, false);
  assert.deepEqual(answers.scoreOf(), { asked: 0, right: 0, streak: 0, longest: 0 });
  answers.note("bpe", 0, 0, true);
  assert.deepEqual(answers.scoreOf(), { asked: 1, right: 1, streak: 1, longest: 1 });
});

test("a streak is what was right in a row, in the order of answering", () => {
  const answers = new Answers();
  [true, true, true, false, true].forEach((isRight, place) => {
    answers.note("bpe", 9 - place, 0, isRight);
  });
  answers.note("bpe", 1, SHOWN, false); // which does not count, and breaks nothing
  assert.deepEqual(answers.scoreOf(), { asked: 5, right: 4, streak: 1, longest: 3 });
});

/** What a browser keeps of a visit. */
function store(kept = {}) {
  return {
    kept,
    getItem: (key) => kept[key] ?? null,
    setItem: (key, value) => {
      kept[key] = value;
    },
  };
}

test("answers outlive a reload, and what is no answer is left out", () => {
  const visit = store();
  const before = new Answers(visit);
  before.note("bpe", 0, 2, false);
  before.note("bpe", 1, 0, true);
  const after = new Answers(visit);
  assert.equal(after.at("bpe", 0), 2);
  assert.deepEqual(after.scoreOf(), { asked: 2, right: 1, streak: 1, longest: 1 });
  after.forget();
  assert.equal(new Answers(visit).isEmpty, true);
  for (const held of ["{", "7", "null", '[["bpe", 0, "1", true], 5, null]']) {
    assert.equal(new Answers(store({ "tokviz-answers": held })).isEmpty, true);
  }
});

test("a page that may keep nothing keeps its answers for itself", () => {
  const full = store();
  full.setItem = () => {
    throw new Error("full");
  };
  const answers = new Answers(full);
  answers.note("bpe", 0, 0, true);
  assert.equal(answers.scoreOf().right, 1);
  assert.ok(visitStore() === null || visitStore() === globalThis.sessionStorage);
});

test("the algorithm's choice is right, as good is tied, all else is wrong", () => {
  assert.deepEqual(
    [0, 1, 2, SHOWN].map((number) => outcome(OPTIONS, number)),
    ["right", "tied", "wrong", "shown"],
  );
});

test("after the answer an option says what it was", () => {
  assert.deepEqual(marks(OPTIONS[0], true), {
    kinds: ["right", "chosen", "picked"],
    sign: "✓",
    labels: ["picked", "chosen"],
  });
  assert.deepEqual(marks(OPTIONS[1], false), { kinds: ["right"], sign: "✓", labels: ["equal"] });
  assert.deepEqual(marks(OPTIONS[2], true), { kinds: ["picked"], sign: "✗", labels: ["picked"] });
  assert.deepEqual(marks(OPTIONS[2], false), { kinds: [], sign: "", labels: [] });
});

test("two neighbours are an option or none", () => {
  assert.equal(optionOf(OPTIONS, ["u", "n"]), 1);
  assert.equal(optionOf(OPTIONS, ["n", "u"]), -1);
});
