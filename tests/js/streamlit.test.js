/* Mounting: one view a place, updated by every call, and taken down by the clean-up of the newest call only. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { isBusy, mounting } from "../../tokviz/web/components/shared/streamlit.js";

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

afterEach(() => {
  globalThis.document = undefined;
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
