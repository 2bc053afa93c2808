/*
 * Runs before anything of a page is drawn. Parts of a page arrive one after the other, and one that takes its room late
 * would push away what is below it. So this marks what is below such a part, which arrival.css then hides; what is shown
 * stays where it is. It ends when all is drawn, when the visitor does something, or when too much time has passed. It
 * begins again with each page that the visitor turns to, and with each card of a lesson.
 */

import { watchMenu } from "./menu.js";
import { UNDRAWN } from "./undrawn.js";

/** What is another page once it changes. */
function placeOf({ pathname, search }) {
  const query = new URLSearchParams(search);
  return [pathname, query.get("guide"), query.get("card")].join();
}

class Arrival {
  static STUCK_MS = 6000; // without a run, and something is still not drawn
  static LONGEST_MS = 30_000;
  static CHECK_MS = 40;
  static CALM_MS = 1500; // without a run, until a page counts as complete: a component can ask for one
  static SETTLED_MS = 90; // until what was drawn has its size: what is shown in the frame in which it moves, has moved
  static SETTLED_FRAMES = 3; // and so many frames, which take longer where the machine is busy
  static INPUTS = ["pointerdown", "keydown", "wheel", "touchmove"];
  static SIDE_BAR = "[data-testid=stSidebar], [data-testid=stExpandSidebarButton]";
  static CARD = ".st-key-guide_card [data-drawn]";
  static PLACES = "[data-testid=stElementContainer], [data-testid=stLayoutWrapper], [data-testid=stColumn]";

  /** @typedef {{time: number, frames: number}} Moment */
  /** @type {Map<Element, Moment>} what is hidden -> when it was last below something undrawn */
  waiting = new Map();
  frames = 0; // that were drawn so far
  /** @type {Moment | null} */
  framed = null; // when the side bar and the title were there
  rested = 0; // since when no run is under way
  /** @type {Moment} */
  cardless = { time: 0, frames: 0 }; // when the card of a lesson was last missing

  root = document.documentElement;
  began = performance.now();
  observer = new MutationObserver(() => this.look()); // before what has come is painted
  listening = new AbortController();

  /** isFirst: nothing is there yet; after that, the side bar stays, and the page before until there is another. */
  begin({ isFirst }) {
    this.root.dataset.arriving = isFirst ? "frame" : "parts";
    if (isFirst)
      this.root.dataset.unframed = ""; // what stands in for the page is shown
    else this.framed = { time: this.began, frames: 0 };
    const count = () => {
      this.frames += 1;
      this.counting = requestAnimationFrame(count);
    };
    this.counting = requestAnimationFrame(count);
    this.timer = setInterval(() => this.check(), Arrival.CHECK_MS);
    const seen = { childList: true, subtree: true, attributes: true, attributeFilter: ["data-drawn"] };
    this.observer.observe(this.root, seen);
    const options = { signal: this.listening.signal, capture: true, passive: true };
    for (const type of Arrival.INPUTS) window.addEventListener(type, () => this.end(), options);
    this.look();
  }

  check() {
    const now = this.look().time;
    this.show();
    if (this.isSettled(this.cardless)) this.root.removeAttribute("data-cardless");
    if (this.framed && this.isSettled(this.framed)) {
      if (this.root.dataset.arriving !== "parts") this.root.dataset.arriving = "parts";
      this.takeFrame();
    }
    const isAtRest = document.querySelector("[data-testid=stApp][data-test-script-state=notRunning]");
    this.rested = isAtRest ? this.rested || now : 0;
    const rest = this.rested && this.framed ? now - Math.max(this.rested, this.framed.time) : 0;
    const isComplete = !this.waiting.size && rest > Arrival.CALM_MS;
    if (isComplete || rest > Arrival.STUCK_MS || now - this.began > Arrival.LONGEST_MS) this.end();
  }

  /** Take away what stands in for the page, once there is one: not at a press before. */
  takeFrame() {
    if (this.hasFrame()) this.root.removeAttribute("data-unframed");
  }

  /** Whether what was drawn at a moment has got its size since. */
  isSettled({ time, frames }) {
    return performance.now() - time > Arrival.SETTLED_MS && this.frames - frames > Arrival.SETTLED_FRAMES;
  }

  /** Look at what has come; returns the moment. */
  look() {
    const now = { time: performance.now(), frames: this.frames };
    if (!this.framed && this.hasFrame()) this.framed = now;
    if (this.lacksCard()) {
      this.cardless = now;
      this.root.setAttribute("data-cardless", "");
    }
    for (const part of document.querySelectorAll(`[data-testid=stMain] :is(${UNDRAWN})`)) {
      if (part.checkVisibility()) this.hideBelow(part, now); // and not in a tab or a box that is not open
    }
    return now;
  }

  /** Whether this is a page of a lesson whose card, which on a phone is above all else, has not been drawn. */
  lacksCard() {
    return new URLSearchParams(location.search).has("guide") && !document.querySelector(Arrival.CARD);
  }

  hasFrame() {
    const isEmbedded = new URLSearchParams(location.search).has("embed");
    const hasTitle = document.querySelector("[data-testid=stMain] [data-testid=stHeading]");
    return hasTitle && (isEmbedded || document.querySelector(Arrival.SIDE_BAR));
  }

  /** Mark all that is below a part, at each level of the page. */
  hideBelow(part, now) {
    for (let place = part.closest(Arrival.PLACES); place; place = place.parentElement?.closest(Arrival.PLACES)) {
      for (let next = place.nextElementSibling; next; next = next.nextElementSibling) {
        this.waiting.set(next, now);
        next.setAttribute("data-waits", "");
      }
    }
  }

  /** Show what has been below nothing undrawn for long enough. */
  show() {
    for (const [part, last] of this.waiting) {
      if (!this.isSettled(last)) continue;
      part.removeAttribute("data-waits");
      this.waiting.delete(part);
    }
  }

  end() {
    clearInterval(this.timer);
    cancelAnimationFrame(this.counting);
    this.observer.disconnect();
    this.listening.abort();
    for (const part of this.waiting.keys()) part.removeAttribute("data-waits");
    this.root.removeAttribute("data-arriving");
    this.root.removeAttribute("data-cardless");
    this.takeFrame();
  }
}

{
  // Streamlit would look for its server below the path of the page first, which is answered with an error.
  const own = /** @type {HTMLScriptElement} */ (document.currentScript);
  Object.assign(window, { __streamlit: { BACKEND_BASE_URL: new URL("..", own.src).href } });
  let arrival = new Arrival();
  arrival.begin({ isFirst: true });
  let place = placeOf(location);
  new MutationObserver(() => {
    const { dataset } = document.documentElement;
    if (dataset.unframed !== undefined && dataset.arriving === undefined) arrival.takeFrame();
    const now = placeOf(location);
    if (now === place) return;
    place = now;
    arrival.end();
    arrival = new Arrival();
    arrival.begin({ isFirst: false });
  }).observe(document.documentElement, { childList: true, subtree: true });
  watchMenu();
}
