/*
 * The card of a guided lesson. It shows a card's text, tells when the visitor has left the card's state, brings the
 * part of the page that it speaks of into view, and answers a presenter's remote. It asks the server for another card
 * of the page (or 0, to leave), and presses a link for a card of another page; everything it shows is written as text,
 * never as HTML.
 *
 * @typedef {object} Card
 * @property {string} visit                   changes whenever a card is opened, the same one again included
 * @property {number} card                    its number, from 1
 * @property {string[]} titles                of all cards
 * @property {string} guide                   the title of the lesson
 * @property {string} text                    paragraphs, with `code` and **bold**
 * @property {number[]} away                  the cards that are about other pages: each has a hidden link, in order
 * @property {string} page                    the last part of the path of its address
 * @property {Record<string, string>[]} queries    its address, in as many words as mean the same; without `step`
 * @property {string[]} kept                  parameters that belong to no page
 * @property {number} step                    the step of its address
 * @property {number | null} until            the last step that the remote steps the stage to
 * @property {string} part                    selector of the part that it speaks of
 * @property {boolean} side_bar               whether that is the side bar
 * @property {Record<string, string>} labels  all words of the interface
 * @property {string} lang
 */

const TICK_MS = 120;
const POLL_MS = 30; // while a request waits for Streamlit
const ARRIVAL_MS = 6000; // after so long a page is taken to be there
const STEADY_MS = 2500; // how long after arrival the part is kept in view, while charts above it still grow
const ANSWER_MS = 8000; // after so long a request is taken to be lost
const NARROW = "(max-width: 800px)"; // as in guide_card.css

/** Who needs the keys of a remote for writing or choosing; not the stage's scrubber, whose keys are the stage's. */
const FIELDS = `textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=spinbutton],
  [role=combobox], [role=listbox], [role=menu], [role=dialog], [role=slider],
  input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=reset], [type=range])`;

// ---- Elements -----------------------------------------------------------------------------------------------------

/** A new element; children that are strings become text. */
function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** A line of text with `code` and **bold**. What ends a sentence stays with the code before it. */
function line(text) {
  return text.split(/(`[^`]+`[,.;:)，。；：、！？）]*|\*\*[^*]+\*\*)/).map((piece, place) => {
    if (place % 2 === 0) return piece;
    if (piece.startsWith("*")) return element("strong", {}, ...line(piece.slice(2, -2)));
    const [, code, end] = piece.split("`");
    return element("span", { class: "whole" }, element("code", {}, code), end);
  });
}

function plain(text) {
  return text.replaceAll("`", "");
}

/** The stage that steps, wherever on the page its component stands; null if there is none. */
function findStage() {
  for (const host of document.querySelectorAll("[data-testid=stBidiComponentIsolated]")) {
    const found = host.shadowRoot?.querySelector("[data-testid=stage]:not(.still)");
    if (found && found.getClientRects().length) return found;
  }
  return null;
}

