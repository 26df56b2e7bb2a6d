/**
 * Caches the app itself on the device, so that each of its addresses opens without a network.
 *
 * It never caches answers of the API to a member: their data is in the local database only, which sign-out erases. A new version waits
 * until the page activates it, because swapping it in under an open page would remove code that the page has yet to load.
 *
 * What other apps share with Kith it stores on the device, for a page to ask about (`receive-share.ts`).
 *
 * Where the browser has Background Sync, it also sends what is pending while no page is open, and where it has Web Push, it shows a notice
 * when the server calls (`push/`). The code that knows the local database is a script of its own (`loop.ts`).
 */
import { addPlugins, cleanupOutdatedCaches, createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { noticeWording } from '../../schemas/push/notice-wording.ts';
import { sharePage } from '../../schemas/share-target/share-target.ts';
import { scriptAddress } from '../device/script-address.ts';
import { SEND_PENDING } from '../device/sync-status.ts';
import type { Loop } from './loop-script.ts';
import { isShare, receiveShare } from './receive-share.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[]; readonly kithLoop?: Loop };
/** The address of the script with the sync loop, from the build. */
declare const __KITH_LOOP__: string;
/** An event of Background Sync, which the types do not know. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** Paths that the server answers itself. Every other navigation is a screen of the app. */
const serverPaths = [/^\/api(?:\/|$)/, /^\/dev(?:\/|$)/, /^\/licences\.md$/];

const files = self.__WB_MANIFEST;
/** The version of this worker: a short hash over the revisions of all its files. */
const version = [...JSON.stringify(files)].reduce((sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0, 7).toString(36);

const paths = new Set(files.map((file) => `/${typeof file === 'string' ? file : file.url}`));
/** Whether each file of the app that this page names belongs to this version. */
const isOfThisVersion = (page: string): boolean => (page.match(/\/assets\/[\w.-]+/g) ?? []).every((path) => paths.has(path));

// While a server is being replaced, this worker may come from the next one and the page from the one before. A device that kept both would
// open the old page until the version after this. Nothing is installed then, and the browser tries again.
addPlugins([
  {
    cacheWillUpdate: async ({ request, response }) => {
      if (!response.ok) return null;
      const isPage = new URL(request.url).pathname === '/index.html';
      return isPage && !isOfThisVersion(await response.clone().text()) ? null : response;
    },
  },
]);
precacheAndRoute(files);
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: serverPaths }));
registerRoute(isShare, async ({ request }) => Response.redirect(sharePage(await receiveShare(request)), 303), 'POST');

/** The API description, which is public. What a device has loaded of it can be read again without a network. */
const DOCS = 'kith-docs';
const isDocs = /^\/api\/(?:docs(?:\/[a-z-]+)?|openapi\.json)$/;
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

/** The sync loop. The browser keeps the script at the installation, and from then on it loads without a network. */
function loadLoop(): Loop {
  if (!self.kithLoop) importScripts(scriptAddress(__KITH_LOOP__));
  if (!self.kithLoop) throw new Error('The script with the sync loop is not what it should be');
  return self.kithLoop;
}
if ('sync' in self.registration || 'pushManager' in self.registration) {
  self.addEventListener('install', (event) => event.waitUntil(Promise.resolve().then(loadLoop)));
}
if ('sync' in self.registration) {
  self.addEventListener('sync', (event) => {
    const { tag } = event as SyncEvent;
    if (tag === SEND_PENDING) (event as SyncEvent).waitUntil(Promise.resolve().then(() => loadLoop().sendPending()));
  });
}

self.addEventListener('push', (event) => {
  // A push has to show something, even if the script that makes notices cannot be loaded.
  const receive = async () => loadLoop().receivePush(event.data?.text());
  event.waitUntil(receive().catch(() => self.registration.showNotification(noticeWording.somethingNew, { tag: 'kith' })));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const press = async () => loadLoop().pressNotice(event.notification.data, event.action);
  event.waitUntil(press().catch(() => (event.action === '' ? self.clients.openWindow('/notifications') : null)));
});

self.addEventListener('message', (event) => {
  const type = (event.data as { type?: unknown } | null)?.type;
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  if (type === 'VERSION') event.ports[0]?.postMessage(version);
  if (type === 'CLAIM') event.waitUntil(self.clients.claim());
});

// On the first visit the page has no service worker yet. It is claimed at once, so that it can load its screens offline too. A page that
// is still loading at that moment is missed, and sends `CLAIM` itself.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
