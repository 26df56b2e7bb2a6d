/**
 * A sign-out that does not finish: the tab is closed, the deletion fails, or another window keeps the database open. What is left is erased
 * later, before any member's store opens.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PAGE_WITHOUT_APP, sessionState } from '../../support/browser.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { upToDate } from '../../support/on-screen.ts';
import { sendSignIn } from '../../support/people.ts';

const test = browserTest
  .extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana Ribeiro'))
  .extend('device', async ({ open, ana }) => {
    const device = await open(ana);
    await upToDate(device.page);
    return device;
  });

const databasesOf = (page: Page, { id }: { readonly id: string }) =>
  page.evaluate(async (userId) => (await indexedDB.databases()).flatMap(({ name }) => (name?.includes(userId) ? [name] : [])), id);
const traces = (page: Page, { id }: { readonly id: string }) =>
  page.evaluate(
    (userId) => [...Object.entries(localStorage), ...Object.entries(sessionStorage)].flat().filter((text) => text.includes(userId)),
    id,
  );

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('**/auth');
}

/** Simulates a browser that ends before anything is deleted. */
const endBeforeDeletion = (page: Page) =>
  page.evaluate(() => {
    IDBFactory.prototype.deleteDatabase = () => ({}) as IDBOpenDBRequest;
  });

test('a tab that is closed while it signs out leaves the erasing to the next start', async ({ device, ana }) => {
  const { page } = device;
  await page.goto('/settings');
  await endBeforeDeletion(page);
  await signOut(page);
  expect(await databasesOf(page, ana)).not.toEqual([]);
  await page.close();
  const next = await device.newTab();
  await next.goto('/');
  await expect.poll(() => databasesOf(next, ana)).toEqual([]);
  expect(await traces(next, ana)).toEqual([]);
});

test('what is left is erased before the store of the next member opens', async ({ device, ana, circle, app }) => {
  const { page, context } = device;
  const ben = await circle.signUp('Ben Okri');
  await page.goto('/settings');
  await endBeforeDeletion(page);
  await signOut(page);
  await page.goto(PAGE_WITHOUT_APP);
  const { cookies, origins } = sessionState(app.url, await circle.openSession(ben));
  await context.addCookies(cookies);
  const next = await device.newTab();
  await next.goto(PAGE_WITHOUT_APP);
  await next.evaluate((marker) => localStorage.setItem('kith-session', marker), origins[0]?.localStorage[0]?.value ?? '');
  await next.addInitScript(
    ([mine = '', theirs = '']) => {
      const { open } = IDBFactory.prototype;
      const seen = globalThis as { leftAtOpening?: Promise<number> };
      IDBFactory.prototype.open = function (name, ...version) {
        if (name.includes(mine)) {
          seen.leftAtOpening ??= this.databases().then((all) => all.filter((one) => one.name?.includes(theirs)).length);
        }
        return open.call(this, name, ...version);
      };
    },
    [ben.id, ana.id],
  );
  await next.goto('/posts');
  await upToDate(next);
  expect(await next.evaluate(() => (globalThis as { leftAtOpening?: Promise<number> }).leftAtOpening)).toBe(0);
  await expect.poll(() => traces(next, ana)).toEqual([]);
});

test('when the deletion fails, the server still receives the sign-out, and the next start tries again', async ({ device, ana, server }) => {
  const { page } = device;
  const sessions = async () => (await server.sessions.list(ana.id)).length;
  const before = await sessions();
  await page.goto('/settings');
  await page.evaluate(() => {
    IDBFactory.prototype.deleteDatabase = () => {
      throw new DOMException('the disk does not answer', 'UnknownError');
    };
  });
  await signOut(page);
  await expect.poll(sessions).toBe(before - 1);
  expect(await databasesOf(page, ana)).not.toEqual([]);
  await page.reload();
  await expect.poll(() => databasesOf(page, ana)).toEqual([]);
});

