/* Questions: what was answered, how it is judged, and the score. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Answers, marks, optionOf, outcome, SHOWN } from "../../tokviz/web/components/stage/answers.js";

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
  assert.deepEqual(answers.score, { asked: 3, right: 2 });
  answers.forget();
  assert.equal(answers.isEmpty, true);
  assert.deepEqual(answers.score, { asked: 0, right: 0 });
});

test("an answer that was shown unasked does not count, and another one replaces the first", () => {
  const answers = new Answers();
  answers.note("bpe", 0, SHOWN, false);
  assert.equal(answers.isEmpty, false);
  assert.deepEqual(answers.score, { asked: 0, right: 0 });
  answers.note("bpe", 0, 0, true);
  assert.deepEqual(answers.score, { asked: 1, right: 1 });
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
    labels: ["ask_picked", "ask_chosen"],
  });
  assert.deepEqual(marks(OPTIONS[1], false), { kinds: ["right"], sign: "✓", labels: ["ask_equal"] });
  assert.deepEqual(marks(OPTIONS[2], true), { kinds: ["picked"], sign: "✗", labels: ["ask_picked"] });
  assert.deepEqual(marks(OPTIONS[2], false), { kinds: [], sign: "", labels: [] });
});

test("two neighbours are an option or none", () => {
  assert.equal(optionOf(OPTIONS, ["u", "n"]), 1);
  assert.equal(optionOf(OPTIONS, ["n", "u"]), -1);
});
