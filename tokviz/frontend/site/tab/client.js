/*
 * Python in a worker, as a page sees it: it asks, and waits for the answer. Nothing is loaded before the first request.
 *
 * Over http the worker fetches the parts. From disk a page may load nothing but scripts, so there each part has a script
 * beside it that hands it over.
 */

const HANDED = "tokvizPart"; // the function that scripts with parts call; files.py writes its name

/** Load a classic script. */
function load(url) {
  const node = document.createElement("script");
  return new Promise((resolve, reject) => {
    node.onload = resolve;
    node.onerror = () => reject(new Error(url));
    node.src = url;
    document.head.append(node);
  }).finally(() => node.remove());
}

/** Bytes out of base64. */
function bytesOf(text) {
  // @ts-expect-error: newer than the library of the compiler
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

export class Tab {
  #base;
  #worker = null;
  #starting = null;
  #waiting = new Map();
  #requests = 0;
  #isWarm = false;

  /** base: the folder of the parts, as an address that ends in a slash */
  constructor({ base }) {
    this.#base = new URL(base, location.href).href;
  }

  /** Whether the next request finds Python running. */
  get isWarm() {
    return this.#isWarm;
  }

  /**
   * Ask Python. onPhase is told `{phase: "download" | "start" | "run", done, total}`, in bytes or null. The answer is
   * refused with an error named "AbortError" after `cancel()`, and with any other where Python cannot be started.
   */
  answer(request, onPhase) {
    this.#requests += 1;
    const id = this.#requests;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onPhase });
      this.#starting ??= this.#start(onPhase);
      this.#starting.then(
        ({ worker, files }) => worker === this.#worker && worker.postMessage({ id, request, files }),
        (error) => this.#end(error),
      );
    });
  }

  /** End the worker, whatever it does; the next request starts another one. */
  cancel() {
    this.#end(new DOMException("cancelled", "AbortError"));
  }

  #end(error) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#starting = null;
    this.#isWarm = false;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  async #start(onPhase) {
    const { manifest, source } = await this.#described();
    const files = { manifest, base: this.#base, parts: null };
    if (location.protocol === "file:") files.parts = await this.#handed(manifest.parts, onPhase);
    const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const worker = new Worker(url);
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (event) => this.#end(new Error(event.message));
    this.#worker = worker;
    return { worker, files };
  }

  /** What parts there are, and the text of the worker. */
  async #described() {
    let described;
    globalThis[HANDED] = (_name, content) => {
      described = content;
    };
    await load(`${this.#base}tab.js`);
    return described;
  }

  /** The parts out of their scripts, all at once. */
  async #handed(parts, onPhase) {
    const found = {};
    const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    let done = 0;
    globalThis[HANDED] = (name, content) => {
      found[name] = bytesOf(content);
    };
    const one = async ({ file, bytes }) => {
      await load(`${this.#base}${file}.js`);
      done += bytes;
      onPhase?.({ phase: "download", done, total });
    };
    await Promise.all(parts.map(one));
    return found;
  }

  #hear({ id, phase, done, total, answer, error }) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    if (phase) {
      waiting.onPhase?.({ phase, done, total });
      return;
    }
    if (error !== undefined) {
      this.#end(new Error(error));
      return;
    }
    this.#isWarm = true;
    this.#waiting.delete(id);
    waiting.resolve(JSON.parse(answer));
  }
}
