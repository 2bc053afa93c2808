/**
 * What was answered to the questions of the cards of a lesson, over a reload: the server judges it again. Nothing is
 * drawn here.
 *
 * @typedef {object} Kept
 * @property {number} card
 * @property {number} place              of the question on the card
 * @property {(string | null)[]} texts   the answers; null: to be shown what is right
 */

import { keepIn, readAllFrom, visitStore } from "../shared/browser_store.js";

const ANSWERS_KEPT_AS = "tokviz-card-answers";

export class KeptAnswers {
  constructor(store = visitStore()) {
    this.store = store;
  }

  /** What is kept of a lesson. @returns {Kept[]} */
  of(lesson) {
    const every = this.read()[lesson];
    return Array.isArray(every) ? every.filter((answer) => Array.isArray(answer?.texts)) : [];
  }

  /** Keep one more answer to a question. */
  add(lesson, card, place, text) {
    const before = this.to(lesson, card, place);
    const others = this.of(lesson).filter((answer) => answer.card !== card || answer.place !== place);
    const texts = [...before, text];
    keepIn(this.store, ANSWERS_KEPT_AS, { ...this.read(), [lesson]: [...others, { card, place, texts }] });
  }

  /** The answers to a question. */
  to(lesson, card, place) {
    return this.of(lesson).find((answer) => answer.card === card && answer.place === place)?.texts ?? [];
  }

  /** Forget what was answered in a lesson. */
  forget(lesson) {
    const { [lesson]: _, ...others } = this.read();
    keepIn(this.store, ANSWERS_KEPT_AS, others);
  }

  read() {
    return readAllFrom(this.store, ANSWERS_KEPT_AS);
  }
}
