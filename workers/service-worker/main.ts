/**
 * Caches the app itself on the device, so that each of its addresses opens without a network.
 *
 * It never caches answers of the API to a member: their data is in the local database only, which sign-out erases. A new version waits
 * until the page activates it, because swapping it in under an open page would remove code that the page has yet to load.
 */
import { cleanupOutdatedCaches, createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] };

/** Paths that the server answers itself. Every other navigation is a screen of the app. */
const serverPaths = [/^\/api(?:\/|$)/, /^\/dev(?:\/|$)/];

const files = self.__WB_MANIFEST;
/** The version of this worker: a short hash over the revisions of all its files. */
const version = [...JSON.stringify(files)].reduce((sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0, 7).toString(36);

precacheAndRoute(files);
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: serverPaths }));

/** The API description, which is public. What a device has loaded of it can be read again without a network. */
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

/**
 * Replication as one file, for browsers in which no worker can start. It is cached at the first request, and works without a network from
 * then on.
 */
const UNSHARED = 'kith-unshared';
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/assets\/unshared-[^/]+\.js$/.test(url.pathname),
  async ({ request }) => {
    const kept = await caches.open(UNSHARED);
    const held = await kept.match(request);
    if (held) return held;
    const answer = await fetch(request);
    if (answer.ok) {
      // Nothing requests the file of the previous version any more.
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

// On the first visit the page has no service worker yet. It is claimed at once, so that it can load its screens offline too. A page that
// is still loading at that moment is missed, and sends `CLAIM` itself.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
