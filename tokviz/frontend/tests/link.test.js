/* The panel for a link: what goes into it, and what it says that it holds. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { heldIn, linkTo, short } from "../page/link.js";

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
