/**
 * The card of a guided lesson as it is on the screen: its text, questions, buttons and list. What a press leads to is
 * up to the subclass: in the app the server, on a page without one the page. Everything is written as text, never as
 * HTML.
 */

import { button, coded, element } from "../shared/elements.js";
import { dismissible } from "../shared/terms.js";
import { AskList } from "./asks.js";
import { hasSteps, pieces, plain } from "./card.js";
import { Handing } from "./handing.js";
import { KeptAnswers } from "./kept_answers.js";
import { letRest } from "./resting.js";

/** Who needs the keys of a remote for writing or choosing; not the picture's scrubber, whose keys are the picture's. */
const FIELDS = `textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=spinbutton],
  [role=combobox], [role=listbox], [role=menu], [role=dialog], [role=slider],
  input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=reset], [type=range])`;

let definitions = 0; // that were drawn

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
    return code ? coded(code, end) : text;
  });
}

export class CardFace {
  /** @type {import("./card.js").Card | any} */
  data = null;
  kept = new KeptAnswers();

  constructor(parent) {
    this.build();
    parent.append(this.root);
    this.listening = new AbortController();
    const { signal } = this.listening;
    dismissible(this.root, signal);
    // Before the picture, which listens on the document.
    window.addEventListener("keydown", (event) => this.onKey(event), { signal, capture: true });
    window.addEventListener("tokviz-answered", (event) => this.onAnswered(event), { signal });
    document.addEventListener("tokviz-drawn", () => this.data && this.drawNext(), { signal });
  }

  // -- What a press leads to

  /** @param {number} _number of the card that is asked for; 0 to leave */
  go(_number) {
    // up to the subclass
  }

  /** @param {number} _place of a question  @param {string | null} _text the answer, null to be shown what is right */
  answer(_place, _text) {
    // up to the subclass
  }

  /** Keep an answer over a reload, and send it. */
  submit(place, text) {
    this.kept.add(this.data.lesson, this.data.card, place, text);
    this.answer(place, text);
  }

  /** On to the next lesson. */
  follow() {
    // up to the subclass
  }

  /** On to exercises of the kinds that the lesson asked. */
  practice() {
    // up to the subclass
  }

  /** What is to be seen after the card was folded or unfolded. */
  onFold() {
    // up to the subclass
  }

  /**
   * Tell the picture at which step the card ends: there it asks no more, since the next card may. last: null for none.
   */
  tellPicture(last) {
    if (last === null) document.documentElement.removeAttribute("data-guide-last");
    else document.documentElement.dataset.guideLast = `${last}`;
    document.dispatchEvent(new Event("tokviz-card"));
  }

  // -- The keys of a remote

  /** The picture that is asked first whether it has steps to show; null for none. @returns {any} */
  get picture() {
    return null;
  }

  /** Whether the picture asks a question. */
  get isPictureAsking() {
    return Boolean(this.picture?.dataset.asks);
  }

