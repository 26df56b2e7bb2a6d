/** Longer stories of the whole path of a call: on a desktop by the card above the feed, a muted group, a sign-out, and another device. */
import { expect } from 'vitest';
import { settingKey } from '../../../schemas/profiles/setting-keys.ts';
import { DESKTOP } from '../../support/browser.ts';
import { upToDate } from '../../support/on-screen.ts';
import { closeApp, readGroup } from './arriving-stage.ts';
import { addressesOf, askedByCard, button, calledAt, endpointOf, switchOn } from './push-stage.ts';
import { test } from './whole-stage.ts';

test('[R-28] on a desktop the card above the feed switches them on, and says so; a post arrives and opens', async ({
  ready,
  circle,
  people: { ana, mira },
  sent,
  server,
  faultProxy,
}) => {
  const { page, push, arriving, newTab } = await ready('/posts', DESKTOP);
  const card = await askedByCard(page);
  await card.getByRole('button', { name: 'Turn on' }).click();
  await card.getByText('Notices are on', { exact: true }).waitFor();
  expect(push.asked).toEqual([{ inClick: true }]);
  await calledAt(() => addressesOf(server.sql, ana.id), [endpointOf(push)]);
  await card.getByRole('button', { name: 'Close' }).click();
  await card.waitFor({ state: 'detached' });
  await closeApp(page);
  const post = await circle.post(mira, { content: 'Soup at seven' });
  for (const text of await sent()) await arriving.receive(text);
  expect(await arriving.notices()).toEqual(['Mira Lund shared a post']);
  faultProxy.cut();
  await arriving.press();
  await expect.poll(async () => (await arriving.watched()).windows).toEqual([`/posts/${post}`]);
  const opened = await newTab();
  await opened.goto(`/posts/${post}`);
  await opened.getByText('Soup at seven').first().waitFor();
});

test('a muted group says nothing, until the member turns it on again', async ({ ready, circle, people: { ana, mira }, groupId, sent }) => {
  const { page, arriving } = await ready('/settings');
  await switchOn(page);
  await page.goto(`/groups/${groupId}/settings`);
  await button(page, 'Until I turn it on again').click();
  await page.getByRole('list', { name: 'Mute this group' }).getByText('Muted', { exact: true }).waitFor();
  await closeApp(page);
  await circle.message(mira, groupId, 'Pst');
  expect(await sent()).toEqual([]);
  await circle.setSetting(ana, settingKey.groupMuted(groupId), 'off');
  await circle.message(mira, groupId, 'Hear, hear');
  for (const text of await sent()) await arriving.receive(text);
  expect(await arriving.notices()).toEqual(['Mira Lund wrote in Sunday walks']);
});

test('[R-26] a sign-out ends the subscription on the server and on the device; nothing is sent after it, and no address is left', async ({
  ready,
  circle,
  people: { ana, mira },
  groupId,
  sent,
  server,
  service,
}) => {
  const { page, push, arriving } = await ready('/settings');
  await switchOn(page);
  await page.keyboard.press('Escape');
  await circle.message(mira, groupId, 'Before');
  const [text = ''] = await sent();
  await arriving.receive(text);
  await button(page, 'Sign out').click();
  await page.waitForURL('**/auth');
  await expect.poll(() => push.held).toBeNull();
  await calledAt(() => addressesOf(server.sql, ana.id), []);
  const before = service.requests();
  await circle.message(mira, groupId, 'After');
  expect(await sent()).toEqual([]);
  expect(service.requests()).toBe(before);
  // What the service still had for the device names nobody.
  await arriving.receive(text);
  expect((await arriving.watched()).shown.at(-1)?.title).toBe('Something new in Kith');
});

test('[R-27] [R-69] what Ana reads on her laptop is not sent to her phone; her phone, opened, has neither notice nor number', async ({
  ready,
  open,
  circle,
  people: { ana, mira },
  groupId,
  sent,
}) => {
  const { page, arriving, newTab } = await ready('/settings');
  await switchOn(page);
  await ana.client.put('/api/notifications/read-all');
  await closeApp(page);
  await circle.message(mira, groupId, 'Boots or sandals?');
  for (const text of await sent()) await arriving.receive(text);
  expect(await arriving.notices()).toHaveLength(1);
  expect((await arriving.watched()).badges.at(-1)).toBe(1);
  const laptop = await open(ana, { at: `/groups/${groupId}`, viewport: DESKTOP });
  await laptop.page.getByText('Boots or sandals?').last().waitFor();
  await upToDate(laptop.page);
  expect(await sent()).toEqual([]);
  const opened = await newTab();
  await opened.goto('/posts');
  await expect.poll(() => arriving.notices()).toEqual([]);
  await expect.poll(() => opened.title()).toMatch(/^[^(]/);
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
  expect(await arriving.notices()).toEqual(['Mira Lund wrote in Sunday walks']);
  await readGroup(circle, ana, groupId);
  expect(await sent()).toEqual([]);
  expect(await arriving.notices()).toEqual(['Mira Lund wrote in Sunday walks']);

  await circle.post(mira, { content: 'Soup at seven' });
  for (const text of await sent()) await arriving.receive(text);
  await expect.poll(() => arriving.notices()).toEqual(['Mira Lund shared a post']);
  expect((await arriving.watched()).shown).toHaveLength(2);
});
