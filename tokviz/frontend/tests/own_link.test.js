/* What the page of own texts is set to, and how its link says it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  appLink,
  changed,
  compared,
  comparedOn,
  isTooLong,
  linkOf,
  opening,
  pageOf,
  queryOf,
  read,
  resumed,
  startOf,
  usualAmount,
  withFile,
  withMore,
  withoutFile,
} from "../site/tab/link.js";

const preset = (name, stops, knobs = {}) => ({ name, stops, knobs });
const ALL = ["merges", "vocab", "end"];
const algorithm = (name, presets, parameters, apply) => ({
  name,
  preset: presets[0].name,
  amount: 200,
  presets,
  parameters,
  stops: presets[0].stops.map((one) => [one, one]),
  apply,
});
const DATA = {
  starts: {
    of: "bpe",
    names: [
      ["", "none"],
      ["gpt", "GPT"],
    ],
  },
  app: "https://tokviz.example.org",
  lang: "en",
  own: "own",
  split: "words",
  text: "she sells sea shells",
  most: { link: 40 },
  algorithms: [
    algorithm("bpe", [preset("sennrich", ALL, { tie: "first-seen" }), preset("course", ALL)], ["tie", "min"], {
      page: "bpe-encode",
      address: "bpe-encode",
      do: "",
    }),
    algorithm("wordpiece", [preset("course", ALL), preset("tf-text", ["vocab"])], ["tie"], {
      page: "wordpiece-encode",
      address: "wordpiece",
      do: "encode",
    }),
    algorithm("unigram", [preset("course", ["vocab"])], ["start"], {
      page: "lattice",
      address: "unigram",
      do: "lattice",
    }),
    algorithm("picky", [preset("picky", ALL)], [], { page: "picky", address: "picky", do: "" }),
  ],
  examples: [
    {
      name: "hug",
      text: "hug 10",
      prose: false,
      openings: {
        bpe: { preset: "course", split: "whitespace", stop: "end", amount: 0 },
        wordpiece: { preset: "course", split: "whitespace", stop: "merges", amount: 3 },
        unigram: { preset: "source", split: "whitespace", stop: "vocab", amount: 10 },
        picky: { preset: "picky", split: "whitespace", stop: "merges", amount: 3 },
      },
      compared: { text: "hugs", tokenizers: ["bpe:course", "unigram:course"] },
    },
  ],
  compared: { usual: ["bpe:course", "unigram:soft-em"], fewest: 2, most: 3 },
  tokenizers: { names: [["gpt", "Small GPT"]] },
};
const START = opening(DATA);
const from = (text, kept = null) => read(new URLSearchParams(text), DATA, kept);

test("the page opens with a text to train on, and nothing trained", () => {
  assert.equal(START.text, DATA.text);
  assert.equal(pageOf(DATA, START), "bpe");
  assert.equal(START.run, false);
  assert.deepEqual(from(""), START);
  assert.deepEqual(from("lang=zh"), START);
});

test("a link restores what it was written from", () => {
  const states = [
    changed(DATA, START, { text: "low low", example: "own" }),
    changed(DATA, START, { preset: "course" }),
    changed(DATA, START, { knobs: { tie: "greatest-pair" } }),
    changed(DATA, START, { stop: "vocab", amount: 30, isChosen: true }),
    changed(DATA, START, { stop: "end", isChosen: true }),
    changed(DATA, START, { example: "hug" }),
    changed(DATA, START, { algorithm: "wordpiece" }),
    { ...changed(DATA, START, { algorithm: "unigram" }), tab: "apply", predict: true, run: true },
    { ...START, tab: "exercises", exercise: { kind: "encode", number: 4 } },
    {
      ...START,
      tab: "practice",
      more: { practice: { kinds: "encode", seed: "7", number: "4", score: "3.2.200.1.2" } },
    },
    { ...START, tab: "keep" },
    withMore(DATA, { ...START, tab: "compare" }, { t: "bpe:course,wordpiece:course", size: "30" }),
    withMore(DATA, START, { step: "7" }),
  ];
  for (const state of states) {
    const again = read(linkOf(DATA, state), DATA, null);
    assert.equal(`${linkOf(DATA, again)}`, `${linkOf(DATA, state)}`);
    assert.equal(`${queryOf(DATA, again)}`, `${queryOf(DATA, state)}`);
  }
});

test("an algorithm without a page that applies it opens as a training", () => {
  assert.deepEqual([from("page=picky").tab, from("page=picky&do=encode").tab], ["training", "training"]);
  const applied = { ...START, tab: "apply" };
  assert.equal(changed(DATA, applied, { algorithm: "picky" }).tab, "training");
  assert.equal(changed(DATA, applied, { algorithm: "unigram" }).tab, "apply");
});

test("a link is drawn at once, unless it was copied before anything was", () => {
  assert.equal(from("page=bpe&example=hug&step=3").run, true);
  assert.equal(linkOf(DATA, from("page=bpe&example=hug&step=3")).has("run"), false);
  assert.equal(from(`${linkOf(DATA, START)}`).run, false);
  assert.equal(from("lang=zh").run, false);
});

test("a link of the app is understood", () => {
  const halves = from("page=wordpiece&do=encode&example=hug&text=bugs");
  assert.equal(halves.tab, "apply");
  assert.equal(pageOf(DATA, halves), "wordpiece-encode");
  assert.deepEqual(halves.more["wordpiece-encode"], { text: "bugs" });
  const training = from("page=bpe&example=hug&step=3&vs=sennrich");
  assert.deepEqual(training.more.bpe, { step: "3", vs: "sennrich" });
  assert.equal(training.preset, "course");
  assert.equal(training.stop, "end");
});

test("a link to practice is the app's, with the number of its task", () => {
  const state = from("page=practice&kinds=encode&level=2&number=5");
  assert.deepEqual([state.tab, state.run, pageOf(DATA, state)], ["practice", true, "practice"]);
  assert.deepEqual(state.more.practice, { kinds: "encode", level: "2", number: "5" });
  assert.equal(appLink(DATA, state), "https://tokviz.example.org/practice?kinds=encode&level=2&number=5&lang=en");
  const exercise = from("page=bpe&example=hug&tab=practice&task=encode&number=2"); // an older link
  assert.deepEqual([exercise.tab, exercise.exercise], ["exercises", { kind: "encode", number: 2 }]);
  assert.deepEqual(exercise.more.bpe, {});
});

test("practice goes on where the visitor was, and points stay", () => {
  const kept = { kinds: "encode", number: "5", score: "4.3.300.1.3" };
  assert.deepEqual(resumed({}, kept), kept);
  assert.deepEqual(resumed({ kinds: "score" }, kept), { kinds: "score", score: kept.score });
  assert.deepEqual(resumed({ score: "1.1.100.1.1" }, kept), { score: "1.1.100.1.1" });
  assert.deepEqual(resumed({ kinds: "score" }, {}), { kinds: "score" });
});

test("what a link says wrongly is as it opens", () => {
  const state = from("page=nowhere&rules=nobody&merges=many&example=nothing");
  assert.deepEqual([state.algorithm, state.preset, state.stop, state.amount], ["bpe", "sennrich", "merges", 200]);
  assert.equal(from("page=unigram&merges=4").stop, "vocab");
});

test("a text that is too long for a link stays with the visit", () => {
  const state = changed(DATA, START, { example: "own", text: "low ".repeat(20) });
  assert.equal(isTooLong(DATA, state), true);
  assert.equal(linkOf(DATA, state).has("corpus"), false);
  assert.equal(queryOf(DATA, state).get("corpus"), state.text); // a request has all of it
  assert.equal(read(linkOf(DATA, state), DATA, state).text, state.text);
  assert.equal(isTooLong(DATA, START), false);
});

test("what the browser has kept is taken as far as it can be", () => {
  assert.equal(from("", { text: "typed elsewhere" }).text, "typed elsewhere");
  for (const kept of [7, [], "text", { algorithm: "nothing" }, { text: 7, more: "x", knobs: null }]) {
    assert.equal(`${queryOf(DATA, from("", kept))}`, `${queryOf(DATA, START)}`);
  }
  const foreign = { ...START, preset: "of another version", stop: "never", text: "low" };
  assert.equal(`${queryOf(DATA, from("", foreign))}`, "example=own&corpus=low&merges=200");
});

test("an example that is changed is an own text, trained as before", () => {
  const hug = changed(DATA, START, { example: "hug" });
  assert.deepEqual([hug.preset, hug.stop], ["course", "end"]);
  const own = changed(DATA, hug, { example: "own", text: "hug 11" });
  assert.deepEqual([own.preset, own.stop, own.split], ["course", "end", "whitespace"]);
  const unigram = changed(DATA, { ...hug, algorithm: "unigram", preset: "source" }, { example: "own", text: "hug 11" });
  assert.equal(unigram.preset, "course"); // no convention is called like the rules of a source
});

test("another convention forgets changed knobs, and where training under it cannot end", () => {
  const changedKnob = changed(DATA, START, { algorithm: "wordpiece", knobs: { tie: "last-seen" } });
  const topDown = changed(DATA, changedKnob, { preset: "tf-text" });
  assert.deepEqual(topDown.knobs, {});
  assert.equal(topDown.stop, "vocab");
  assert.equal(topDown.amount > 0, true);
});

test("without any in its link, a corpus is compared by the tokenizers that it opens with", () => {
  assert.deepEqual(comparedOn(DATA, from("page=compare&example=hug")), DATA.examples[0].compared.tokenizers);
  assert.deepEqual(comparedOn(DATA, from("page=compare&corpus=hug")), DATA.compared.usual);
});

test("a training that goes on from a tokenizer has its rules, until it begins anew", () => {
  const state = withMore(DATA, changed(DATA, START, { preset: "course", knobs: { min: "2" } }), { from: "gpt" });
  assert.equal(startOf(DATA, state), "gpt");
  assert.equal(`${queryOf(DATA, state)}`, "example=own&corpus=she+sells+sea+shells&merges=200&from=gpt");
  assert.equal(startOf(DATA, read(linkOf(DATA, state), DATA, null)), "gpt");
  assert.equal(startOf(DATA, changed(DATA, state, { algorithm: "wordpiece" })), "");
  assert.equal(queryOf(DATA, withMore(DATA, state, { from: "" })).get("rules"), "course");
});

test("another training begins at its first step", () => {
  const state = withMore(DATA, START, { step: "7", vs: "course" });
  assert.deepEqual(changed(DATA, state, { preset: "course" }).more.bpe, { vs: "course" });
});

test("a vocabulary of pieces follows the text until a size is chosen", () => {
  assert.equal(usualAmount(DATA, "bpe", "a b"), 200);
  assert.equal(usualAmount(DATA, "unigram", "she sells"), 10);
  const words = Array.from({ length: 300 }, (_, n) => `w${n}`).join(" ");
  assert.equal(usualAmount(DATA, "unigram", words), 200);
  const unigram = changed(DATA, START, { algorithm: "unigram" });
  assert.equal(changed(DATA, unigram, { text: words, example: "own" }).amount, 200);
  const chosen = changed(DATA, unigram, { amount: 12, isChosen: true });
  assert.equal(changed(DATA, chosen, { text: words, example: "own" }).amount, 12);
});

test("the training stays beside a text in bytes", () => {
  const kept = changed(DATA, START, { example: "own", text: "low low" });
  const bytes = from("page=bytes&preset=own&text=caf%C3%A9&merges=5", kept);
  assert.equal(bytes.tab, "bytes");
  assert.equal(bytes.text, "low low");
  assert.deepEqual(bytes.more.bytes, { preset: "own", text: "café", merges: "5" });
  assert.equal(`${queryOf(DATA, bytes)}`, "preset=own&text=caf%C3%A9&merges=5");
});

test("a visitor's file is compared beside the others, or in the place of the last", () => {
  const state = { ...START, tab: "compare" };
  const one = withFile(DATA, state, "a.json");
  assert.deepEqual(compared(DATA, one), ["bpe:course", "unigram:soft-em", "file:a.json"]);
  assert.equal(one.run, true);
  assert.deepEqual(compared(DATA, withFile(DATA, one, "a.json")), compared(DATA, one));
  const two = withFile(DATA, one, "b.json");
  assert.deepEqual(compared(DATA, two), ["bpe:course", "file:a.json", "file:b.json"]);
  const files = ["c.json", "d.json"].reduce((next, name) => withFile(DATA, next, name), two);
  assert.deepEqual(compared(DATA, files), ["file:a.json", "file:b.json", "file:d.json"]);
  assert.deepEqual(compared(DATA, read(linkOf(DATA, two), DATA, null)), compared(DATA, two));
});

test("a visitor's file is the tokenizer of a page that shows one, and changes no other page", () => {
  const looked = { text: "low", word: "2", step: "4", tokenizer: "gpt" };
  const state = withMore(DATA, { ...START, tab: "tokenizers" }, looked);
  assert.deepEqual(withFile(DATA, state, "a.json").more.tokenizers, { text: "low", tokenizer: "a.json" });
  const exercises = { ...START, tab: "exercises" };
  assert.equal(withFile(DATA, exercises, "a.json"), exercises);
});

test("training goes on from a visitor's file, which the app's address does not name", () => {
  const state = withMore(DATA, START, { step: "4" });
  const chosen = withFile(DATA, state, "a.json");
  assert.equal(startOf(DATA, chosen), "a.json");
  assert.deepEqual(chosen.more.bpe, { from: "a.json" });
  assert.equal(startOf(DATA, read(linkOf(DATA, chosen), DATA, null)), "a.json");
  assert.equal(new URL(appLink(DATA, chosen)).searchParams.has("from"), false);
  assert.equal(startOf(DATA, withoutFile(DATA, chosen, "a.json")), "");
  const other = { ...state, algorithm: "unigram" };
  assert.equal(withFile(DATA, other, "a.json"), other);
});

test("a file that is removed is on no page", () => {
  const chosen = withFile(DATA, { ...START, tab: "tokenizers" }, "a.json");
  const beside = withMore(DATA, { ...chosen, tab: "vocabulary" }, { tokenizer: "gpt", beside: "a.json" });
  const everywhere = withFile(DATA, { ...beside, tab: "compare" }, "a.json");
  const without = withoutFile(DATA, everywhere, "a.json");
  assert.deepEqual(without.more, { tokenizers: {}, vocabulary: { tokenizer: "gpt" }, compare: {} });
  assert.equal(`${queryOf(DATA, withoutFile(DATA, everywhere, "b.json"))}`, `${queryOf(DATA, everywhere)}`);
  const few = withMore(DATA, { ...START, tab: "compare" }, { t: "bpe:course,file:a.json" });
  assert.deepEqual(compared(DATA, withoutFile(DATA, few, "a.json")), DATA.compared.usual);
});

test("the app's address names no file of the tab", () => {
  const shown = withFile(DATA, { ...START, tab: "tokenizers" }, "a.json");
  assert.equal(appLink(DATA, shown), "https://tokviz.example.org/tokenizers?lang=en");
  const two = withMore(DATA, { ...START, tab: "compare", example: "hug" }, { t: "file:a.json,bpe:course" });
  assert.equal(new URL(appLink(DATA, two)).searchParams.get("t"), "bpe:course");
  const alone = withMore(DATA, two, { t: "file:a.json,file:b.json" });
  assert.equal(new URL(appLink(DATA, alone)).searchParams.has("t"), false);
});

test("the app opens the same", () => {
  const lattice = { ...changed(DATA, START, { algorithm: "unigram", example: "hug" }), tab: "apply", predict: true };
  assert.equal(appLink(DATA, lattice), "https://tokviz.example.org/unigram?example=hug&do=lattice&predict=1&lang=en");
  const merges = withMore(DATA, changed(DATA, START, { example: "hug" }), { step: "2" });
  assert.equal(appLink(DATA, merges), "https://tokviz.example.org/bpe?example=hug&step=2&lang=en");
});
