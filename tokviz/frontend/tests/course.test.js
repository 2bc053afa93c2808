/* A lesson in a course platform: what it keeps is reported to a runtime of SCORM that platforms use, and brought back. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Scorm12API, Scorm2004API } from "scorm-again";
import { KeptAnswers } from "../lessons/kept_answers.js";
import { noteCard } from "../lessons/lesson_progress.js";
import { askedAs, ScoreKeeper } from "../lessons/score.js";
import { findApi, Scorm, timeOf } from "../site/course/scorm.js";
import { Session } from "../site/course/session.js";
import { CourseStore, reportOf } from "../site/course/store.js";
import { launchOf, Xapi } from "../site/course/xapi.js";

const TOTAL = 4;
const CARDS = [[], [{}], [], [{}, {}]].map((asks, place) => ({ card: { card: place + 1, lesson: "bpe" }, asks }));
const RUNTIMES = { 1.2: Scorm12API, 2004: Scorm2004API };
const RUNTIME_SETTINGS = { autocommit: false, logLevel: 5 };

/** Another runtime, with what a platform kept of the visit before. */
function runtime(version, kept = null) {
  const api = new RUNTIMES[version](RUNTIME_SETTINGS);
  if (kept) api.loadFromJSON(kept);
  return api;
}

/** What a platform keeps at the end of a visit. */
const keptOf = (api) => JSON.parse(JSON.stringify(api.cmi.toJSON()));

async function visit(api, version) {
  const store = new CourseStore();
  const taken = [];
  let now = 0;
  const session = new Session(store, new Scorm(version, api, () => now), CARDS, (isTaken) => taken.push(isTaken));
  const card = await session.begin();
  return {
    store,
    session,
    card,
    taken,
    pass: (milliseconds) => {
      now += milliseconds;
    },
  };
}

function answer(store, [card, place], isRight, text = "e s") {
  new KeptAnswers(store).add("bpe", card, place, text);
  new ScoreKeeper(store).note("bpe", askedAs(card, place), isRight);
}

const settled = () => new Promise((done) => setImmediate(done));

for (const version of ["1.2", "2004"]) {
  const name = version === "1.2" ? (value) => `cmi.core.${value}` : (value) => `cmi.${value}`;
  const status = version === "1.2" ? "cmi.core.lesson_status" : "cmi.completion_status";
  const location = version === "1.2" ? "cmi.core.lesson_location" : "cmi.location";
  const read = (api, value) => (version === "1.2" ? api.LMSGetValue(value) : api.GetValue(value));

  test(`SCORM ${version}: progress, score, completion, and on where it ended`, async () => {
    const first = runtime(version);
    const { store, session, card, taken, pass } = await visit(first, version);
    assert.equal(card, 1);
    noteCard(store, "bpe", 1, TOTAL);
    await settled();
    assert.equal(read(first, status), "incomplete");
    assert.equal(read(first, name("score.raw")), "", "nothing was answered");
    noteCard(store, "bpe", 2, TOTAL);
    answer(store, [2, 0], true);
    answer(store, [2, 0], false); // the first counts
    noteCard(store, "bpe", 3, TOTAL);
    await settled();
    assert.equal(read(first, location), "3");
    assert.equal(read(first, name("score.raw")), "33.33");
    pass(3_725_000);
    session.end();
    assert.ok(taken.length > 1 && taken.every(Boolean));
    assert.equal(first.isTerminated(), true);
    assert.equal(version === "1.2" ? first.LMSGetLastError() : first.GetLastError(), "0");
    assert.equal((keptOf(first).core ?? keptOf(first)).session_time, version === "1.2" ? "01:02:05" : "PT1H2M5S");

    const second = runtime(version, keptOf(first));
    const again = await visit(second, version);
    assert.equal(again.card, 3);
    assert.deepEqual(new KeptAnswers(again.store).to("bpe", 2, 0), ["e s", "e s"]);
    answer(again.store, [4, 1], true);
    noteCard(again.store, "bpe", TOTAL, TOTAL);
    await settled();
    assert.equal(read(second, status), "completed");
    assert.equal(read(second, name("score.raw")), "66.67");
    const { score, progress_measure } = keptOf(second);
    assert.deepEqual([score?.scaled, progress_measure], version === "1.2" ? [undefined, undefined] : ["0.6667", "1"]);
    again.session.end();
    assert.ok(again.taken.every(Boolean));

    const third = runtime(version, keptOf(second));
    const later = await visit(third, version);
    assert.equal(later.card, 1, "what is done is read from its beginning");
    noteCard(later.store, "bpe", 1, TOTAL);
    later.session.wait();
    await settled();
    assert.equal(read(third, status), "completed");
  });

  test(`SCORM ${version}: a platform that takes nothing is told of`, async () => {
    const refusing = new Proxy({}, { get: () => () => "false" });
    const { store, taken } = await visit(refusing, version);
    noteCard(store, "bpe", 2, TOTAL);
    await settled();
    assert.deepEqual(taken, [false]);
  });

  test(`SCORM ${version}: what ends within a tick is still reported`, async () => {
    const api = runtime(version);
    const { store, session } = await visit(api, version);
    noteCard(store, "bpe", 2, TOTAL);
    session.end();
    session.end();
    const kept = keptOf(api);
    assert.equal(version === "1.2" ? kept.core.lesson_location : kept.location, "2");
  });

  test(`SCORM ${version}: what is passed or completed is not taken back`, async () => {
    const api = runtime(version);
    if (version === "1.2") api.cmi.core.lesson_status = "passed";
    else api.cmi.completion_status = "completed";
    const { store } = await visit(api, version);
    noteCard(store, "bpe", 2, TOTAL);
    await settled();
    assert.equal(read(api, status), version === "1.2" ? "passed" : "completed");
    assert.equal(read(api, location), "2");
  });
}

