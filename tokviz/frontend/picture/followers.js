/*
 * What follows the step beside the picture: the address, which says it, and what the server shows of the step below the
 * picture, which is asked for only while it is in view. A visitor who only steps asks the server nothing.
 */

import { keepIn, readFrom, visitStore } from "../shared/browser_store.js";
import { InView } from "../shared/in_view.js";

const LEFT_AT = "tokviz-left-at"; // and the path of a page: what it showed, and the step
const ASKING = "a, button, input, label, select, summary, textarea, canvas, [role]"; // a click may lead to the server

/** How an address says a step: the name of its parameter, and what the first step is called. */
const STEPS = { name: "step", base: 0 };

/** A query string with this step in place of its own; the other parameters stay as they are written. */
export function withStep(search, step, { name, base } = STEPS) {
  const parts = search.slice(1).split("&").filter(Boolean);
  const place = parts.findIndex((part) => part.split("=")[0] === name);
  const stepParts = step + base ? [`${name}=${step + base}`] : [];
  const query =
    place < 0 ? [...parts, ...stepParts] : parts.flatMap((part, index) => (index === place ? stepParts : part));
  return query.length ? `?${query.join("&")}` : "";
}

/** The step that a query string says; none is the first. */
export function stepOf(search, { name, base } = STEPS) {
  const step = Number(new URLSearchParams(search).get(name)) - base;
  return Number.isSafeInteger(step) && step > 0 ? step : 0;
}

/** What a query string shows, however it is written: without the step, and without what belongs to no corpus. */
export function shownAt(search) {
  const query = new URLSearchParams(search);
  for (const name of ["step", "view", "lang", "predict", "present", "hide", "lead", "watch"]) query.delete(name);
  query.sort();
  return query.toString();
}

export class Followers {
  counted = STEPS;
  /** @type {number | null} */
  unsaid = null; // where the picture was while its address was silent

  /** onView: called when what shows the step comes into view. */
  constructor(onView) {
    this.shown = new InView(onView);
  }

  /** selector: of what shows the step; undefined where there is no server, and then nothing follows. */
  watch(selector) {
    this.selector = selector;
    this.shown.watch(selector);
  }

  get isInView() {
    return this.shown.is;
  }

  /** Whether the server has to know a step as soon as it rests. */
  get want() {
    return this.isInView || this.selector === undefined;
  }

  /**
   * Have the address say a step; each is an entry of the browser's history, unless it is only passed by. isOrdered: whether
   * the server has sent the picture there. A size that the page chose by itself stays out of the address: the server would
   * take it for one where the visitor went, and drop what was chosen meanwhile.
   */
  write(step, { isPassing = false, isOrdered = false } = {}) {
    if (this.selector === undefined) return;
    const isUnsaid = isOrdered && this.isSilent;
    if (isUnsaid) this.unsaid = step;
    const search = isUnsaid ? location.search : withStep(location.search, step, this.counted);
    const address = location.pathname + search + location.hash;
    const isNew = search !== location.search;
    if (isNew && isPassing) history.replaceState(history.state, "", address);
    else if (isNew) history.pushState(history.state, "", address);
    this.place = this.here();
  }

  /** Keep the step that the visitor went to. */
  keep(step) {
    const { pathname, search } = location;
    if (this.selector !== undefined) keepIn(visitStore(), LEFT_AT + pathname, [shownAt(search), step]);
  }

  /** The step at which the page was left, if it showed the same; null otherwise. The server may not have heard of it. */
  get leftAt() {
    const { pathname, search } = location;
    const stored = readFrom(visitStore(), LEFT_AT + pathname);
    return Array.isArray(stored) && stored[0] === shownAt(search) && Number.isInteger(stored[1]) ? stored[1] : null;
  }

  /** The step of the address, if it is the address of what is in the picture: after going back. */
  get asked() {
    if (this.selector === undefined || this.place !== this.here()) return null;
    return this.isSilent ? this.unsaid : stepOf(location.search, this.counted);
  }

  /** Whether the address leaves the size to the page; without a step, it is at the first. */
  get isSilent() {
    return this.counted !== STEPS && !new URLSearchParams(location.search).has(this.counted.name);
  }

  here() {
    const { name } = this.counted;
    return location.pathname + withStep(location.search, 0, { name, base: 0 });
  }

  /**
   * Whether an event elsewhere may lead to the server, which then should know the step. What Enter sends from a field is
   * sent at once, and Streamlit would take both for one; when the field got the focus, the step was told.
   */
  concerns(event, root) {
    const [target] = event.composedPath();
    if (event.key === "Enter" && target.matches?.("input, textarea")) return false;
    return !event.composedPath().includes(root) && Boolean(target.closest?.(ASKING));
  }

  end() {
    this.shown.end();
  }
}
