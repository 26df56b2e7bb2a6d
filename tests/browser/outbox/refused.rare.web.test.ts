/** Changes that came too late. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { choose, commentField, commentRow, openPost, test } from '../../support/fixtures/post-stage.ts';
import { cutSync, healSync } from '../../support/on-screen.ts';

const textField = (page: Page) => page.getByLabel('What would you like to share?');

test('a change to a comment that came too late is rewritten in place, and a comment that was being written stays', async ({
  desktop,
  circle,
  people: { ana, ben },
}) => {
  const post = await circle.post(ana, { content: 'Second thoughts' });
  const comment = await circle.comment(ben, post, 'First thought');
  await openPost(desktop, post);
  const row = commentRow(desktop, 'First thought');
  await row.waitFor();
  await cutSync(desktop);
  await desktop.reload();
  await choose(desktop, row, 'Edit');
  await desktop.getByLabel('Edit comment').fill('Thought of the desktop');
  await desktop.getByRole('button', { name: 'Save' }).click();
  await commentRow(desktop, 'Thought of the desktop').waitFor();
  await commentField(desktop).fill('Another thing altogether');
  const elsewhere = await ben.client.call('PATCH', `/api/posts/${post}/comments/${comment}`, { content: 'Thought elsewhere' });
  expect(elsewhere.status).toBe(200);
  await healSync(desktop);
  await desktop.getByText('Your comment was not accepted').waitFor();
  await desktop.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect.poll(() => desktop.getByLabel('Edit comment').inputValue()).toBe('Thought of the desktop');
  await desktop.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await ana.client.get(`/api/posts/${post}/comments`)).body.data.items[0].content)
    .toBe('Thought of the desktop');
  expect(await commentField(desktop).inputValue()).toBe('Another thing altogether');
  await expect.poll(() => desktop.getByText('not accepted').count()).toBe(0);
});

test('an edit that came too late is redone from its own text', async ({ phone, circle, people: { ana, ben } }) => {
  const post = await circle.post(ana, { content: 'First words' });
  await phone.goto(`/posts/${post}/edit`);
  await textField(phone).waitFor();
  await cutSync(phone);
  await phone.reload();
  await textField(phone).fill('Words of the phone');
  await phone.getByRole('button', { name: /^Update/ }).click();
  await phone.waitForURL(`**/posts/${post}`);
  await phone.getByRole('article').getByText('Words of the phone').waitFor();
  const elsewhere = await ana.client.put(`/api/posts/${post}`, { content: 'Words from elsewhere', visibility_type: 'friends' });
  expect(elsewhere.status).toBe(200);
  await healSync(phone);
  await phone.getByText('Your post was not accepted').waitFor();
  await phone.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect.poll(() => textField(phone).inputValue()).toBe('Words of the phone');
  await phone.getByRole('button', { name: /^Update/ }).click();
  await phone.waitForURL(`**/posts/${post}`);
  await expect.poll(async () => (await ben.client.get(`/api/posts/${post}`)).body.data.content).toBe('Words of the phone');
  await expect.poll(() => phone.getByText('Your post was not accepted').count()).toBe(0);
});
