/** A text is sent and the app is put away at once, before the worker had its turn. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PAGE_WITHOUT_APP } from '../../support/browser.ts';
import { test } from '../../support/fixtures/faulty-circle.ts';
import { comment, setVisible, upToDate } from '../../support/on-screen.ts';
import { storedRows } from '../../support/stored-rows.ts';
import { until } from '../../support/until.ts';

const PUSH = '/api/sync/push';
const pendingComments = async (page: Page) => (await storedRows(page, 'comments')).filter(({ pending }) => pending === 1);

test('a comment whose page is closed before its worker could send it arrives, once', async ({
  ana,
  faultProxy: network,
  postId,
  anasComments,
}) => {
  const { context } = ana;
  await context.addInitScript(() => {
    const workers: Worker[] = [];
    Object.assign(globalThis, {
      endWorkers() {
        for (const worker of workers) worker.terminate();
      },
      Worker: class extends Worker {
        constructor(...args: ConstructorParameters<typeof Worker>) {
          super(...args);
          workers.push(this);
        }
      },
    });
  });
  const other = await ana.newTab();
  await other.goto(PAGE_WITHOUT_APP);
  await ana.page.goto(`/posts/${postId}`);
  await upToDate(ana.page);
  await ana.page.evaluate(() => (globalThis as unknown as { endWorkers(): void }).endWorkers());
  const before = network.requests.filter(({ path }) => path === PUSH).length;
  await comment(ana.page, 'Sent and gone');
  expect(await pendingComments(other)).toHaveLength(1);
  expect(await anasComments()).toEqual({});
  // A browser that is busy gives a page that it closes little time, so the page is hidden first, as on a phone.
  await setVisible(ana.page, false);
  await ana.page.close();
  await until(async () => Object.keys(await anasComments()).length > 0);
  expect(network.requests.filter(({ path }) => path === PUSH)).toHaveLength(before + 1);
  // The row waits until the worker has heard for itself that it arrived.
  expect(await pendingComments(other)).toHaveLength(1);
  await other.goto(`/posts/${postId}`);
  await upToDate(other);
  await until(async () => (await pendingComments(other)).length === 0);
  expect(await anasComments()).toEqual({ 'Sent and gone': 1 });
});
