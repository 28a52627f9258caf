// Keeps the page for when there is no network, and asks the browser to isolate it, so that the program may
// have threads.

/* global PAGE, VERSION */

const CACHE = `heelstone-${VERSION}`;
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const addresses = (names) => names.map((name) => new URL(name, self.registration.scope).href);

/** Fetches what is not kept yet. */
async function keep(names) {
  const cache = await caches.open(CACHE);
  for (const address of addresses(names)) {
    if (!await cache.match(address)) await cache.add(new Request(address, { cache: 'no-cache' }));
  }
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('heelstone-') && name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: true });
  const found = kept ?? await fetch(request);
  if (!kept && found.ok) await cache.put(request, found.clone());
  const headers = new Headers(found.headers);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  return new Response(found.body, { status: found.status, statusText: found.statusText, headers });
}

self.addEventListener('install', (event) => event.waitUntil(keep(PAGE)));
self.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
self.addEventListener('message', (event) => {
  if (event.data.keep) event.waitUntil(keep(event.data.keep));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const isOurs = request.method === 'GET' && request.url.startsWith(self.registration.scope);
  if (isOurs) event.respondWith(answer(request));
});
