/* What the tab keeps of a visit: packed, found again after a reload, and named where it did not fit. */

import assert from "node:assert/strict";
import test from "node:test";
import { KeptVisit, packed, unpacked } from "../page/kept_visit.js";

class Store {
  constructor(room = Number.POSITIVE_INFINITY) {
    this.items = new Map();
    this.room = room;
  }

  getItem(key) {
    return this.items.get(key) ?? null;
  }

  setItem(key, value) {
    if (value.length > this.room) throw new Error("full");
    this.items.set(key, value);
  }

  removeItem(key) {
    this.items.delete(key);
  }
}

const TEXT = { id: "t", field: "own", name: "Your own text", size: 6, text: "low 5\n" };
const FILE = { id: "f", field: "tokenizers", name: "a.json", size: 4 };

test("bytes are the same after packing, and text is shorter", async () => {
  const bytes = new TextEncoder().encode("low lower 最低 ".repeat(20_000));
  const text = await packed(bytes);
  assert.ok(text.length < bytes.length / 50);
  assert.deepEqual(new Uint8Array(await unpacked(text)), bytes);
});

test("a reload finds texts and files, each for its field", async () => {
  const store = new Store();
  const visit = new KeptVisit(store);
  visit.note([new File(["{  }"], "a.json")]);
  await visit.keep([TEXT, FILE]);
  const { texts, files, places, lost } = await new KeptVisit(store).found();
  assert.deepEqual(texts, { own: "low 5\n" });
  assert.deepEqual(places, [["tokenizers", "a.json", 4]]);
  assert.equal(await files[0].text(), "{  }");
  assert.deepEqual(lost, []);
});

test("what is removed is not kept", async () => {
  const store = new Store();
  const visit = new KeptVisit(store);
  await visit.keep([TEXT]);
  await visit.keep([]);
  assert.deepEqual([...store.items], [["tokviz-visit", "[]"]]);
});

test("what does not fit is found by its name", async () => {
  const store = new Store(200);
  const visit = new KeptVisit(store);
  const random = Uint8Array.from({ length: 4000 }, (_, at) => (at * at * 7919) % 251);
  visit.note([new File([random], "large.model")]);
  await visit.keep([TEXT, { ...FILE, name: "large.model", size: 4000 }]);
  const { texts, lost } = await new KeptVisit(store).found();
  assert.deepEqual([Object.keys(texts), lost], [["own"], ["large.model"]]);
});

test("a page that may store nothing finds nothing", async () => {
  const visit = new KeptVisit(null);
  await visit.keep([TEXT]);
  assert.deepEqual(await visit.found(), { texts: {}, files: [], places: [], lost: [] });
});
