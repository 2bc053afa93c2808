/*
 * A lesson of the site: its card, and beside it what the card speaks of. The address says which card is open, as #3; what
 * there is to say of each answer stands in the page.
 */

import { CardFace } from "../components/guide_card/face.js";

export class LessonCard extends CardFace {
  answers = new Map(); // card and place of a question -> the answer, null to be shown what is right
  opened = 0; // how many times a card was

  /** data: as lesson_page.py makes it; after: the file of the next lesson; link: to the same card in the app, if any */
  constructor(parent, shows, { cards, after, app }, link) {
    super(parent);
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
    this.root.querySelector("details").open = false;
    this.tell();
    this.onStep(this.here.card.step);
    this.shows.show(this.here.shows);
    const { page, query } = this.here;
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
    this.draw();
  }

  told({ open, answers, told }, place) {
    const text = this.answers.get(`${this.here.card.card} ${place}`);
    if (text === undefined) return open;
    return text === null ? told : answers[text];
  }

  /** The stage has come to rest at a step: one of the card's own, or not. */
  onStep(step) {
    const { step: first, until } = this.here.card;
    const last = until ?? first;
    this.hint.hidden = step >= last;
    this.back.hidden = step >= first && step <= last;
  }

  // -- What a press leads to

  go(number) {
    if (number === 0) location.assign("index.html");
    else if (location.hash === `#${number}`) this.open();
    else location.hash = `#${number}`;
  }

  answer(place, text) {
    this.answers.set(`${this.data.card} ${place}`, text);
    this.tell();
  }

  follow() {
    location.assign(this.after);
  }

  get stage() {
    return this.shows.stage;
  }
}
