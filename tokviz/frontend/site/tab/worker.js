/*
 * What runs in the worker: it starts Python with the parts that the page sends, and answers one request after the other.
 *
 * It is made from a text (client.js), so the policy of the page holds here too: it can ask for nothing at all. Parts come
 * in any order, packed; each is used as soon as it is there.
 */

// A classic worker, since a page from disk can have no other. Pyodide knows them by this function, and refuses them; what
// it needs of a worker is that it can import, which all do by now.
Reflect.deleteProperty(Object.getPrototypeOf(Object.getPrototypeOf(self)), "importScripts");

const NOWHERE = "http://parts.invalid/"; // where Python's loader believes that its parts are; `fetch` is ours
const WASM = { headers: { "Content-Type": "application/wasm" } };

/** The parts by name: each comes once, before or after it is waited for. */
const parts = new Map();

function part(name) {
  if (!parts.has(name)) parts.set(name, Promise.withResolvers());
  return parts.get(name);
}

/** A part as it was before it was packed. */
async function arrived(name, options = {}) {
  const chunks = await part(name).promise;
  return new Response(new Blob(chunks).stream().pipeThrough(new DecompressionStream("gzip")), options);
}

async function bytesOf(name) {
  return new Uint8Array(await (await arrived(name)).arrayBuffer());
}

/** A script that is imported as it is. */
async function imported(name) {
  const url = URL.createObjectURL(new Blob([await bytesOf(name)], { type: "text/javascript" }));
  try {
    return await import(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Put the files of an archive below a folder; bundle.py says how it is written. */
function unpack(bytes, FS, folder) {
  let from = 4 + new DataView(bytes.buffer).getUint32(0, true);
  const index = JSON.parse(new TextDecoder().decode(bytes.subarray(4, from)));
  for (const [name, size] of index) {
    const path = `${folder}/${name}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, bytes.subarray(from, from + size), { canOwn: true });
    from += size;
  }
}

/** Fail where the interpreter cannot be compiled. Pyodide logs that, and then waits for ever. */
function refused() {
  const { instantiateStreaming } = WebAssembly;
  return new Promise((_resolve, reject) => {
    WebAssembly.instantiateStreaming = (...given) => {
      const instance = instantiateStreaming(...given);
      instance.catch(reject);
      return instance;
    };
  });
}

/** Start Python; return the function that answers. */
async function start({ entry, info }) {
  const served = {
    "pyodide.asm.wasm": () => arrived("wasm", WASM),
    "library.zip": () => arrived("library"),
  };
  self.fetch = (url) => served[`${url}`.slice(NOWHERE.length)]();
  const archives = Promise.all(["packages", "tokviz"].map(bytesOf));
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all(["loader", "glue"].map(imported));
  const failure = refused();
  const loading = loadPyodide({
    createPyodideModule,
    indexURL: NOWHERE,
    stdLibURL: `${NOWHERE}library.zip`,
    lockFileContents: { info, packages: {} },
    async fsInit(FS, { sitePackages }) {
      for (const bytes of await archives) unpack(bytes, FS, sitePackages);
    },
  });
  const pyodide = await Promise.race([loading, failure]);
  return pyodide.pyimport(entry).answer;
}

/** @type {Promise<(request: string) => string>} */
let starting;
let last = Promise.resolve();

async function answer({ id, request }) {
  try {
    const run = await starting;
    self.postMessage({ id, phase: "run", done: null, total: null });
    self.postMessage({ id, answer: run(JSON.stringify(request)) });
  } catch (error) {
    self.postMessage({ id, error: `${/** @type {any} */ (error)?.message ?? error}` });
  }
}

self.onmessage = ({ data }) => {
  if (data.part) part(data.part).resolve(data.chunks);
  else if (data.entry) starting = start(data);
  else last = last.then(() => answer(data));
};
