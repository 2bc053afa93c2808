/*
 * The card of a guided lesson. It shows a card's text, tells when the visitor has left the card's state, brings the
 * part of the page that it speaks of into view, and answers a presenter's remote. It asks the server for another card
 * of the page (or 0, to leave), and presses a link for a card of another page; everything it shows is written as text,
 * never as HTML.
 */

import { element } from "../shared/elements.js";
import { isBusy, mounting, POLL_MS } from "../shared/streamlit.js";
import { dismissible } from "../shared/terms.js";
import { hasSteps, isOnPath, pageOf, pieces, plain } from "./card.js";

const TICK_MS = 120;
const ARRIVAL_MS = 6000; // after so long a page is taken to be there
const STEADY_MS = 2500; // how long after arrival the part is kept in view, while charts above it still grow
const ANSWER_MS = 8000; // after so long a request is taken to be lost
const BELOW = ".st-key-stage_below"; // where the server draws what follows a stage, once that is in view
const NARROW = "(max-width: 800px)"; // as in guide_card.css

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

/** The stage that steps, wherever on the page its component stands; null if there is none. */
function findStage() {
  for (const host of document.querySelectorAll("[data-testid=stBidiComponentIsolated]")) {
    const found = host.shadowRoot?.querySelector("[data-testid=stage]:not(.still)");
    if (found?.getClientRects().length) return found;
  }
  return null;
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
      this.showPart();
    });
    this.title = element("h2");
    this.text = element("div", { class: "text" });
    this.hint = element("p", { class: "hint", hidden: "" });
    this.back = button("return", () => this.go(this.data.card));
    this.previous = button("back", () => this.go(this.data.card - 1));
    this.next = button("next", () => this.go(this.data.card + 1));
    this.leave = button("leave", () => this.go(0));
    this.summary = element("summary");
    this.list = element("ol");
    const inner = element("div", { class: "inner" }, this.text, this.hint);
    const says = element("div", { class: "says", "aria-live": "polite" }, this.title, inner);
    const more = element("div", { class: "more" }, element("details", {}, this.summary, this.list), this.leave);
    this.root = element("section", { class: "card", "data-testid": "guide-card" });
    this.root.append(
      element("header", {}, this.guide, this.place, this.fold),
      says,
      this.back,
      element("div", { class: "buttons" }, this.previous, this.next),
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

  /** Ask for a card once Streamlit is at rest: a request that meets another page on its way would be lost. */
  go(number) {
    if (number < 0 || number > this.data.titles.length || this.isAsking()) return;
    this.asked = performance.now();
    this.wanted = number;
    this.root.ariaBusy = true;
    const send = () => {
      if (isBusy()) {
        this.planned = setTimeout(send, POLL_MS);
        return;
      }
      // The stage holds its reports after a press elsewhere (see there); a key of the remote is none.
      window.dispatchEvent(new Event("pointerdown"));
      const away = this.data.away.indexOf(number);
      if (away < 0) this.report("go", number);
      else document.querySelectorAll(".st-key-guide_away a")[away]?.click();
    };
    send();
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
    if (this.arrived && this.isSteady && now - this.arrived < STEADY_MS) this.showPart();
    const stage = findStage();
    const goesOn = this.data.until !== null && stage && Number(stage.dataset.step) < this.data.until;
    const isOff = this.arrived > 0 && !this.isAsking() && !isBusy() && !isOnPath(this.data, location);
    this.hint.hidden = !this.arrived || isOff || !(goesOn || (this.data.side_bar && !this.hasSideBar()));
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
      this.showSideBar();
    } else if (!isBusy() && !document.querySelector(this.data.part)) {
      document.querySelector(BELOW)?.scrollIntoView({ block: "nearest" });
    }
  }

  /** Whether the page has come to rest at this card: the part is there, and the stage is where the card wants it. */
  isThere() {
    const { part, side_bar, until, step } = this.data;
    if (isBusy() || (!side_bar && !document.querySelector(part))) return false;
    return until === null || Number(findStage()?.dataset.step) === step;
  }

  hasSideBar() {
    return document.querySelector("[data-testid=stSidebar]")?.dataset.collapsed === "false";
  }

  /** Open the side bar where the card speaks of it, and close it where it is in the way; on a phone it covers all. */
  showSideBar() {
    if (matchMedia(NARROW).matches) return;
    const isOpen = this.hasSideBar();
    if (isOpen === this.data.side_bar) return;
    const name = isOpen ? "stSidebarCollapseButton" : "stExpandSidebarButton";
    const found = document.querySelector(`[data-testid=${name}]`);
    (found?.matches("button") ? found : found?.querySelector("button"))?.click();
  }

  /** Scroll so that the part is to be seen, from its beginning if it does not fit. */
  showPart() {
    const found = document.querySelector(this.data.part);
    const main = document.querySelector("[data-testid=stMain]");
    if (!found || !main) return;
    if (this.data.side_bar) {
      found.querySelector("[data-testid=stSidebarUserContent]")?.scrollIntoView({ block: "start" }); // past the pages
      return;
    }
    const above = matchMedia(NARROW).matches ? this.root : document.querySelector("[data-testid=stHeader]");
    const top = Math.max(above?.getBoundingClientRect().bottom ?? 0, 0) + 34; // of the label above the outline
    const { top: from, bottom: to } = found.getBoundingClientRect();
    if (from >= top && to <= window.innerHeight - 12) return;
    if (Math.abs(from - top) > 2) main.scrollBy({ top: from - top, behavior: "instant" });
  }

  // -- With the user

  /** Keys of a remote: the stage has them while it has steps to show, then they turn the cards. */
  onKey(event) {
    const turn = { PageDown: 1, PageUp: -1 }[event.key];
    if (!turn || !this.data || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const path = event.composedPath();
    if (path.some((node) => node.matches?.(FIELDS))) return;
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
    const wanted = this.data.card + turn;
    if (this.arrived && wanted >= 1 && wanted <= this.data.titles.length) this.go(wanted);
  }

  // -- On the screen

  setFolded(isFolded) {
    this.isFolded = isFolded;
    this.root.classList.toggle("folded", isFolded);
    this.fold.textContent = isFolded ? this.data.labels.unfold : this.data.labels.fold;
    this.fold.setAttribute("aria-expanded", String(!isFolded));
  }

  draw() {
    const { card, titles, guide, text, terms, labels, lang } = this.data;
    const total = titles.length;
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
      this.text.replaceChildren(...paragraphs);
    }
    this.hint.textContent = labels.hint ?? "";
    this.back.textContent = labels.return;
    this.previous.textContent = labels.back;
    this.next.textContent = labels.next;
    this.previous.disabled = card === 1;
    this.next.disabled = card === total;
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
