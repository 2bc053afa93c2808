/* What the tab keeps of a visit: packed, found again after a reload, and named where it did not fit. */

import assert from "node:assert/strict";
import test from "node:test";
import { Packed, packed, Sealed, unpacked } from "../page/kept_contents.js";
import { KeptVisit } from "../page/kept_visit.js";
import { Database, Store } from "./stores.js";

const visitIn = (store) => new KeptVisit(store, new Packed(store));
const TEXT = { id: "t", field: "own", name: "Your own text", size: 6, text: "low 5\n" };
const FILE = { id: "f", field: "tokenizers", name: "a.json", size: 4 };

test("bytes are the same after packing, and text is shorter", async () => {
  const bytes = new TextEncoder().encode("low lower 最低 ".repeat(20_000));
  const text = await packed(bytes.buffer);
  assert.ok(text.length < bytes.length / 50);
  assert.deepEqual(new Uint8Array(await unpacked(text)), bytes);
});

test("a reload finds texts and files, each for its field", async () => {
  const store = new Store();
  const visit = visitIn(store);
  visit.note([new File(["{  }"], "a.json")]);
  await visit.keep([TEXT, FILE]);
  const { texts, files, places, lost } = await visitIn(store).found();
  assert.deepEqual(texts, { own: "low 5\n" });
  assert.deepEqual(places, [["tokenizers", "a.json", 4, "f"]]);
  assert.equal(await files[0].text(), "{  }");
  assert.deepEqual(lost, []);
});

test("what is removed is not kept", async () => {
  const store = new Store();
  const visit = visitIn(store);
  await visit.keep([TEXT]);
  await visit.keep([]);
  assert.deepEqual([...store.items], [["tokviz-visit", "[]"]]);
});

test("what does not fit is found by its name", async () => {
  const store = new Store(200);
  const visit = visitIn(store);
  const random = Uint8Array.from({ length: 4000 }, (_, at) => (at * at * 7919) % 251);
  visit.note([new File([random], "large.model")]);
  await visit.keep([TEXT, { ...FILE, name: "large.model", size: 4000 }]);
  const { texts, lost } = await visitIn(store).found();
  assert.deepEqual([Object.keys(texts), lost], [["own"], ["large.model"]]);
});

test("a page that may store nothing finds nothing", async () => {
  const visit = visitIn(null);
  await visit.keep([TEXT]);
  assert.deepEqual(await visit.found(), { texts: {}, files: [], places: [], lost: [] });
});

test("the database has what no other tab can read", async () => {
  const [store, database] = [new Store(), new Database()];
  const visit = new KeptVisit(store, new Sealed(store, database));
  await visit.keep([TEXT]);
  const [[name, { sealed }]] = [...database.values];
  assert.ok(name.endsWith(" t") && name.length === 34);
  assert.ok(!new TextDecoder().decode(sealed).includes("low"));
  const again = new KeptVisit(store, new Sealed(store, database));
  assert.deepEqual((await again.found()).texts, { own: "low 5\n" });
  store.items.delete("tokviz-visit-key"); // as in a tab that knows the list alone
  assert.deepEqual((await again.found()).lost, ["Your own text"]);
  await visit.keep([]);
  assert.equal(database.values.size, 1); // which only the tab with the key can name
});

test("what is removed leaves the database", async () => {
  const [store, database] = [new Store(), new Database()];
  const visit = new KeptVisit(store, new Sealed(store, database));
  await visit.keep([TEXT]);
  await visit.keep([]);
  assert.equal(database.values.size, 0);
});
