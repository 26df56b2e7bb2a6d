/** Blocking from a message, and reporting what somebody wrote. */
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { waitForOfflineApp } from '../../support/browser.ts';
import { openActions } from '../../support/fixtures/chat.ts';
import { commentRow } from '../../support/fixtures/post-stage.ts';
import { hasFocus, upToDate } from '../../support/on-screen.ts';
import { draftStored } from '../../support/stored-drafts.ts';
import { back, item, more, OPERATOR, test } from './blocking-stage.ts';

test('the author of a message is blocked from it', async ({ open, circle, server, people: { ana, ben, carl } }) => {
  const group = await circle.group(carl, ana);
  await circle.join(carl, group, ben);
  await circle.message(ben, group, 'Nobody asked');
  const { page } = await open(ana, { at: `/groups/${group}` });
  await (await openActions(page, 'Nobody asked')).getByRole('button', { name: `Block ${ben.name}` }).click();
  await page
    .getByRole('alertdialog', { name: `Block ${ben.name}?` })
    .getByRole('button', { name: 'Block', exact: true })
    .click();
  await page.getByText('Message from someone you blocked').waitFor();
  await expect.poll(async () => (await server.sql`select from blocks where blocker_id = ${ana.id}`).length).toBe(1);
  await ana.client.delete(`/api/profiles/${ben.id}/block`);
});

test('what somebody wrote is reported, also without a network, once, and the reporter sees that they reported it', async ({
  open,
  circle,
  server,
  people: { ana, carl },
  faultProxy,
}) => {
  const post = await circle.post(carl, { content: 'Buy my coins' });
  await circle.comment(carl, post, 'They are the best coins');
  const { page } = await open(ana, { at: `/posts/${post}`, url: faultProxy.url });
  await commentRow(page, 'They are the best coins').waitFor();
  await upToDate(page);
  await waitForOfflineApp(page);
  const top = page.getByRole('banner');
  const sheet = page.getByRole('dialog');
  const reports = async () => (await server.mails()).filter(({ to, subject }) => to === OPERATOR && subject.startsWith('Report'));

  await more(top).click();
  await item(page, 'Report').click();
  await sheet.getByText('Nobody else learns of it.').waitFor();
  expect(await barriers(page, 'report')).toEqual([]);
  await sheet.getByLabel('What is wrong with it? (optional)').fill('He was never like this');
  await sheet.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByText('Reported. The people who run this server will read it.').waitFor();
  await hasFocus(more(top));
  const mail = await server.mailTo(OPERATOR, ({ subject }) => subject === 'Report of a post');
  for (const text of ['Buy my coins', 'He was never like this', ana.email, carl.id, `/posts/${post}`]) expect(mail.text).toContain(text);
  await more(top).click();
  await item(page, 'Report').click();
  await sheet.getByText('You have reported this post').waitFor();
  expect(await sheet.getByRole('button', { name: 'Report', exact: true }).count()).toBe(0);
  await page.keyboard.press('Escape');

  faultProxy.cut();
  await page.getByText('Connection lost').first().waitFor();
  const reportComment = async () => {
    await more(commentRow(page, 'They are the best coins')).click();
    await item(page, 'Report').click();
  };
  // The words of a report are kept like any draft until it is sent.
  const words = sheet.getByLabel('What is wrong with it? (optional)');
  await reportComment();
  await words.fill('He sells them twice');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  await draftStored(page, 'He sells them twice');
  await page.reload();
  await reportComment();
  await sheet.getByText('Draft restored').waitFor();
  expect(await words.inputValue()).toBe('He sells them twice');
  expect(await barriers(page, 'a report that was begun')).toEqual([]);
  await sheet.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByText('Saved. Your report is sent when you are back online.').waitFor();
  await page.goto(`/friends/${carl.id}`);
  await more(page.getByRole('banner')).click();
  await item(page, 'Report').click();
  await sheet.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByText('Saved. Your report is sent when you are back online.').first().waitFor();
  expect(await reports()).toHaveLength(1);
  await back(page, faultProxy);
  await expect
    .poll(async () => (await reports()).map(({ subject }) => subject).sort())
    .toEqual(['Report of a comment', 'Report of a post', 'Report of a profile']);
  const comment = await server.mailTo(OPERATOR, ({ subject }) => subject === 'Report of a comment');
  expect(comment.text).toContain('He sells them twice');
  await page.goto('/posts?outbox');
  await page.getByRole('dialog', { name: 'Outbox' }).getByText('Everything is sent').waitFor();
  await expect.poll(() => page.getByText('He sells them twice').count()).toBe(0);
});

test('a report that comes too late is shown as failed, and its text is not lost', async ({
  open,
  circle,
  people: { ana, carl },
  faultProxy,
}) => {
  const post = await circle.post(carl, { content: 'Soon gone' });
  const { page } = await open(ana, { at: `/posts/${post}`, url: faultProxy.url });
  await upToDate(page);
  await waitForOfflineApp(page);
  faultProxy.cut();
  await page.getByText('Connection lost').first().waitFor();
  await circle.done(carl, 'posts', { id: post, _deleted: true });
  await more(page.getByRole('banner')).click();
  await item(page, 'Report').click();
  await page.getByRole('dialog').getByLabel('What is wrong with it? (optional)').fill('Look at this');
  await page.getByRole('dialog').getByRole('button', { name: 'Report', exact: true }).click();
  await back(page, faultProxy);
  await page.getByText('Your report was not accepted').waitFor();
  await page.getByText('Look at this').waitFor();
  await page.getByRole('button', { name: 'Copy text' }).waitFor();
});
