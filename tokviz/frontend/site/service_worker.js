/*
 * Keeps the page for own texts, so that it works without a network the next time. `self.FILES` is written before this
 * (live.py): `pages`, which are asked for anew where there is a network, and `parts`, whose names change with what is in them.
 */

const { FILES } = /** @type {any} */ (self);
const PARTS = new Set(FILES.parts);
const KNOWN = new Set([...FILES.pages, ...FILES.parts]);
const { scope } = /** @type {any} */ (self).registration;

// Sites beside each other share what a browser keeps, but not the name.
const opened = () => caches.open(`tokviz ${scope}`);

/** The name of a file of ours: its path without what a link asks of it. */
function nameOf(url) {
  const { origin, pathname } = new URL(url);
  const name = `${origin}${pathname}`.slice(scope.length);
  return name.endsWith("/") || name === "" ? `${name}index.html` : name;
}

/** Get a file, and keep it. */
async function loaded(cache, request, name) {
  const response = await fetch(request);
  if (response.ok) await cache.put(`${scope}${name}`, response.clone());
  return response;
}

async function answered(request, name) {
  const cache = await opened();
  const kept = await cache.match(`${scope}${name}`);
  if (kept && PARTS.has(name)) return kept;
  try {
    return await loaded(cache, request, name);
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** Keep the pages of this version; its parts too, where those of an earlier one are kept, or they would be missing. */
async function install() {
  const cache = await opened();
  const kept = new Set((await cache.keys()).map(({ url }) => nameOf(url)));
  const hasParts = [...kept].some((name) => name.startsWith(FILES.folder) && !FILES.pages.includes(name));
  const wanted = hasParts ? FILES.parts.filter((name) => !kept.has(name)) : [];
  await cache.addAll([...FILES.pages, ...wanted].map((name) => `${scope}${name}`));
}

/** Remove what is of no version but an earlier one. */
async function activate() {
  const cache = await opened();
  const old = (await cache.keys()).filter(({ url }) => !KNOWN.has(nameOf(url)));
  await Promise.all(old.map((request) => cache.delete(request)));
  await /** @type {any} */ (self).clients.claim();
}

self.addEventListener("install", (/** @type {any} */ event) => {
  /** @type {any} */ (self).skipWaiting();
  event.waitUntil(install());
});
self.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
self.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope)) return;
  const name = nameOf(request.url);
  if (KNOWN.has(name)) event.respondWith(answered(request, name));
});
