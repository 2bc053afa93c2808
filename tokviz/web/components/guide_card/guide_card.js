/*
 * The card of a guided lesson. It shows a card's text, tells when the visitor has left the card's state, brings the
 * part of the page that it speaks of into view, and answers a presenter's remote. It asks the server for another card
 * of the page (or 0, to leave), and presses a link for a card of another page; everything it shows is written as text,
 * never as HTML.
 */

import { element } from "../shared/elements.js";
import { isBusy, mounting, POLL_MS } from "../shared/streamlit.js";
import { dismissible } from "../shared/terms.js";
import { AskList } from "./asks.js";
import { hasSteps, isOnPath, pageOf, pieces, plain } from "./card.js";
import { Handing } from "./handing.js";
import { BELOW, findStage, hasSideBar, isNarrow, showPart, showSideBar } from "./page.js";

const TICK_MS = 120;
const ARRIVAL_MS = 6000; // after so long a page is taken to be there
const LOST_MS = 3500; // after so long at rest without the part, the page's run is taken to be lost
const STEADY_MS = 2500; // how long after arrival the part is kept in view, while charts above it still grow
const ANSWER_MS = 8000; // after so long a request is taken to be lost

/** Who needs the keys of a remote for writing or choosing; not the stage's scrubber, whose keys are the stage's. */
const FIELDS = `textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=spinbutton],
  [role=combobox], [role=listbox], [role=menu], [role=dialog], [role=slider],
  input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=reset], [type=range])`;

let definitions = 0; // that were drawn

// ---- Elements -----------------------------------------------------------------------------------------------------

/** A word with the definition of its term, which shows while it is hovered over or has the focus. */
function explained(word, definition) {
  const id = `definition-${++definitions}`;
  const shown = element("span", { class: "definition", role: "tooltip", id }, definition);
  return element("dfn", { class: "term", tabindex: 0, "aria-describedby": id }, word, shown);
}

/** A line of text as elements. terms: definitions. */
function line(parts, terms = {}) {
  return parts.map(({ text, strong, code, end, word, term }) => {
    if (strong) return element("strong", {}, ...line(strong, terms));
    if (term) return terms[term] ? explained(word, terms[term]) : word;
    return code ? element("span", { class: "whole" }, element("code", {}, code), end) : text;
  });
}

// ---- The card -----------------------------------------------------------------------------------------------------

class GuideCard {
  asked = 0; // when a request that is not yet answered was made
  wanted = null; // the card that it asks for
  arrived = 0; // when the page was there

  constructor(parent) {
    this.build();
    parent.append(this.root);
    this.listening = new AbortController();
    const { signal } = this.listening;
    dismissible(this.root, signal);
    // Before the stage, which listens on the document.
    window.addEventListener("keydown", (event) => this.onKey(event), { signal, capture: true });
    for (const type of ["wheel", "touchmove", "pointerdown", "keydown"]) {
      window.addEventListener(type, () => this.letGo(), { signal, capture: true, passive: true });
    }
    window.addEventListener("tokviz-answered", (event) => this.onAnswered(event), { signal });
    this.timer = setInterval(() => this.tick(), TICK_MS);
  }

  build() {
    const button = (name, act) => {
      const made = element("button", { type: "button", name });
      made.addEventListener("click", act);
      return made;
    };
    this.guide = element("span", { class: "guide" });
    this.place = element("span", { class: "place" });
    this.fold = button("fold", () => {
      this.setFolded(!this.isFolded);
      showPart(this.data, this.root);
    });
    this.title = element("h2");
    this.text = element("div", { class: "text" });
    this.hint = element("p", { class: "hint", hidden: "" });
    this.notes = element("p", { class: "notes", hidden: "" });
    this.asks = new AskList((place, text) => this.answer(place, text));
    this.score = element("span", { class: "tally", role: "status" });
    this.following = button("following", () => this.follow());
    this.back = button("return", () => this.go(this.data.card));
    this.previous = button("back", () => this.go(this.data.before));
    this.next = button("next", () => this.go(this.data.after));
    this.leave = button("leave", () => this.go(0));
    this.summary = element("summary");
    this.list = element("ol");
    this.handing = new Handing();
    const inner = element("div", { class: "inner" }, this.text, this.hint);
    const says = element("div", { class: "says", "aria-live": "polite" }, this.title, inner);
    const middle = element("div", { class: "middle" }, says, this.notes, this.asks.root, this.handing.root);
    const list = element("details", {}, this.summary, this.list);
    const more = element("div", { class: "more" }, list, this.leave);
    this.root = element("section", { class: "card", "data-testid": "guide-card" });
    this.root.append(
      element("header", {}, this.guide, this.score, this.place, this.fold),
      middle,
      this.back,
      element("div", { class: "buttons" }, this.previous, this.next, this.following),
      more,
    );
  }

