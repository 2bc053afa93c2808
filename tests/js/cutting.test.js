/* The start page cuts as tokviz does: cut_texts.json is made and checked by tests/views/start/test_hero.py. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  addressOf,
  course,
  cut,
  fitting,
  preTokens,
  readMerges,
  visible,
} from "../../tokviz/web/components/hero/cutting.js";

const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const MODELS = ["english", "chinese"].map((example) => ({
  example,
  script: { english: "Latn", chinese: "Hani" }[example],
  ...readMerges(read(`../../assets/merges/${example}.tsv`)),
}));
const [ENGLISH, CHINESE] = MODELS;
const EXPECTED = JSON.parse(read("./cut_texts.json"));
const texts = (symbols) => symbols.map(({ text }) => text);

test("every text is cut as tokviz cuts it, by the same merges", () => {
  assert.ok(EXPECTED.cut.length > 60);
  for (const [example, limit, text, words] of EXPECTED.cut) {
    const model = MODELS.find((one) => one.example === example);
    const found = preTokens(text).map((word) => {
      const symbols = cut(word, model, limit);
      const steps = new Map(symbols.flatMap(course).map(({ merge, step }) => [step, merge.number]));
      return [word, texts(symbols), [...steps].sort(([a], [b]) => a - b).map(([, number]) => number)];
    });
    assert.deepEqual(found, words, `${example}, ${limit} merges: ${text}`);
  }
});

test("what cannot be seen is shown as elsewhere", () => {
  for (const [text, shown] of Object.entries(EXPECTED.visible)) assert.equal(visible(text), shown);
});

test("a token tells how it came about, the last merge last", () => {
  const toy = readMerges("a\tb\t5\nc\td\t4\nab\tcd\t3\n");
  const [symbol] = cut("abcd", toy, 3);
  assert.deepEqual(
    course(symbol).map(({ text, merge, step }) => [text, merge.count, step]),
    [
      ["ab", 5, 1],
      ["cd", 4, 2],
      ["abcd", 3, 3],
    ],
  );
  assert.deepEqual(texts(cut("abcd", toy, 2)), ["ab", "cd"]);
  assert.deepEqual(texts(cut("abab", toy, 3)), ["ab", "ab"], "a rule applies wherever it can");
  assert.deepEqual(course(cut("x", toy, 3)[0]), []);
});

test("a rule has its turn once: a pair that comes about later stays", () => {
  const rules = readMerges("b\tc\t9\na\tb\t8\nc\td\t7\nx\ty\t1\n");
  assert.deepEqual(texts(cut("abcd", rules, 4)), ["a", "bc", "d"]);
});

test("the script that most of a text is in chooses the model", () => {
  const named = (text, models = MODELS) => fitting(text, models).example;
  assert.equal(named("What does 词元 mean here?"), "english");
  assert.equal(named("GPT 怎么读懂一句话"), "chinese");
  assert.equal(named("12 + 3", [CHINESE, ENGLISH]), "chinese");
  assert.equal(named("", [CHINESE, ENGLISH]), "chinese");
});

test("the link names the example, the text and the word, and what is not as the example opens", () => {
  const [symbol] = cut(" read", ENGLISH, 900);
  const of = { model: ENGLISH, text: "I read", word: " read", symbol, lang: "en" };
  const all = new URLSearchParams(addressOf({ ...of, limit: 900 }));
  assert.deepEqual(Object.fromEntries(all), {
    example: "english",
    text: "I read",
    word: " read",
    step: String(symbol.step),
    lang: "en",
  });
  assert.equal(new URLSearchParams(addressOf({ ...of, limit: 12 })).get("merges"), "12");
});
