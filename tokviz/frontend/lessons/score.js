/** How many answers of a lesson were right at the first try: only that one counts. Nothing here is drawn. */

import { keepIn, readAllFrom, visitStore } from "../shared/browser_store.js";

const SCORES_KEPT_AS = "tokviz-lesson";

export class ScoreKeeper {
  constructor(store = visitStore()) {
    this.store = store;
    this.lessons = readAllFrom(store, SCORES_KEPT_AS);
  }

  /** Note the first answer to a question of a lesson. */
  note(lesson, question, isRight) {
    if (question in this.of(lesson)) return;
    this.lessons = { ...this.lessons, [lesson]: { ...this.of(lesson), [question]: isRight } };
    keepIn(this.store, SCORES_KEPT_AS, this.lessons);
  }

  /** Forget the score of a lesson. */
  forget(lesson) {
    const { [lesson]: _, ...others } = this.lessons;
    this.lessons = others;
    keepIn(this.store, SCORES_KEPT_AS, others);
  }

  /** The questions that were answered in a lesson, each with whether it was right. */
  of(lesson) {
    return this.lessons[lesson] ?? {};
  }
}

/** The name of a question of a card, by the number of the card and its place there, from 0. */
export function askedAs(/** @type {number} */ card, /** @type {number} */ place) {
  return `${card} ask ${place}`;
}

/** How many were answered, and how many of these rightly. */
export function countOf(answers) {
  const every = Object.values(answers);
  return { asked: every.length, right: every.filter(Boolean).length };
}
