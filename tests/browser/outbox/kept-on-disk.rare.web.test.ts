/** What is called kept is on the disk, as the system sees it. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { waitForOfflineApp } from '../../support/browser.ts';
import { followFlushes, straceProgram } from '../../support/flushes.ts';
import { card, upToDate } from '../../support/on-screen.ts';
import { field, newPost, submit } from '../../support/post-form.ts';
import { draftStored } from '../../support/stored-drafts.ts';
import { until } from '../../support/until.ts';
import { test as outboxTest } from './outbox-stage.ts';

const test = outboxTest.extend('device', async ({ openOnDisk, faultProxy: network, people: { ana } }) => {
  const device = await openOnDisk(ana, { url: network.url });
  await upToDate(device.page);
  await waitForOfflineApp(device.page);
  return device;
});

/** Writes to a database beside those of Kith, and returns when it was done, in milliseconds since 1970. */
const write = (page: Page, durability: 'strict' | 'relaxed'): Promise<number> =>
  page.evaluate(
    (asked) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('beside', 1);
        opening.onupgradeneeded = () => void opening.result.createObjectStore('rows');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction('rows', 'readwrite', { durability: asked });
          writing.objectStore('rows').put('written', 'key');
          writing.oncomplete = () => {
            opening.result.close();
            resolve(Date.now());
          };
        };
      }),
    durability,
  );

test.skipIf(straceProgram === null)(
  'a post without a network is on the disk before it is called saved (skipped without strace)',
  async ({ device: { page, directory }, faultProxy: network }) => {
    await write(page, 'relaxed');
    network.cut();
    await page.getByText('Connection lost').waitFor();
    await newPost(page);
    const flushes = await followFlushes(directory);
    const between = (from: number, to: number) => flushes.times.filter((at) => at >= from && at <= to).length;
    /** The lines of the trace arrive a little later than what they are about. */
    const flushedSince = (from: number) => until(() => flushes.times.some((at) => at >= from));
    try {
      // The trace sees the difference: a relaxed write is done before it is on the disk.
      const [relaxedFrom, relaxedTo] = [Date.now(), await write(page, 'relaxed')];
      const [strictFrom, strictTo] = [Date.now(), await write(page, 'strict')];
      await flushedSince(strictFrom);
      expect(between(strictFrom, strictTo)).toBeGreaterThan(0);
      expect(between(relaxedFrom, relaxedTo)).toBe(0);
      await field(page).fill('Kept in the tunnel');
      await draftStored(page, 'Kept in the tunnel');
      const pressed = Date.now();
      await submit(page).click();
      await card(page, 'Kept in the tunnel').locator('[data-pending]').waitFor();
      const shown = Date.now();
      await flushedSince(pressed);
      expect(between(pressed, shown)).toBeGreaterThan(0);
    } finally {
      await flushes.close();
    }
  },
);
