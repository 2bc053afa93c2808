/*
 * Linking, in every picture: a thing lights up wherever it is while it is pointed at or has the focus, and a click
 * keeps it until the next one, Escape or a step. What a thing is, and how it is lit, is the picture's.
 */

import { element } from "../shared/elements.js";
import { Legend } from "./legend.js";

const MEMBERS = "button, [role=button]"; // of a group, which is one tab stop

/** How large the type of an element is: 1 on a page of normal size. */
export const typeSize = (node) => Number.parseFloat(getComputedStyle(node).fontSize) / 16 || 1; // none while it is off the page

/** Whether the sheets have a picture as on a phone. They know best: its width may be that of a column. */
export const hasLittleWidth = (node) => getComputedStyle(node).getPropertyValue("--narrow") !== "";

export const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The line of a picture that works out what is lit; while nothing is, it has the legend, or says what can be pointed at. */
export class Reading {
  text = element("p", { class: "read", "aria-live": "polite" });
  legend = new Legend(() => this.show());
  root = element("div", { class: "reading" }, this.legend.root, this.text, this.legend.toggle);
  said = null;
  hints = { hint: "" };

  /** said: text and elements; null where nothing is lit, and there is to say what can be pointed at. */
  tell(text, hints) {
    this.said = text;
    this.hints = hints;
    this.show();
  }

  show() {
    const { hint, hint_touch: touch = hint } = this.hints;
    const isTouch = matchMedia("(hover: none)").matches;
    const isLegend = this.legend.isOpen && !this.said;
    this.legend.root.hidden = !isLegend;
    this.text.hidden = isLegend;
    this.text.replaceChildren(...(this.said ?? [isTouch ? touch : hint]));
    this.text.classList.toggle("on", Boolean(this.said));
  }
}

export class Linking {
  light = null; // what is pointed at
  pin = null; // what stays lit

  /**
   * @param {object} picture
   * @param {HTMLElement} picture.root
   * @param {(event: any) => object | null} picture.thingAt    what an event is about
   * @param {(event: Event) => object | null} [picture.clicked]  the same of a click, where that means something else
   * @param {(event: Event) => boolean} picture.answer           takes a click as the answer to a question
   * @param {(thing: object | null) => void} picture.show        lights a thing up and works it out
   */
  constructor(picture) {
    this.of = picture;
    const { root } = picture;
    const thingAt = (event) => picture.thingAt(event);
    root.addEventListener("pointermove", (event) => {
      if (/** @type {PointerEvent} */ (event).pointerType !== "touch") this.turn(thingAt(event) ?? this.pin);
    });
    root.addEventListener("pointerleave", () => this.turn(this.pin));
    root.addEventListener("focusin", (event) => {
      if (/** @type {Element} */ (event.target).matches(":focus-visible")) this.turn(thingAt(event) ?? this.pin);
    });
    root.addEventListener("focusout", () => this.turn(this.pin));
    root.addEventListener("click", (event) => {
      if (!picture.answer(event)) this.keep(picture.clicked ? picture.clicked(event) : thingAt(event));
    });
    root.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** A step was drawn. isSameStep: it is only drawn again. */
  drawn(isSameStep) {
    if (!isSameStep) this.pin = null;
    this.light = this.pin;
    this.of.show(this.light);
  }

  /** Nothing is lit. */
  clear() {
    this.light = null;
    this.pin = null;
  }

  turn(thing) {
    if (isSame(thing, this.light)) return;
    this.light = thing;
    this.of.show(thing);
  }

  keep(thing) {
    if (thing) this.hold(isSame(thing, this.pin) ? null : thing);
  }

  /** Keep a thing lit that was chosen elsewhere. */
  hold(thing) {
    this.pin = thing;
    this.turn(thing);
  }

  /** Up and down go through a group; left and right are the picture's. */
  onKey(event) {
    if (event.key === "Escape" && (this.pin || this.light)) {
      this.hold(null);
      return;
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const group = event.target.closest("[role=group]");
    if (!group) return;
    const every = [...group.querySelectorAll(MEMBERS)];
    const next = every[every.indexOf(event.target) + (event.key === "ArrowDown" ? 1 : -1)];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  }
}
