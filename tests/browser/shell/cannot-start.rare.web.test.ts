/**
 * When the address or the browser keeps the app from storing anything, one plain page says why and what to do. Nothing of the app starts.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { browserFlags } from '../../../scripts/find-browser.ts';
import { barriers, misfits } from '../../support/barriers.ts';
import { browserPath, DESKTOP, PAGE_WITHOUT_APP, PHONE, sessionState } from '../../support/browser.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { card } from '../../support/on-screen.ts';
import { setUp } from '../../support/set-up-time.ts';

/** A host name that the browser does not take for the local machine. */
const HOST = 'kith.example';

const test = browserTest
  .extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana'))
  /** Opens the app under a host name that is not the local machine's, over plain HTTP, as a member or as a visitor. */
  .extend('openOnNetwork', async ({ app, ana, circle }, { onCleanup }) => {
    const args = [...browserFlags, `--host-resolver-rules=MAP ${HOST} 127.0.0.1`];
    const browser = await setUp('browser', async () => chromium.launch({ executablePath: await browserPath(), args }));
    onCleanup(() => browser.close());
    const url = `http://${HOST}:${app.port}`;
    return async (signedIn: boolean): Promise<BrowserContext> =>
      browser.newContext({
        baseURL: url,
        viewport: PHONE,
        ...(signedIn ? { storageState: sessionState(url, await circle.openSession(ana, 'a browser')) } : {}),
      });
  })
  /** Opens a browser whose settings forbid sites to store anything. */
  .extend('blockedPage', async ({ app }, { onCleanup }) => {
    const directory = await mkdtemp(join(tmpdir(), 'kith-profile-'));
    await mkdir(join(directory, 'Default'));
    const forbidden = { profile: { default_content_setting_values: { cookies: 2 } } };
    await writeFile(join(directory, 'Default/Preferences'), JSON.stringify(forbidden));
    const context = await setUp('browser', async () =>
      chromium.launchPersistentContext(directory, {
        executablePath: await browserPath(),
        args: [...browserFlags],
        baseURL: app.url,
        viewport: PHONE,
      }),
    );
    onCleanup(async () => {
      await context.close();
      await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    });
    return context.pages()[0] ?? (await context.newPage());
  });

const title = (page: Page, words: string) => page.getByRole('heading', { level: 1, name: words });
const insecure = 'Kith needs a secure connection';
const noStorage = 'Kith cannot keep anything in this browser';

/** The API paths that the page requests. */
function watchApi(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
  });
  return asked;
}

test('over plain http on a network, members and visitors read why and what to do; nothing of the app runs in any tab', async ({
  openOnNetwork,
  app,
}) => {
  for (const signedIn of [true, false]) {
    const context = await openOnNetwork(signedIn);
    const tabs = await Promise.all(Array.from({ length: 3 }, () => context.newPage()));
    const asked = tabs.map(watchApi);
    for (const tab of tabs) {
      await tab.goto('/auth#invite=abc');
      await title(tab, insecure).waitFor();
      expect(await tab.evaluate(() => isSecureContext)).toBe(false);
      expect(tab.workers()).toHaveLength(0);
    }
    const [page] = tabs;
    if (!page) throw new Error('no tab');
    // The link to the secure address keeps path and query. The operator reads which address does work.
    expect(await page.getByRole('link').getAttribute('href')).toBe(`https://${HOST}/auth#invite=abc`);
    await page.getByText(`http://localhost:${app.port}`).waitFor();
    expect(asked.flat()).toEqual([]);
    await context.close();
  }
});

test('what was written at such an address, with a version that still started there, can be saved', async ({ openOnNetwork, ana }) => {
  const context = await openOnNetwork(true);
  const page = await context.newPage();
  await page.goto(PAGE_WITHOUT_APP);
  await page.evaluate(async (userId) => {
    const opening = indexedDB.open(`rxdb-dexie-kith-${userId}--store`, 10);
    opening.onupgradeneeded = () => void opening.result.createObjectStore('posts', { keyPath: 'id' });
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const sync = { scope: 0, write_id: '019ab000-0000-7000-8000-000000000000', pending: 1, assumed: [] };
    const storage = { _deleted: '0', _rev: '1-a', _meta: { lwt: 1 }, _attachments: {} };
    opening.result
      .transaction('posts', 'readwrite')
      .objectStore('posts')
      .put({ id: 'a', content: 'Left behind', ...sync, ...storage });
    opening.result.close();
  }, ana.id);
  await page.goto('/posts');
  await title(page, insecure).waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save what was not sent' }).click();
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain('Left behind');
  expect(await barriers(page, 'left behind')).toEqual([]);
});

test('everybody can read the page, on every screen and in both themes', async ({ openOnNetwork, open }) => {
  const onNetwork = await openOnNetwork(false);
  const page = await onNetwork.newPage();
  await page.goto('/');
  await title(page, insecure).waitFor();
  expect([...(await barriers(page, 'insecure')), ...(await misfits(page, 'insecure', [PHONE, DESKTOP]))]).toEqual([]);

  const other = await open(null, { at: 'about:blank' });
  await other.page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  await other.page.goto('/');
  await title(other.page, noStorage).waitFor();
  expect([...(await barriers(other.page, 'no storage')), ...(await misfits(other.page, 'no storage', [PHONE, DESKTOP]))]).toEqual([]);
});

test('a browser whose settings forbid cookies and site data says so instead of showing a white page', async ({ blockedPage: page }) => {
  const asked = watchApi(page);
  for (const path of ['/', '/auth', '/posts']) {
    await page.goto(path);
    await title(page, noStorage).waitFor();
  }
  await page.getByText('Allow cookies and site data for 127.0.0.1').waitFor();
  expect(asked).toEqual([]);
});

test('when the database cannot be opened, visitors learn it before they sign up and members instead of seeing their feed; once it opens, they go on', async ({
  open,
  ana,
  circle,
}) => {
  await circle.post(ana, { content: 'Kept on the server' });
  for (const who of [null, ana]) {
    for (const way of ['throws', 'answers']) {
      const { page } = await open(who, { at: 'about:blank' });
      await page.addInitScript((how) => {
        if (sessionStorage.getItem('allowed')) return;
        const refused = new DOMException(
          'A mutation operation was attempted on a database that did not allow mutations.',
          'InvalidStateError',
        );
        IDBFactory.prototype.open = () => {
          if (how === 'throws') throw refused;
          const request = new EventTarget() as IDBOpenDBRequest & { error: DOMException };
          Object.defineProperty(request, 'error', { value: refused });
          for (const type of ['error', 'success', 'upgradeneeded', 'blocked'] as const) {
            request.addEventListener(type, (event) => (request as unknown as Record<string, (event: Event) => void>)[`on${type}`]?.(event));
          }
          setTimeout(() => request.dispatchEvent(new Event('error')));
          return request;
        };
      }, way);
      await page.goto(who ? '/posts' : '/');
      await title(page, noStorage).waitFor();
      await page.evaluate(() => sessionStorage.setItem('allowed', '1'));
      await page.getByRole('button', { name: 'Try Again' }).click();
      await (who ? card(page, 'Kept on the server') : page.getByRole('link', { name: 'Join Your Tribe' }).first()).waitFor();
    }
  }
});
