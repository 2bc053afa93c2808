/*
 * A lesson of the site: its card, and beside it what the card speaks of. The address says which card is open, as #3; what
 * there is to say of each answer is in the page. The browser keeps how far the visitor got, as in the app. It keeps the
 * answers as long: there is no visit to a server that would end.
 */

import { CardFace } from "../lessons/face.js";
import { KeptAnswers } from "../lessons/kept_answers.js";
import { isOwnWay, noteCard } from "../lessons/lesson_progress.js";
import { ScoreKeeper } from "../lessons/score.js";
import { lastingStore } from "../shared/browser_store.js";
import { element } from "../shared/elements.js";
import { styledRoot } from "../shared/styled_root.js";
import { Shows } from "./shows.js";

class LessonCard extends CardFace {
  opened = 0; // how many times a card was

  /**
   * cards: as pages.py makes them; after: the file of the next lesson; home: that of all lessons, if it is there; own:
   * what the link to the visitor's own text says; store: keeps how far the visitor gets; link: to the same card in the
   * app, if any
   */
  constructor(parent, shows, { cards, after, home, app, own, store }, link) {
    super(parent);
    this.store = store;
    this.kept = new KeptAnswers(store);
    this.asks.scores = new ScoreKeeper(store);
    this.home = home;
    this.leave.hidden = !home;
    this.own = element("a", { class: "own" }, own);
    this.more.append(this.own);
    this.shows = shows;
    this.cards = cards;
    this.after = after;
    this.app = app;
    this.link = link;
    shows.heard = (step) => this.onStep(step);
    window.addEventListener("hashchange", () => this.open());
  }

  open() {
    this.here = this.cards[Number(location.hash.slice(1)) - 1] ?? this.cards[0];
    this.opened += 1;
    const { lesson, card, titles } = this.here.card;
    if (isOwnWay(location.search)) noteCard(this.store, lesson, card, titles.length);
    this.root.querySelector("details").open = false;
    this.tell();
    this.onStep(this.here.card.step);
    this.shows.show(this.here.shows);
    const { page, query, own } = this.here;
    this.own.hidden = !own;
    if (own) this.own.href = own;
    if (this.link) this.link.href = `${this.app}/${page}?${new URLSearchParams(query)}`;
  }

  tell() {
    const { card, asks } = this.here;
    this.data = {
      ...card,
      visit: `${this.opened}`,
      handed: null,
      asks: asks.map((ask, place) => this.told(ask, place)),
    };
    this.tellPicture(card.until ?? card.step);
    this.draw();
  }

  /** A question after the answers that were given to it; a text that is no choice of it is of another version. */
  told({ open, answers, told }, place) {
    const { lesson, card } = this.here.card;
    const texts = this.kept.to(lesson, card, place);
    if (texts.includes(null)) return told;
    const tries = texts.map((text) => answers[text]).filter(Boolean);
    const right = tries.find(({ first }) => first.state === "right");
    if (right) return right.first;
    if (!tries.length) return open;
    return tries.length === 1 ? tries[0].first : tries.at(-1).last;
  }

  /** The picture has come to rest at a step: one of the card's own, or not. */
  onStep(step) {
    const { step: first, until } = this.here.card;
    const last = until ?? first;
    this.hint.hidden = step >= last;
    this.back.hidden = step >= first && step <= last;
  }

  // -- What a press leads to

  go(number) {
    if (number === 0) location.assign(this.home);
    else if (location.hash === `#${number}`) this.open();
    else location.hash = `#${number}`;
  }

  answer() {
    this.tell();
  }

  follow() {
    location.assign(this.after);
  }

  get picture() {
    return this.shows.picture;
  }
}

/** Open the lesson of a page, once its card has its style. */
export async function openLesson(data, store = lastingStore()) {
  const byId = (id) => /** @type {any} */ (document.getElementById(id));
  const { root, ready } = styledRoot(byId("card"), "../guide_card.css");
  await ready;
  new LessonCard(root, new Shows(byId("shows"), data.payloads), { ...data, store }, byId("app")).open();
}
