/**
 * The stepper gets frames once and steps through them in the browser. It owns the transport, the keys, the sentences
 * and the search field, and reports the step it rests on; what it steps is a picture. It knows no algorithm, and
 * everything it shows is written as text, never as HTML.
 *
 * A frame is a PictureFrame of payloads.d.ts, with what its picture has more, and the question that is asked before the
 * next step is shown, if there is one.
 *
 * @typedef {import("../payloads").PictureFrame & { ask?: import("../payloads").Ask }} Frame
 *
 * @typedef {object} Payload
 * @property {number} total                              steps run from 0 to total, both included; 0 for a picture
 * @property {number} first                              step of frames[0]: frames may be a part of all steps
 * @property {number} [base]                             what step 0 is called, where steps are sizes
 * @property {Frame[]} frames
 * @property {import("../payloads").Chip[]} tokens       pool of chips
 * @property {import("../payloads").ChipRow[]} rows      pool of rows, which refer to chips
 * @property {{ kind: string }} picture
 * @property {boolean} search                            whether to show the search field
 * @property {number | null} found                       how many words it found, if something was searched for
 * @property {boolean} [still]                           whether nothing steps it, although it has steps: on paper
 * @property {Record<string, string>} labels             all words of the interface; `of` has {step} and {total}
 * @property {{ step: number, texts: string[] }} [asked]    what is lit up at a step, since a task was about it
 * @property {string} [quiz]                             what the questions are about, if there are any
 * @property {Record<string, string>} [asks]             all words of the panel that asks them
 * @property {string} lang
 * @property {"ltr" | "rtl"} dir
 *
 * In a live class (`tokviz/features/live`) the data has the name of the payload as `view`, and the stepper says by the
 * event `tokviz-picture` which step it shows; of the question of the class it hears by its data, or by the event
 * `tokviz-room`.
 *
 * @typedef {object} RoomAsk
 * @property {number} step
 * @property {"open" | "closed" | "shown"} phase
 * @property {number[] | null} counts     of answers, once it is shown
 * @property {number | null} given        what was chosen here
 * @property {string} [view]
 */

import { Applied } from "../shared/applied.js";
import { button, drawn, element, inline, plainText } from "../shared/elements.js";
import { PARTS_WANTED } from "../shared/in_view.js";
import { isTyping, PointerFocus } from "../shared/pointer_focus.js";
import { mounting, Reports } from "../shared/streamlit.js";
import { QuestionPanel } from "./asking/question.js";
import { ChipRows } from "./chip_rows.js";
import { ClockPicture } from "./clock/picture.js";
import { EncodingPicture } from "./encoding/picture.js";
import { Followers } from "./followers.js";
import { isTaken, meaning } from "./keys.js";
import { LanguagesPicture } from "./languages/picture.js";
import { LatticePicture } from "./lattice/picture.js";
import { hasLittleWidth, typeSize } from "./linking.js";
import { MergesPicture } from "./merges/picture.js";
import { fitSentences, isPresented } from "./presented.js";
import { thinOut } from "./scrubber/ticks.js";
import { brief, Tip } from "./scrubber/tip.js";
import { readPayload } from "./spaces.js";
import { listenToRows } from "./table_rows.js";
import { TopDownPicture } from "./topdown/picture.js";
import { UnigramPicture } from "./unigram/picture.js";

const REST_MS = 160; // a step that stays so long is reported: longer than a step at the highest speed
const TYPING_MS = 250;
const STEP_MS = 1200; // at speed 1, and longer where there is more to read
const QUICK_MS = 250;
const FILM_MS = 2600; // the same where the page plays by itself, to be watched
const OPENING_MS = 1400; // before the first step of that
const LETTER_MS = 14;
const SPEEDS = [0.5, 1, 2, 4, 8];
const POPOVER = "[data-testid=stPopoverBody], [role=dialog]";
const FIRST_PICTURE = ".st-key-part_rows"; // beside the stepped picture of a page that shows a whole text
const SMALL = 380; // a lower picture has room for less, in pixels
const LOW = 480; // and this one for all but a ruler
const SAID_ON_PHONE = 120; // pixels that two sentences may take of a narrow page of normal size; else there is one
const LOWER = 480; // how high a picture is that does not begin in the first window, in pixels
const LEAST_LOWER = 400; // how high it is at least, where the window has that room, whatever is above it in its part
const SETTLING = 12; // frames after the window or the picture has changed
const AROUND = 92; // pixels above and below a part that a lesson shows

