/* Questions: what was guessed, how it is judged, and the score. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Answers, BEYOND, beforehand, judged, marks, numberOf, outcome, SHOWN } from "../picture/asking/answers.js";
import { visitStore } from "../shared/browser_store.js";

const OPTIONS = [
  { names: ["u", "g"], right: true, chosen: true },
  { names: ["u", "n"], right: true, chosen: false },
  { names: ["h", "u"], right: false, chosen: false, wrong: [{ tokens: ["h", "u"] }, " occurs once."] },
];
const OTHERS = [
  { names: ["p", "u"], wrong: [{ tokens: ["p", "u"] }, " occurs twice."] },
  { names: ["g", "s"], wrong: null },
];
const NOTHING = { asked: 0, right: 0, later: 0, streak: 0, longest: 0 };

test("a question is open until a guess is right, and what was guessed stays", () => {
  const answers = new Answers();
  assert.equal(answers.isEmpty, true);
  answers.guess("bpe", 0, 2, false);
  assert.deepEqual(answers.at("bpe", 0), { quiz: "bpe", step: 0, guesses: [2], end: "" });
  assert.deepEqual(answers.scoreOf(), { ...NOTHING, asked: 1 });
  answers.guess("bpe", 0, 0, true);
  answers.guess("bpe", 0, 1, true); // it has ended
  answers.show("bpe", 0);
  assert.deepEqual(answers.at("bpe", 0), { quiz: "bpe", step: 0, guesses: [2, 0], end: "right" });
  assert.equal(answers.at("unigram", 0), undefined);
  answers.forget();
  assert.equal(answers.isEmpty, true);
  assert.deepEqual(answers.scoreOf(), NOTHING);
});

test("the score tells the first try from a later one", () => {
  const answers = new Answers();
  answers.guess("bpe", 0, 2, false);
  answers.guess("bpe", 0, 2, false);
  answers.guess("bpe", 0, 0, true);
  answers.guess("bpe", 1, 0, true);
  answers.guess("bpe", 2, 2, false);
  answers.show("bpe", 2);
  answers.guess("unigram", 0, 1, true);
  assert.deepEqual(answers.scoreOf(), { asked: 4, right: 2, later: 1, streak: 1, longest: 1 });
  assert.deepEqual(answers.scoreOf("bpe"), { asked: 3, right: 1, later: 1, streak: 0, longest: 1 });
});

test("an answer that was shown before any guess does not count, and cannot be guessed any more", () => {
  const answers = new Answers();
  answers.show("bpe", 0);
  assert.equal(answers.isEmpty, false);
  answers.guess("bpe", 0, 0, true);
  assert.deepEqual(answers.scoreOf(), NOTHING);
});

test("a streak is what was right at the first try in a row, in the order of answering", () => {
  const answers = new Answers();
  [true, true, true, false, true].forEach((isRight, place) => {
    answers.guess("bpe", 9 - place, 0, isRight);
  });
  answers.show("bpe", 1); // which does not count, and breaks nothing
  assert.deepEqual(answers.scoreOf(), { asked: 5, right: 4, later: 0, streak: 1, longest: 3 });
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

test("guesses outlive a reload, which neither opens a question again nor replaces an answer", () => {
  const visit = store();
  const before = new Answers(visit);
  before.guess("bpe", 0, 2, false);
  before.guess("bpe", 1, 2, false);
  before.show("bpe", 1);
  const after = new Answers(visit);
  assert.deepEqual(after.at("bpe", 0).guesses, [2]);
  after.guess("bpe", 0, 0, true);
  after.guess("bpe", 1, 0, true);
  assert.deepEqual(new Answers(visit).scoreOf(), { ...NOTHING, asked: 2, later: 1 });
  after.forget();
  assert.equal(new Answers(visit).isEmpty, true);
  for (const held of [
    "{",
    "7",
    "null",
    '[{"quiz": "bpe", "step": 0, "guesses": "1", "end": ""}, ["bpe", 0, [1], ""], 5, null]',
  ]) {
    assert.equal(new Answers(store({ "tokviz-answers": held })).isEmpty, true);
  }
});

test("a page that may keep nothing keeps its answers for itself", () => {
  const full = store();
  full.setItem = () => {
    throw new Error("full");
  };
  const answers = new Answers(full);
  answers.guess("bpe", 0, 0, true);
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

test("what is pointed at is an option, another candidate, surely wrong, or not known", () => {
  const ask = { options: OPTIONS, others: OTHERS, beyond: null };
  assert.equal(numberOf(ask, ["u", "n"]), 1);
  assert.equal(numberOf(ask, ["p", "u"]), 3);
  assert.equal(numberOf(ask, ["n", "u"]), null);
  assert.equal(numberOf({ ...ask, beyond: "before {pair}." }, ["n", "u"]), BEYOND);
});

test("a wrong guess says what it is worth; any of a tie is right, listed or not", () => {
  const ask = { options: OPTIONS, others: OTHERS, beyond: "before {pair}." };
  assert.deepEqual(judged(ask, 0), { isRight: true, wrong: null });
  assert.deepEqual(judged(ask, 2), { isRight: false, wrong: [{ tokens: ["h", "u"] }, " occurs once."] });
  assert.deepEqual(judged(ask, 3), { isRight: false, wrong: [{ tokens: ["p", "u"] }, " occurs twice."] });
  assert.deepEqual(judged(ask, 4), { isRight: true, wrong: null });
  assert.deepEqual(judged(ask, BEYOND, ["n", "u"]), {
    isRight: false,
    wrong: ["before ", { tokens: ["n", "u"] }, "."],
  });
  assert.equal(outcome(OPTIONS, 4), "tied");
});

test("what is asked before a question has an answer of its own", () => {
  const answers = new Answers();
  answers.guess("q", beforehand(0), 1, true);
  assert.equal(answers.at("q", 0), undefined);
  assert.equal(answers.at("q", beforehand(0)).end, "right");
  assert.equal(new Set([0, 1, 2].flatMap((step) => [step, beforehand(step)])).size, 6);
});
