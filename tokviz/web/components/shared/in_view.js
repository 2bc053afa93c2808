/* Whether a part of the page that the server draws is in view. */

/** An event on the document: all parts of the page are wanted, as if they had been in view once. */
export const PARTS_WANTED = "tokviz-parts";

/** Give an element the focus without moving the window; but into the window, if nothing of it is there. */
export function focusInView(/** @type {HTMLElement} */ node) {
  node.focus({ preventScroll: true });
  const { top, bottom } = node.getBoundingClientRect();
  if (bottom <= 0 || top >= window.innerHeight) node.scrollIntoView({ block: "nearest" });
}

export class InView {
  is = false;

  /** @param {() => void} onView called when it comes into view */
  constructor(onView) {
    this.observer = new IntersectionObserver((entries) => {
      this.is = entries.at(-1).isIntersecting;
      if (this.is) onView();
    });
    this.finding = new MutationObserver(() => this.find()); // the server may draw it later than who looks out for it
  }

  /** @param {string} [selector] of the part; without one, nothing is ever in view */
  watch(selector) {
    this.selector = selector;
    this.find();
  }

  find() {
    const found = this.selector ? document.querySelector(this.selector) : null;
    if (this.selector && !found) this.finding.observe(document.body, { childList: true, subtree: true });
    else this.finding.disconnect();
    if (found === this.watched) return;
    this.observer.disconnect();
    this.is = false;
    this.watched = found;
    if (found) this.observer.observe(found);
  }

  end() {
    this.observer.disconnect();
    this.finding.disconnect();
  }
}
