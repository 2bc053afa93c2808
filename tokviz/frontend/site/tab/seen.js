/*
 * Answers that the browser has: a page that was seen before shows its picture at once, while Python starts. An answer
 * follows from the request and from what is in the parts of Python, so it is kept by both. What has a text that somebody
 * typed, or comes from a file of theirs, is not kept: others may use this browser.
 */

const SEEN = "tokviz seen"; // of what the browser keeps, before the folder of the parts and their version
const DRAWN_KINDS = new Set(["picture", "view"]); // of requests: what is drawn
const MOST_SEEN = 40; // answers
const MOST_SEEN_CHARS = 1_000_000; // of one
const WARM_UP_MS = 600; // until Python starts beside a picture that did not need it

/**
 * Whether an answer may be kept: fields of views hold what was typed, too.
 *
 * @param {any} request @param {string[]} typed   the parameters that hold typed texts
 */
export function isPublic({ kind, query, fields = {} }, typed) {
  const names = [...new URLSearchParams(query).keys()];
  return DRAWN_KINDS.has(kind) && !Object.keys(fields).length && !names.some((name) => typed.includes(name));
}

/** A tab that answers from what it has seen. @implements {Pick<import("./page.js").Tab, "answer" | "cancel" | "isWarm">} */
export class SeenBefore {
  hasFiles = false; // a name may mean a file of the visitor's
  /** @type {Promise<Cache | null> | null} */
  opening = null;

  /**
   * @param {import("./page.js").Tab & { version: () => Promise<string>, warmUp: () => void, base: string }} tab
   * @param {string[]} typed
   */
  constructor(tab, typed) {
    this.tab = tab;
    this.typed = typed;
  }

  get isWarm() {
    return this.tab.isWarm;
  }

  cancel() {
    this.tab.cancel();
  }

  async answer(request, onPhase) {
    if (request.kind === "open") this.hasFiles = true;
    if (this.hasFiles || !isPublic(request, this.typed)) return this.tab.answer(request, onPhase);
    const found = this.isWarm ? null : await this.seen(request);
    if (found) {
      setTimeout(() => this.tab.warmUp(), WARM_UP_MS);
      return found;
    }
    const answer = await this.tab.answer(request, onPhase);
    if (answer.ok && !this.hasFiles) this.keep(request, answer);
    return answer;
  }

  async seen(request) {
    try {
      const response = await (await this.cache())?.match(standsFor(request));
      return response ? await response.json() : null;
    } catch {
      return null; // it is only slower
    }
  }

  async keep(request, answer) {
    const content = JSON.stringify(answer);
    if (content.length > MOST_SEEN_CHARS) return;
    try {
      const cache = await this.cache();
      if (!cache) return;
      await cache.put(standsFor(request), new Response(content));
      const kept = await cache.keys();
      await Promise.all(kept.slice(0, -MOST_SEEN).map((old) => cache.delete(old)));
    } catch {
      // No room, or a browser that keeps nothing.
    }
  }

  /** What this version has seen; that of others is removed. Pages from disk have none. */
  cache() {
    this.opening ??= this.open();
    return this.opening;
  }

  async open() {
    const { caches } = globalThis;
    if (!caches || !location.protocol.startsWith("http")) return null;
    const ours = `${SEEN} ${this.tab.base} `;
    const name = ours + (await this.tab.version());
    const others = (await caches.keys()).filter((one) => one.startsWith(ours) && one !== name);
    await Promise.all(others.map((one) => caches.delete(one)));
    return caches.open(name);
  }
}

/** An address that stands for a request; nothing is there. @param {object} request */
function standsFor(request) {
  return `/tokviz-seen?${encodeURIComponent(JSON.stringify(request))}`;
}
