/** A call reaches a closed app: the real service worker gets it, fetches what it is about, and shows the notice. */
import { expect } from 'vitest';
import { storedRows } from '../../support/stored-rows.ts';
import { until } from '../../support/until.ts';
import { test } from './arriving-stage.ts';

const WROTE = 'Ben wrote in Sunday walks';

test('[R-22] [R-28] with the app closed the message is on the device before it is opened, and the notice has the names of this device', async ({
  push,
  closeApp,
  bare,
  circle,
  people,
  groupId,
  messageCall,
}) => {
  await closeApp();
  const id = await circle.message(people.ben, groupId, 'Boots or sandals?');
  await push.receive(messageCall(id));
  expect((await push.watched()).shown).toEqual([
    { title: WROTE, tag: `group_message|${groupId}`, renotify: true, actions: ['read', 'heart'] },
  ]);
  expect((await storedRows(bare, 'group_messages')).map(({ content }) => content)).toContain('Boots or sandals?');
  await push.press();
  await until(async () => (await push.watched()).windows.length > 0);
  expect((await push.watched()).windows).toEqual([`/groups/${groupId}`]);
  expect(await push.notices()).toEqual([]);
});

test('[R-22] without a network the notice says what the message of the server says', async ({
  push,
  closeApp,
  faultProxy,
  messageCall,
}) => {
  await closeApp();
  faultProxy.cut();
  await push.receive(messageCall('e1'));
  expect((await push.watched()).shown.map(({ title }) => title)).toEqual(['B. wrote in G.']);
  expect((await push.watched()).badges).toEqual([4]);
  expect(await push.notices()).toEqual(['B. wrote in G.']);
});

test('[R-76] two messages alert twice, and a repeat of the second alerts no third time', async ({
  push,
  closeApp,
  circle,
  people,
  groupId,
  messageCall,
}) => {
  await closeApp();
  const first = await circle.message(people.ben, groupId, 'Rain at ten');
  await push.receive(messageCall(first));
  const second = await circle.message(people.ben, groupId, 'Sun at eleven');
  await push.receive(messageCall(second));
  await push.receive(messageCall(second));
  expect((await push.watched()).shown.map(({ renotify }) => renotify)).toEqual([true, true, false]);
  expect(await push.notices()).toHaveLength(1);
});

test('[R-69] a message that was read on another device is shown in plain words, which go at once', async ({
  push,
  closeApp,
  circle,
  people,
  groupId,
  messageCall,
  readElsewhere,
}) => {
  await closeApp();
  const id = await circle.message(people.ben, groupId, 'Already read');
  await readElsewhere();
  await push.receive(messageCall(id));
  expect((await push.watched()).shown.map(({ title }) => title)).toEqual(['You’re all caught up']);
  await until(async () => (await push.notices()).length === 0);
});
