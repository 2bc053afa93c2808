/**
 * What was answered to the questions of the cards of a lesson, over a reload: the server judges it anew. Nothing here is
 * drawn.
 *
 * @typedef {[number, number, (string | null)[]]} Row   card, place of the question, the answers; null: to be shown it
 */

import { keepIn, readAllFrom, visitStore } from "../shared/browser_store.js";

const ANSWERS_KEPT_AS = "tokviz-card-answers";

export class KeptAnswers {
  constructor(store = visitStore()) {
    this.store = store;
  }

  /** What is kept of a lesson. @returns {Row[]} */
  of(lesson) {
    const rows = this.read()[lesson];
    return Array.isArray(rows) ? rows.filter((row) => Array.isArray(row) && Array.isArray(row[2])) : [];
  }

  /** Keep one more answer to a question. */
  add(lesson, card, place, text) {
    const rows = this.of(lesson);
    const before = rows.find((row) => row[0] === card && row[1] === place);
    const others = rows.filter((row) => row !== before);
    const texts = [...(before?.[2] ?? []), text];
    keepIn(this.store, ANSWERS_KEPT_AS, { ...this.read(), [lesson]: [...others, [card, place, texts]] });
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
