/*
 * Python in a worker, as a page sees it: it asks, and waits for the answer. Nothing is loaded before the first request.
 *
 * Parts are scripts that hand over base64 (live.py): a page from disk may load nothing else, and over http it is as fast. So
 * the page needs no right to ask anything of a network.
 */

const HANDED = "tokvizPart"; // the function that those scripts call
const contents = new Map(); // what they handed over, by name
const PATIENCE = 2000; // milliseconds, after which parts are loaded without being kept

/** Load a classic script. */
function load(url) {
  const node = document.createElement("script");
  return new Promise((resolve, reject) => {
    node.onload = resolve;
    node.onerror = () => reject(named("DownloadError", url));
    node.src = url;
    document.head.append(node);
  }).finally(() => node.remove());
}

function named(name, message) {
  const error = new Error(message);
  error.name = name;
  return error;
}

/** The bytes of base64. */
function decoded(text) {
  const { fromBase64 } = /** @type {any} */ (Uint8Array);
  if (fromBase64) return fromBase64.call(Uint8Array, text);
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let place = 0; place < letters.length; place += 1) bytes[place] = letters.charCodeAt(place);
  return bytes;
}

/** Have the service worker see what is loaded from here on, so that it keeps it; without one, all works but offline. */
async function keeping(url) {
  try {
    const { installing, waiting } = await navigator.serviceWorker.register(url);
    if (navigator.serviceWorker.controller || !(installing ?? waiting)) return;
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
      setTimeout(resolve, PATIENCE);
    });
  } catch {
    // A page from disk, over plain http from another machine or in a frame without rights has none.
  }
}

export class Tab {
  #base;
  #worker = null;
  #starting = null;
  #waiting = new Map();
  #requests = 0;
  #isWarm = false;
  #round = 0; // how many workers were ended
  #description = null;

  /** base: the folder of the parts, an address that ends in a slash */
  constructor({ base }) {
    this.#base = new URL(base, location.href).href;
  }

  get base() {
    return this.#base;
  }

  /** What answers depend on beside the request: the parts, whose names say what is in them. */
  async version() {
    const { parts } = await this.#described();
    return parts.map(({ files: [file] }) => file).join(" ");
  }

  /** Start Python before it is asked for. Where it does not start, the next request says so. */
  warmUp() {
    this.#starting ??= this.#start();
    const starting = this.#starting;
    starting.catch((error) => starting === this.#starting && this.#end(error));
  }

  /** Whether the next request finds Python running. */
  get isWarm() {
    return this.#isWarm;
  }

  /**
   * Ask Python. onPhase is told `{phase: "download" | "start" | "run", done, total}`, in bytes or null.
   *
   * The answer is refused with an error: named "AbortError" after `cancel()`, "DownloadError" where a part cannot be
   * loaded, and "StartError" where Python does not start or ends.
   */
  answer(request, onPhase) {
    this.#requests += 1;
    const id = this.#requests;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onPhase });
      this.#starting ??= this.#start();
      const starting = this.#starting;
      const isCurrent = () => starting === this.#starting;
      starting.then(
        (worker) => isCurrent() && worker.postMessage({ id, request }),
        (error) => isCurrent() && this.#end(error),
      );
    });
  }

  /** End the worker, whatever it does; the next request starts another one. */
  cancel() {
    this.#end(new DOMException("cancelled", "AbortError"));
  }

  #end(error) {
    this.#round += 1;
    this.#worker?.terminate();
    this.#worker = null;
    this.#starting = null;
    this.#isWarm = false;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  /** Start Python. What is heard of a start that was ended meanwhile counts for nothing. */
  async #start() {
    const round = this.#round;
    await keeping(`${this.#base}../service_worker.js`);
    const { parts, entry, info, source } = await this.#described();
    if (round !== this.#round) throw named("AbortError", "ended");
    const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const worker = new Worker(url);
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = ({ message }) => this.#end(named("StartError", message));
    worker.postMessage({ entry, info });
    this.#worker = worker;
    await this.#send(parts, worker);
    if (round === this.#round) this.#tell({ phase: "start", done: null, total: null });
    return worker;
  }

  /** The parts, and the program of the worker. */
  #described() {
    this.#description ??= this.#handed("tab").catch((error) => {
      this.#description = null; // it is asked for again
      throw error;
    });
    return this.#description;
  }

  /** What a script of the folder hands over. */
  async #handed(name) {
    globalThis[HANDED] = (of, content) => contents.set(of, content);
    await load(`${this.#base}${name}.js`);
    const found = contents.get(name);
    contents.delete(name);
    return found;
  }

  /** Load the parts, all at once, and send each as soon as it is whole. */
  async #send(parts, worker) {
    const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    let done = 0;
    const round = this.#round;
    this.#tell({ phase: "download", done, total });
    const chunk = async (file) => {
      const bytes = decoded(await this.#handed(file));
      done += bytes.length;
      if (round === this.#round) this.#tell({ phase: "download", done, total });
      return bytes;
    };
    const part = async ({ name, files }) => {
      const chunks = await Promise.all(files.map(chunk));
      worker.postMessage({ part: name, chunks }, { transfer: chunks.map(({ buffer }) => buffer) });
    };
    await Promise.all(parts.map(part));
  }

  #tell(phase) {
    for (const { onPhase } of this.#waiting.values()) onPhase?.(phase);
  }

  #hear({ id, phase, done, total, answer, error }) {
    const waiting = this.#waiting.get(id);
    if (phase) waiting.onPhase?.({ phase, done, total });
    else if (error === undefined) {
      this.#isWarm = true;
      this.#waiting.delete(id);
      waiting.resolve(JSON.parse(answer));
    } else this.#end(named("StartError", error));
  }
}
