/*
 * A lesson of the site: its card, and beside it what the card speaks of. The address says which card is open, as #3; what
 * there is to say of each answer stands in the page.
 */

import { CardFace } from "../lessons/face.js";

export class LessonCard extends CardFace {
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
    this.tellStage(card.until ?? card.step);
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

  answer() {
    this.tell();
  }

  follow() {
    location.assign(this.after);
  }

  get stage() {
    return this.shows.stage;
  }
}