  // -- With the server

  /** Take what the server sent. */
  update({ data, setTriggerValue }) {
    this.report = setTriggerValue;
    if (!data?.visit) return;
    const isNew = data.visit !== this.data?.visit;
    this.data = data;
    if (isNew) {
      this.asked = 0;
      this.wanted = null;
      this.arrived = 0;
      this.opened = performance.now();
      this.isSteady = true;
      this.root.querySelector("details").open = false;
    }
    this.draw();
    this.tick();
  }

  unmount() {
    this.listening.abort();
    clearInterval(this.timer);
    clearTimeout(this.planned);
    this.root.remove();
  }

  /** Ask once Streamlit is at rest: a request that meets another page on its way would be lost. */
  atRest(ask) {
    if (isBusy()) this.planned = setTimeout(() => this.atRest(ask), POLL_MS);
    else ask();
  }

  /**
   * Press a hidden link. The stage holds its reports after a press elsewhere (see there), and a key of the remote is
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

  /** Go on to the next lesson. */
  follow() {
    if (this.isAsking()) return;
    this.asked = performance.now();
    this.atRest(() => this.press(".st-key-guide_following"));
  }

  /** An answer on the stage counts for the lesson, too. */
  onAnswered(event) {
    if (!(this.data && event instanceof CustomEvent)) return;
    const { quiz, step, isRight } = event.detail;
    this.asks.scores.note(this.data.lesson, `${quiz} ${step}`, isRight);
    this.score.textContent = this.asks.tell(this.data.lesson);
  }

  isAsking() {
    return this.asked > 0 && performance.now() - this.asked < ANSWER_MS;
  }

  // -- Beside the page

  /** Whoever scrolls or types has the page to themselves. */
  letGo() {
    this.isSteady = false;
  }

  tick() {
    if (!this.data) return;
    const now = performance.now();
    // A request can meet a run that begins at the same time, and Streamlit forgets it.
    if (this.wanted !== null && !this.isAsking() && !isBusy()) this.go(this.wanted);
    if (!this.arrived) this.arrive(now);
    if (this.arrived && this.isSteady && now - this.arrived < STEADY_MS) showPart(this.data, this.root);
    const stage = findStage();
    const goesOn = this.data.until !== null && stage && Number(stage.dataset.step) < this.data.until;
    const isOff = this.arrived > 0 && !this.isAsking() && !isBusy() && !isOnPath(this.data, location);
    this.hint.hidden = !this.arrived || isOff || !(goesOn || (this.data.side_bar && !hasSideBar()));
    this.back.hidden = !isOff;
    this.root.ariaBusy = this.isAsking();
    this.root.dataset.arrived = this.arrived ? this.data.card : "";
    const style = getComputedStyle(this.root); // for what lies outside of the component
    for (const name of ["primary", "background"]) {
      document.documentElement.style.setProperty(`--guide-${name}`, style.getPropertyValue(`--st-${name}-color`));
    }
  }

