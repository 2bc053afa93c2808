/**
 * Moves the focus when the place changes, once the page is at rest.
 *
 * @typedef {object} Payload
 * @property {string} place      names what is on the page now
 * @property {string} selector   of what gets the focus there
 */

import { focusInView } from "../shared/in_view.js";
import { isBusy, mounting, POLL_MS } from "../shared/streamlit.js";

const TRIES = 100; // while nothing runs; a slow server gets the time that it takes

class Focus {
  /** @type {string | undefined} */
  place = undefined;

  constructor() {
    this.waiting = 0;
  }

  unmount() {
    clearTimeout(this.waiting);
  }

  /** @param {{data: Payload}} sent */
  update({ data }) {
    const isFirst = this.place === undefined;
    if (data.place === this.place) return;
    this.place = data.place;
    clearTimeout(this.waiting);
    if (!isFirst) this.look(data.selector, TRIES);
  }

  /**
   * @param {string} selector
   * @param {number} tries that are left
   */
  look(selector, tries) {
    const target = document.querySelector(selector);
    if (target instanceof HTMLElement && !isBusy()) focusInView(target);
    else if (tries) this.waiting = setTimeout(() => this.look(selector, isBusy() ? tries : tries - 1), POLL_MS);
  }
}

export default mounting(Focus);