  /** Keys of a remote: the picture has them while it has steps to show, then they turn the cards. */
  onKey(event) {
    const turn = { PageDown: 1, PageUp: -1 }[event.key];
    if (!turn || !this.data || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const path = event.composedPath();
    const isOurs = path.includes(this.root); // a field of ours needs no key of a remote
    if (!isOurs && path.some((node) => node.matches?.(FIELDS))) return;
    const { picture } = this;
    const isStep = picture && hasSteps(this.data, Number(picture.dataset.step), turn);
    if (isStep && (path[0] === document || path.includes(picture))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isStep) this.step(event.key);
    else this.turn(turn);
  }

  /** Hand a key to the picture: what has the focus, such as a table that was clicked, would keep it from there. */
  step(key) {
    document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  }

  /** The button that goes on: over the steps of the card first, unless a question has the way over them. */
  goOn() {
    if (this.next.dataset.goes === "step") this.step("PageDown");
    else this.go(this.data.after);
  }

  /** Say where that button leads. While a question is open, it only leads away, and is quiet. */
  drawNext() {
    const { labels } = this.data;
    const { picture } = this;
    const { isPictureAsking } = this;
    const isAsked = isPictureAsking || this.asks.open >= 0;
    const isStep = !isAsked && picture && hasSteps(this.data, Number(picture.dataset.step), 1);
    const goes = isStep ? "step" : "card";
    this.next.dataset.goes = goes;
    for (const onward of [this.next, this.following]) onward.classList.toggle("quiet", isAsked);
    this.root.classList.toggle("asked", isPictureAsking); // which needs the room
    if (picture && Number(picture.dataset.step) === this.data.step) this.asksFirst = isPictureAsking;
    const hint = (this.asksFirst ? labels.hint : (labels.hint_steps ?? labels.hint)) ?? "";
    if (this.hint.textContent !== hint) this.hint.textContent = hint;
    const label = isAsked ? labels.next_card : labels.next;
    const text = isStep ? labels.next_step : label;
    if (this.next.textContent !== text) this.next.textContent = text;
    this.next.disabled = !(isStep || this.data.after);
  }

  /** A key of a remote without steps to show: it shows what an open question asks for, then turns the card. */
  turn(turn) {
    const { before, after, labels } = this.data;
    const open = this.asks.open;
    const wanted = turn > 0 ? after : before;
    if (turn > 0 && open >= 0) this.submit(open, null);
    else if (wanted) this.go(wanted);
    else if (turn > 0 && labels.following) this.follow();
  }

  /** An answer in the picture counts for the lesson, too. */
  onAnswered(event) {
    if (!(this.data && event instanceof CustomEvent)) return;
    const { quiz, step, isRight } = event.detail;
    this.asks.scores.note(this.data.lesson, `${quiz} ${step}`, isRight);
    this.score.textContent = this.asks.tell(this.data.lesson);
  }

  // -- On the screen

  build() {
    this.guide = element("span", { class: "guide" });
    this.place = element("span", { class: "place" });
    this.fold = button({ name: "fold" }, () => {
      this.setFolded(!this.isFolded);
      this.onFold();
    });
    this.title = element("h2", { "aria-live": "polite" });
    this.text = element("div", { class: "text" });
    this.hint = element("p", { class: "hint", hidden: "" });
    this.notes = element("p", { class: "notes", hidden: "" });
    this.asks = new AskList((place, text) => this.submit(place, text));
    this.sources = element("div", { class: "sources" });
    this.score = element("span", { class: "tally", role: "status" });
    this.following = button({ name: "following" }, () => this.follow());
    this.back = button({ name: "return", hidden: "" }, () => this.go(this.data.card)); // until the visitor is elsewhere
    this.previous = button({ name: "back" }, () => this.go(this.data.before));
    this.next = button({ name: "next" }, () => this.goOn());
    this.leave = button({ name: "leave" }, () => this.go(0));
    this.exercises = button({ name: "practice" }, () => this.practice());
    this.summary = element("summary");
    this.list = element("ol");
    this.handing = new Handing();
    const inner = element("div", { class: "inner" }, this.text, this.hint);
    const says = element("div", { class: "says", "aria-live": "polite" }, inner);
    const middle = element("div", { class: "middle" }, says, this.notes, this.asks.root, this.sources);
    middle.append(this.handing.root);
    this.middle = middle;
    const sizes = new ResizeObserver(() => {
      this.fitText();
      this.markMore();
    });
    for (const node of [middle, ...middle.children]) sizes.observe(node);
    middle.addEventListener("scroll", () => this.markMore(), { passive: true });
    const list = element("details", {}, this.summary, this.list);
    this.more = element("div", { class: "more" }, list, this.exercises);
    const buttons = element("div", { class: "buttons" }, this.previous, this.next, this.following);
    this.root = element("section", { class: "card", "data-testid": "guide-card" });
    this.root.append(
      element("header", {}, this.guide, this.score, this.place, this.fold),
      this.title, // stays in view, whatever is scrolled below it
      middle,
      this.back,
      this.more,
      element("div", { class: "foot" }, this.leave, buttons), // at the foot of the window, on every card
    );
  }

  /** A text that does not fit is smaller, where the sheet says so: on a phone all of it is read without scrolling. */
  fitText() {
    if (this.isFitted || !this.middle.clientHeight) return;
    this.isFitted = true; // once for a card: nothing that comes later moves what is read
    const [text, asks] = [this.text, this.asks.root];
    const end = Math.max(...[text, asks].map((node) => node.getBoundingClientRect().bottom));
    const foot = this.middle.getBoundingClientRect().bottom;
    if (end > foot + 1) this.root.classList.add("long");
  }

  /** Let what is scrolled fade where it goes on: a line that is cut looks like an error. */
  markMore() {
    const { scrollHeight, scrollTop, clientHeight } = this.middle;
    this.middle.classList.toggle("goes-on", scrollHeight - scrollTop - clientHeight > 2);
  }

  /** The papers that the card relies on, or on the last card those to read on with. */
  drawSources() {
    const { sources = [], labels } = this.data;
    const papers = sources.map((paper) => element("li", { lang: "en" }, paper));
    this.sources.hidden = !papers.length;
    this.sources.replaceChildren(element("p", {}, labels.sources ?? ""), element("ul", {}, ...papers));
  }

  setFolded(isFolded) {
    this.isFolded = isFolded;
    this.root.classList.toggle("folded", isFolded);
    this.fold.textContent = isFolded ? this.data.labels.unfold : this.data.labels.fold;
    this.fold.setAttribute("aria-expanded", String(!isFolded));
  }

  draw() {
    const { card, titles, guide, text, terms, labels, lang, before, after } = this.data;
    if (this.data.visit !== this.visit) letRest(this.following); // it takes the place of the button that led here
    if (this.data.visit !== this.visit) this.asksFirst = true; // until the picture is there
    this.visit = this.data.visit;
    Object.assign(this.root, { lang, ariaLabel: `${labels.lesson}: ${guide}` });
    this.root.dataset.card = card;
    this.guide.textContent = guide;
    this.place.textContent = labels.place;
    this.setFolded(Boolean(this.isFolded));
    // Unchanged text is not written again, nor read out again.
    if (this.shown !== titles[card - 1] + text) {
      this.shown = titles[card - 1] + text;
      this.title.replaceChildren(...line(pieces(titles[card - 1])));
      const paragraphs = text.split("\n\n").map((paragraph) => element("p", {}, ...line(pieces(paragraph), terms)));
      const goal = [labels.goal, labels.needs].filter(Boolean).join(" ");
      const aim = goal ? [element("p", { class: "goal" }, goal)] : [];
      this.text.replaceChildren(...aim, ...paragraphs);
      this.root.classList.remove("long"); // until it is measured
      this.isFitted = false;
    }
    this.notes.textContent = labels.notes ?? "";
    this.notes.hidden = !labels.notes;
    this.drawSources();
    this.asks.draw(this.data);
    this.handing.draw(this.data.handed);
    this.score.textContent = this.asks.tell(this.data.lesson);
    this.back.textContent = labels.return;
    this.previous.textContent = labels.back;
    this.previous.disabled = !before;
    this.drawNext();
    this.next.hidden = !after && Boolean(labels.following);
    this.following.hidden = !this.next.hidden;
    this.following.textContent = labels.following ?? "";
    this.following.title = labels.after ?? "";
    this.summary.textContent = labels.list;
    this.exercises.hidden = !this.data.practices;
    this.exercises.textContent = labels.practice;
    this.leave.textContent = labels.leave_short;
    Object.assign(this.leave, { title: labels.leave, ariaLabel: labels.leave });
    this.list.replaceChildren(
      ...titles.map((title, place) => {
        const titleButton = button({}, () => this.go(place + 1), plain(title));
        if (place + 1 === card) titleButton.ariaCurrent = "step";
        return element("li", {}, titleButton);
      }),
    );
    this.fitText();
  }
}
