/**
 * Keeps the app itself on the device, so that it opens without a network at any of its addresses.
 *
 * It never keeps what the API answers to a member: their data lives in the local database alone, which a sign-out erases. A new version
 * waits until the page says so, because swapping it in under an open page would take away code that the page has yet to load.
 */
import { cleanupOutdatedCaches, createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] };

/** What the server answers itself; everything else that is navigated to is a screen of the app. */
const ofTheServer = [/^\/api(?:\/|$)/, /^\/dev(?:\/|$)/];

const files = self.__WB_MANIFEST;
/** Which version this is: the revisions of all its files, in a word. */
const version = [...JSON.stringify(files)].reduce((sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0, 7).toString(36);

precacheAndRoute(files);
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: ofTheServer }));

/** The description of the API, for everybody: what a device has seen of it, it can read again without a network. */
const DOCS = 'kith-docs';
const isDocs = /^\/api\/(?:docs(?:\/protocol)?|openapi\.json)$/;
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isDocs.test(url.pathname),
  async ({ request, url }) => {
    const kept = await caches.open(DOCS);
    try {
      const answer = await fetch(request);
      if (answer.ok) await kept.put(url.pathname, answer.clone());
      return answer;
    } catch (error) {
      const before = await kept.match(url.pathname);
      if (before) return before;
      throw error;
    }
  },
);

/** Replication as one file: a browser in which no worker can start asks for it, and has it without a network from then on. */
const UNSHARED = 'kith-unshared';
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/assets\/unshared-[^/]+\.js$/.test(url.pathname),
  async ({ request }) => {
    const kept = await caches.open(UNSHARED);
    const held = await kept.match(request);
    if (held) return held;
    const answer = await fetch(request);
    if (answer.ok) {
      // That of the version before is asked for no more.
      for (const before of await kept.keys()) await kept.delete(before);
      await kept.put(request, answer.clone());
    }
    return answer;
  },
);

self.addEventListener('message', (event) => {
  const type = (event.data as { type?: unknown } | null)?.type;
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  if (type === 'VERSION') event.ports[0]?.postMessage(version);
  if (type === 'CLAIM') event.waitUntil(self.clients.claim());
});

// The page of the first visit has had no worker yet: it is taken over at once, so that it, too, loads its screens offline. One that is
// only on its way then is passed over, and asks by itself.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
