/** Several tabs of one browser. */
import { expect } from 'vitest';
import { test } from '../../support/fixtures/faulty-circle.ts';
import { until } from '../../support/until.ts';

const STREAM = '/api/sync/stream';

test('a sign-out in one tab signs out the others and leaves nothing on the device', async ({ ana, faultProxy: network }) => {
  const other = await ana.newTab();
  await other.goto('/posts');
  const one = ana.page;
  // A request that the sign-out overtakes is answered with 401, which the browser writes to its console.
  const read = one.waitForResponse('**/api/auth/sign-in-ways');
  await one.goto('/settings');
  await read;
  await one.getByRole('button', { name: 'Sign Out' }).first().click();
  const confirm = one.getByRole('dialog').getByRole('button', { name: 'Sign Out' });
  await Promise.race([confirm.click({ timeout: 3000 }).catch(() => undefined), one.waitForURL('**/auth*')]);
  await one.waitForURL(/\/(auth.*)?$/);
  await other.waitForURL(/\/(auth.*)?$/);
  const left = () => one.evaluate(async () => (await indexedDB.databases()).filter(({ name }) => name?.includes('kith-')).length);
  await until(async () => (await left()) === 0);
  expect(await one.evaluate(() => localStorage.getItem('kith-session'))).toBeNull();
  await until(() => network.openRequests(STREAM) === 0);
  expect(ana.complaints).toEqual([]);
});
