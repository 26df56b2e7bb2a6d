/** What a browser offers, what breaks, and what is new: the app as an app. */
import { asMember, at, signIn } from '../steps.mjs';

/** Without a service worker, so that the browser's offer can be made and files of the app can be had or not. */
export const installing = {
  name: 'installing',
  serviceWorkers: 'block',
  async begin(scene) {
    const { page, demo } = scene;
    await page.addInitScript(() => {
      localStorage.setItem('visits', '2');
      addEventListener('load', () => {
        const offer = new Event('beforeinstallprompt');
        offer.prompt = () => Promise.resolve();
        dispatchEvent(offer);
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
      return { of: page };
    },
  },
};

const breaks = (page, file) =>
  page.route(new RegExp(`assets/${file}-[^/]*\\.js$`), (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new RangeError("Invalid array length")' }),
  );

/** A member's page whose local store does not open: what is noted of the collections there fits none of them. */
async function withSpoiltStore({ again, demo }) {
  const page = await again();
  await asMember({ page, demo });
  await page.goto('/api/health');
  await page.evaluate(async () => {
    const asked = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const { name } = (await indexedDB.databases()).find((one) => one.name.endsWith('--store'));
    const database = await asked(indexedDB.open(name));
    const docs = database.transaction('_rxdb_internal', 'readwrite').objectStore('_rxdb_internal');
    for (const note of await asked(docs.getAll())) {
      if (note.data?.schemaHash) await asked(docs.put({ ...note, data: { ...note.data, schemaHash: 'spoilt', schema: {} } }));
    }
    database.close();
  });
  await page.goto('/posts');
  return page;
}

/** A message that stays until it is closed. */
async function withMessage(page) {
  await breaks(page, 'audience-viewer');
  await page.goto('/posts');
  await page
    .getByRole('button', { name: /who can see this post/ })
    .first()
    .click();
  await page.locator('[data-toast]').waitFor();
}

export const broken = {
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
      await breaks(page, 'signed-in');
      await page.goto('/friends');
      await page.getByText('Application Error').waitFor();
      return { waits: true };
    },
    'store-failed': async (scene) => {
      const page = await withSpoiltStore(scene);
      await page.getByRole('button', { name: 'Clear and load again' }).waitFor();
      return { of: page };
    },
    'store-clear': async (scene) => {
      const page = await withSpoiltStore(scene);
      await page.getByRole('button', { name: 'Clear and load again' }).click();
      await page.getByRole('alertdialog').waitFor();
      return { of: page };
    },
    'no-storage': async ({ again }) => {
      const page = await again();
      await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
      await page.goto('/');
      await page.getByRole('heading', { name: 'Kith can keep nothing in this browser' }).waitFor();
      return { of: page };
    },
    insecure: async ({ again }) => {
      const page = await again();
      await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
      await page.goto('/');
      await page.getByRole('heading', { name: 'Kith needs a secure connection' }).waitFor();
      return { of: page };
    },
  },
};

export const updating = {
  name: 'updating',
  begin: asMember,
  states: {
    'feed-update': async (scene) => {
      const { page, demo } = scene;
      await at('/posts')(scene);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await demo.deploy();
      await page.evaluate(async () => {
        await (await navigator.serviceWorker.getRegistration())?.update();
      });
      await page.locator('[data-toast]').filter({ hasText: 'New version' }).waitFor();
    },
  },
};
