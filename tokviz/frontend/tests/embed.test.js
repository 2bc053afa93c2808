/* The picture on pages that are not ours: what a file and a page say, read without a page. */

import assert from "node:assert/strict";
import test from "node:test";

import { checked, FORMAT, languageOf, openingStep } from "../embed/picture_file.js";
import { isLight, scaleOf } from "../embed/surroundings.js";

const FILE = { format: FORMAT, step: 3, languages: { en: { title: "", parts: [] }, zh: { title: "", parts: [] } } };

test("a file of another version, or of anything else, is refused", () => {
  assert.equal(checked(FILE), FILE);
  for (const other of [
    null,
    undefined,
    {},
    [],
    "x",
    { ...FILE, format: "tokviz-picture/2" },
    { ...FILE, languages: {} },
  ]) {
    assert.throws(() => checked(other), TypeError);
  }
});

test("the language is the one asked for, or the nearest, or the first", () => {
  assert.equal(languageOf(FILE.languages, "zh"), "zh");
  assert.equal(languageOf(FILE.languages, "zh-Hans-CN"), "zh");
  assert.equal(languageOf(FILE.languages, "ZH_tw"), "zh");
  assert.equal(languageOf(FILE.languages, "fr"), "en");
  assert.equal(languageOf(FILE.languages, undefined), "en");
  assert.equal(languageOf({ zh: {} }, "en"), "zh");
});

test("the step is the one asked for, if it is one, or that of the file", () => {
  assert.equal(openingStep("5", FILE), 5);
  assert.equal(openingStep(0, FILE), 0);
  for (const other of [undefined, null, "", "x", "-1", "1.5", -1]) assert.equal(openingStep(other, FILE), 3);
  assert.equal(openingStep(undefined, {}), 0);
});

test("light text is on a dark page", () => {
  assert.equal(isLight("color(srgb 1 1 1)"), true);
  assert.equal(isLight("color(srgb 0.941 0.953 0.96 / 0.9)"), true);
  assert.equal(isLight("color(srgb 0.2 0.2 1e-7)"), false);
  assert.equal(isLight("color(srgb 0 0 1)"), false);
  assert.equal(isLight(""), false);
});

test("a page may scale what is in it, and hide it", () => {
  const host = (offsetWidth, width) => ({ offsetWidth, getBoundingClientRect: () => ({ width }) });
  assert.equal(scaleOf(host(960, 1440)), 1.5);
  assert.equal(scaleOf(host(700, 699.6)), 1);
  assert.equal(scaleOf(host(0, 0)), 0);
});
