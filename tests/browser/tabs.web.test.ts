import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, openProfile, type Profile } from '../support/browser.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { befriend, clientOf, person, register, signIn } from '../support/people.ts';
import { freePort, startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const STREAM = '/api/sync/stream';
const ana = person('Ana');
const ben = person('Ben');
let server: TestServer;
let proxy: FaultProxy;
let profile: Profile;
let anaId: string;

const benPosts = async (content: string) => {
  const client = await clientOf(server, ben);
  const answer = await client.post('/api/posts', { id: uuid(), content, visibility_type: 'friends' });
  expect(answer.status).toBe(201);
};

beforeAll(async () => {
  const port = await freePort();
  proxy = await startFaultProxy(port);
  server = await startServer({ port, publicUrl: proxy.url });
  anaId = (await register(server, ana)).id;
  await register(server, ben);
  await befriend(server, ana, ben);
  profile = await openProfile({ url: proxy.url, viewport: DESKTOP });
});
afterAll(async () => {
  await profile?.close();
  await server?.stop();
  await proxy?.close();
});

test('two tabs share one stream, and when the leading tab closes the other takes over within two seconds', async () => {
  await signIn(profile.page, ana);
  await until(() => proxy.openRequests(STREAM) === 1);
  const second = await profile.newTab();
  await second.goto('/posts');
  await benPosts('seen in both tabs');
  await profile.page.getByText('seen in both tabs').waitFor();
  await second.getByText('seen in both tabs').waitFor();
  expect(proxy.openRequests(STREAM)).toBe(1);

  await profile.page.close();
  const closedAt = Date.now();
  await benPosts('after the first tab');
  await second.getByText('after the first tab').waitFor();
  expect(Date.now() - closedAt).toBeLessThan(2000);
  expect(proxy.openRequests(STREAM)).toBe(1);
});

test('a leader that does not answer, as one in a frozen tab, loses the lead to a tab that is looked at', async () => {
  const [before] = profile.context.pages();
  await before?.goto('/sw.js');
  // Holds the lock of the leader and does nothing, which is all that the others see of a frozen one.
  await before?.evaluate((lock) => {
    void navigator.locks.request(lock, { steal: true }, () => new Promise(() => {})).catch(() => {});
  }, `kith-lead-${anaId}`);
  const another = await profile.newTab();
  await another.goto('/posts');
  await benPosts('past the frozen one');
  await another.getByText('past the frozen one').waitFor({ timeout: 15_000 });
  await before?.goto('/posts');
  await before?.getByText('past the frozen one').waitFor();
  await until(() => proxy.openRequests(STREAM) === 1);
});

test('a sign-out in one tab signs out the others and leaves nothing on the device', async () => {
  const [one, other] = profile.context.pages();
  if (!one || !other) throw new Error('two tabs should be open');
  await one.goto('/settings');
  await one.getByRole('button', { name: 'Sign Out' }).first().click();
  const confirm = one.getByRole('dialog').getByRole('button', { name: 'Sign Out' });
  await Promise.race([confirm.click({ timeout: 3000 }).catch(() => undefined), one.waitForURL('**/auth*')]);
  await one.waitForURL(/\/(auth.*)?$/);
  await other.waitForURL(/\/(auth.*)?$/);
  const left = () => one.evaluate(async () => (await indexedDB.databases()).filter(({ name }) => name?.includes('kith-')).length);
  await until(async () => (await left()) === 0);
  expect(await one.evaluate(() => localStorage.getItem('kith-session'))).toBeNull();
  await until(() => proxy.openRequests(STREAM) === 0);
  expect(profile.complaints).toEqual([]);
});
