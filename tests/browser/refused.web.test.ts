/** What the server refuses comes back to its author with its text, to write anew or to let go. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { card, upToDate } from '../support/on-screen.ts';
import { choose, commentField, commentRow, cutSync, healSync, openPost, openPostStage, type PostStage } from '../support/post-stage.ts';

let stage: PostStage;
let phone: Page;
let desktop: Page;

beforeAll(async () => {
  stage = await openPostStage();
  ({ phone, desktop } = stage);
});
afterAll(() => stage?.close());

const textField = (page: Page) => page.getByLabel('What would you like to share?');

test('a comment on a post that went comes back with its text', async () => {
  await stage.open(await stage.post('Short-lived'));
  await cutSync(desktop);
  await desktop.reload();
  await commentField(desktop).fill('Nobody will read this');
  await desktop.keyboard.press('Enter');
  await desktop.getByText('Saved, not sent yet').waitFor();
  await choose(phone, phone.getByRole('banner'), 'Delete');
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await phone.waitForURL('**/posts');
  await upToDate(phone);
  await healSync(desktop);
  const note = desktop.getByRole('alert').filter({ hasText: 'Your comment was not accepted' });
  await note.getByText('Nobody will read this').waitFor();
  await note.getByText('This post has been deleted or is no longer available.').waitFor();
  await note.getByRole('button', { name: 'Discard' }).click();
  await note.waitFor({ state: 'hidden' });
});

test('a change to a comment that came too late is written anew where it stands, and what was being written stays', async () => {
  const post = await stage.post('Second thoughts');
  const comment = await stage.comment(post, 'First thought');
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
  const elsewhere = await stage
    .client(stage.ben.name)
    .call('PATCH', `/api/posts/${post}/comments/${comment}`, { content: 'Thought elsewhere' });
  expect(elsewhere.status).toBe(200);
  await healSync(desktop);
  await desktop.getByText('Your comment was not accepted').waitFor();
  await desktop.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect.poll(() => desktop.getByLabel('Edit comment').inputValue()).toBe('Thought of the desktop');
  await desktop.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await stage.client(stage.ana.name).get(`/api/posts/${post}/comments`)).body.data.items[0].content)
    .toBe('Thought of the desktop');
  expect(await commentField(desktop).inputValue()).toBe('Another thing altogether');
  expect(await desktop.getByText('not accepted').count()).toBe(0);
});

test('an edit that came too late is written anew from its own text', async () => {
  const id = await stage.post('First words');
  await phone.goto(`/posts/${id}/edit`);
  await textField(phone).waitFor();
  await cutSync(phone);
  await phone.reload();
  await textField(phone).fill('Words of the phone');
  await phone.getByRole('button', { name: /^Update Post/ }).click();
  await phone.getByText('Words of the phone').waitFor();
  const elsewhere = stage.client(stage.ana.name);
  expect((await elsewhere.put(`/api/posts/${id}`, { content: 'Words from elsewhere', visibility_type: 'friends' })).status).toBe(200);
  await healSync(phone);
  await phone.getByText('Your post was not accepted').waitFor();
  await phone.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect.poll(() => textField(phone).inputValue()).toBe('Words of the phone');
  await phone.getByRole('button', { name: /^Update Post/ }).click();
  await phone.waitForURL(`**/posts/${id}`);
  await desktop.goto('/posts');
  await card(desktop, 'Words of the phone').waitFor();
  expect(await phone.getByText('Your post was not accepted').count()).toBe(0);
});
