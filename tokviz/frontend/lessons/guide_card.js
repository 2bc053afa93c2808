/*
 * The card of a guided lesson. It shows a card's text, tells when the visitor has left the card's state, brings the
 * part of the page that it speaks of into view, and answers a presenter's remote. It asks the server for another card
 * of the page (or 0, to leave), and presses a link for a card of another page; everything it shows is written as text,
 * never as HTML.
 */

import { UNDRAWN } from "../page/undrawn.js";
import { lastingStore } from "../shared/browser_store.js";
import { isBusy, mounting, POLL_MS } from "../shared/streamlit.js";
import { isOnPath, isOnPicture, pageOf } from "./card.js";
import { CardFace } from "./face.js";
import { isOwnWay, noteCard } from "./lesson_progress.js";
import {
  BELOW,
  findPicture,
  giveBack,
  hasSideBar,
  isNarrow,
  isPicture,
  makeRoom,
  showPart,
  showSideBar,
} from "./page.js";
import { giveHeightBack, isLow, keepHeight, leaveRoom, takeRoomBack } from "./picture_space.js";
import { restAt } from "./resting.js";

const TICK_MS = 120;
const ARRIVAL_MS = 6000; // after so long a page at rest is taken to be there
const LOST_MS = 3500; // after so long at rest without the part, the page's run is taken to be lost
const STEADY_MS = 2500; // how long after arrival a page whose part still changes stays hidden
const STEADY_TICKS = 21; // for so many looks at a page at rest the part is kept in view, while charts above it still grow
const SETTLED_MS = 300; // without a change of its height, until a part counts as drawn
const REDRAWN_MS = 100; // the same for a picture that stays
const ANSWER_MS = 8000; // after so long a request is taken to be lost
const STILL = 2; // pixels: what moves by no more stays
const PARTS = "[data-testid=stElementContainer], [data-testid=stLayoutWrapper]";
const NARROW_WITH_SIDE_BAR = "(max-width: 1500px)"; // as in beside_page.css

// ---- The card -----------------------------------------------------------------------------------------------------

/** Whether a card is above the page, and not beside it: its height moves all of that. */
function isAbove({ side_bar }) {
  return side_bar ? matchMedia(NARROW_WITH_SIDE_BAR).matches : isNarrow();
}

/** Whether parts of the page that are in view take the place of others. @param {MutationRecord} change */
function replacesSeen({ target, addedNodes }) {
  if (!(target instanceof Element) || !target.closest(".st-key-guide_page")) return false;
  return [...addedNodes].some((node) => {
    if (!(node instanceof Element) || !node.matches(PARTS)) return false;
    const { top, bottom } = node.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  });
}

/** How far the parts of the page are from its beginning. @returns {Map<Element, number>} */
function placesOfParts() {
  const places = new Map();
  for (const part of document.querySelectorAll(`.st-key-guide_page :is(${PARTS})`)) {
    const { top, height } = part.getBoundingClientRect();
    if (height > 0) places.set(part, top + scrolled());
  }
  return places;
}

/** Whether one of these parts is elsewhere, in the window or out of it: what takes its place need not be new. */
function hasMoved(/** @type {Map<Element, number>} */ places) {
  const now = scrolled();
  return [...places].some(([part, place]) => {
    const { top, height } = part.getBoundingClientRect();
    const isSeen = (/** @type {number} */ at) => at + height > 0 && at < window.innerHeight;
    return height > 0 && Math.abs(top + now - place) > STILL && (isSeen(top) || isSeen(place - now));
  });
}

function scrolled() {
  return document.querySelector("[data-testid=stMain]")?.scrollTop ?? 0;
}

class GuideCard extends CardFace {
  asked = 0; // when a request that is not yet answered was made
  wanted = null; // the card that it asks for
  pressed = { x: -1, y: -1 }; // where the pointer was pressed last
  arrived = 0; // when the page was there, or its window had another width
  looks = 0; // at the part since then: counted, since a slow machine may take seconds for one
  isHidden = false; // the page changes on the way to the card that was asked for
  places = new Map(); // of the parts when a card was asked for
  isOther = true; // the part is another one than that of the card before
  height = 0; // of the part that the card speaks of
  changed = 0; // when it was another
  width = window.innerWidth;

  constructor(parent) {
    super(parent);
    const { signal } = this.listening;
    for (const type of ["wheel", "touchmove", "pointerdown", "keydown"]) {
      window.addEventListener(type, () => this.letGo(), { signal, capture: true, passive: true });
    }
    window.addEventListener("pointerdown", ({ x, y }) => Object.assign(this.pressed, { x, y }), {
      signal,
      capture: true,
    });
    window.addEventListener("resize", () => this.onResize(), { signal });
    this.timer = setInterval(() => this.tick(), TICK_MS);
    // Before what has come is painted: a slow browser draws the card later than the page that is below it.
    this.changes = new MutationObserver((changes) => {
      if ((isAbove(this.data) && changes.some(replacesSeen)) || hasMoved(this.places)) this.hidePage();
    });
  }

  // -- With the server

