/*
 * Presses the button that begins and ends presenting: at F (or P) always, at Escape while the page presents. Being on
 * every page, it also sends the text of fields while they are typed, closes the menu after a choice where it lies over the page, which Streamlit leaves open, and has
 * what opens above the page follow the theme.
 */

import { isTaken } from "../picture/keys.js";
import { PointerFocus } from "../shared/pointer_focus.js";
import { mounting } from "../shared/streamlit.js";
import { followScheme } from "./color_scheme.js";
import { sendWhileTyping } from "./live_field.js";

const NARROW = "(max-width: 768px)"; // where Streamlit lays the side bar over the page
const CLOSE = "[data-testid=stSidebarCollapseButton] button";

const TURNS = new Set(["f", "F", "p", "P"]);

class PageKeys {
  button = "none"; // selector of the button

  constructor() {
    this.listening = new AbortController();
    const { signal } = this.listening;
    this.pointer = new PointerFocus(signal);
    followScheme(signal);
    sendWhileTyping(signal);
    document.addEventListener("keydown", (event) => this.onKey(event), { signal });
    document.addEventListener("click", (event) => this.closeMenu(event), { signal });
    document.documentElement.dataset.keys = "heard";
  }

  unmount() {
    this.listening.abort();
  }

  /** @param {{data: {button: string}}} sent */
  update({ data }) {
    this.button = data.button;
  }

  /** @param {MouseEvent} event */
  closeMenu({ target }) {
    const isChoice = target instanceof Element && target.closest("[data-testid=stSidebarNavLink]");
    if (isChoice && matchMedia(NARROW).matches)
      /** @type {HTMLElement | null} */ (document.querySelector(CLOSE))?.click();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    // The address has it before the server's next message does.
    const isPresenting = new URL(location.href).searchParams.get("present") === "1";
    const isOurs = TURNS.has(event.key) || (event.key === "Escape" && isPresenting);
    if (!isOurs || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (isTaken(event.key, event.composedPath()) && !this.pointer.isFreeOf(event)) return;
    event.preventDefault();
    /** @type {HTMLElement | null} */ (document.querySelector(this.button))?.click();
  }
}

export default mounting(PageKeys);