  /** Notice that the page is there. A part that the server draws only in view is scrolled to first. */
  arrive(now) {
    if (this.isThere() || now - this.opened > ARRIVAL_MS) {
      this.arrived = now;
      showSideBar(this.data.side_bar);
      if (this.data.until === null && !isNarrow()) this.asks.field?.focus({ preventScroll: true });
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

  /** Whether the page has come to rest at this card: the part is there, and the stage is where the card wants it. */
  isThere() {
    const { part, side_bar, until, step } = this.data;
    if (isBusy() || (!side_bar && !document.querySelector(part))) return false;
    return until === null || Number(findStage()?.dataset.step) === step;
  }

  // -- With the user

  /** Keys of a remote: the stage has them while it has steps to show, then they turn the cards. */
  onKey(event) {
    const turn = { PageDown: 1, PageUp: -1 }[event.key];
    if (!turn || !this.data || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const path = event.composedPath();
    const isOurs = path.includes(this.root); // a field of ours needs no key of a remote
    if (!isOurs && path.some((node) => node.matches?.(FIELDS))) return;
    const stage = findStage();
    const isSteps = this.arrived && !this.isAsking() && pageOf(location) === this.data.page;
    if (isSteps && stage && hasSteps(this.data, Number(stage.dataset.step), turn)) {
      if (path[0] === document || path.includes(stage)) return;
      // What has the focus, such as a table that was clicked, would keep the key from the stage.
      event.preventDefault();
      event.stopImmediatePropagation();
      document.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, bubbles: true, cancelable: true }));
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (this.arrived) this.turn(turn);
  }

  /** A key of a remote without steps to show: it shows what an open question asks for, then turns the card. */
  turn(turn) {
    const { before, after, labels } = this.data;
    const open = this.asks.open;
    const wanted = turn > 0 ? after : before;
    if (turn > 0 && open >= 0) this.answer(open, null);
    else if (wanted) this.go(wanted);
    else if (turn > 0 && labels.following) this.follow();
  }

  // -- On the screen

  setFolded(isFolded) {
    this.isFolded = isFolded;
    this.root.classList.toggle("folded", isFolded);
    this.fold.textContent = isFolded ? this.data.labels.unfold : this.data.labels.fold;
    this.fold.setAttribute("aria-expanded", String(!isFolded));
  }

  draw() {
    const { card, titles, guide, text, terms, labels, lang, before, after } = this.data;
    Object.assign(this.root, { lang, ariaLabel: `${labels.lesson}: ${guide}` });
    this.root.dataset.card = card;
    this.guide.textContent = guide;
    this.place.textContent = labels.place;
    this.setFolded(Boolean(this.isFolded));
    // Unchanged text is not written again, nor read out again.
    if (this.shown !== titles[card - 1] + text) {
      this.shown = titles[card - 1] + text;
      this.title.replaceChildren(...line(pieces(titles[card - 1])));
      const paragraphs = text.split("\n\n").map((one) => element("p", {}, ...line(pieces(one), terms)));
      const goal = [labels.goal, labels.needs].filter(Boolean).join(" ");
      const aim = goal ? [element("p", { class: "goal" }, goal)] : [];
      this.text.replaceChildren(...aim, ...paragraphs);
    }
    this.notes.textContent = labels.notes ?? "";
    this.notes.hidden = !labels.notes;
    this.asks.draw(this.data);
    this.handing.draw(this.data.handed);
    this.score.textContent = this.asks.tell(this.data.lesson);
    this.hint.textContent = labels.hint ?? "";
    this.back.textContent = labels.return;
    this.previous.textContent = labels.back;
    this.next.textContent = labels.next;
    this.previous.disabled = !before;
    this.next.disabled = !after;
    this.next.hidden = !after && Boolean(labels.following);
    this.following.hidden = !this.next.hidden;
    this.following.textContent = labels.following ?? "";
    this.following.title = labels.after ?? "";
    this.summary.textContent = labels.list;
    this.leave.textContent = labels.leave;
    this.list.replaceChildren(
      ...titles.map((title, place) => {
        const made = element("button", { type: "button" });
        if (place + 1 === card) made.ariaCurrent = "step";
        made.append(plain(title));
        made.addEventListener("click", () => this.go(place + 1));
        return element("li", {}, made);
      }),
    );
  }
}

export default mounting(GuideCard);
