/** Writing comments. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { commentField, commentRow, openOnAll, openPost, test as stageTest } from '../../support/fixtures/post-stage.ts';
import { upToDate } from '../../support/on-screen.ts';
import { holdTable } from '../../support/stored-rows.ts';

const test = stageTest.extend('post', async ({ circle, people }) => circle.post(people.ana, { content: 'What shall I bring?' }));

const send = (page: Page): Locator => page.getByRole('button', { name: 'Send' });

test('Enter sends on the desktop, except while a word is being composed, and starts a new line on the phone', async ({
  phone,
  desktop,
  people,
  post,
}) => {
  const standing = async (): Promise<string[]> => {
    const { body } = await people.ana.client.get(`/api/posts/${post}/comments`);
    return body.data.items.map((item: { content: string }) => item.content);
  };
  await openOnAll([phone, desktop], post);
  await commentField(desktop).fill('  Bread');
  await desktop.keyboard.press('Shift+Enter');
  await desktop.keyboard.type('and salt  ');
  await desktop.keyboard.press('Enter');
  await phone.getByText('Bread\nand salt').waitFor();
  expect(await standing()).toEqual(['Bread\nand salt']);

  await commentField(phone).fill('Good');
  await phone.keyboard.press('Enter');
  expect(await commentField(phone).inputValue()).toBe('Good\n');
  await phone.getByText('4996 characters remaining').waitFor();
  await send(phone).click();
  await desktop.getByRole('heading', { name: '2 comments' }).waitFor();
  await expect.poll(() => commentField(phone).inputValue()).toBe('');

  await commentField(desktop).fill('にほん');
  const composing = [{ isComposing: true }, { keyCode: 229 }];
  await commentField(desktop).evaluate((field, kinds) => {
    for (const kind of kinds) field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...kind }));
  }, composing);
  await desktop.keyboard.type('!');
  expect(await commentField(desktop).inputValue()).toBe('にほん!');
  await commentField(desktop).press('Enter');
  await commentRow(phone, 'にほん!').waitFor();
  expect(await standing()).toHaveLength(3);
});

test('a comment that is there when the post opens is drawn once: no part of it is replaced', async ({ phone, circle, people, post }) => {
  await circle.comment(people.ben, post, 'Olives');
  await phone.goto('/posts');
  await upToDate(phone);
  await phone.addInitScript(() => {
    const replaced: string[] = [];
    Object.assign(globalThis, { replaced });
    new MutationObserver((records) => {
      for (const { target, removedNodes } of records) {
        if (target instanceof Element && target.closest('main ul'))
          for (const { textContent } of removedNodes) replaced.push(textContent ?? '');
      }
    }).observe(document, { childList: true, subtree: true });
  });
  await openPost(phone, post);
  await commentRow(phone, 'Olives')
    .getByRole('button', { name: /^React/ })
    .waitFor();
  await upToDate(phone);
  expect(await phone.evaluate(() => (globalThis as { replaced?: readonly string[] }).replaced)).toEqual([]);
});

test('a comment is shown while the disk is still busy, and is not called saved before it is on the disk', async ({ phone, post }) => {
  await openPost(phone, post);
  await upToDate(phone);
  await phone.context().setOffline(true);
  await phone.getByText('Connection lost').waitFor();
  const release = await holdTable(phone, 'comments');
  await commentField(phone).fill('From the tunnel');
  await send(phone).click();
  const row = commentRow(phone, 'From the tunnel');
  await row.waitFor();
  expect(await row.getByText('Saved, not sent yet').count()).toBe(0);
  expect(await commentField(phone).inputValue()).toBe('From the tunnel');
  await release();
  await row.getByText('Saved, not sent yet').waitFor();
  expect(await row.count()).toBe(1);
  await expect.poll(() => commentField(phone).inputValue()).toBe('');
  await phone.context().setOffline(false);
  await upToDate(phone);
});
