/** Ana's browser with its service worker, to which a test delivers pushes as the browser would, and the notices that it shows. */
import type { CDPSession, Page, Worker } from 'playwright-core';
import { settingKey } from '../../../schemas/profiles/setting-keys.ts';
import type { Call } from '../../../schemas/push/call.ts';
import { payloadOf } from '../../../schemas/push/payload.ts';
import { PAGE_WITHOUT_APP } from '../../support/browser.ts';
import { test as circleTest } from '../../support/fixtures/faulty-circle.ts';
import type { Circle, Member } from '../../support/fixtures/server.ts';
import { upToDate } from '../../support/on-screen.ts';
import { until } from '../../support/until.ts';

/** What the service worker has shown, in the order of showing: a notice may be closed or replaced at once. */
export interface ShownNotice {
  readonly title: string;
  readonly tag: string;
  readonly renotify: boolean;
  readonly actions: readonly string[];
}

interface Watched {
  shown: ShownNotice[];
  badges: number[];
  windows: string[];
  kithLoop?: unknown;
}

/** Records what the service worker shows and opens. No press is real here, so the browser would open no window. */
async function watch(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as Watched & {
      registration: ServiceWorkerRegistration;
      clients: { openWindow: (path: string) => Promise<unknown> };
    };
    if (Object.hasOwn(scope, 'shown')) return;
    Object.assign(scope, { shown: [], badges: [], windows: [] });
    const show = scope.registration.showNotification.bind(scope.registration);
    scope.registration.showNotification = async (title, options = {}) => {
      // This browser closes a notice by itself after some seconds, unless it waits for somebody.
      await show(title, { ...options, requireInteraction: true });
      const {
        tag = '',
        renotify = false,
        actions = [],
      } = options as unknown as {
        tag?: string;
        renotify?: boolean;
        actions?: { action: string }[];
      };
      scope.shown.push({ title, tag, renotify, actions: actions.map(({ action }) => action) });
    };
    const badging = navigator as unknown as Record<'setAppBadge' | 'clearAppBadge', (count?: number) => Promise<void>>;
    badging.setAppBadge = async (count = 0) => void scope.badges.push(count);
    badging.clearAppBadge = async () => void scope.badges.push(0);
    scope.clients.openWindow = async (path) => {
      scope.windows.push(path);
      return null;
    };
  });
}

/**
 * Follows the service worker of this browser, to which pushes are delivered as the browser would. Needs any open page, which may be an empty
 * one.
 */
export async function openPush(page: Page, origin: string) {
  const worker = () => {
    const [found] = page.context().serviceWorkers();
    if (!found) throw new Error('there is no service worker');
    return found;
  };
  const session: CDPSession = await page.context().newCDPSession(page);
  let registrationId = '';
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }: { registrations: readonly { registrationId: string }[] }) => {
    registrationId = registrations.at(-1)?.registrationId ?? registrationId;
  });
  await session.send('ServiceWorker.enable');
  await until(() => registrationId !== '');
  await watch(worker());
  const watched = () =>
    worker().evaluate(() => {
      const { shown, badges, windows } = globalThis as unknown as Watched;
      return { shown, badges, windows };
    });
  const deliver = (data: string) => session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  return {
    watched,
    /** Delivers a push with this text and waits until a notice is shown for it. */
    async receive(data: string): Promise<void> {
      const before = (await watched()).shown.length;
      await deliver(data);
      await until(async () => (await watched()).shown.length > before);
    },
    /** The titles of the notices that are there. */
    notices: (): Promise<readonly string[]> =>
      worker().evaluate(async () => {
        const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
        return (await registration.getNotifications()).map(({ title }) => title);
      }),
    /** Presses the only notice, or its button. */
    press: (action = ''): Promise<void> =>
      worker().evaluate(async (pressed) => {
        const scope = globalThis as unknown as { registration: ServiceWorkerRegistration } & EventTarget;
        const [notification] = await scope.registration.getNotifications();
        const made = globalThis as unknown as { NotificationEvent: new (type: string, init: object) => Event };
        scope.dispatchEvent(new made.NotificationEvent('notificationclick', { notification, action: pressed }));
      }, action),
  };
}

/** Closes the only page of the app, on a device that has everything. */
export async function closeApp(page: Page): Promise<void> {
  await upToDate(page);
  // The session was there before the app, which records it a moment after its start.
  await until(() => page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === 'kith-member')));
  await page.close();
}

/** A member reads all messages of the group on a device that is not this one. */
export async function readGroup(circle: Circle, member: Member, groupId: string): Promise<void> {
  const key = settingKey.groupRead(groupId);
  await circle.setSetting(member, key, new Date().toISOString());
  await circle.engine.settled();
}

export const test = circleTest
  .extend('groupId', ({ circle, people }) => circle.group(people.ana, people.ben))
  /** Ana's browser, which shows notices. It is a whole browser: the headless shell may show none. */
  .extend('ana', async ({ anaOnDisk, faultProxy, groupId: _ }) => {
    await anaOnDisk.context.grantPermissions(['notifications'], { origin: faultProxy.url });
    return anaOnDisk;
  })
  /** a page of the app's origin without the app: the browser stays open, and no page replicates */
  .extend('bare', async ({ ana }) => {
    const page = await ana.newTab();
    await page.goto(PAGE_WITHOUT_APP);
    return page;
  })
  .extend('push', ({ bare, faultProxy }) => openPush(bare, faultProxy.url))
  /** Ana's device has everything, and she closes the app. */
  .extend(
    'closeApp',
    ({ ana, bare: _page, push: _push }) =>
      (): Promise<void> =>
        closeApp(ana.page),
  )
  /** The text of a call about a message of Ben's in the group. */
  .extend(
    'messageCall',
    ({ people, groupId }) =>
      (event: string, changed: Partial<Call> = {}): string =>
        payloadOf(
          {
            type: 'group_message',
            event,
            count: 1,
            unread: 4,
            by: { id: people.ben.id, name: 'B.' },
            group: { id: groupId, name: 'G.' },
            post_id: null,
            comment_id: null,
            ...changed,
          },
          'https://kith.test',
        ),
  )
  /** Ana reads all messages of the group on another device. */
  .extend(
    'readElsewhere',
    ({ circle, people, groupId }) =>
      (): Promise<void> =>
        readGroup(circle, people.ana, groupId),
  );
