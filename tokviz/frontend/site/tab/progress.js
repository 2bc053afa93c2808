/* How far a request is: what is loaded, in megabytes, then that Python starts, then that it trains. */

import { fill } from "../../shared/templates.js";

const MEGA = 1_000_000;
const PATIENCE_MS = 250; // what is done sooner needs no bar, which would only blink

/**
 * The sentence of a phase.
 *
 * @param {{ phase: "download" | "start" | "run", done: number | null, total: number | null }} now
 * @param {Record<string, string>} labels
 * @param {string} lang
 */
export function phaseText({ phase, done, total }, labels, lang) {
  if (phase !== "download") return labels[phase];
  if (!total) return labels.loading;
  const megabytes = (bytes) =>
    new Intl.NumberFormat(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(bytes / MEGA);
  return fill(labels.download, { done: megabytes(done), total: megabytes(total) });
}

export class Progress {
  phase = "";

  /** @param {{ root: HTMLElement, bar: HTMLProgressElement, text: HTMLElement }} nodes */
  constructor({ root, bar, text }, labels, lang) {
    this.root = root;
    this.bar = bar;
    this.text = text;
    this.labels = labels;
    this.lang = lang;
  }

  /** A request has begun; a short one shows nothing. */
  begin() {
    clearTimeout(this.timer);
    this.tell({ phase: "run", done: null, total: null });
    this.timer = setTimeout(() => this.open(), PATIENCE_MS);
  }

  tell(now) {
    const said = phaseText(now, this.labels, this.lang);
    // A reader is told of each phase, not of each megabyte.
    if (now.phase !== this.phase || !this.text.textContent) this.root.dataset.phase = now.phase;
    this.text.ariaLive = now.phase === this.phase ? "off" : "polite";
    this.phase = now.phase;
    this.text.textContent = said;
    if (now.phase === "download" && now.total) Object.assign(this.bar, { max: now.total, value: now.done });
    else this.bar.removeAttribute("value");
    if (now.phase !== "run") this.open();
  }

  open() {
    this.root.hidden = false;
  }

  end() {
    clearTimeout(this.timer);
    this.root.hidden = true;
    this.text.textContent = "";
    this.phase = "";
  }
}
