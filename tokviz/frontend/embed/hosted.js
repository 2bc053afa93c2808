/*
 * The picture inside of a page that is not ours: a notebook, a book, a slide. Styles of that page do not reach it and
 * its own stay inside; keys are its own only while it has the focus; it follows the page from light to dark.
 */

import { meaning } from "../picture/keys.js";
import { element } from "../shared/elements.js";
import { isTyping } from "../shared/pointer_focus.js";
import { Player } from "../takeaway/player.js";
import { isLight, scaleOf } from "./surroundings.js";

const NARROW_HOST = 40; // letters of the usual size: with less, the parts of a picture are below each other
const FIELDS = "select, input, textarea";
const PRESSES = new Set([" ", "Enter"]);
const IN_GROUPS = new Set(["ArrowUp", "ArrowDown"]);
const OUT_OF_REACH = ["inert", "hidden", "disabled"];
const SUPPRESSED = "data-lm-suppress-shortcuts"; // JupyterLab then has no command for a key

export class HostedPicture {
  heard = (_step) => undefined; // what is told of a step at which the picture rests

  /**
   * @param {HTMLElement} host    the element of the page that the picture is in
   * @param {CSSStyleSheet} sheet
   */
  constructor(host, sheet) {
    this.host = host;
    this.root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    this.root.adoptedStyleSheets = [sheet];
    this.place = element("div", { class: "embed", "data-guest": "" });
    this.watched = watchedText();
    this.root.replaceChildren(this.watched, this.place);
    this.listen();
    this.takeScheme();
  }

  listen() {
    this.listening = new AbortController();
    const { signal } = this.listening;
    this.watched.addEventListener("transitionend", () => this.takeScheme(), { signal });
    this.watched.addEventListener("animationstart", () => this.lookAround(), { signal });
    window.addEventListener("keydown", (event) => this.claimKey(event), { signal, capture: true });
    this.place.addEventListener("keydown", (event) => keepKeys(event), { signal });
    this.place.addEventListener("click", (event) => this.takeFocusOf(event), { signal });
    this.place.addEventListener("focusin", ({ target }) => this.noteFocus(target), { signal });
    this.place.addEventListener("focusout", ({ relatedTarget }) => this.noteLeft(relatedTarget), { signal });
    this.changed = new MutationObserver(() => this.keepFocus());
    this.changed.observe(this.place, { attributeFilter: OUT_OF_REACH, childList: true, subtree: true });
    for (const type of ["pointerenter", "focusin"]) {
      this.host.addEventListener(type, () => this.takeSize(), { signal });
    }
    window.addEventListener("resize", () => requestAnimationFrame(() => this.takeSize()), { signal });
    this.resized = new ResizeObserver(() => this.takeSize());
    this.resized.observe(this.host);
  }

  /** Show a step of a trace. parts: its payloads. */
  show(parts, step) {
    this.player?.end(); // one that is handed another trace keeps the measures of the one before
    this.place.replaceChildren();
    this.player = new Player(this.place);
    this.player.heard = (at) => this.heard(at);
    this.parts = parts;
    this.takeSize();
    this.player.order(parts, step);
  }

  /** Go to a step. */
  go(step) {
    if (this.player && step !== this.player.step) this.player.order(this.parts, step);
  }

  /** Take further parts of the same trace. */
  extend(parts) {
    this.parts = parts;
    this.player?.extend(parts);
  }

  /** Say why there is no picture. */
  tell(text) {
    this.player?.end();
    this.player = null;
    this.place.replaceChildren(element("p", { class: "told", role: "status" }, text));
  }

  end() {
    this.player?.end();
    this.listening.abort();
    this.resized.disconnect();
    this.changed.disconnect();
    this.root.replaceChildren();
  }

  /** Take the size and the colors of what is around: a host may draw its theme while the picture is not shown. */
  lookAround() {
    this.takeSize();
    this.takeScheme();
  }

  /** Be dark where the text around is light. scheme: "light" or "dark", whatever is around. */
  takeScheme(scheme = this.scheme) {
    this.scheme = scheme;
    const isDark = scheme ? scheme === "dark" : isLight(getComputedStyle(this.watched).color);
    this.place.dataset.scheme = isDark ? "dark" : "light";
  }

  /**
   * Undo that a page scales what is in it, as slides do: the picture measures in pixels. Its letters are larger instead.
   */
  takeSize() {
    const scale = scaleOf(this.host);
    if (!scale) return; // it is not shown
    this.place.style.setProperty("--scale", String(scale));
    const letter = Number.parseFloat(getComputedStyle(this.place).fontSize);
    this.host.toggleAttribute("data-narrow", this.host.clientWidth * scale <= NARROW_HOST * letter);
  }

  /** JupyterLab hears of a key first, and has a command for each arrow. */
  claimKey(event) {
    if (event.composedPath().includes(this.place)) this.host.toggleAttribute(SUPPRESSED, isOwnKey(event));
  }

  /** A button that was clicked needs no focus: the picture has it. */
  takeFocusOf(event) {
    const isByPointer = event.detail > 0 && event.target.closest?.(".transport button");
    if (isByPointer) this.focusPicture();
  }

  noteFocus(node) {
    this.focused = node;
  }

  /** Forget what had the focus, unless it lost it by being taken away: a browser may tell of that, too. */
  noteLeft(next) {
    const left = this.focused;
    queueMicrotask(() => {
      if (this.focused === left && (next || isInReach(left))) this.focused = null;
    });
  }

  /** What had the focus may be taken away, such as the row of a pair that is merged: the picture has it then. */
  keepFocus() {
    if (!this.focused || isInReach(this.focused)) return;
    this.focused = null;
    this.focusPicture();
  }

  focusPicture() {
    const picture = /** @type {HTMLElement | null} */ (this.place.querySelector(".picture"));
    picture?.focus({ preventScroll: true });
  }
}

function isInReach(node) {
  return node.isConnected && !node.closest("[inert], [hidden], :disabled");
}

/**
 * An element with the color of the text around, which says by the end of a transition that it has changed, and by the
 * start of an animation that it is shown again: what is not shown has no transitions.
 */
function watchedText() {
  const made = element("span", { "aria-hidden": "true" });
  const styles = {
    animation: "shown 1ms",
    color: "color-mix(in srgb, currentcolor 100%, black 0%)", // as numbers, whatever the page writes
    height: "0",
    position: "absolute",
    transition: "color 1ms",
    visibility: "hidden",
    width: "0",
  };
  for (const [name, value] of Object.entries(styles)) made.style.setProperty(name, value, "important");
  return made;
}

/** Whether a key can mean something in the picture. */
function isOwnKey(event) {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const path = event.composedPath();
  if (isTyping(path) || path[0].matches?.(FIELDS)) return true;
  if (ctrlKey || metaKey || altKey || shiftKey) return false;
  return meaning(key, false) !== null || PRESSES.has(key) || IN_GROUPS.has(key);
}

/** What a key does in the picture it does not do on the page as well. One held down stops at the last step. */
function keepKeys(event) {
  const { key, ctrlKey, metaKey, altKey, repeat, defaultPrevented } = event;
  if (ctrlKey || metaKey || altKey || key === "Tab" || key === "Escape") return;
  const path = event.composedPath();
  const isTaken = defaultPrevented || PRESSES.has(key) || isTyping(path) || path[0].matches?.(FIELDS);
  if (isTaken || (repeat && meaning(key, false))) event.stopPropagation();
}
