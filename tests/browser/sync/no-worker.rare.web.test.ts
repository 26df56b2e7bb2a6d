import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { offlineTest, test } from '../../support/fixtures/browser.ts';
import { card, upToDate } from '../../support/on-screen.ts';

/** From the next load on, this page can start no worker. */
const withoutWorkers = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(globalThis, 'Worker', {
      value: class {
        constructor() {
          throw new Error('no workers here');
        }
      },
    });
  });

test('when no worker can start, the page itself replicates', async ({ open, circle }) => {
  const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
  await circle.befriend(ana, ben);
  const { page, complaints } = await open(ana, { at: 'about:blank' });
  await withoutWorkers(page);
  await page.goto('/posts');
  for (const content of ['fetched by the page', 'brought by its stream']) {
    await circle.post(ben, { content });
    await card(page, content).waitFor();
  }
  expect(page.workers()).toHaveLength(0);
  await page.reload();
  await card(page, 'brought by its stream').waitFor();
  expect(complaints).toEqual([]);
});

offlineTest('the service worker keeps replication as one file only for a browser that asked for it', async ({ open, circle }) => {
  const ana = await circle.signUp('Ana');
  const { page } = await open(ana);
  await upToDate(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const kept = () =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const files = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return files.flat().flatMap(({ url }) => (/\/assets\/(unshared|worker-replication)-/.exec(url)?.[1] ?? []) as string[]);
    });
  await expect.poll(kept).toEqual(['worker-replication']);
  await withoutWorkers(page);
  await page.reload();
  await upToDate(page);
  await expect.poll(async () => (await kept()).sort()).toEqual(['unshared', 'worker-replication']);
});
