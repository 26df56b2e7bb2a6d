/**
 * Keeps the app itself on the device, so that it opens without a network at any of its addresses.
 *
 * It never keeps what the API answers: members' data lives in the local database alone, which a sign-out erases. A new version
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

self.addEventListener('message', (event) => {
  const type = (event.data as { type?: unknown } | null)?.type;
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  if (type === 'VERSION') event.ports[0]?.postMessage(version);
  if (type === 'CLAIM') event.waitUntil(self.clients.claim());
});

// The page of the first visit has had no worker yet: it is taken over at once, so that it, too, loads its screens offline. One that is
// only on its way then is passed over, and asks by itself.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
