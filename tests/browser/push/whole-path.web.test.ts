/** The whole path of a call: a friend writes, the server sends, and a closed app shows the notice and has what it opens. */
import { expect } from 'vitest';
import { readPayload } from '../../../schemas/push/payload.ts';
import { closeApp, readGroup } from './arriving-stage.ts';
import { addressesOf, calledAt, endpointOf, switchOn } from './push-stage.ts';
import { test } from './whole-stage.ts';

const WROTE = 'Mira Lund wrote in Sunday walks';

test('[R-28] notices are switched on, the app is closed, a friend writes, and a press without a network opens the message, which is there', async ({
  ready,
  circle,
  people: { ana, mira },
  groupId,
  sent,
  server,
  service,
  faultProxy,
}) => {
  const { page, push, arriving, newTab } = await ready('/settings');
  await switchOn(page);
  await calledAt(() => addressesOf(server.sql, ana.id), [endpointOf(push)]);
  await closeApp(page);
  await circle.message(mira, groupId, 'Boots or sandals?');
  const [text = '', ...others] = await sent();
  expect(others).toEqual([]);
  expect(text).not.toContain('Boots');
  await arriving.receive(text);
  expect(await arriving.notices()).toEqual([WROTE]);
  expect((await arriving.watched()).badges.at(-1)).toBe(readPayload(text)?.badge);
  faultProxy.cut();
  await arriving.press();
  await expect.poll(async () => (await arriving.watched()).windows).toEqual([`/groups/${groupId}`]);
  const opened = await newTab();
  await opened.goto(`/groups/${groupId}`);
  await opened.getByText('Boots or sandals?').first().waitFor();
  expect(service.complaints).toEqual([]);
});

test('[R-69] what was read elsewhere in time is never sent, and a notice that is there goes with the next push, not by one of its own', async ({
  ready,
  circle,
  people: { ana, mira },
  groupId,
  sent,
}) => {
  const { page, arriving } = await ready('/settings');
  await switchOn(page);
  await closeApp(page);
  await circle.message(mira, groupId, 'Rain at ten');
  await readGroup(circle, ana, groupId);
  expect(await sent()).toEqual([]);

  await circle.message(mira, groupId, 'Sun at eleven');
  for (const text of await sent()) await arriving.receive(text);
  expect(await arriving.notices()).toEqual([WROTE]);
  await readGroup(circle, ana, groupId);
  expect(await sent()).toEqual([]);
  expect(await arriving.notices()).toEqual([WROTE]);

  await circle.post(mira, { content: 'Soup at seven' });
  for (const text of await sent()) await arriving.receive(text);
  await expect.poll(() => arriving.notices()).toEqual(['Mira Lund shared a post']);
  expect((await arriving.watched()).shown).toHaveLength(2);
});
