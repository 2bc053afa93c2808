/* Answers that the browser has seen: which are kept, for which version, and when none is. */

import assert from "node:assert/strict";
import test from "node:test";

import { isPublic, SeenBefore } from "../site/tab/seen.js";

const TYPED = ["corpus", "text"];
const REQUEST = { kind: "picture", page: "bpe", query: "example=hug&merges=3", lang: "en" };

/** What a browser keeps, for as long as a test runs. */
function browser() {
  const kept = new Map();
  const cacheOf = (name) => {
    const entries = kept.get(name) ?? new Map();
    kept.set(name, entries);
    return {
      match: async (at) => entries.get(at)?.clone(),
      put: async (at, response) => entries.set(at, response),
      keys: async () => [...entries.keys()],
      delete: async (at) => entries.delete(at),
    };
  };
  globalThis.location = /** @type {any} */ ({ protocol: "https:" });
  globalThis.caches = /** @type {any} */ ({
    open: async (name) => cacheOf(name),
    keys: async () => [...kept.keys()],
    delete: async (name) => kept.delete(name),
  });
  return kept;
}

/** A visit whose Python counts what it is asked. */
function visit(version = "1") {
  const tab = {
    asked: 0,
    isWarm: false,
    base: "https://site/tab/",
    version: async () => version,
    warmUp: () => undefined,
    cancel: () => undefined,
    answer: ({ query }) => {
      tab.asked += 1;
      return Promise.resolve({ ok: !query.includes("wrong"), query });
    },
  };
  return { tab, seen: new SeenBefore(tab, TYPED) };
}

/** Ask in a new visit; returns how often its Python was asked. */
async function asked(request, version) {
  const { tab, seen } = visit(version);
  const { query } = await seen.answer(request, undefined);
  if (query !== request.query) throw new Error(`an answer to ${query}`);
  await new Promise((resolve) => setTimeout(resolve)); // it is kept meanwhile
  return tab.asked;
}

test("pictures and views without a typed text may be kept", () => {
  assert.ok(isPublic(REQUEST, TYPED));
  assert.ok(isPublic({ kind: "view", query: "", fields: {} }, TYPED));
  assert.ok(!isPublic({ kind: "view", query: "", fields: { merges: "l o" } }, TYPED));
  for (const query of ["corpus=low", "example=own&corpus=low", "text="])
    assert.ok(!isPublic({ ...REQUEST, query }, TYPED));
  assert.ok(!isPublic({ ...REQUEST, kind: "task" }, TYPED));
});

test("the second visit does not ask Python, until there is another version", async () => {
  const kept = browser();
  assert.equal(await asked(REQUEST, "1"), 1);
  assert.equal(await asked(REQUEST, "1"), 0);
  assert.equal(await asked({ ...REQUEST, lang: "zh" }, "1"), 1);
  assert.equal(await asked(REQUEST, "2"), 1);
  assert.equal(kept.size, 1); // what the version before has seen is gone
});

test("a typed text, a mistake and what comes after a file are never kept", async () => {
  const kept = browser();
  const refused = ["corpus=low", "merges=wrong"].map((query) => ({ ...REQUEST, query }));
  const ask = () => Promise.all(refused.map((request) => asked(request)));
  await ask();
  assert.deepEqual(await ask(), [1, 1]);
  const { tab, seen } = visit();
  await seen.answer({ kind: "open", query: "" }, undefined);
  await seen.answer(REQUEST, undefined);
  await seen.answer(REQUEST, undefined);
  assert.equal(tab.asked, 3);
  assert.deepEqual(
    [...kept.values()].flatMap((entries) => [...entries.keys()]),
    [],
  );
});

test("only the last are kept, and a browser that keeps nothing only asks", async () => {
  const kept = browser();
  await Promise.all(Array.from({ length: 50 }, (_, merges) => asked({ ...REQUEST, query: `merges=${merges}` })));
  assert.equal([...kept.values()][0].size, 40);
  assert.equal(await asked({ ...REQUEST, query: "merges=0" }), 1);
  globalThis.caches = /** @type {any} */ ({ keys: () => Promise.reject(new Error("SecurityError")) });
  assert.equal(await asked(REQUEST), 1);
});
