/* The start page cuts as tokviz does: cut_texts.json is made and checked by tests/views/test_start.py. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { addressOf, cut, fitting, preTokens, readMerges, visible } from "../start/cutting.js";

const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const MODELS = ["english", "chinese"].map((example) => ({
  example,
  script: { english: "Latn", chinese: "Hani" }[example],
  ...readMerges(read(`../../../assets/merges/${example}.tsv`)),
}));
const [ENGLISH, CHINESE] = MODELS;
const EXPECTED = JSON.parse(read("./cut_texts.json"));
const made = (symbol) => (symbol.merge ? [...made(symbol.left), ...made(symbol.right), symbol.merge.number] : []);
const texts = (symbols) => symbols.map(({ text }) => text);

test("every text is cut as tokviz cuts it, by the same merges", () => {
  assert.ok(EXPECTED.cut.length > 60);
  for (const [example, limit, text, words] of EXPECTED.cut) {
    const model = MODELS.find((one) => one.example === example);
    const found = preTokens(text).map((word) => {
      const symbols = cut(word, model, limit);
      const numbers = new Set(symbols.flatMap(made));
      return [word, texts(symbols), [...numbers].sort((one, other) => one - other)];
    });
    assert.deepEqual(found, words, `${example}, ${limit} merges: ${text}`);
  }
});

test("what cannot be seen is shown as elsewhere", () => {
  for (const [text, shown] of Object.entries(EXPECTED.visible)) assert.equal(visible(text), shown);
});

test("a token tells its last merge", () => {
  const toy = readMerges("a\tb\t5\nc\td\t4\nab\tcd\t3\n");
  const [symbol] = cut("abcd", toy, 3);
  const { merge, left, right } = symbol;
  assert.deepEqual([merge.number, merge.count, left.text, right.text], [3, 3, "ab", "cd"]);
  assert.deepEqual(texts(cut("abcd", toy, 2)), ["ab", "cd"]);
  assert.deepEqual(texts(cut("abab", toy, 3)), ["ab", "ab"], "a rule applies wherever it can");
  assert.equal(cut("x", toy, 3)[0].merge, undefined);
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

test("the link opens the derivation of a word at its first step, with as many merges as count", () => {
  const of = { model: ENGLISH, text: "I read", word: " read", lang: "en" };
  const all = new URLSearchParams(addressOf({ ...of, limit: 900 }));
  assert.deepEqual(Object.fromEntries(all), {
    example: "english",
    text: "I read",
    word: " read",
    lang: "en",
  });
  assert.equal(new URLSearchParams(addressOf({ ...of, limit: 12 })).get("merges"), "12");
});
