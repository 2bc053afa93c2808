/* Whether parts of the page that the server draws are in view. */

/** An event on the document: all parts of the page are wanted, as if they had been in view once. */
export const PARTS_WANTED = "tokviz-parts";

/** An event on the document: a word that a picture shows is to be explained; detail: the word. */
export const WORD_WANTED = "tokviz-word";

const PEEK = 120; // pixels above the lower edge of the window: a part whose first line peeks in is not looked at

/** Give an element the focus without moving the window; but into the window, if nothing of it is there. */
export function focusInView(/** @type {HTMLElement} */ node) {
  node.focus({ preventScroll: true });
  const { top, bottom } = node.getBoundingClientRect();
  if (bottom <= 0 || top >= window.innerHeight) node.scrollIntoView({ block: "nearest" });
}

export class InView {
  shown = new Set();
  watched = new Set();

  /** @param {() => void} onView called when one of them comes into view */
  constructor(onView) {
    const margin = { rootMargin: `0px 0px -${PEEK}px 0px` };
    this.observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) this.shown.add(target);
        else this.shown.delete(target);
      }
      if (this.is) onView();
    }, margin);
    this.finding = new MutationObserver(() => this.find()); // the server may draw them later than who looks out for them
  }

  /** Whether one of them is in view. */
  get is() {
    return this.shown.size > 0;
  }

  /** @param {string} [selector] of the parts; without one, nothing is ever in view */
  watch(selector) {
    this.selector = selector;
    if (selector) this.finding.observe(document.body, { childList: true, subtree: true });
    else this.finding.disconnect();
    this.find();
  }

  find() {
    const nodes = new Set(this.selector ? document.querySelectorAll(this.selector) : []);
    const [before, now] = [this.watched, nodes];
    this.watched = nodes;
    for (const part of before) {
      if (now.has(part)) continue;
      this.observer.unobserve(part);
      this.shown.delete(part);
    }
    for (const part of now) if (!before.has(part)) this.observer.observe(part);
  }

  end() {
    this.observer.disconnect();
    this.finding.disconnect();
  }
}
