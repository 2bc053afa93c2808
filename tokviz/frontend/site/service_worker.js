/*
 * Keeps the page for own texts, so that it works without a network the next time. `self.FILES` is written before this
 * (live.py): `pages`, asked for again if there is a network, and `parts`, whose names change with what is in them.
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

/** A response that may answer a navigation, which one that was redirected may not. */
const plain = (response) => (response.redirected ? new Response(response.body, response) : response);

/** Get a file, and keep it. What a link asks of a page is left out, since it may contain a text. */
async function loaded(cache, name, mode) {
  const response = plain(await fetch(`${scope}${name}`, { cache: mode }));
  if (response.ok) await cache.put(`${scope}${name}`, response.clone());
  return response;
}

async function answered(name) {
  const cache = await opened();
  const kept = await cache.match(`${scope}${name}`);
  if (PARTS.has(name)) return kept ?? loaded(cache, name, "default");
  try {
    return await loaded(cache, name, "no-cache");
  } catch (error) {
    if (kept) return plain(kept);
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
  if (KNOWN.has(name)) event.respondWith(answered(name));
});