function same(one, other) {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

// ---- The card -----------------------------------------------------------------------------------------------------

class GuideCard {
  calls = 0; // of update
  asked = 0; // when a request that is not yet answered was made
  arrived = 0; // when the page was there

  constructor(parent) {
    this.parent = parent;
    this.build();
    parent.append(this.root);
    this.listening = new AbortController();
    const { signal } = this.listening;
    // Before the stage, which listens on the document.
    window.addEventListener("keydown", (event) => this.onKey(event), { signal, capture: true });
    for (const type of ["wheel", "touchmove", "pointerdown", "keydown"]) {
      window.addEventListener(type, () => (this.isSteady = false), { signal, capture: true, passive: true });
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

  /** Take what the server sent; only the clean-up of the newest call counts, as in the stage. */
  update(data, setTriggerValue) {
    const call = ++this.calls;
    this.report = setTriggerValue;
    if (data?.visit) {
      const isNew = data.visit !== this.data?.visit;
      this.data = data;
      if (isNew) {
        this.asked = this.arrived = 0;
        this.opened = performance.now();
        this.isSteady = true;
        this.root.querySelector("details").open = false;
      }
      this.draw();
      this.tick();
    }
    return () => call === this.calls && this.unmount();
  }

  unmount() {
    this.listening.abort();
    clearInterval(this.timer);
    clearTimeout(this.planned);
    this.root.remove();
    cards.delete(this.parent);
  }

  /** Ask for a card once Streamlit is at rest: a request that meets another page on its way would be lost. */
  go(number) {
    if (number < 0 || number > this.data.titles.length || this.isAsking()) return;
    this.asked = performance.now();
    this.root.ariaBusy = true;
    const send = () => {
      if (this.isBusy()) {
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

  isBusy() {
    const state = document.querySelector("[data-testid=stApp]")?.dataset.testScriptState;
    return state === "running" || state === "rerunRequested";
  }

  // -- Beside the page

  /** Whether the page shows what the card speaks of, steps up to the card's last one included. */
  isOnPath() {
    const { page, queries, kept, step, until } = this.data;
    const { step: shown = "0", ...query } = Object.fromEntries(new URLSearchParams(location.search));
    for (const name of kept) delete query[name];
    const isStep = Number(shown) >= step && Number(shown) <= (until ?? step);
    return location.pathname.split("/").pop() === page && isStep && queries.some((one) => same(one, query));
  }

  tick() {
    if (!this.data) return;
    const now = performance.now();
    if (!this.arrived && (this.isThere() || now - this.opened > ARRIVAL_MS)) {
      this.arrived = now;
      this.showSideBar();
    }
    if (this.arrived && this.isSteady && now - this.arrived < STEADY_MS) this.showPart();
    const stage = findStage();
    const hasSteps = this.data.until !== null && stage && Number(stage.dataset.step) < this.data.until;
    const isOff = this.arrived > 0 && !this.isAsking() && !this.isBusy() && !this.isOnPath();
    this.hint.hidden = !this.arrived || isOff || !(hasSteps || (this.data.side_bar && !this.hasSideBar()));
    this.back.hidden = !isOff;
    this.root.ariaBusy = this.isAsking();
    this.root.dataset.arrived = this.arrived ? this.data.card : "";
    const style = getComputedStyle(this.root); // for what lies outside of the component
    for (const name of ["primary", "background"]) {
      document.documentElement.style.setProperty(`--guide-${name}`, style.getPropertyValue(`--st-${name}-color`));
    }
  }

  /** Whether the page has come to rest at this card: the part is there, and the stage is where the card wants it. */
  isThere() {
    const { part, side_bar, until, step } = this.data;
    if (this.isBusy() || (!side_bar && !document.querySelector(part))) return false;
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
    const isSteps = this.arrived && !this.isAsking() && location.pathname.split("/").pop() === this.data.page;
    if (isSteps && stage && this.hasSteps(turn, Number(stage.dataset.step))) {
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

  /** Whether the stage has a step of this card to show on the way that a key points. */
  hasSteps(turn, shown) {
    const { step, until } = this.data;
    return turn > 0 ? until !== null && shown < until : shown > step && shown <= (until ?? step);
  }

  // -- On the screen

  setFolded(isFolded) {
    this.isFolded = isFolded;
    this.root.classList.toggle("folded", isFolded);
    this.fold.textContent = isFolded ? this.data.labels.unfold : this.data.labels.fold;
    this.fold.setAttribute("aria-expanded", String(!isFolded));
  }

  draw() {
    const { card, titles, guide, text, labels, lang } = this.data;
    const total = titles.length;
    Object.assign(this.root, { lang, ariaLabel: `${labels.lesson}: ${guide}` });
    this.root.dataset.card = card;
    this.guide.textContent = guide;
    this.place.textContent = labels.place;
    this.setFolded(Boolean(this.isFolded));
    if (this.shown !== titles[card - 1] + text) { // unchanged text is not written again, nor read out again
      this.shown = titles[card - 1] + text;
      this.title.replaceChildren(...line(titles[card - 1]));
      this.text.replaceChildren(...text.split("\n\n").map((paragraph) => element("p", {}, ...line(paragraph))));
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

// ---- Mounting -----------------------------------------------------------------------------------------------------

const cards = new WeakMap(); // where it is mounted -> the card

export default function mount({ data, parentElement, setTriggerValue }) {
  if (!cards.has(parentElement)) cards.set(parentElement, new GuideCard(parentElement));
  return cards.get(parentElement).update(data, setTriggerValue);
}
