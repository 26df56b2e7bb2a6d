/** Notices are switched on and off on a device, a sign-out ends them, and a press on one opens its page. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { callsDatabaseName } from '../../../workers/device/database-name.ts';
import { upToDate } from '../../support/on-screen.ts';
import { addressesOf, button, calledAt, endpointOf, says, switchOn, test } from './push-stage.ts';

/** What the service worker notes when a call arrives. */
const noteArrival = (page: Page, userId: string): Promise<void> =>
  page.evaluate(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name, 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('calls');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction('calls', 'readwrite');
          writing.objectStore('calls').put(Date.now(), 'arrived');
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    callsDatabaseName(userId),
  );

test('[R-70] a press subscribes while the browser handles it; one is sent and arrives; off ends it here and on the server', async ({
  phone,
  people: { ana },
  server,
  service,
}) => {
  const { page, push, complaints } = await phone();
  const calls = () => addressesOf(server.sql, ana.id);
  await switchOn(page);
  expect(push.asked).toEqual([{ inClick: true }]);
  await calledAt(calls, [endpointOf(push)]);

  const before = service.received.length;
  await button(page, 'Send me one now').click();
  await says(page, 'Sent. It arrives in a moment.');
  expect(service.received.slice(before).map(({ endpoint }) => endpoint)).toEqual([endpointOf(push)]);
  await noteArrival(page, ana.id);
  await says(page, 'It has arrived.');
  await says(page, 'On. Last arrived just now');

  await button(page, 'Turn off').click();
  await says(page, 'Off');
  expect(push.held).toBeNull();
  await calledAt(calls, []);
  expect(service.complaints).toEqual([]);
  expect(complaints).toEqual([]);
});

test('[R-26] signing out ends it on the device, and the next member there has it off', async ({ phone, people: { ana }, server }) => {
  const { page, push } = await phone();
  await switchOn(page);
  await page.keyboard.press('Escape');
  await button(page, 'Sign out').click();
  await page.waitForURL(/\/(auth.*)?$/);
  await expect.poll(() => push.held).toBeNull();
  await calledAt(() => addressesOf(server.sql, ana.id), []);
  expect(await page.evaluate(() => localStorage.getItem('kith-push'))).toBeNull();
});

test('a press on a notice opens its page without a reload, and answers the worker; other addresses are left to it', async ({
  phone,
  circle,
  people: { mira },
}) => {
  const post = await circle.post(mira, { content: 'Soup at seven' });
  const { page, context } = await phone();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await upToDate(page);
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('No service worker');
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  /** What the worker does when a notice is pressed. */
  const press = (path: string) =>
    worker.evaluate(async (to) => {
      const { clients } = globalThis as unknown as {
        clients: { matchAll(options: object): Promise<{ postMessage(message: object, ports: MessagePort[]): void }[]> };
      };
      const [page] = await clients.matchAll({ type: 'window', includeUncontrolled: true });
      const { port1, port2 } = new MessageChannel();
      const answer = new Promise<boolean>((resolve) => {
        port1.onmessage = () => resolve(true);
        setTimeout(() => resolve(false), 500);
      });
      page?.postMessage({ type: 'OPEN', path: to, until: Date.now() + 60_000 }, [port2]);
      return answer;
    }, path);
  await expect.poll(() => press(`/posts/${post}`)).toBe(true);
  await page.waitForURL(`**/posts/${post}`);
  await page.getByText('Soup at seven').first().waitFor();
  expect(await page.evaluate(() => (globalThis as { isSamePage?: boolean }).isSamePage)).toBe(true);
  for (const path of ['//kith.example/posts', '/api/health', 'posts']) expect(await press(path), path).toBe(false);
  expect(page.url()).toContain(`/posts/${post}`);
});
