import { expect } from 'vitest';
import { test } from '../../support/fixtures/browser.ts';
import { card } from '../../support/on-screen.ts';

test('where no worker can start, the page itself replicates', async ({ open, circle }) => {
  const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
  await circle.befriend(ana, ben);
  const { page, complaints } = await open(ana, { at: 'about:blank' });
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'Worker', {
      value: class {
        constructor() {
          throw new Error('no workers here');
        }
      },
    });
  });
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