  /** Take what the server sent. */
  update({ data, setTriggerValue }) {
    this.report = setTriggerValue;
    if (!data?.visit) return;
    const before = this.data && { ...this.data, room: this.room, asks: this.root.classList.contains("asked") };
    const isNew = data.visit !== before?.visit;
    this.data = data;
    if (isNew) this.begin();
    this.tellPicture(data.until ?? data.step);
    document.documentElement.toggleAttribute("data-guide-side-bar", data.side_bar);
    document.documentElement.toggleAttribute("data-guide-on-picture", isPicture(data.part));
    this.restore();
    this.draw();
    if (isNew && before) this.takePlace(before);
    this.tick();
  }

  /** Begin a card anew. */
  begin() {
    this.asked = 0;
    this.wanted = null;
    this.arrived = 0;
    this.looks = 0;
    this.opened = performance.now();
    this.isSteady = true;
    this.root.querySelector("details").open = false;
    this.noteProgress();
    if (isLow()) this.isFolded = true;
  }

  /**
   * Have the part where this card wants it in the same frame, and nothing of the page in view while it is arranged anew:
   * for another part, or for the question of a picture, which is on top of it. A picture that stays is not arranged.
   */
  takePlace(before) {
    const { page, part, leads } = this.data;
    if (isNarrow()) {
      leaveRoom(this.root);
      showPart(this.data, this.root);
    }
    this.isOther = before.page !== page || before.part !== part || !leads;
    const isArranged = this.isOther || before.asks !== this.isPictureAsking;
    const isPushed = isAbove(this.data) && before.room !== this.room;
    const isMoving = this.isHidden || isPushed || (isArranged && (isNarrow() || before.page === page));
    document.documentElement.toggleAttribute("data-guide-moves", isMoving);
    this.isHidden = false;
    this.changes.disconnect();
  }

  /** Hide the page in the frame in which it moves: components change their size without a change of the page. */
  watchPlaces() {
    if (!this.isAsking() || this.isHidden || this.listening.signal.aborted) return;
    if (hasMoved(this.places)) this.hidePage();
    else requestAnimationFrame(() => this.watchPlaces());
  }

  /** Show nothing of the page until it is at rest (see beside_page.css). */
  hidePage() {
    this.isHidden = true;
    document.documentElement.toggleAttribute("data-guide-moves", true);
  }

  /** How high the card's place above the page is. */
  get room() {
    const root = this.root.getRootNode();
    return root instanceof ShadowRoot ? root.host.getBoundingClientRect().height : 0;
  }

  /** Note in the browser how far the visitor got; not for those who follow a class. */
  noteProgress() {
    const { lesson, card, titles } = this.data;
    if (isOwnWay(location.search)) noteCard(lastingStore(), lesson, card, titles.length);
  }

  unmount() {
    if (this.wanted === 0) restAt(this.pressed); // the foot of the side bar comes to where the button was
    this.tellPicture(null);
    for (const name of ["side-bar", "on-picture", "moves", "other"].map((last) => `data-guide-${last}`))
      document.documentElement.removeAttribute(name);
    this.listening.abort();
    this.changes.disconnect();
    clearInterval(this.timer);
    clearTimeout(this.planned);
    giveBack();
    if (!this.wanted) giveHeightBack(); // or the card of another page does, once that is there
    takeRoomBack();
    this.root.remove();
  }

  /** Ask once Streamlit is at rest: a request that meets another page on its way would be lost. */
  atRest(ask) {
    if (isBusy()) this.planned = setTimeout(() => this.atRest(ask), POLL_MS);
    else ask();
  }

  /**
   * Press a hidden link. The picture holds its reports after a press elsewhere (see there), and a key of the remote is
   * none: a report of this page behind the request for another one would leave that page empty.
   */
  press(selector, place = 0) {
    window.dispatchEvent(new Event("pointerdown"));
    document.querySelectorAll(`${selector} a`)[place]?.click();
  }

  /** Ask for a card. */
  go(number) {
    if (number < 0 || number > this.data.titles.length || this.isAsking()) return;
    this.asked = performance.now();
    this.wanted = number;
    keepHeight();
    this.places = placesOfParts();
    requestAnimationFrame(() => this.watchPlaces());
    this.changes.observe(document.body, { childList: true, subtree: true });
    this.root.ariaBusy = true;
    this.atRest(() => {
      const away = this.data.away.indexOf(number);
      if (away < 0) this.report("go", number);
      else this.press(".st-key-guide_away", away);
    });
  }

  /** Send an answer, or null to be shown what is right. */
  answer(place, text) {
    this.root.ariaBusy = true;
    this.atRest(() => this.report("answer", { card: this.data.card, ask: place, text }));
  }

  /** After a reload, have the server judge what was answered before. */
  restore() {
    const { lesson, card } = this.data;
    if (this.restored === lesson) return;
    this.restored = lesson;
    const answers = this.kept.of(lesson);
    if (answers.length) this.atRest(() => this.report("answer", { card, kept: answers }));
  }

  /** Go on to the next lesson. */
  follow() {
    if (this.isAsking()) return;
    this.asked = performance.now();
    this.atRest(() => this.press(".st-key-guide_following"));
  }