test("the platform is found in a window above, in the opener of one, and nowhere else", () => {
  const api = {};
  const windowOf = (parent, more = {}) => {
    const made = { opener: null, ...more };
    made.parent = parent ?? made;
    made.top = parent?.top ?? made;
    return made;
  };
  const top = windowOf(null, { API: api });
  assert.equal(findApi("1.2", windowOf(windowOf(top))), api);
  assert.equal(findApi("2004", windowOf(windowOf(top))), null);
  assert.equal(findApi("1.2", windowOf(windowOf(null, { opener: windowOf(top) }))), api);
  assert.equal(findApi("1.2", windowOf(null)), null);
  const foreign = windowOf(null);
  Object.defineProperty(foreign, "API", {
    get: () => {
      throw new Error("another site");
    },
  });
  assert.equal(findApi("1.2", windowOf(foreign)), null);
});

test("durations are written as each version has them", () => {
  assert.equal(timeOf("1.2", 3_725_400), "0001:02:05");
  assert.equal(timeOf("2004", 3_725_400), "PT1H2M5S");
  assert.equal(timeOf("2004", -5), "PT0H0M0S");
});

test("what is too long to be kept loses what was kept last, and nothing that is kept breaks a lesson", () => {
  const store = new CourseStore();
  noteCard(store, "bpe", 2, TOTAL);
  answer(store, [2, 0], true, "x".repeat(5000));
  const shorter = new CourseStore();
  shorter.restore(store.text(4096));
  assert.equal(reportOf(shorter, CARDS).card, 2);
  assert.equal(store.text(10), "");
  for (const text of ["", "null", "3", "{", "[1]", '{"tokviz-lessons": 3}']) {
    const other = new CourseStore();
    other.restore(text);
    assert.equal(reportOf(other, CARDS).card, 1, text);
  }
  const beyond = new CourseStore();
  beyond.restore('{"tokviz-lessons": {"bpe": {"card": 99, "isDone": false}}}');
  assert.equal(reportOf(beyond, CARDS).card, TOTAL);
});

// -- xAPI

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u;
const VERB = /^http:\/\/adlnet\.gov\/expapi\/verbs\/(?:experienced|answered|completed)$/u;
const TYPE = /^http:\/\/adlnet\.gov\/expapi\/activities\/(?:module|question|lesson)$/u;
const ACTOR = { mbox: "mailto:student@example.org", objectType: "Agent" };
const LESSON = { activity: "urn:tokviz:lesson:bpe", title: "BPE", titles: ["One", "Two", "Three", "Four"], lang: "en" };
const QUERY = { endpoint: "https://lrs.example.org/xapi", auth: "Basic abc", actor: JSON.stringify(ACTOR) };
const REGISTRATION = "6f1ed002-ab5e-4014-8a41-000000000001";

/** A store of statements and states, which answers as one of xAPI does. */
class Records {
  statements = [];
  states = new Map();
  isOpen = true;
  asked = [];

  send = (address, request) => Promise.resolve().then(() => this.answer(address, request));