test('a window that keeps the database open delays the erasing; the member gets no store until then, and a new one afterwards', async ({
  device,
  ana,
}) => {
  const { page } = device;
  const holder = await device.newTab();
  await holder.goto(PAGE_WITHOUT_APP);
  const [held = ''] = await databasesOf(holder, ana);
  await holder.evaluate(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => {
          Object.assign(globalThis, { connection: opening.result });
          resolve();
        };
        opening.onerror = () => reject(opening.error);
      }),
    held,
  );
  await page.goto('/settings');
  await signOut(page);
  await page.goto('/auth');
  // Does not wait for an address: no page of the app appears before the store is open.
  await sendSignIn(page, ana);
  await page.getByRole('heading', { name: "This device's storage did not open" }).waitFor();
  // The page neither promises nor offers what is about to be erased.
  await page.getByText('what this device held could not be erased yet').waitFor();
  expect(await page.getByText('What you wrote is still there').count()).toBe(0);
  expect(await page.getByRole('main').getByRole('button').allTextContents()).toEqual(['Try Again']);
  await holder.close();
  // Where the page still waited for its store, it gets one by itself before the press.
  const tryAgain = page.getByRole('button', { name: 'Try Again' });
  await Promise.race([tryAgain.click().catch(() => undefined), upToDate(page)]);
  await upToDate(page);
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('erase')))).toEqual([]);
});

test('two tabs: one that is still opening the store when the other signs out leaves nothing behind', async ({ device, ana }) => {
  const { page } = device;
  await page.goto('/settings');
  const other = await device.newTab();
  // The tab asks for the store, but opens it only after its member has signed out and the rest is erased.
  await other.addInitScript(() => {
    const slow = globalThis as { asked?: boolean; opened?: boolean; letOpen?: () => void };
    const mayOpen = new Promise<void>((resolve) => {
      slow.letOpen = resolve;
    });
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (name, ...version) {
      if (!name.endsWith('--store')) return open.call(this, name, ...version);
      const late = {} as Record<string, unknown> & IDBOpenDBRequest;
      slow.asked = true;
      void mayOpen.then(() => {
        const request = open.call(this, name, ...version);
        for (const type of ['error', 'blocked', 'upgradeneeded', 'success']) {
          request.addEventListener(type, (event) => {
            const { result, transaction } = type === 'error' || type === 'blocked' ? ({} as IDBOpenDBRequest) : request;
            Object.assign(late, { result, transaction });
            (late[`on${type}`] as ((event: Event) => void) | undefined)?.(event);
            if (type === 'success') slow.opened = true;
          });
        }
      });
      return late;
    };
  });
  // A page that reads no rows ahead: only the store itself is opened.
  await other.goto('/friends');
  await expect.poll(() => other.evaluate(() => 'asked' in globalThis)).toBe(true);
  await signOut(page);
  await other.waitForURL(/\/auth/);
  await expect.poll(() => databasesOf(page, ana)).toEqual([]);
  await other.evaluate(() => (globalThis as { letOpen?: () => void }).letOpen?.());
  await expect.poll(() => other.evaluate(() => 'opened' in globalThis)).toBe(true);
  await expect.poll(() => databasesOf(page, ana)).toEqual([]);
});

test('a browser that cannot list its databases erases them as well', async ({ open, ana }) => {
  const { page, newTab } = await open(ana, { at: 'about:blank' });
  await page.addInitScript(() => {
    Reflect.deleteProperty(IDBFactory.prototype, 'databases');
    // The page does all the work itself: no script can be put before that of a worker.
    Object.defineProperty(globalThis, 'Worker', { value: undefined });
  });
  await page.goto('/settings');
  await upToDate(page);
  const other = await newTab();
  await other.goto(PAGE_WITHOUT_APP);
  expect(await databasesOf(other, ana)).not.toEqual([]);
  await signOut(page);
  await expect.poll(() => databasesOf(other, ana)).toEqual([]);
  await expect.poll(() => traces(other, ana)).toEqual([]);
});
