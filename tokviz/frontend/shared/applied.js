/* Who has applied a text goes on with what is made of it. */

import { focusInView } from "./in_view.js";
import { isBusy, POLL_MS } from "./streamlit.js";

const JUST_MS = 30_000; // with nothing pressed: a server that has just been started gets as long for its first training
const APPLY_BUTTONS = "[class*='st-key-'][class*='_apply'] button"; // beside a field, or in the panel that it is in
const FIELD_LINE = ".st-key-text_row textarea"; // a field that lies over the picture while it has the focus
const OPEN_PANEL = "[data-testid=stPopoverBody]"; // which gives the focus back to its button once it has closed
const PANEL_BUTTON = "[data-testid=stPopoverButton]";
const HOLD_MS = 500;
const LIVE = "[data-live]"; // a field whose text is sent while it is typed (`page/live_field.js`)
const GOAL = "[data-goal]"; // got the focus here

export class Applied {
  presses = 0;
  pressAtRest = -1; // the press that applied a text
  is = false; // by Ctrl and Enter or by the button, with nothing done since

  /** @param {AbortSignal} signal ends it */
  constructor(signal) {
    this.signal = signal;
    for (const type of ["pointerdown", "keydown"]) {
      window.addEventListener(type, (event) => this.expect(event), { signal, capture: true });
    }
    const go = ({ target }) => this.is && target.closest?.(APPLY_BUTTONS) && this.goOnAtRest();
    window.addEventListener("click", go, { signal, capture: true });
  }

  expect(event) {
    const { type, key, ctrlKey, metaKey, target } = event;
    if (type === "keydown" && (key === "Control" || key === "Meta")) return;
    const isSent = type === "keydown" && key === "Enter" && (ctrlKey || metaKey) && target.matches?.("textarea");
    const isPressed =
      Boolean(target.closest?.(APPLY_BUTTONS)) && (type === "pointerdown" || key === "Enter" || key === " ");
    this.presses += 1;
    this.is = isSent || isPressed;
    this.holding?.abort();
    delete document.body.dataset.applied; // before the field that is applied by this says so
    if (isSent) this.goOnAtRest();
    if (isSent && target.matches(FIELD_LINE)) setTimeout(() => target.blur(), 0); // once Streamlit has it
  }

  /**
   * Go on with what was drawn last, once Streamlit is at rest; and with what is drawn after that in its place. The same
   * text again draws nothing new, nor does one that was sent while it was typed.
   */
  goOnAtRest() {
    const { presses } = this;
    this.pressAtRest = presses;
    const look = () => {
      if (this.signal.aborted || presses !== this.presses || !this.is || !this.goal) return;
      if (isBusy()) setTimeout(look, POLL_MS);
      else this.goOn(this.goal, false);
    };
    setTimeout(look, POLL_MS);
  }

  /**
   * Something new was drawn: take the focus out of the field. The window stays where it is, unless the goal is out of
   * it. Tried again until the goal has it: a panel may still be open, and what is hidden takes no focus. A picture that
   * was drawn again in place of another does it anew, and the other leaves it to that one.
   *
   * @param {() => HTMLElement | null | undefined} goal finds what gets it, once it is there
   * @param {boolean} isFirst                nothing was drawn before, as with an empty text
   */
  goOn(goal, isFirst) {
    this.goal = goal;
    const { presses } = this;
    if (presses === this.pressAtRest) this.is = true;
    const until = performance.now() + JUST_MS;
    const look = () => {
      if (this.signal.aborted || presses !== this.presses || !(this.is || (isFirst && isFocusLeft()))) return;
      const target = document.querySelector(OPEN_PANEL) ? null : goal();
      if (target && takesFocus(target)) this.hold(goal);
      else if (performance.now() < until) setTimeout(look, POLL_MS);
      else this.is = false;
    };
    look();
  }

  /** Give a goal the focus again where a panel that closes takes it a moment later, with nothing pressed. */
  hold(goal) {
    this.is = false;
    this.holding?.abort();
    const holding = new AbortController();
    this.holding = holding;
    const { signal } = holding;
    setTimeout(() => holding.abort(), HOLD_MS);
    const again = () => {
      const target = !signal.aborted && !this.signal.aborted && hasNoFocus() && goal();
      if (target) takesFocus(target);
    };
    document.addEventListener("focusin", again, { signal });
    document.addEventListener("focusout", () => setTimeout(again, 0), { signal }); // to nothing, when it left the page
  }
}

/** Give an element the focus, unless it is hidden; whether it has it now. @param {HTMLElement} target */
function takesFocus(target) {
  focusInView(target);
  const root = /** @type {Document | ShadowRoot} */ (target.getRootNode());
  const isTaken = root.activeElement === target;
  if (isTaken) /** @type {HTMLElement} */ (document.activeElement).dataset.goal = ""; // what hosts the target, or itself
  return isTaken;
}

/** Whether the focus is on nothing that a visitor chose: nowhere, or on the button of a panel that has closed. */
function hasNoFocus() {
  const { activeElement } = document;
  return !activeElement || activeElement === document.body || activeElement.matches(PANEL_BUTTON);
}

/**
 * Whether the focus is still where it was when a text was applied, with nothing pressed since: in a field; or, where the
 * panel told so a moment ago, when this picture was not there to hear it, nowhere or where another picture took it.
 */
function isFocusLeft() {
  const { activeElement } = document;
  if (activeElement?.matches("textarea")) return !activeElement.matches(LIVE);
  const { applied } = document.body.dataset;
  const isOfGoal = hasNoFocus() || activeElement.matches(GOAL);
  return applied !== undefined && performance.now() - Number(applied) < JUST_MS && isOfGoal;
}
