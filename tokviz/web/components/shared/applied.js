/* Who has applied a text goes on with what is made of it. */

import { POLL_MS } from "./streamlit.js";

const WAITS = 100; // a slow page gets three seconds

export class Applied {
  is = false; // by Ctrl and Enter, with nothing done since

  /** @param {AbortSignal} signal ends it */
  constructor(signal) {
    for (const type of ["pointerdown", "keydown"]) {
      window.addEventListener(type, (event) => this.expect(event), { signal, capture: true });
    }
  }

  expect(event) {
    const { type, key, ctrlKey, metaKey, target } = event;
    if (type === "keydown" && (key === "Control" || key === "Meta")) return;
    this.is = type === "keydown" && key === "Enter" && (ctrlKey || metaKey) && target.matches?.("textarea");
  }

  /**
   * Something new was drawn: take the focus out of the field.
   *
   * @param {() => HTMLElement | null | undefined} goal finds what gets it, once it is there
   * @param {boolean} isFirst                nothing was drawn before, as with an empty text
   */
  goOn(goal, isFirst, waits = WAITS) {
    const goesOn = document.activeElement?.matches("textarea") && (this.is || isFirst);
    const found = goesOn ? goal() : null;
    if (goesOn && !found && waits) {
      setTimeout(() => this.goOn(goal, isFirst, waits - 1), POLL_MS);
      return;
    }
    found?.focus();
    this.is = false;
  }
}
