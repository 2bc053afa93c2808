/* Who has applied a text goes on with what is made of it. */

import { focusInView } from "./in_view.js";
import { POLL_MS } from "./streamlit.js";

const WAITS = 100; // a slow page gets three seconds
const JUST_MS = 10_000;
const APPLY_BUTTONS = "[class*='st-key-'][class*='_apply'] button"; // beside a field, or in the panel that it is in
const FIELD_LINE = ".st-key-text_row textarea"; // a field that lies over the picture while it has the focus
const OPEN_PANEL = "[data-testid=stPopoverBody]"; // which gives the focus back to its button once it has closed
const PANEL_BUTTON = "[data-testid=stPopoverButton]";
const HOLD_MS = 500;

export class Applied {
  is = false; // by Ctrl and Enter or by the button, with nothing done since

  /** @param {AbortSignal} signal ends it */
  constructor(signal) {
    for (const type of ["pointerdown", "keydown"]) {
      window.addEventListener(type, (event) => this.expect(event), { signal, capture: true });
    }
  }

  expect(event) {
    const { type, key, ctrlKey, metaKey, target } = event;
    if (type === "keydown" && (key === "Control" || key === "Meta")) return;
    const isSent = type === "keydown" && key === "Enter" && (ctrlKey || metaKey) && target.matches?.("textarea");
    const isPressed =
      Boolean(target.closest?.(APPLY_BUTTONS)) && (type === "pointerdown" || key === "Enter" || key === " ");
    this.is = isSent || isPressed;
    this.holding?.abort();
    if (isSent && target.matches(FIELD_LINE)) setTimeout(() => target.blur(), 0); // once Streamlit has it
  }

  /**
   * Something new was drawn: take the focus out of the field. The window stays where it is, unless the goal is out of
   * it.
   *
   * @param {() => HTMLElement | null | undefined} goal finds what gets it, once it is there
   * @param {boolean} isFirst                nothing was drawn before, as with an empty text
   */
  goOn(goal, isFirst, waits = WAITS) {
    const goesOn = this.is || (isFirst && (document.activeElement?.matches("textarea") || wasApplied()));
    const target = goesOn && !document.querySelector(OPEN_PANEL) ? goal() : null;
    if (goesOn && !target && waits) {
      setTimeout(() => this.goOn(goal, isFirst, waits - 1), POLL_MS);
      return;
    }
    if (target) setTimeout(() => this.hold(target), 0); // after a panel that has just closed
    this.is = false;
    delete document.body.dataset.applied;
  }

  /** Give an element the focus, and again where a panel's button takes it a moment later with nothing pressed. */
  hold(target) {
    this.holding?.abort();
    const holding = new AbortController();
    this.holding = holding;
    setTimeout(() => holding.abort(), HOLD_MS);
    focusInView(target);
    const { signal } = holding;
    document.addEventListener("focusin", () => document.activeElement?.matches(PANEL_BUTTON) && focusInView(target), {
      signal,
    });
  }
}

/** Whether a text was applied in its panel a moment ago, when this picture was not there to hear it. */
function wasApplied() {
  const { applied } = document.body.dataset;
  return applied !== undefined && performance.now() - Number(applied) < JUST_MS;
}
