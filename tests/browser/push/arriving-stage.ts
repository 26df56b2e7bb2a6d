/** Ana's browser with its service worker, to which a test delivers pushes as the browser would, and the notices that it shows. */
import type { CDPSession, Page, Worker } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { settingId, settingKey } from '../../../schemas/profiles/setting-keys.ts';
import type { Call } from '../../../schemas/push/call.ts';
import { payloadOf } from '../../../schemas/push/payload.ts';
import { PAGE_WITHOUT_APP } from '../../support/browser.ts';
import { test as circleTest } from '../../support/fixtures/faulty-circle.ts';
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
      await show(title, options);
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

async function openPush(page: Page, serviceWorker: () => Worker) {
  const session: CDPSession = await page.context().newCDPSession(page);
  let registrationId = '';
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }: { registrations: readonly { registrationId: string }[] }) => {
    registrationId = registrations.at(-1)?.registrationId ?? registrationId;
  });
  await session.send('ServiceWorker.enable');
  await until(() => registrationId !== '');
  await watch(serviceWorker());
  const watched = () =>
    serviceWorker().evaluate(() => {
      const { shown, badges, windows } = globalThis as unknown as Watched;
      return { shown, badges, windows };
    });
  const deliver = (data: string) =>
    session.send('ServiceWorker.deliverPushMessage', { origin: new URL(page.url()).origin, registrationId, data });
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
      page.evaluate(async () =>
        ((await (await navigator.serviceWorker.getRegistration('/'))?.getNotifications()) ?? []).map(({ title }) => title),
      ),
    /** Presses the only notice, or its button. */
    press: (action = ''): Promise<void> =>
      serviceWorker().evaluate(async (pressed) => {
        const scope = globalThis as unknown as { registration: ServiceWorkerRegistration } & EventTarget;
        const [notification] = await scope.registration.getNotifications();
        const made = globalThis as unknown as { NotificationEvent: new (type: string, init: object) => Event };
        scope.dispatchEvent(new made.NotificationEvent('notificationclick', { notification, action: pressed }));
      }, action),
  };
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
  .extend('push', ({ ana, bare }) =>
    openPush(bare, () => {
      const [worker] = ana.context.serviceWorkers();
      if (!worker) throw new Error('there is no service worker');
      return worker;
    }),
  )
  /** Ana's device has everything, and she closes the app. */
  .extend('closeApp', ({ ana, bare, push: _ }) => async (): Promise<void> => {
    await upToDate(ana.page);
    // Her session was there before the app, which records it a moment after its start.
    await until(() => bare.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === 'kith-member')));
    await ana.page.close();
  })
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
  .extend('readElsewhere', ({ circle, people, groupId }) => async (): Promise<void> => {
    const key = settingKey.groupRead(groupId);
    const value = new Date(Date.now() + 1000).toISOString();
    const document = { id: settingId(people.ana.id, key), user_id: people.ana.id, key, value, write_id: uuid() };
    const [answer] = await circle.engine.push({ userId: people.ana.id }, [{ collection: 'settings', assumed: [], document }]);
    if (!answer || answer.code !== null) throw new Error(`refused: ${answer?.code}`);
    await circle.engine.settled();
  });
