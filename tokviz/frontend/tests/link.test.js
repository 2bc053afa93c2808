/* The panel for a link: what goes into it, and what it says that it holds. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { heldIn, linkTo, short, tabLink } from "../page/link.js";

const NOTHING = { lang: "en", predict: false, embed: false, hidden: [] };
const HOLDS = [
  { label: "Corpus", parameters: ["example", "corpus"] },
  { label: "Step", parameters: ["step"] },
  { label: "Language", parameters: ["lang"] },
];

test("a link is the address with what is chosen, and without what was chosen before", () => {
  const address = "http://127.0.0.1:8501/bpe?example=hug&step=3&hide=a&predict=1&embed=true&embed_options=x&lang=zh";
  assert.equal(linkTo(address, NOTHING).search, "?example=hug&step=3&lang=en");
  const chosen = linkTo(address, { lang: "zh", predict: true, embed: true, hidden: ["picture", "merges"] });
  assert.deepEqual(Object.fromEntries(chosen.searchParams), {
    example: "hug",
    step: "3",
    lang: "zh",
    predict: "1",
    hide: "picture,merges",
    embed: "true",
  });
});

test("text in a link stays what it is", () => {
  const link = linkTo(`http://127.0.0.1/bpe?corpus=${encodeURIComponent("a&b=ü<b>")}`, NOTHING);
  assert.equal(new URL(link.href).searchParams.get("corpus"), "a&b=ü<b>");
});

test("a link says what it holds, and calls the rest settings", () => {
  const query = new URL("http://127.0.0.1/?example=hug&min=2&lang=en&hide=a").searchParams;
  assert.deepEqual(heldIn(query, HOLDS, "Settings"), [
    { label: "Corpus", values: [{ name: "example", value: "hug" }] },
    { label: "Language", values: [{ name: "lang", value: "en" }] },
    { label: "Settings", values: [{ name: "min", value: "2" }] },
  ]);
});

test("a long value is cut, an empty one is a dash", () => {
  assert.equal(short("x".repeat(28)), "x".repeat(28));
  assert.equal(short("x".repeat(29)), `${"x".repeat(28)}…`);
  assert.equal(short(""), "–");
});

const TAB = {
  address: "https://example.edu/tokviz/",
  pages: [
    { name: "bpe", address: "bpe", half: "" },
    { name: "wordpiece", address: "wordpiece", half: "" },
    { name: "wordpiece-encode", address: "wordpiece", half: "encode" },
    { name: "tokenizers", address: "tokenizers", half: "" },
    { name: "chat", address: "chat", half: "" },
  ],
  tokenizers: ["gpt", "bert"],
};
const inTab = (place, tab = TAB) => tabLink(linkTo(`http://127.0.0.1:8501/app/${place}`, NOTHING), tab);

test("a tab opens with the same state, which its server does not hear of", () => {
  const link = new URL(
    inTab("bpe?example=own&corpus=low+5,+l%C3%B6w+%23&merges=3&step=2&guide=bpe&card=2&view=merges"),
  );
  assert.equal(`${link.origin}${link.pathname}${link.search}`, "https://example.edu/tokviz/en/own.html");
  assert.deepEqual(Object.fromEntries(new URLSearchParams(link.hash.slice(1))), {
    page: "bpe",
    example: "own",
    corpus: "low 5, löw #",
    merges: "3",
    step: "2",
  });
  const asking = tabLink(linkTo("http://127.0.0.1/bpe?example=hug", { ...NOTHING, lang: "zh", predict: true }), TAB);
  assert.ok(asking.includes("/zh/own.html#page=bpe&example=hug&predict=1"), asking);
});

test("each half of a page has a page of its own in the tab", () => {
  assert.ok(inTab("wordpiece?do=encode&text=low").endsWith("#page=wordpiece-encode&text=low"));
  assert.ok(inTab("wordpiece?do=train").endsWith("#page=wordpiece"));
  assert.ok(inTab("bpe?do=encode").endsWith("#page=bpe"));
  assert.ok(inTab("chat?preset=own&chat=[]").endsWith("#page=chat&preset=own&chat=%5B%5D"));
});

test("no tab is offered for pages, texts and tokenizers that it does not have", () => {
  assert.equal(inTab("vocabulary?tokenizer=gpt"), "");
  assert.equal(inTab("chat?preset=own"), "");
  assert.equal(inTab("bpe?example=own"), "");
  assert.equal(inTab("tokenizers?preset=own&tokenizer=gpt"), "");
  assert.equal(inTab("tokenizers?text=low&tokenizer=gpt2"), "");
  assert.ok(inTab("tokenizers?preset=own&text=low&tokenizer=bert").includes("tokenizer=bert"));
  assert.equal(inTab("bpe?example=hug", null), "");
});
