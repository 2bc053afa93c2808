/*
 * A text in lines of blocks, and on pages where it is long: what the aligned rows and the ribbon have in common. What a
 * block holds, and what is done with a thing that is pointed at, has the focus or is picked, is up to who extends it.
 */

import { element } from "../shared/elements.js";
import { Reports } from "../shared/streamlit.js";
import { flowInto } from "./flow.js";
import { Pages } from "./pages.js";

export class TextLines {
  width = 0;
  here = null; // the thing that is pointed at or has the focus
  things = new Map(); // element -> what it stands for, of the page that is shown
  boxes = []; // the blocks of that page

  /** kind: its class; selector: of the elements that stand for a thing. */
  constructor(parent, kind, selector) {
    this.selector = selector;
    this.lines = element("div", { class: "lines", role: "group" });
    this.help = element("p", { class: "help" });
    this.root = element("section", { class: kind, "data-testid": kind });
    this.listen();
    parent.append(this.root);
    this.reports = new Reports(this.root);
  }

  /** @this {any} */
  listen() {
    this.pages = new Pages(() => {
      this.draw();
      this.lines.scrollIntoView?.({ block: "nearest" });
    });
    this.lines.addEventListener("pointerleave", () => this.light(this.focused()));
    this.lines.addEventListener("focusin", (event) => this.visit(this.thingAt(event)));
    this.lines.addEventListener("focusout", () => this.light(null));
    this.lines.addEventListener("click", (event) => this.pick(this.thingAt(event)));
    this.lines.addEventListener("keydown", (event) => this.onKey(event));
    this.watching = new ResizeObserver(() => {
      if (this.payload && Math.abs(this.lines.clientWidth - this.width) > 1) this.flow();
    });
    this.watching.observe(this.lines);
  }

  unmount() {
    this.watching.disconnect();
    this.reports.stop();
    this.root.remove();
  }

  /** The thing that an event is about. */
  thingAt(event) {
    return this.things.get(event.target.closest?.(this.selector)) ?? null;
  }

  focused() {
    return this.things.get(this.root.getRootNode().activeElement) ?? null;
  }

  /** Break the blocks into lines, which leaves the focus where it is.  @this {any} */
  flow() {
    const active = this.focused() && this.root.getRootNode().activeElement;
    this.width = this.lines.clientWidth;
    flowInto(this.lines, this.boxes, () => this.gutter());
    active?.focus({ preventScroll: true });
  }
}
