/** The whole path of a call: a friend writes, the server sends, and a closed app shows the notice and has what it opens. */
import { expect } from 'vitest';
import { readPayload } from '../../../schemas/push/payload.ts';
import { closeApp } from './arriving-stage.ts';
import { addressesOf, calledAt, endpointOf, switchOn } from './push-stage.ts';
import { test } from './whole-stage.ts';

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
  expect(await arriving.notices()).toEqual(['Mira Lund wrote in Sunday walks']);
  expect((await arriving.watched()).badges.at(-1)).toBe(readPayload(text)?.badge);
  faultProxy.cut();
  await arriving.press();
  await expect.poll(async () => (await arriving.watched()).windows).toEqual([`/groups/${groupId}`]);
  const opened = await newTab();
  await opened.goto(`/groups/${groupId}`);
  await opened.getByText('Boots or sandals?').first().waitFor();
  expect(service.complaints).toEqual([]);
});
