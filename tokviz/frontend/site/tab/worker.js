/*
 * What runs in the worker: it gets the parts, starts Python with them, and then answers one request after the other.
 *
 * It is made from a text (client.js), so the policy of the page holds here too: this may ask for nothing but the files
 * beside the page. A first message says where these are, or has them. Parts arrive packed, all at once; the interpreter is
 * compiled while it arrives.
 */

// A classic worker, since from disk there are no others. Pyodide knows them by this function, and refuses them; what it
// needs of a worker is that it can import, which all do by now.
Reflect.deleteProperty(Object.getPrototypeOf(Object.getPrototypeOf(self)), "importScripts");

const PACKED = "gzip";
const NOWHERE = "http://parts.invalid/"; // where Python's loader believes that the parts are; `fetch` is ours
const download = self.fetch.bind(self);
const CHUNK = 100_000; // bytes, after which the progress is told again

/** The download as a whole: how many bytes of all parts are there. */
class Progress {
  done = 0;
  told = 0;

  constructor(total, tell) {
    this.total = total;
    this.tell = tell;
  }

  add(bytes) {
    this.done += bytes;
    if (this.done - this.told < CHUNK && this.done < this.total) return;
    this.told = this.done;
    this.tell?.({ phase: "download", done: this.done, total: this.total });
  }
}

/** The cache of these parts; null where the page may have none, as over plain http from another machine. */
async function openCache(name) {
  try {
    return await caches.open(name);
  } catch {
    return null;
  }
}

/** Keep a part. A full disk is no reason to fail: the part is fetched again next time. */
async function keep(cache, url, response) {
  try {
    await cache.put(url, response);
  } catch {
    await cache.delete(url);
  }
}

/** A part as a stream, unpacked. */
async function arriving({ file }, { base, parts, cache }, progress) {
  let body = parts?.[file] && new Blob([parts[file]]).stream();
  if (!body) {
    const url = new URL(file, base).href;
    let response = await cache?.match(url);
    if (!response) {
      response = await download(url);
      if (!response.ok) throw new Error(`${response.status} ${file}`);
      if (cache) keep(cache, url, response.clone());
    }
    body = response.body;
  }
  const count = new TransformStream({
    transform(chunk, controller) {
      progress.add(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  return body.pipeThrough(count).pipeThrough(new DecompressionStream(PACKED));
}

const whole = async (stream) => new Uint8Array(await new Response(await stream).arrayBuffer());

/** A script that is imported as it is, from a text. */
async function imported(stream) {
  const url = URL.createObjectURL(new Blob([await whole(stream)], { type: "text/javascript" }));
  try {
    return await import(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Put the files of an archive below a folder; bundle.py says how it is written. */
function unpack(bytes, FS, folder) {
  const length = new DataView(bytes.buffer).getUint32(0, true);
  const index = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  const made = new Set();
  let from = 4 + length;
  for (const [name, size] of index) {
    const path = `${folder}/${name}`;
    const above = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(above)) FS.mkdirTree(above);
    made.add(above);
    FS.writeFile(path, bytes.subarray(from, from + size), { canOwn: true });
    from += size;
  }
}

/** Start Python; return the function that answers. */
async function start({ manifest, base, parts }, tell) {
  const total = manifest.parts.reduce((sum, part) => sum + part.bytes, 0);
  const progress = new Progress(total, parts ? null : tell);
  const from = { base, parts, cache: parts ? null : await openCache(manifest.cache) };
  const named = Object.fromEntries(manifest.parts.map((part) => [part.name, arriving(part, from, progress)]));
  const archives = ["packages", "tokviz"].map((name) => whole(named[name]));
  const served = {
    "pyodide.asm.wasm": async () => new Response(await named.wasm, { headers: { "Content-Type": "application/wasm" } }),
    "library.zip": async () => new Response(await named.library),
  };
  self.fetch = (url) => served[`${url}`.slice(NOWHERE.length)]();
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    imported(named.loader),
    imported(named.glue),
  ]);
  const pyodide = await loadPyodide({
    createPyodideModule,
    indexURL: NOWHERE,
    stdLibURL: `${NOWHERE}library.zip`,
    lockFileContents: { info: manifest.info, packages: {} },
    env: { PYTHONDONTWRITEBYTECODE: "1" },
    async fsInit(FS, { sitePackages }) {
      const contents = await Promise.all(archives);
      tell({ phase: "start", done: null, total: null });
      for (const bytes of contents) unpack(bytes, FS, sitePackages);
    },
  });
  return pyodide.pyimport(manifest.entry).answer;
}

let starting = null;
let last = Promise.resolve();

async function answer({ id, request, files }) {
  const tell = (phase) => self.postMessage({ id, ...phase });
  try {
    starting ??= start(files, tell);
    const run = await starting;
    tell({ phase: "run", done: null, total: null });
    self.postMessage({ id, answer: run(JSON.stringify(request)) });
  } catch (error) {
    self.postMessage({ id, error: `${/** @type {any} */ (error)?.message ?? error}` });
  }
}

self.onmessage = ({ data }) => {
  last = last.then(() => answer(data));
};