/** Whether a card of a lesson is on the page. */
const isInLesson = () => document.documentElement.dataset.guideLast !== undefined;

/**
 * The pictures by the kind that a payload names. Each has `root`, and:
 *   setUp(payload)   takes what holds for all steps
 *   draw(frame, step, { from, isStill })   shows a step; from: the one that was there before, null at first; isStill:
 *                    nothing moves
 *   ticks()          elements for the scrubber, if it has any
 *   nameOf(step, before)    what a step did, in a few words; before: the frame that it starts from, if it is there
 *   codeOf(part)            the element of what a sentence sets as code
 *   turnsRound              whether playing at the end goes back, and does not begin again: what comes from the other end
 *                           is watched so
 *   isQuick(turn)           whether nothing happens at the step that is drawn, come to by a turn of 1 or -1
 *   choices          where the answer to a question is picked, if not in the panel: `list`, one tab stop
 */
const PICTURES = {
  chips: ChipRows,
  clock: ClockPicture,
  encoding: EncodingPicture,
  languages: LanguagesPicture,
  lattice: LatticePicture,
  merges: MergesPicture,
  "top-down": TopDownPicture,
  unigram: UnigramPicture,
};

/** Icons on a grid of 24 by 24. */
const ICONS = {
  first: "M5 5h2.5v14H5zM19 5v14L8.5 12z",
  back: "M17 5v14L6.5 12z",
  play: "M7 4.5v15L19.5 12z",
  pause: "M6.5 5h4v14h-4zM13.5 5h4v14h-4z",
  forward: "M7 5v14L17.5 12z",
  last: "M16.5 5H19v14h-2.5zM5 5v14L15.5 12z",
};

// ---- From payload to elements -------------------------------------------------------------------------------------

