/**
 * What a lesson in a course platform keeps, in place of the browser's store: several students may use one browser, and
 * the platform brings it back wherever they go on. It has what the lesson itself writes, so nothing is counted twice.
 */

import { KeptAnswers } from "../../lessons/kept_answers.js";
import { progressOf } from "../../lessons/lesson_progress.js";
import { askedAs, ScoreKeeper } from "../../lessons/score.js";

export class CourseStore {
  /** @type {Map<string, string>} in the order in which they were first kept */
  items = new Map();
  changed = () => undefined;

  getItem(/** @type {string} */ name) {
    return this.items.get(name) ?? null;
  }

  setItem(/** @type {string} */ name, /** @type {string} */ text) {
    if (this.items.get(name) === text) return;
    this.items.set(name, text);
    this.changed();
  }

  /** Take over what a platform kept; a text that is none of ours leaves the lesson at its beginning. */
  restore(/** @type {string} */ text) {
    try {
      for (const [name, value] of Object.entries(JSON.parse(text || "{}"))) this.items.set(name, JSON.stringify(value));
    } catch {
      this.items.clear();
    }
  }

  /**
   * Everything as one text. Where that is too long, what was kept last is left out first: progress is kept first, as the
   * first card opens.
   *
   * @param {number} most   characters
   */
  text(most) {
    const entries = [...this.items].map(([name, value]) => `${JSON.stringify(name)}:${value}`);
    for (; entries.length; entries.pop()) {
      const text = `{${entries.join()}}`;
      if (text.length <= most) return text;
    }
    return "";
  }
}

/**
 * What a platform is told of a lesson. Its score has the questions of the cards, each by its first answer; a picture
 * asks as often as a student likes.
 *
 * @typedef {object} Report
 * @property {number} card           the last one that was reached, from 1
 * @property {number} total          number of cards
 * @property {boolean} isDone
 * @property {Map<string, Given>} given   "card place" -> the first answer to that question
 * @property {number} right
 * @property {number} asked          number of questions
 *
 * @typedef {{ isRight: boolean, text: string }} Given
 *
 * @param {CourseStore} store
 * @param {{ card: { card: number, lesson: string }, asks: object[] }[]} cards
 * @returns {Report}
 */
export function reportOf(store, cards) {
  const { lesson } = cards[0].card;
  const { card, isDone } = progressOf(store, lesson) ?? { card: 1, isDone: false };
  const answers = new KeptAnswers(store);
  const scores = new ScoreKeeper(store).of(lesson);
  const given = new Map();
  let asked = 0;
  for (const { card: shown, asks } of cards) {
    asked += asks.length;
    for (const place of asks.keys()) {
      const isRight = scores[askedAs(shown.card, place)];
      const [text = ""] = answers.to(lesson, shown.card, place);
      if (isRight !== undefined) given.set(`${shown.card} ${place}`, { isRight, text });
    }
  }
  const right = [...given.values()].filter(({ isRight }) => isRight).length;
  return { card: Math.min(card, cards.length), total: cards.length, isDone, given, right, asked };
}
