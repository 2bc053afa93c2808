/* The focus waits for a run, however long that takes. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import focus from "../page/focus.js";
import { POLL_MS } from "../shared/streamlit.js";

globalThis.HTMLElement = class {
  focused = 0;
  focus() {
    this.focused += 1;
  }
  getBoundingClientRect() {
    return { top: 0, bottom: 10 };
  }
};
globalThis.window = { innerHeight: 720 };

const WAITS = 1000; // looks, of thirty seconds

test("a page that is drawn for half a minute gets the focus after it, once", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const app = { dataset: { testScriptState: "running" } };
  const goal = new HTMLElement();
  globalThis.document = { querySelector: (name) => (name === "#goal" ? goal : app) };
  const parentElement = {};
  focus({ parentElement, data: { place: "first", selector: "#goal" } });
  focus({ parentElement, data: { place: "second", selector: "#goal" } });
  for (let look = 0; look < WAITS; look++) mock.timers.tick(POLL_MS);
  assert.equal(goal.focused, 0);
  app.dataset.testScriptState = "notRunning";
  for (let look = 0; look < WAITS; look++) mock.timers.tick(POLL_MS);
  assert.equal(goal.focused, 1);
});
