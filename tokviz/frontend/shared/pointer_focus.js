/* Whether a visitor moves on the page by pointer or by keyboard, and which elements need a key themselves. */

const TAKES_TEXT = `textarea, iframe, audio, video, [contenteditable]:not([contenteditable=false]), [role=textbox],
  [role=spinbutton], [role=slider], [role=listbox], [role=menu], [role=dialog], [aria-expanded=true][role=combobox],
  input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=reset], [role=combobox], [name=scrubber])`;

/** Keys that choose or work what has the focus, and mean nothing to the picture. */
const OF_FOCUS = new Set(["Tab", "Enter", "ArrowUp", "ArrowDown"]);

/** Whether an element on the path from the focus outwards is a text field, a slider, or a list that is open. */
export function isTyping(path) {
  return path.some((node) => node.matches?.(TAKES_TEXT));
}

/**
 * Follows what the visitor used last to move: after a click, a button, a tab or a choice has the focus and no need for
 * keys, so that they are those of the picture; after the Tab key, or one that works it, it was chosen for its keys.
 */
export class PointerFocus {
  isByPointer = !document.activeElement?.matches(":focus-visible"); // a page can follow from a click, or from a key
  last = ""; // what was used last

  /** @param {AbortSignal} signal ends it */
  constructor(signal) {
    const options = { signal, capture: true };
    window.addEventListener("pointerdown", () => this.note("pointer", true), options);
    window.addEventListener("keydown", ({ key }) => this.note("key", this.isByPointer && !OF_FOCUS.has(key)), options);
    // A focus that no pointer gave was given for its keys, by a screen reader for example.
    window.addEventListener("focusin", () => this.note(this.last, this.last === "pointer"), options);
  }

  note(last, isByPointer) {
    this.last = last;
    this.isByPointer = isByPointer;
  }

  /** Whether the element that has the focus was clicked, and takes no text. */
  isFreeOf(event) {
    return this.isByPointer && !isTyping(event.composedPath());
  }

  /** Let go of the focus, whose frame would be where nothing is done any more. */
  release() {
    let focused = document.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    if (focused instanceof HTMLElement && focused !== document.body) focused.blur();
  }
}
