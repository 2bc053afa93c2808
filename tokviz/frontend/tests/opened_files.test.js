/* The files of a visitor in the tab: named once, kept over a reload, and forgotten where they are removed. */

import assert from "node:assert/strict";
import test from "node:test";
import { Sealed } from "../page/kept_contents.js";
import { KeptVisit } from "../page/kept_visit.js";
import { OpenedFiles } from "../site/tab/opened_files.js";
import { Database, Store } from "./stores.js";

const KEPT = "own files";
const textOf = async (files, name) => (await files.contentOf(name))?.text();

/** A page that is loaded with what the browser has. */
function opened(store, database) {
  return new OpenedFiles(new KeptVisit(store, new Sealed(store, database), KEPT), ["gpt"]);
}

test("a name is free, ends as the file's, and has no comma", async () => {
  const files = opened(new Store(), new Database());
  assert.equal(files.nameFor("gpt"), "gpt (2)");
  assert.equal(files.nameFor("a,b.json"), "a_b.json");
  assert.equal(files.nameFor(`${"a".repeat(100)}.json`).length, 60);
  await files.add("a.json", new Blob(["{}"]));
  assert.equal(files.nameFor("a.json"), "a.json (2)");
  await files.remove("a.json");
  assert.equal(files.nameFor("a.json"), "a.json (2)"); // Python remembers what went by the first
});

test("a reload finds each file by its name, and the database has none of it in plain", async () => {
  const [store, database] = [new Store(), new Database()];
  const files = opened(store, database);
  await files.add("a.json", new Blob(["{low}"]));
  await files.add("a.json (2)", new Blob(["{new}"]));
  assert.deepEqual(files.names, ["a.json", "a.json (2)"]);
  for (const { sealed } of database.values.values()) assert.ok(!new TextDecoder().decode(sealed).includes("low"));
  const again = opened(store, database);
  assert.deepEqual(again.names, files.names);
  assert.deepEqual([await textOf(again, "a.json"), await textOf(again, "a.json (2)")], ["{low}", "{new}"]);
  assert.equal(again.nameFor("a.json"), "a.json (3)");
  assert.equal(await again.contentOf("gpt"), null);
});

test("a file that is removed is in no store", async () => {
  const [store, database] = [new Store(), new Database()];
  await opened(store, database).add("a.json", new Blob(["{}"]));
  const again = opened(store, database);
  await again.remove("a.json");
  assert.equal(await again.contentOf("a.json"), null);
  assert.equal(database.values.size, 0);
  assert.deepEqual(opened(store, database).names, []);
});

test("a file that does not fit is there until the page is left", async () => {
  const store = new Store(400);
  const database = Object.assign(new Database(), { put: () => Promise.reject(new Error("full")) });
  const files = opened(store, database);
  await files.add("large.model", new Blob(["low"]));
  assert.equal(await textOf(files, "large.model"), "low");
  assert.deepEqual(opened(store, database).names, []);
});

test("without a store, files are there until the page is left", async () => {
  const files = opened(null, new Database());
  await files.add("a.json", new Blob(["{}"]));
  assert.deepEqual([files.names, await textOf(files, "a.json")], [["a.json"], "{}"]);
});
