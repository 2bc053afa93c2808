/* A visit to a lesson in a course platform: what the lesson keeps is reported once it rests. Nothing is drawn here. */

import { reportOf } from "./store.js";

export class Session {
  isWaiting = false;
  isOver = false;

  /**
   * platform: a Scorm or an Xapi; told: hears whether the platform took the last report.
   *
   * @param {import("./store.js").CourseStore} store
   */
  constructor(store, platform, cards, told = (/** @type {boolean} */ _isTaken) => undefined) {
    this.store = store;
    this.platform = platform;
    this.cards = cards;
    this.told = told;
  }

  /** Restore what was kept, and return the card to open. */
  async begin() {
    this.store.restore(await this.platform.begin());
    const report = reportOf(this.store, this.cards);
    if (this.store.items.size) this.platform.resume?.(report);
    this.store.changed = () => this.wait();
    return report.isDone ? 1 : report.card;
  }

  /** An answer is kept in several steps; the report waits until the script that keeps them has run. */
  wait() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    queueMicrotask(() => this.report());
  }

  async report() {
    if (!this.isWaiting || this.isOver) return;
    this.isWaiting = false;
    const isTaken = await this.platform.keep(reportOf(this.store, this.cards), this.store.text(this.platform.most));
    this.told(isTaken);
  }

  /** End the visit, at once: the page is about to go. */
  end() {
    if (this.isOver) return;
    this.report();
    this.isOver = true;
    this.platform.end();
  }
}