  /** Go on to the exercises. */
  practice() {
    if (this.isAsking()) return;
    this.asked = performance.now();
    this.atRest(() => this.press(".st-key-guide_practice"));
  }

  isAsking() {
    return this.asked > 0 && performance.now() - this.asked < ANSWER_MS;
  }

  // -- Beside the page

  onFold() {
    leaveRoom(this.root);
    requestAnimationFrame(() => showPart(this.data, this.root)); // once the picture has taken its room
  }

  /** Show the part again where the window was zoomed or turned; a phone's own bars, which come and go, change its height. */
  onResize() {
    if (this.arrived && this.width !== window.innerWidth) {
      this.arrived = performance.now();
      this.looks = 0;
      this.isSteady = true;
      this.setFolded(isLow());
    }
    this.width = window.innerWidth;
  }

  /** A visitor who scrolls or types has the page undisturbed. */
  letGo() {
    this.isSteady = false;
  }

  tick() {
    if (!this.data) return;
    const now = performance.now();
    // A request can meet a run that begins at the same time, and Streamlit forgets it.
    if (this.wanted !== null && !this.isAsking() && !isBusy()) this.go(this.wanted);
    if (!this.arrived) this.arrive(now);
    makeRoom(this.data);
    leaveRoom(this.root);
    if (this.arrived && !this.isAsking()) this.settle(now);
    const picture = findPicture();
    const goesOn = this.data.until !== null && picture && Number(picture.dataset.step) < this.data.until;
    const isOff = this.arrived > 0 && !this.isAsking() && !isBusy() && !isOnPath(this.data, location);
    this.hint.hidden = !this.arrived || isOff || !(goesOn || (this.data.side_bar && !hasSideBar()));
    this.back.hidden = !isOff;
    const isOther = isOff && !isOnPicture(this.data, location);
    this.back.textContent = isOther ? this.data.labels.return_other : this.data.labels.return;
    document.documentElement.toggleAttribute("data-guide-other", isOther);
    this.drawNext(); // the picture may have come
    this.root.ariaBusy = this.isAsking();
    this.root.dataset.arrived = this.arrived ? this.data.card : "";
    const style = getComputedStyle(this.root); // for what lies outside of the component
    for (const name of ["primary", "background"]) {
      document.documentElement.style.setProperty(`--guide-${name}`, style.getPropertyValue(`--st-${name}-color`));
    }
  }

  /**
   * Keep the part in view for a time, and show the page once its part has been as high as it is for a moment: a chart in
   * it may have come last.
   */
  settle(now) {
    const part = document.querySelector(this.data.part);
    if (part && !isBusy()) this.looks += 1; // a part that comes late is brought into view, too
    if (this.isSteady && this.looks <= STEADY_TICKS) showPart(this.data, this.root);
    const height = part?.scrollHeight ?? 0;
    const isUndrawn = [...(part?.querySelectorAll(UNDRAWN) ?? [])].some((node) => node.checkVisibility());
    if (isUndrawn || height !== this.height) this.changed = now;
    this.height = height;
    const isSettled = now - Math.max(this.arrived, this.changed) > (this.isOther ? SETTLED_MS : REDRAWN_MS);
    if (!isSettled && now - this.arrived < STEADY_MS) return;
    document.documentElement.removeAttribute("data-guide-moves");
    giveHeightBack();
  }

  /** Notice that the page is there. A part that the server draws only in view is scrolled to first. */
  arrive(now) {
    if (this.isThere() || (now - this.opened > ARRIVAL_MS && !isBusy())) {
      this.arrived = now;
      showSideBar(this.data.side_bar);
    } else if (now - this.opened > LOST_MS && this.asksAgain !== this.data.card && this.isEmpty()) {
      this.asksAgain = this.data.card; // a report of the page before can break off the run of this one
      this.go(this.data.card);
    } else if (!isBusy() && !document.querySelector(this.data.part)) {
      document.querySelector(BELOW)?.scrollIntoView({ block: "nearest" });
    }
  }

  /** Whether the page is at rest, and nothing of it is there. */
  isEmpty() {
    return !isBusy() && !document.querySelector(".st-key-guide_page h1");
  }

  /** Whether the page has come to rest at this card: the part is there, and the picture is where the card wants it. */
  isThere() {
    const { part, side_bar, until, step } = this.data;
    if (isBusy() || (!side_bar && !document.querySelector(part))) return false;
    return until === null || Number(findPicture()?.dataset.step) === step;
  }

  // -- The keys of a remote

  get picture() {
    return this.arrived && !this.isAsking() && pageOf(location) === this.data.page ? findPicture() : null;
  }

  /** Before the page is there, the card says whether it will ask, so that it has its size, and keeps it to the end. */
  get isPictureAsking() {
    if (this.isAsking()) return this.root.classList.contains("asked");
    if (this.arrived) return super.isPictureAsking;
    const { predicts, step, until } = this.data;
    return predicts && step < (until ?? step);
  }

  turn(turn) {
    if (this.arrived) super.turn(turn);
  }
}

export default mounting(GuideCard);
