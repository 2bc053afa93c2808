import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Applied } from "../shared/applied.js";

/** A page that has what the module looks at: what has the focus, and whether a panel is open. */
class Page extends EventTarget {
  body = { dataset: {}, matches: () => false };
  activeElement = this.body;
  isPanelOpen = false;

  querySelector() {
    return this.isPanelOpen ? {} : null;
  }

  /** An element of a picture, which takes the focus unless it is hidden. */
  goal({ isHidden = false } = {}) {
    const root = { activeElement: null };
    const node = {
      isHidden,
      dataset: {},
      matches: (selector) => selector === "[data-goal]" && "goal" in node.dataset,
      focus: () => {
        if (node.isHidden) return;
        this.activeElement = node;
        root.activeElement = node;
      },
      getRootNode: () => root,
      getBoundingClientRect: () => ({ top: 0, bottom: 10 }),
    };
    return node;
  }

  apply() {
    this.body.dataset.applied = String(performance.now());
  }
}

/** Wait until an element has the focus, or for so long that it does not get it. */
async function focused(node, tries = 100) {
  if (page.activeElement === node || !tries) return page.activeElement === node;
  await new Promise((done) => setTimeout(done, 5));
  return focused(node, tries - 1);
}

/** @type {Page} */
let page;
/** @type {AbortController[]} */
let mounted;

const mount = () => {
  mounted.push(new AbortController());
  return new Applied(mounted.at(-1).signal);
};

beforeEach(() => {
  page = new Page();
  mounted = [];
  Object.assign(globalThis, { document: page, window: Object.assign(new EventTarget(), { innerHeight: 100 }) });
});

test("of two pictures, the one that took the place of the other gets the focus", async () => {
  page.apply();
  page.isPanelOpen = true; // both wait for the panel
  const [first, second] = [page.goal(), page.goal()];
  mount().goOn(() => first, true);
  mounted[0].abort();
  mount().goOn(() => second, true);
  page.isPanelOpen = false;
  assert.ok(await focused(second));
});

test("a picture that is drawn again after it got the focus gets it again", () => {
  page.apply();
  mount().goOn(() => page.goal(), true);
  assert.notEqual(page.activeElement, page.body);
  mounted[0].abort();
  page.activeElement = page.body; // its element is gone
  const goal = page.goal();
  mount().goOn(() => goal, true);
  assert.equal(page.activeElement, goal);
});

test("a picture that is drawn after another one got the focus gets it from that", () => {
  page.apply();
  const [first, second] = [page.goal(), page.goal()];
  mount().goOn(() => first, true);
  assert.equal(page.activeElement, first);
  mount().goOn(() => second, true);
  assert.equal(page.activeElement, second);
});

test("an element that is drawn anew under the focus gets it from a panel that closes late", async () => {
  page.apply();
  let goal = page.goal();
  mount().goOn(() => goal, true);
  goal = page.goal();
  page.activeElement = page.body;
  page.dispatchEvent(new Event("focusout"));
  assert.ok(await focused(goal));
});

test("what is hidden gets the focus once it is shown", async () => {
  page.apply();
  const goal = page.goal({ isHidden: true });
  mount().goOn(() => goal, true);
  assert.equal(await focused(goal, 10), false);
  goal.isHidden = false;
  assert.ok(await focused(goal));
});

test("a press ends it, and what the visitor has chosen keeps the focus", () => {
  const goal = page.goal();
  const elsewhere = page.goal();
  page.apply();
  page.activeElement = elsewhere;
  mount().goOn(() => goal, true);
  assert.equal(page.activeElement, elsewhere);
  page.activeElement = page.body;
  globalThis.window.dispatchEvent(Object.assign(new Event("keydown"), { key: "Tab" }));
  mount().goOn(() => goal, true);
  assert.equal(page.activeElement, page.body);
});

/** A field whose text is sent while it is typed. */
const live = (...marks) => ({ matches: (selector) => ["textarea", "[data-live]", ...marks].includes(selector) });

test("a field whose text is sent while it is typed keeps the focus", () => {
  const field = live();
  page.activeElement = field;
  mount().goOn(() => page.goal(), true);
  assert.equal(page.activeElement, field);
});

test("who applies a text that was sent goes on with what was drawn, and with what is drawn in its place", async () => {
  const applied = mount();
  const goal = page.goal();
  applied.goOn(() => goal, true);
  page.activeElement = live("[data-live=sent]");
  const press = Object.assign(new Event("keydown"), { key: "Enter", ctrlKey: true });
  Object.defineProperty(press, "target", { value: page.activeElement });
  globalThis.window.dispatchEvent(press);
  assert.ok(await focused(goal));
  const next = page.goal();
  page.activeElement = page.body; // the other is gone
  applied.goOn(() => next, false);
  assert.equal(page.activeElement, next);
});
