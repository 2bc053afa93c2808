/* Mounting: one view a place, updated by every call, and taken down by the clean-up of the newest call only. Reports:
 * sent when Streamlit is at rest and nobody does anything elsewhere. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { isBusy, mounting, Reports } from "../shared/streamlit.js";

class View {
  constructor(parent) {
    this.parent = parent;
    this.sent = [];
    parent.view = this;
  }

  update(sent) {
    this.sent.push(sent);
  }

  unmount() {
    this.parent.view = null;
  }
}

test("a view is made once and gets what is sent", () => {
  const mount = mounting(View);
  const [one, other] = [{}, {}];
  mount({ parentElement: one, data: 1, setStateValue: null });
  const { view } = one;
  mount({ parentElement: one, data: 2, setStateValue: null });
  mount({ parentElement: other, data: 3, setStateValue: null });
  assert.equal(one.view, view);
  assert.deepEqual(
    view.sent.map(({ data }) => data),
    [1, 2],
  );
  assert.notEqual(other.view, view);
});

test("the clean-up of a call that was overtaken does nothing", () => {
  const mount = mounting(View);
  const parentElement = {};
  const early = mount({ parentElement, data: 1 });
  const late = mount({ parentElement, data: 2 });
  early();
  assert.ok(parentElement.view);
  late();
  assert.equal(parentElement.view, null);
  mount({ parentElement, data: 3 });
  assert.equal(parentElement.view.sent.length, 1); // a new one
});

const { performance, setTimeout, clearTimeout } = globalThis;
let page; // what Streamlit says of the page, and the time
let timers; // id -> when it is due, and what it does; those of node 18, which Debian has, are not complete

beforeEach(() => {
  page = { state: "notRunning", now: 0 };
  const app = { dataset: page };
  Object.defineProperty(page, "testScriptState", { get: () => page.state });
  globalThis.document = { querySelector: () => app };
  globalThis.window = new EventTarget();
  globalThis.performance = { now: () => page.now };
  timers = new Map();
  let id = 0;
  globalThis.setTimeout = (run, delay) => {
    id += 1;
    timers.set(id, { due: page.now + delay, run });
    return id;
  };
  globalThis.clearTimeout = (given) => timers.delete(given);
});

afterEach(() => {
  Object.assign(globalThis, { setTimeout, clearTimeout });
  globalThis.performance = performance;
  globalThis.document = undefined;
  globalThis.window = undefined;
});

/** So many milliseconds later. */
function pass(ms) {
  for (let gone = 0; gone < ms; gone += 10) {
    page.now += 10;
    for (const [id, { due, run }] of [...timers]) {
      if (due > page.now) continue;
      timers.delete(id);
      run();
    }
  }
}

/** An event as the window gets it, whose way begins at `target`. */
function happens(type, target) {
  const event = new Event(type, { cancelable: true });
  event.composedPath = () => [target];
  window.dispatchEvent(event);
  return event;
}

test("a report is made after its delay, the newest of a name", () => {
  const reports = new Reports({ isConnected: true });
  const made = [];
  reports.plan("step", 100, () => made.push(1));
  pass(50);
  reports.plan("step", 100, () => made.push(2));
  reports.plan("query", 100, () => made.push("low"));
  pass(60);
  assert.deepEqual(made, []);
  pass(60);
  assert.deepEqual(made, [2, "low"]);
});

test("a report waits while Streamlit runs the page", () => {
  const reports = new Reports({ isConnected: true });
  let made = 0;
  page.state = "running";
  reports.plan("step", 0, () => made++);
  pass(500);
  assert.equal(made, 0);
  page.state = "notRunning";
  pass(60);
  assert.equal(made, 1);
});

test("what is done elsewhere is sent first, and so is going back", () => {
  const root = { isConnected: true };
  globalThis.document.body = {};
  for (const [type, target, waits] of [
    ["keydown", {}, true],
    ["pointerdown", {}, true],
    ["popstate", {}, true],
    ["keydown", globalThis.document.body, false], // a key of the picture
    ["click", root, false],
  ]) {
    const reports = new Reports(root);
    let made = 0;
    happens(type, target);
    reports.plan("step", 0, () => made++);
    pass(200);
    assert.equal(made, waits ? 0 : 1, `${type} after 200 ms`);
    pass(200);
    assert.equal(made, 1, `${type} after 400 ms`);
    reports.stop();
  }
});

test("a view that is gone reports nothing", () => {
  const root = { isConnected: true };
  const reports = new Reports(root);
  let made = 0;
  reports.plan("step", 50, () => made++);
  reports.stop();
  root.isConnected = false;
  reports.plan("query", 50, () => made++);
  pass(300);
  assert.equal(made, 0);
});

test("Streamlit is busy while it runs the page or is about to", () => {
  const states = { running: true, rerunRequested: true, notRunning: false };
  for (const [testScriptState, busy] of Object.entries(states)) {
    globalThis.document = { querySelector: () => ({ dataset: { testScriptState } }) };
    assert.equal(isBusy(), busy);
  }
  globalThis.document = { querySelector: () => null };
  assert.equal(isBusy(), false);
});