  answer(address, { method = "GET", headers, body = "" }) {
    const { pathname, searchParams } = new URL(address);
    this.asked.push({ method, pathname, headers, searchParams });
    if (!this.isOpen) throw new Error("no network");
    const isState = pathname.endsWith("/activities/state");
    const key = `${searchParams}`;
    if (method === "GET") return { ok: this.states.has(key), text: () => this.states.get(key) };
    if (isState) this.states.set(key, body);
    else this.statements.push(...JSON.parse(body));
    return { ok: true };
  }
}

let records = new Records();
beforeEach(() => {
  records = new Records();
});

async function xapiVisit() {
  const launch = launchOf(`?${new URLSearchParams({ ...QUERY, registration: REGISTRATION })}`);
  const store = new CourseStore();
  const taken = [];
  const platform = new Xapi(launch, LESSON, records.send, () => 90_000);
  const session = new Session(store, platform, CARDS, (isTaken) => taken.push(isTaken));
  return { store, card: await session.begin(), taken };
}

test("xAPI: a link that says too little sends nothing", () => {
  const without = (name) => launchOf(`?${new URLSearchParams({ ...QUERY, [name]: "" })}`);
  for (const name of Object.keys(QUERY)) assert.equal(without(name), null, name);
  const other = (more) => launchOf(`?${new URLSearchParams({ ...QUERY, ...more })}`);
  assert.equal(launchOf(""), null);
  assert.equal(other({ endpoint: "javascript:alert(1)" }), null);
  for (const actor of ["student", "[]", "3", "null"]) assert.equal(other({ actor }), null, actor);
  assert.deepEqual(other({ activity_id: "https://example.org/a" }), {
    ...{ endpoint: "https://lrs.example.org/xapi/", auth: "Basic abc", actor: ACTOR, registration: "" },
    activity: "https://example.org/a",
  });
});

test("xAPI: cards, first answers and the end are stated, each once, over two visits", async () => {
  const { store, card, taken } = await xapiVisit();
  assert.equal(card, 1);
  noteCard(store, "bpe", 1, TOTAL);
  await settled();
  noteCard(store, "bpe", 2, TOTAL);
  answer(store, [2, 0], false, "s t");
  answer(store, [2, 0], true, "e s");
  await settled();
  const again = await xapiVisit();
  assert.equal(again.card, 2);
  noteCard(again.store, "bpe", 2, TOTAL);
  answer(again.store, [4, 0], true);
  noteCard(again.store, "bpe", 4, TOTAL);
  await settled();
  assert.ok([...taken, ...again.taken].every(Boolean));
  const said = records.statements.map(({ verb, object }) => [verb.id.split("/").pop(), object.id.split(":").pop()]);
  assert.deepEqual(said, [
    ["experienced", "bpe/card/1"],
    ["experienced", "bpe/card/2"],
    ["answered", "bpe/card/2/question/1"],
    ["experienced", "bpe/card/4"],
    ["answered", "bpe/card/4/question/1"],
    ["completed", "bpe"],
  ]);
  assert.deepEqual(records.statements[2].result, { success: false, response: "s t", score: { scaled: 0 } });
  assert.deepEqual(records.statements[5].result, {
    completion: true,
    score: { scaled: 1 / 3, raw: 1, min: 0, max: 3 },
    duration: "PT0H0M0S",
  });
  for (const { id, actor, verb, object, context, timestamp } of records.statements) {
    assert.match(id, UUID);
    assert.deepEqual(actor, ACTOR);
    assert.match(verb.id, VERB);
    assert.match(object.definition.type, TYPE);
    assert.equal(context.registration, REGISTRATION);
    assert.equal(timestamp, "1970-01-01T00:01:30.000Z");
  }
  for (const { headers, pathname } of records.asked) {
    assert.equal(headers.Authorization, "Basic abc");
    assert.equal(headers["X-Experience-API-Version"], "1.0.3");
    assert.ok(["/xapi/statements", "/xapi/activities/state"].includes(pathname));
  }
});

test("xAPI: what could not be sent goes with the next", async () => {
  const { store, taken } = await xapiVisit();
  records.isOpen = false;
  noteCard(store, "bpe", 2, TOTAL);
  await settled();
  records.isOpen = true;
  noteCard(store, "bpe", 3, TOTAL);
  await settled();
  assert.deepEqual(taken, [false, true]);
  assert.deepEqual(
    records.statements.map(({ object }) => object.id.split("/").pop()),
    ["2", "3"],
  );
});
