/**
 * What a browser offers, what fails, and what is new: the app as an app.
 *
 * Named functions that run in the page are methods: tsx keeps the names of other functions with a helper that no page has.
 */
import type { Page } from 'playwright-core';
import { asMember, at, signIn } from '../steps.ts';
import { type Scene, tour } from '../tour.ts';

/** Without a service worker, so that the tour can make the browser's offer and let files of the app fail. */
export const installing = tour({
  name: 'installing',
  serviceWorkers: 'block',
  async begin({ page, demo }) {
    await page.addInitScript(() => {
      localStorage.setItem('visits', '2');
      addEventListener('load', () => {
        dispatchEvent(
          Object.assign(new Event('beforeinstallprompt'), {
            prompt() {
              return Promise.resolve();
            },
          }),
        );
      });
    });
    await signIn(page, demo.login);
  },
  states: {
    'feed-install': async ({ page }) => {
      await page.goto('/posts');
      await page.getByText('Keep Kith on your home screen').waitFor();
      await page.getByRole('article').nth(1).waitFor();
    },
    'install-by-hand': async ({ again, demo }) => {
      const page = await again({
        userAgent:
          'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      });
      await page.addInitScript(() => localStorage.setItem('visits', '2'));
      await signIn(page, demo.login);
      await page.getByText('Keep Kith on your home screen').waitFor();
      await page.getByRole('button', { name: 'Install' }).click();
      await page.getByRole('dialog', { name: 'Add Kith to your Home Screen' }).waitFor();
      return { page };
    },
  },
});

const breaks = (page: Page, file: string) =>
  page.route(new RegExp(`assets/${file}-[^/]*\\.js$`), (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new RangeError("Invalid array length")' }),
  );

/** A member's page whose local store does not open: the schemas that are stored for its collections fit none of them. */
async function withSpoiltStore({ again, demo }: Scene): Promise<Page> {
  const page = await again();
  await asMember({ page, demo });
  await page.goto('/api/health');
  await page.evaluate(async () => {
    const answer = {
      to<Result>(request: IDBRequest<Result>): Promise<Result> {
        return new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      },
    };
    const store = (await indexedDB.databases()).find(({ name }) => name?.endsWith('--store'));
    if (!store?.name) throw new Error('There is no store here.');
    const database = await answer.to(indexedDB.open(store.name));
    const docs = database.transaction('_rxdb_internal', 'readwrite').objectStore('_rxdb_internal');
    for (const note of await answer.to(docs.getAll())) {
      if (note.data?.schemaHash) await answer.to(docs.put({ ...note, data: { ...note.data, schemaHash: 'spoilt', schema: {} } }));
    }
    database.close();
  });
  await page.goto('/posts');
  return page;
}

/** Shows a message that stays until it is closed. */
async function withMessage(page: Page): Promise<void> {
  await breaks(page, 'audience-viewer');
  await page.goto('/posts');
  await page
    .getByRole('button', { name: /who can see this post/ })
    .first()
    .click();
  await page.locator('[data-toast]').waitFor();
}

export const broken = tour({
  name: 'broken',
  serviceWorkers: 'block',
  begin: asMember,
  states: {
    'feed-message': async ({ page }) => withMessage(page),
    'sheet-message': async ({ page }) => {
      await withMessage(page);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings', exact: true }).click();
      await page.getByRole('button', { name: 'What you want to hear of' }).click();
      await page.getByRole('dialog').waitFor();
    },
    'page-error': async ({ page }) => {
      await breaks(page, 'friends');
      await page.goto('/friends');
      await page.getByText('Page Error').waitFor();
    },
    'page-error-details': async ({ page }) => {
      await breaks(page, 'friends');
      await page.goto('/friends');
      for (const _ of [1, 2]) await page.getByRole('button', { name: 'Try Again' }).click();
      await page.getByText('Technical details').click();
    },
    'application-error': async ({ page }) => {
      await breaks(page, 'member');
      await page.goto('/friends');
      await page.getByText('Application Error').waitFor();
      return { waits: true };
    },
    'store-failed': async (scene) => {
      const page = await withSpoiltStore(scene);
      await page.getByRole('button', { name: 'Clear and load again' }).waitFor();
      return { page };
    },
    'store-clear': async (scene) => {
      const page = await withSpoiltStore(scene);
      await page.getByRole('button', { name: 'Clear and load again' }).click();
      await page.getByRole('alertdialog').waitFor();
      return { page };
    },
    'no-storage': async ({ again }) => {
      const page = await again();
      await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
      await page.goto('/');
      await page.getByRole('heading', { name: 'Kith can keep nothing in this browser' }).waitFor();
      return { page };
    },
    insecure: async ({ again }) => {
      const page = await again();
      await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
      await page.goto('/');
      await page.getByRole('heading', { name: 'Kith needs a secure connection' }).waitFor();
      return { page };
    },
  },
});

export const updating = tour({
  name: 'updating',
  begin: asMember,
  states: {
    'feed-update': async (scene) => {
      const { page, demo } = scene;
      await at('/posts')(scene, undefined);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await demo.deploy();
      await page.evaluate(async () => {
        await (await navigator.serviceWorker.getRegistration())?.update();
      });
      await page.locator('[data-toast]').filter({ hasText: 'New version' }).waitFor();
    },
  },
});
