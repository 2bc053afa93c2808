/*
 * Says in one quiet line that the server is away, for as long as it is. Streamlit says so in a box in the middle of the page,
 * which also takes keys and pointer away from all that works without a server: the box is closed as it opens.
 */

import { element } from "../shared/elements.js";

const APP = "[data-testid=stApp]";
const STATE = "data-test-connection-state";
const HERE = "CONNECTED";
const PICTURE = ".st-key-part_picture";
const PATIENCE_MS = 1500; // until it is said: a server that is restarted, or a laptop that wakes up, is often back before

export class Connection {
  constructor() {
    this.line = element("p", { class: "connection", role: "status", "data-testid": "connection" });
    this.labels = { lost: "", stepping: "" };
    this.wasHere = false;
    this.observer = new MutationObserver((changes) => this.look(changes));
    this.observer.observe(document.body, { childList: true }); // where a box is put
    const app = document.querySelector(APP);
    if (app) this.observer.observe(app, { attributes: true, attributeFilter: [STATE] });
    document.body.append(this.line);
    this.look([]);
  }

  /** @param {{lost: string, stepping: string}} labels @param {string} lang */
  update(labels, lang) {
    this.labels = labels;
    this.line.lang = lang;
  }

  get isAway() {
    return this.wasHere && document.querySelector(APP)?.getAttribute(STATE) !== HERE;
  }

  /** @param {MutationRecord[]} changes */
  look(changes) {
    this.wasHere ||= document.querySelector(APP)?.getAttribute(STATE) === HERE;
    if (!this.isAway) {
      clearInterval(this.timer);
      this.timer = undefined;
      this.line.textContent = "";
      return;
    }
    this.timer ??= setInterval(() => this.tell(), PATIENCE_MS);
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof HTMLElement) || !node.matches("[data-testid=stDialog]")) continue;
      // Boxes of the app come from the server: one that opens without it is Streamlit's own.
      node.hidden = true;
      const [close] = [...node.querySelectorAll("[role=dialog] > button")];
      if (close instanceof HTMLElement) requestAnimationFrame(() => close.click());
      this.tell();
    }
  }

  tell() {
    if (!this.isAway) return;
    const text = this.canStep ? this.labels.stepping : this.labels.lost;
    if (this.line.textContent !== text) this.line.textContent = text; // which screen readers say again
  }

  /** Whether there is a picture that has its step: a long training comes in parts. */
  get canStep() {
    const roots = [...document.querySelectorAll(`${PICTURE} *`)].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    return roots.some((root) => root.querySelector("[data-testid=picture]:not(.waiting)"));
  }

  end() {
    clearInterval(this.timer);
    this.observer.disconnect();
    this.line.remove();
  }
}
