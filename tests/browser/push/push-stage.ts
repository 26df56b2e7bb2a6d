/**
 * A server that may call at a push service on this machine, and browsers whose `pushManager.subscribe` is replaced: a real one needs a service
 * on the internet. What it would make, `getSubscription` and `unsubscribe` included, is held here for each browser. All else is real.
 */
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { browserFlags } from '../../../scripts/find-browser.ts';
import { browserPath } from '../../support/browser.ts';
import { offlineTest } from '../../support/fixtures/browser.ts';
import { setVisible, upToDate } from '../../support/on-screen.ts';
import { startPushService, type TestPushService, type TestSubscription } from '../../support/push-service.ts';
import { setUp } from '../../support/set-up-time.ts';
import type { AppOptions } from '../../support/start-app.ts';

/** How a page was asked to subscribe. */
interface Asked {
  /** whether the browser was still handling the click, and knew that somebody had pressed */
  readonly inClick: boolean;
}

export interface PlayedPush {
  /** the subscription of the browser, with the server's key that it was made for */
  held: (Pick<TestSubscription, 'endpoint' | 'keys'> & { readonly key: string }) | null;
  /** whether the browser subscribes without a press as well, as some do once it is allowed */
  demandsClick: boolean;
  readonly asked: Asked[];
}

/** Replaces what needs a push service on the internet, in all pages of this browser. */
export async function playPush(context: BrowserContext, service: TestPushService): Promise<PlayedPush> {
  const played: PlayedPush = { held: null, demandsClick: true, asked: [] };
  await context.exposeBinding('kithPush', async (_, act: 'get' | 'end' | 'subscribe', key: string, asked?: Asked) => {
    if (act === 'end') played.held = null;
    if (act === 'subscribe' && asked) {
      played.asked.push(asked);
      if (played.demandsClick && !asked.inClick) return 'NotAllowedError';
      const { endpoint, keys } = await service.subscribe(key);
      played.held = { endpoint, keys, key };
    }
    return played.held;
  });
  await context.addInitScript(() => {
    type Held = { readonly endpoint: string; readonly keys: object; readonly key: string };
    const { kithPush } = globalThis as unknown as { kithPush(act: string, key?: string, asked?: object): Promise<Held | null | string> };
    const bytesOf = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer;
    const textOf = (bytes: Uint8Array) =>
      btoa(String.fromCharCode(...bytes))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace(/=+$/, '');
    const made = (held: Held | null | string) => {
      if (typeof held === 'string') throw new DOMException('no user activation', held);
      return (
        held && {
          endpoint: held.endpoint,
          options: { userVisibleOnly: true, applicationServerKey: bytesOf(held.key) },
          toJSON: () => ({ endpoint: held.endpoint, expirationTime: null, keys: held.keys }),
          unsubscribe: () => kithPush('end').then(() => true),
        }
      );
    };
    Object.assign(PushManager.prototype, {
      subscribe: (options: { readonly applicationServerKey: Uint8Array }) => {
        // `event` is there only as long as the browser handles it: nothing was awaited before.
        const { event } = globalThis as unknown as { readonly event?: Event };
        const inClick = event?.type === 'click' && event.isTrusted && navigator.userActivation.isActive;
        return kithPush('subscribe', textOf(options.applicationServerKey), { inClick }).then(made);
      },
      getSubscription: () => kithPush('get').then(made),
    });
  });
  await context.grantPermissions(['notifications']);
  return played;
}

/** one for each worker; it ends with the worker's process */
let launched: Promise<Browser> | undefined;

export const test = offlineTest
  /** The whole browser: to a page of the headless shell notices are always denied, whatever was granted. */
  .extend('chromium', { scope: 'worker' }, (): Promise<Browser> => {
    launched ??= setUp('browser', async () => chromium.launch({ executablePath: await browserPath(), args: [...browserFlags] }));
    return launched;
  })
  .extend('service', { scope: 'file' }, async ({ db: _ }, { onCleanup }) => {
    const service = await startPushService();
    onCleanup(() => service.close());
    return service;
  })
  .extend(
    'serverOptions',
    { scope: 'file' },
    ({ service }): AppOptions => ({ env: { PUSH_HOSTS: service.host }, pushTrusted: [service.certificate] }),
  )
  /** Ana and her friend Mira, new for each test. */
  .extend('people', async ({ circle }) => {
    const [ana, mira] = [
      await circle.signUp('Ana Ribeiro', { email: `${uuid()}@kith.test` }),
      await circle.signUp('Mira Lund', { email: `${uuid()}@kith.test` }),
    ];
    await circle.befriend(ana, mira);
    return { ana, mira };
  })
  /** A phone of Ana, on which notices can be switched on. */
  .extend('phone', ({ open, people, service }) => async (options: Parameters<typeof open>[1] = {}) => {
    const { at = '/settings', ...more } = options;
    const device = await open(people.ana, { ...more, at: 'about:blank' });
    const push = await playPush(device.context, service);
    await device.page.goto(at);
    await upToDate(device.page);
    return { ...device, push };
  });

export const row = (page: Page): Locator => page.getByRole('listitem').filter({ hasText: 'Notices on this device' });
export const sheet = (page: Page): Locator => page.getByRole('dialog', { name: 'Notices on this device' });
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Waits until the row of the settings says so, and opens it. */
export async function openNotices(page: Page, says: string): Promise<void> {
  await row(page).getByText(says, { exact: true }).waitFor();
  await row(page).getByRole('button').click();
  await sheet(page).getByText(says, { exact: true }).waitFor();
}
export const says = (page: Page, words: string): Promise<void> => sheet(page).getByText(words, { exact: true }).waitFor();

/** The card above the feed, which comes when the page is shown again. */
export async function askedByCard(page: Page): Promise<Locator> {
  const card = page.getByRole('region', { name: 'Notices' });
  await expect
    .poll(async () => {
      await setVisible(page, false);
      await setVisible(page, true);
      return card.count();
    })
    .toBe(1);
  return card;
}

/** Switches notices on in the settings, as somebody does. */
export async function switchOn(page: Page): Promise<void> {
  await openNotices(page, 'Off');
  await button(page, 'Turn on').click();
  await says(page, 'On. Nothing has arrived yet');
}

/** Where the browser is called now; empty if it is not. */
export const endpointOf = ({ held }: PlayedPush): string => held?.endpoint ?? '';

export function heldBy({ held }: PlayedPush): NonNullable<PlayedPush['held']> {
  if (!held) throw new Error('The browser has no subscription');
  return held;
}

/** The addresses at which the server calls the devices of this member. */
export const addressesOf = async (sql: { unsafe(text: string, values: string[]): PromiseLike<readonly unknown[]> }, userId: string) =>
  (await sql.unsafe('select endpoint from push_subscriptions where user_id = $1', [userId])) as readonly { endpoint: string }[];

/** Waits until the server calls Ana at these addresses and no others. */
export const calledAt = (read: () => Promise<readonly { endpoint: string }[]>, addresses: readonly string[]): Promise<void> =>
  expect.poll(async () => (await read()).map(({ endpoint }) => endpoint)).toEqual(addresses);
