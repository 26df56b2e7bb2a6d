/** Rarer states in which a push arrives, and what its notice does when it is pressed. */
import { expect } from 'vitest';
import { upToDate } from '../../support/on-screen.ts';
import { storedRows } from '../../support/stored-rows.ts';
import { until } from '../../support/until.ts';
import { test } from './arriving-stage.ts';

const PLAIN = 'Something new in Kith';

test.for(['', 'not JSON', '{"web_push":8030}'])('[R-22] a push with %j shows the plain notice', async (text, { push, closeApp }) => {
  await closeApp();
  await push.receive(text);
  expect(await push.notices()).toEqual([PLAIN]);
  await push.press();
  await until(async () => (await push.watched()).windows.length > 0);
  expect((await push.watched()).windows).toEqual(['/notifications']);
});

test('[R-22] a server that hangs does not keep the notice', async ({ push, closeApp, faultProxy, messageCall }) => {
  await closeApp();
  faultProxy.hold('/api/sync/pull');
  await push.receive(messageCall('e1'));
  expect(await push.notices()).toEqual(['B. wrote in G.']);
});

test('after a sign-out a late push names nobody and leaves nothing on the device', async ({ push, ana, bare, faultProxy, messageCall }) => {
  await ana.page.goto('/settings');
  await upToDate(ana.page);
  await ana.page.getByRole('button', { name: 'Sign out' }).click();
  await ana.page.waitForURL('**/auth');
  const databases = () => bare.evaluate(async () => (await indexedDB.databases()).filter(({ name }) => name?.includes('kith')).length);
  await until(async () => (await databases()) === 0);
  await until(() => faultProxy.requests.some(({ path }) => path === '/api/auth/sign-out'));
  await ana.page.close();
  const before = faultProxy.requests.length;
  await push.receive(messageCall('e1'));
  expect((await push.watched()).shown.map(({ title }) => title)).toEqual([PLAIN]);
  expect(await databases()).toBe(0);
  // The pictures of the notice are the browser's own requests.
  expect(faultProxy.requests.slice(before).filter(({ path }) => !path.startsWith('/icons/'))).toEqual([]);
});

test('a page that leads fetches the message itself, and keeps the lead', async ({
  push,
  ana,
  circle,
  people,
  groupId,
  faultProxy,
  messageCall,
}) => {
  await upToDate(ana.page);
  const streams = () => faultProxy.requests.filter(({ path }) => path === '/api/sync/stream').length;
  const before = streams();
  const id = await circle.message(people.ben, groupId, 'While you look');
  await push.receive(messageCall(id));
  expect((await push.watched()).shown.map(({ title }) => title)).toEqual(['Ben wrote in Sunday walks']);
  await upToDate(ana.page);
  expect(streams()).toBe(before);
});

test('[R-69] a notice goes when its message is read in a page of this device', async ({
  push,
  ana,
  closeApp,
  circle,
  people,
  groupId,
  messageCall,
  readElsewhere,
}) => {
  await closeApp();
  const id = await circle.message(people.ben, groupId, 'Read me');
  await push.receive(messageCall(id));
  expect(await push.notices()).toHaveLength(1);
  await readElsewhere();
  // Nothing is sent to take the notice away. The next opening does it.
  const page = await ana.newTab();
  await page.goto('/posts');
  await until(async () => (await push.notices()).length === 0);
});

test('[R-28] a press asks an open page to go there, and opens a window if no page answers', async ({
  push,
  bare,
  closeApp,
  circle,
  people,
  groupId,
  messageCall,
}) => {
  await closeApp();
  await bare.evaluate(() => {
    const scope = globalThis as unknown as { asked: string[] };
    scope.asked = [];
    navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<{ type: string; path: string }>) => {
      scope.asked.push(`${data.type} ${data.path}`);
      ports[0]?.postMessage({ type: 'OPENS' });
    });
    navigator.serviceWorker.startMessages();
  });
  const asked = () => bare.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
  const id = await circle.message(people.ben, groupId, 'Open me');
  await push.receive(messageCall(id));
  await push.press();
  await until(async () => (await asked()).length > 0);
  expect(await asked()).toEqual([`OPEN /groups/${groupId}`]);
  expect((await push.watched()).windows).toEqual([]);
});

test('[R-28] what a notice opens is there without a network', async ({
  push,
  ana,
  closeApp,
  circle,
  people,
  groupId,
  faultProxy,
  messageCall,
}) => {
  await closeApp();
  const id = await circle.message(people.ben, groupId, 'In the tunnel');
  await push.receive(messageCall(id));
  faultProxy.cut();
  await push.press();
  await until(async () => (await push.watched()).windows.length > 0);
  const [path = ''] = (await push.watched()).windows;
  const page = await ana.newTab();
  await page.goto(path);
  await page.getByText('In the tunnel').first().waitFor();
});

test('the buttons of a notice work without a network, and are sent once there is one', async ({
  push,
  bare,
  closeApp,
  server,
  circle,
  people,
  groupId,
  faultProxy,
  messageCall,
}) => {
  await closeApp();
  const id = await circle.message(people.ben, groupId, 'Who brings bread?');
  await push.receive(messageCall(id));
  faultProxy.cut();
  await push.press('heart');
  const hearts = async () => (await storedRows(bare, 'reactions')).filter(({ pending }) => pending === 1);
  await until(async () => (await hearts()).length === 1);
  await until(async () => (await storedRows(bare, 'settings')).some(({ pending }) => pending === 1));
  faultProxy.heal();
  const sent = () => server.sql<{ emoji: string }[]>`
    select emoji from group_message_reactions where message_id = ${id} and user_id = ${people.ana.id}`;
  await until(async () => (await sent()).length === 1);
  expect((await sent()).map(({ emoji }) => emoji)).toEqual(['❤️']);
  const readNow = () => server.sql`select from settings where user_id = ${people.ana.id} and key = ${`group_read|${groupId}`}`;
  await until(async () => (await readNow()).length === 1);
  expect(await push.notices()).toEqual([]);
});