function icon() {
  return drawn("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, drawn("path"));
}

/**
 * A sentence as an element.
 *
 * @param {import("../payloads").PictureSentence} said
 * @param {any} picture    makes the tokens look as it shows them, if it does
 */
function sentence({ kind, text }, picture) {
  const make = picture.codeOf ? (part) => picture.codeOf(part) : undefined;
  return element("p", { class: `say ${kind}` }, ...inline(text, make));
}

// ---- The stepper --------------------------------------------------------------------------------------------------

function isSameWork(payload, other) {
  return payload.total === other.total && JSON.stringify(payload.rows) === JSON.stringify(other.rows);
}

/** A payload that asks nothing before a step. */
function withoutQuestions(payload, before) {
  for (const frame of payload.frames.slice(0, Math.max(before - payload.first, 0))) frame.ask = undefined;
  return payload;
}

class Stepper {
  draws = 0;
  step = 0;
  settling = 0; // frames in which what is above may still move
  isPlaying = false;
  hasGoneBack = false; // the visitor went back last to what is shown, and the picture followed
  isSeen = false; // what the server shows of steps has been in view
  isPresented = false; // for a hall: see presented.js
  hasOneSentence = false; // there is no room for another one
  isAsking = false; // a step outside the frames is reported, and nothing came yet
  turn = 1; // the way that playing goes: on, or back
  isFilm = false; // the page plays by itself: each step takes the place of the one before in the browser's history
  query = "";

  constructor(parent) {
    this.build();
    parent.append(this.root);
    this.listening = new AbortController();
    const { signal } = this.listening;
    this.pointer = new PointerFocus(signal);
    this.isGuest = parent.dataset?.guest !== undefined; // on a page that is not ours: see embed/hosted.js
    if (this.isGuest) this.root.tabIndex = -1;
    // Not on the window: the card of a lesson, which is asked first what a remote's key turns, listens there.
    const heard = this.isGuest ? this.root : document;
    heard.addEventListener("keydown", (event) => this.onFreeKey(event), { signal, capture: true });
    heard.addEventListener("keydown", (event) => this.onKey(event), { signal });
    this.applied = new Applied(signal);
    if (!this.isGuest) listenToRows(this, signal);
    for (const type of ["pointerdown", "focusin", "keydown"]) {
      window.addEventListener(type, (event) => this.tellBefore(event), { signal, capture: true });
    }
    this.reports = new Reports(this.root); // after tellBefore, which an event holds no longer up
    window.addEventListener("popstate", () => this.goBack(), { signal });
    document.addEventListener("tokviz-where", () => this.announce(), { signal });
    document.addEventListener("tokviz-room", (event) => this.hearRoom(/** @type {CustomEvent} */ (event)), { signal });
    document.addEventListener("tokviz-onward", () => this.room && this.forward(), { signal });
    document.addEventListener(PARTS_WANTED, () => this.showBelow(), { signal });
    document.addEventListener("tokviz-card", () => this.onCard(), { signal });
    this.followers = new Followers(() => this.reportSoon());
    window.addEventListener("resize", () => this.settle(), { signal });
  }

  /** Make the elements that stay; labels and frames come with the payload. */
  build() {
    this.moves = {
      first: () => this.take(0),
      back: () => this.take(this.step - 1),
      play: () => this.toggle(),
      forward: () => this.forward(),
      last: () => this.take(this.payload.total),
    };
    this.buttons = {};
    for (const [name, move] of Object.entries(this.moves)) this.buttons[name] = button({ name }, move, icon());
    this.scrubber = element("input", { type: "range", name: "scrubber", min: 0 });
    this.scrubber.addEventListener("input", () => this.take(Number(this.scrubber.value)));
    this.speed = element("select", { name: "speed" });
    this.speed.append(...SPEEDS.map((speed) => element("option", { value: speed }, `${speed}×`)));
    this.speed.value = 1;
    // A speed picked by hand gives the keys back to the picture; one picked by keys leaves the focus where it is.
    let isByHand = false;
    this.speed.addEventListener("pointerdown", () => {
      isByHand = true;
    });
    this.speed.addEventListener("keydown", () => {
      isByHand = false;
    });
    this.speed.addEventListener("change", () => {
      if (isByHand) this.speed.blur();
      if (this.isPlaying) this.schedule();
    });
    this.search = element("input", { type: "search", name: "search", autocomplete: "off", spellcheck: "false" });
    for (const type of ["input", "compositionend"]) {
      this.search.addEventListener(type, (event) => {
        if (!event.isComposing) this.searchSoon();
      });
    }
    this.place = element("span", { class: "place" });
    this.loading = element("p", { class: "loading", role: "status" });
    this.says = element("div", { class: "says" });
    const buttons = element("div", { class: "buttons" }, ...Object.values(this.buttons));
    this.ticks = element("div", { class: "ticks", "aria-hidden": "true" });
    this.tip = new Tip(this.scrubber, (step) => this.nameOf(step));
    const scrub = element("div", { class: "scrub" }, this.ticks, this.scrubber, this.tip.root);
    this.transport = element("div", { class: "transport", dir: "ltr" }); // in every language, like its icons
    this.transport.append(buttons, scrub, this.place, this.speed, this.loading);
    this.root = element("section", { class: "picture", "data-testid": "picture" });
    this.root.append(this.says, this.transport);
    this.resized = new ResizeObserver(() => this.settle());
    this.resized.observe(this.root);
  }

  /** Have the picture of the payload: it fills the window, and what steps it is below it. */
  takePicture() {
    const Kind = PICTURES[this.payload.picture.kind];
    if (!(this.picture instanceof Kind)) {
      this.picture?.root.remove();
      this.picture = new Kind(this);
      this.transport.before(this.picture.root);
    }
    this.picture.setUp(this.payload);
    const { base } = this.payload;
    if (base !== undefined) this.followers.counted = { name: "size", base };
    this.ticks.replaceChildren(...(this.picture.ticks?.() ?? []));
    this.drawn = null;
    this.fit();
    this.reserve();
  }

  /** Whether the card of a lesson leaves a narrow window little height: the words come before all else then. */
  get isBelowCard() {
    return isInLesson() && hasLittleWidth(this.root);
  }

  /** Room for the longest sentences, so that the picture stays where it is from step to step. */
  reserve() {
    let tallest = this.tallestSayings();
    if (!this.hasOneSentence && hasLittleWidth(this.root) && tallest > SAID_ON_PHONE * typeSize(this.root)) {
      this.hasOneSentence = true;
      tallest = this.tallestSayings();
    }
    this.root.style.setProperty("--says-height", `${Math.ceil(tallest)}px`);
  }

  /** How high the tallest sentences of a step are, in pixels; in a hall they are made as large as there is room for. */
  tallestSayings() {
    const probe = element("div", { class: "says probe", "aria-hidden": "true" });
    const blocks = this.payload.frames.map((frame) =>
      element("div", { class: "says" }, ...this.sayingsOf(frame).map((saying) => sentence(saying, this.picture))),
    );
    probe.append(...blocks);
    this.root.append(probe);
    const tallestOf = () => Math.max(...blocks.map((block) => block.getBoundingClientRect().height));
    if (this.isPresented) fitSentences(this.root, tallestOf);
    const tallest = tallestOf();
    probe.remove();
    return tallest;
  }

  /**
   * The sentences of a frame. In a hall, in a low window, and on a phone where two are long, it is one: what comes next,
   * which is what the picture is about, or, where it shows what a step came to, that; at the end the last one.
   */
  sayingsOf({ say }) {
    if (!this.hasOneSentence) return say;
    const isNext = ({ kind }) => kind === "next";
    const next = say.filter(isNext);
    const done = say.filter((saying) => !isNext(saying));
    const wanted = this.picture.tellsDone ? [done, next] : [next, done];
    return (wanted.find((sayings) => sayings.length) ?? []).slice(0, 1);
  }

  /**
   * As high as the window leaves room for; further down a page so that its part is in one view. How high a picture gets
   * with all that is above it is for the style to say.
   */
  fit() {
    this.isPresented = isPresented(this.root);
    this.root.classList.toggle("presented", this.isPresented);
    this.root.classList.toggle("upright", window.innerWidth < window.innerHeight);
    this.hasOneSentence =
      this.isPresented || this.isBelowCard || getComputedStyle(this.root).getPropertyValue("--low") !== "";
    const host = this.root.getRootNode().host ?? this.root;
    const { top } = this.root.getBoundingClientRect();
    const above = top + this.scrolled;
    const part = host.closest?.("[class*=st-key-part_]");
    const within = part ? top - part.getBoundingClientRect().top : 0;
    const lower = Math.min(window.innerHeight - 20, LOWER, Math.max(LEAST_LOWER, window.innerHeight - AROUND - within));
    const isFirst = above < window.innerHeight / 2;
    this.root.style.setProperty("--picture-height", `${isFirst ? window.innerHeight - above - 10 : lower}px`);
    this.root.style.setProperty("--picture-above", isFirst ? `${above + 10}px` : "0px");
    thinOut(this.ticks);
  }

  /** How far the page is scrolled. */
  get scrolled() {
    const host = this.root.getRootNode().host ?? this.root;
    const page = host.closest?.("[data-testid=stMain]");
    return page ? page.scrollTop : window.scrollY;
  }

  /** Follow the window, and for a few frames what is above the picture, which takes its new height a little later. */
  settle() {
    this.onResize();
    const isSettling = this.settling > 0;
    this.settling = SETTLING;
    if (!isSettling) requestAnimationFrame(() => this.settleOn());
  }

  settleOn() {
    this.onResize();
    this.settling -= 1;
    if (this.settling > 0) requestAnimationFrame(() => this.settleOn());
  }

  onResize() {
    const { clientWidth, clientHeight } = this.root;
    const top = Math.round(this.root.getBoundingClientRect().top + this.scrolled);
    const size = [clientWidth, clientHeight, window.innerHeight, top, isPresented(this.root), isInLesson()].join(" ");
    if (!this.picture || !clientHeight || size === this.size) return;
    this.size = size;
    const unit = this.isGuest ? typeSize(this.root) : 1;
    this.root.classList.toggle("small", clientHeight < SMALL * unit || this.isBelowCard);
    this.root.classList.toggle("low", clientHeight < LOW * unit);
    this.fit();
    this.reserve();
    if (this.frame) this.draw({ isStill: true });
  }

  // -- With the server

  /** Take what the server sent. */
  update({ data, setStateValue }) {
    this.report = setStateValue;
    if (!data?.payload || data === this.data) return;
    const before = this.payload;
    const isNew = data.payload !== this.source;
    const isFirst = this.source === undefined;
    if (isNew) {
      this.source = data.payload;
      this.payload = withoutQuestions(readPayload(data.payload), data.watch ?? 0);
    }
    // A server that took the place of one that has died is told the step; it would say one of long ago.
    const isHeir = this.data && data.visit !== this.data.visit && isSameWork(before, this.payload);
    const isOrder = !isHeir && (!this.data || data.goto_id !== this.data.goto_id);
    if (isHeir) this.reported = null;
    this.data = data;
    this.isAsking = false;
    if (isOrder) clearTimeout(this.playTimer);
    this.setUp(isOrder ? false : this.isPlaying);
    this.onCard();
    if (isNew) this.takePicture();
    if (isOrder) {
      this.obey(data);
      this.ordered = this.clamp(data.goto);
    }
    this.step = this.clamp(this.step);
    this.draw();
    if (isNew) this.beginWith(isFirst);
    this.lightUp(data.light);
    if (isOrder && this.frame) this.reported = this.ordered; // the server knows: it sent us there
    this.followers.watch(data.below);
    this.reportSoon();
  }

  /** Go where the server sends. Who goes back in the browser is there before it says so, and may have gone on. */
  obey(order) {
    if (order.goes_back && this.hasGoneBack) return;
    this.step = (order.resumes ? this.followers.leftAt : null) ?? order.goto;
    if (!this.draws) this.film();
  }

  /** Play up to the step that is to be watched, if there is one; where nothing is to move, be there at once. */
  film() {
    const last = this.data.watch ?? 0;
    if (this.step >= last || last > this.payload.total) return;
    this.isFilm = true;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.step = last;
    else {
      this.setUp(true);
      this.schedule(OPENING_MS);
    }
  }

  /** What comes once with what the server sent anew: the focus, and the light on a pair that was asked about. */
  beginWith(isFirst) {
    this.takeFocus(isFirst);
    const { asked } = this.payload;
    if (asked?.step === this.step) this.picture.lightUp?.(asked.texts);
  }

  /** Light up in the picture what was selected in a table; what was selected before there was one is past. */
  lightUp(order) {
    const { number, texts } = order ?? { number: 0, texts: [] };
    if (this.lightNumber !== undefined && number !== this.lightNumber) this.picture?.lightUp?.(texts);
    this.lightNumber = number;
  }

  /**
   * Who has applied a text goes on with the buttons of a page, or where it is told; with the picture of the whole text,
   * where there is one by then. isFirst: there was none before.
   */
  takeFocus(isFirst) {
    const { below, onward } = this.data;
    const hasSteps = this.payload.total && below !== undefined;
    if (!hasSteps && !onward) return;
    const goal = () => (hasSteps ? this.buttons.forward : document.querySelector(onward));
    this.applied.goOn(() => (document.querySelector(FIRST_PICTURE) ? null : goal()), isFirst);
  }

  unmount() {
    this.listening.abort(); // before it says so: the bar asks back which picture there is
    if (this.data?.view) this.say({ view: "", step: 0, asks: false });
    this.resized.disconnect();
    this.followers.end();
    this.reports.stop();
    clearTimeout(this.playTimer);
    this.root.remove();
  }

  /** Once a step rests, the address says it; the server hears of it where it has to, at once if frames are missing. */
  reportSoon() {
    this.reports.plan("step", this.frame || this.isAsking ? REST_MS : 0, () => {
      this.followers.write(this.step, { isPassing: this.isFilm, isOrdered: this.step === this.ordered });
      if (!this.frame || this.followers.want) this.tell();
    });
  }

  /** Tell the server the step, and whether what it shows of steps has ever been in view. */
  tell(isWanted = false) {
    const isSeen = isWanted || this.isSeen || this.followers.isInView;
    if (this.step === this.reported && isSeen === this.isSeen) return;
    this.reported = this.step;
    this.isSeen = isSeen;
    this.isAsking = !this.frame;
    const rest = { step: this.step, goto_id: this.data.goto_id, below: isSeen };
    this.reports.now(() => this.report("rest", rest));
  }

  /** Have the server draw what shows the step, in view or not; once it has, it stays. */
  showBelow() {
    if (this.data?.below && !this.isSeen) this.reports.plan("below", 0, () => this.tell(true));
  }

  /** What the visitor does elsewhere counts for the step that is in the picture: tell it first. */
  tellBefore(event) {
    if (this.data && !this.reports.isHeld() && this.followers.concerns(event, this.root)) this.tell();
  }

  /** Going back in the browser goes back here; the server hears of it from the browser. */
  goBack() {
    const step = this.followers.asked;
    this.hasGoneBack = step !== null && step <= this.payload.total; // or it is of another word, which the server sends
    if (this.hasGoneBack) this.take(step);
  }

  /** How many of all words are shown, where that is a part; or that a search finds none. */
  wordsOf(shown, total) {
    const { found, labels } = this.payload;
    if (found === 0) return labels.none_found;
    return shown < total
      ? labels.words_of.replace("{shown}", shown).replace("{total}", this.numbers.format(total))
      : "";
  }

  /** Put the search field into the head of the words. Where it is there already, it keeps the focus. */
  putSearch(head) {
    if (this.payload.search && this.search.parentNode !== head) head.append(this.search);
  }

  searchSoon() {
    this.reports.plan("query", TYPING_MS, () => {
      if (this.search.value === this.query) return;
      this.query = this.search.value;
      this.report("query", this.query);
    });
  }

  // -- With a live class

  /** The question of the class, while the step is in the picture at which it is asked. */
  get room() {
    const { view, room } = this.data ?? {};
    const earlier = view && this.told?.view === view ? this.told : null;
    const question = room ?? earlier;
    return question?.step === this.step ? question : null;
  }

  /** Whether this picture is a student's, who may answer. */
  get isOfStudent() {
    return Boolean(this.data?.room);
  }

  /** Whether a key of the teacher shows the answer. */
  get mayReveal() {
    return Boolean(this.room) && !this.isOfStudent && this.room.phase !== "shown";
  }

  hearRoom({ detail }) {
    this.told = detail;
    if (!this.frame) return;
    if (this.room?.phase === "shown") this.panel?.keepShown();
    this.draw({ isStill: true });
  }

  /** Another card of a lesson may ask, or rest, at this step. */
  onCard() {
    this.root.classList.toggle("in-lesson", isInLesson());
    if (this.panel && this.frame) this.draw({ isStill: true });
  }

  announce() {
    const { view } = this.data ?? {};
    if (view) this.say({ view, step: this.step, asks: Boolean(this.frame?.ask) });
  }

  say(detail) {
    document.dispatchEvent(new CustomEvent("tokviz-picture", { detail }));
  }

  // -- With the user

  /** What the key asks for here, if anything: not while the picture is hidden, and not with a modifier. */
  meaningOf(event) {
    if (!this.payload?.total || this.payload.still) return null;
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return null;
    if (!this.root.getClientRects().length) return null; // hidden, as in a tab that is not shown
    const asked = meaning(event.key, Boolean(this.panel?.isAsking), this.mayReveal);
    return this.isGuest && this.buttons[asked]?.disabled ? null : asked; // the key may turn the page around it
  }

  /** After a click on anything but a text field, a key is the picture's before what was clicked can take it. */
  onFreeKey(event) {
    if (event.key === "Escape") this.letGo(event);
    const asked = this.meaningOf(event);
    if (asked === null || !this.pointer.isFreeOf(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!this.isGuest) this.pointer.release();
    this.obeyKey(asked, event);
  }

  onKey(event) {
    const asked = this.meaningOf(event);
    if (asked === null) return;
    const path = event.composedPath();
    const depth = path.indexOf(this.root);
    const inner = depth < 0 ? path : path.slice(0, depth);
    if (path[0] !== this.scrubber && isTaken(event.key, inner)) return;
    event.preventDefault();
    this.obeyKey(asked, event);
  }

  obeyKey(asked, event) {
    if (asked === "reveal") document.dispatchEvent(new CustomEvent("tokviz-reveal"));
    else if (typeof asked === "number") this.panel.take(asked);
    else if (asked !== "play" || !event.repeat) this.moves[asked]();
  }

  /** Escape lets go of what was kept lit, wherever the focus is: after presenting has ended and nothing lies above. */
  letGo(event) {
    const isElsewhere = document.querySelector(POPOVER) || new URL(location.href).searchParams.get("present") === "1";
    if (!isElsewhere && !isTyping(event.composedPath())) this.picture?.linking?.hold(null);
  }

  clamp(step) {
    return Math.min(Math.max(step, 0), this.payload.total);
  }

  go(step) {
    const wanted = this.clamp(step);
    if (wanted === this.step) return;
    this.step = wanted;
    this.draw();
    this.followers.keep(wanted);
    this.reportSoon();
  }

  /** Go where the user points, which ends playing. */
  take(step) {
    this.isFilm = false;
    if (this.isPlaying) this.toggle();
    this.go(step);
  }

  /** Controls that go on rest while a question is open: it has the only way on. */
  rest() {
    const isAsked = Boolean(this.panel?.isAsking && !this.room);
    for (const name of ["last", "forward"]) this.buttons[name].disabled ||= isAsked;
    this.buttons.play.disabled = isAsked;
  }

  /** To the next step; where a question is open first to its answer. */
  forward() {
    const isOpen = this.panel?.isAsking;
    if (isOpen && this.isPlaying) this.toggle();
    if (isOpen) this.panel.show();
    else this.take(this.step + 1);
  }

  toggle() {
    clearTimeout(this.playTimer);
    this.setUp(!this.isPlaying && this.payload.total > 0);
    if (!this.isPlaying) return;
    const { turnsRound } = this.picture;
    const isLast = this.step === this.payload.total;
    if (isLast && turnsRound) this.turn = -1;
    else if (!turnsRound || this.step === 0) this.turn = 1;
    if (isLast && !turnsRound) this.go(0);
    else if (this.panel?.isAsking) this.panel.show();
    this.schedule();
  }

  /** Plan the next step of playing, which waits for frames that are on their way. */
  schedule(pause = this.pause / Number(this.speed.value)) {
    clearTimeout(this.playTimer);
    this.playTimer = setTimeout(() => {
      if (this.frame) this.go(this.step + this.turn);
      const isAtEnd = this.step === (this.turn > 0 ? this.payload.total : 0);
      if (!isAtEnd && !this.panel?.isAsking) this.schedule();
      else this.toggle(); // at the end, or at a question, which waits for an answer
    }, pause);
  }

  /** How long a step stays while playing: as long as its sentences take to read, but shortly where nothing happens. */
  get pause() {
    if (this.frame && this.picture.isQuick?.(this.turn)) return QUICK_MS;
    const letters = plainText(this.frame?.say.flatMap(({ text }) => text) ?? []).length;
    return Math.max(this.isFilm ? FILM_MS : STEP_MS, letters * LETTER_MS);
  }

  // -- On the screen

  /** Show what holds for all steps: language, labels, and whether it plays. */
  setUp(isPlaying) {
    this.isPlaying = isPlaying;
    const { labels, lang, dir, total, search, quiz, still } = this.payload;
    Object.assign(this.root, { lang, dir, ariaLabel: labels.picture });
    this.root.classList.toggle("still", total === 0 || Boolean(still)); // nothing to step through: no controls that do nothing
    this.numbers = new Intl.NumberFormat(lang);
    for (const [name, node] of Object.entries(this.buttons)) {
      const shown = name === "play" && isPlaying ? "pause" : name;
      Object.assign(node, { ariaLabel: labels[shown], title: labels[shown] });
      node.querySelector("path").setAttribute("d", ICONS[shown]);
    }
    this.buttons.play.ariaPressed = isPlaying;
    this.says.ariaLive = isPlaying ? "off" : "polite"; // so as not to flood a screen reader
    Object.assign(this.scrubber, { max: total, ariaLabel: labels.scrubber });
    const longest = this.calledOf(total).length;
    this.root.style.setProperty("--place-width", `${longest * (lang === "zh" ? 0.67 : 0.56)}em`);
    Object.assign(this.speed, { ariaLabel: labels.speed, title: labels.speed });
    Object.assign(this.search, { hidden: !search, ariaLabel: labels.search, placeholder: labels.search_hint });
    if (quiz && !this.panel) this.panel = new QuestionPanel(this);
    if (quiz && !this.panel.root.isConnected) this.says.after(this.panel.root);
    if (!quiz && this.panel) {
      this.panel.root.remove();
      this.panel = null;
      this.root.removeAttribute("data-asks");
    }
  }

  /** The number that a step is called by. */
  numberOf(step) {
    return step + (this.payload.base ?? 0);
  }

  /** A step by its number, among all. */
  calledOf(step) {
    const { total, labels } = this.payload;
    return labels.of.replace("{step}", this.numberOf(step)).replace("{total}", this.numberOf(total));
  }

  /** What a step is called on the scrubber; while it is asked what comes next, no more than its number. */
  nameOf(step) {
    const { frames, first, quiz } = this.payload;
    const place = this.calledOf(step);
    if (quiz || !step) return place;
    const name = this.picture.nameOf?.(step, frames[step - 1 - first]);
    const done = frames[step - first]?.say[0];
    return name || (done && brief(done.text)) || place;
  }

  /** Draw the step. isStill: what is new has been there before, and does not pulse. */
  draw({ isStill = false } = {}) {
    const start = performance.now();
    const { payload, step } = this;
    const { total, labels } = payload;
    const place = this.calledOf(step);
    this.frame = payload.frames[step - payload.first];
    this.root.dataset.step = this.numberOf(step); // as cards of lessons count, too
    this.root.classList.toggle("waiting", !this.frame);
    this.loading.textContent = this.frame ? "" : labels.loading;
    this.place.textContent = place;
    this.scrubber.style.setProperty("--done", total ? step / total : 0);
    Object.assign(this.scrubber, { value: step, ariaValueText: place });
    for (const name of ["first", "back"]) this.buttons[name].disabled = step === 0;
    for (const name of ["last", "forward"]) this.buttons[name].disabled = step === total;
    if (this.frame) this.rest();
    this.root.classList.toggle("drawn-again", isStill);
    if (this.frame) {
      const isTold = !this.panel?.tells; // what comes next is the panel's to tell
      const sayings = this.sayingsOf(this.frame).filter(({ kind }) => kind !== "next" || isTold);
      this.says.replaceChildren(...sayings.map((saying) => sentence(saying, this.picture)));
      const hadFocus = Boolean(this.panel?.hasFocus);
      this.panel?.draw(); // before the picture, which takes the room that is left
      this.picture.draw(this.frame, step, { from: this.drawn, isStill: isStill || this.drawn === null });
      this.panel?.drawMarks();
      for (const title of this.picture.root.querySelectorAll("h3")) title.title = title.textContent; // it may be cut
      if (hadFocus) this.panel?.focus();
      this.drawn = step;
    }
    document.dispatchEvent(new Event("tokviz-drawn")); // the card of a lesson says what comes next
    this.announce();
    if (++this.draws % 1000 === 0) performance.clearMeasures("picture-step"); // the browser keeps them for ever
    performance.measure("picture-step", { start, end: performance.now() });
  }
}

const mount = mounting(Stepper);

export default mount;
