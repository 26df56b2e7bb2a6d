/** A text that the device has no disk space for: the page asks before it goes, and a reload brings the text back. */
import type { Dialog, Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP, PAGE_WITHOUT_APP } from '../../support/browser.ts';
import { limitDiskSpace } from '../../support/disk-space.ts';
import { commentField, shows } from '../../support/draft-tabs.ts';
import { choose } from '../../support/fixtures/chat.ts';
import { test as faultyTest, makeReady } from '../../support/fixtures/faulty-circle.ts';
import { upToDate } from '../../support/on-screen.ts';
import { signIn } from '../../support/people.ts';
import { audienceIs, chooseAudience, newPost, field as postField } from '../../support/post-form.ts';
import { draftStored, storedDrafts } from '../../support/stored-drafts.ts';

const noSpace = (page: Page) => page.getByText('No room left on this device');

const test = faultyTest
  /** Ana's browser, whose disk space can be taken away */
  .extend('ana', async ({ open, faultProxy: network, people }) => {
    const device = await open(people.ana, { url: network.url, viewport: DESKTOP, at: PAGE_WITHOUT_APP });
    const space = await limitDiskSpace(device.page, network.url);
    const asked: string[] = [];
    const answerDialogs = (page: Page, answer: (dialog: Dialog) => Promise<void>) => {
      page.removeAllListeners('dialog');
      page.on('dialog', (dialog) => {
        asked.push(dialog.type());
        void answer(dialog);
      });
    };
    answerDialogs(device.page, (dialog) => dialog.accept());
    return { ...(await makeReady(device)), space, asked, answerDialogs };
  });

/** Types as a member does. A browser asks nothing for a page that nobody has touched. */
async function type(page: Page, label: 'comment' | 'post' | 'message', text: string): Promise<void> {
  const field = { comment: commentField(page), post: postField(page), message: page.getByLabel('Message', { exact: true }) }[label];
  await field.click();
  await field.pressSequentially(text);
}

const setAside = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => Object.entries(sessionStorage).flatMap(([key, value]) => (key.startsWith('kith-unstored') ? [value] : [])));

test('a comment that could not be stored survives a reload, and is stored once there is space', async ({ ana, postId }) => {
  const { page, space, asked, answerDialogs, newTab } = ana;
  await page.goto(`/posts/${postId}`);
  await upToDate(page);
  await type(page, 'comment', 'Kept');
  await draftStored(page, 'Kept');
  await space.takeAway();
  await type(page, 'comment', ' although the disk is full');
  await noSpace(page).waitFor();
  expect(await storedDrafts(page)).toEqual(['Kept']);

  // Closing would lose it: the member is asked, and stays.
  answerDialogs(page, (dialog) => dialog.dismiss());
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await shows(commentField(page), 'Kept although the disk is full');
  answerDialogs(page, (dialog) => dialog.accept());

  await page.reload();
  await shows(commentField(page), 'Kept although the disk is full');
  expect(asked).toEqual(['beforeunload', 'beforeunload']);
  await noSpace(page).waitFor();
  // Another tab has what is stored, and nothing of this one.
  const other = await newTab();
  await other.goto(`/posts/${postId}`);
  await shows(commentField(other), 'Kept');
  expect(await setAside(other)).toEqual([]);
  await other.close();

  await page.reload();
  await shows(commentField(page), 'Kept although the disk is full');
  await space.giveBack();
  await draftStored(page, 'Kept although the disk is full');
  await expect.poll(() => setAside(page)).toEqual([]);
  asked.length = 0;
  await page.reload();
  await shows(commentField(page), 'Kept although the disk is full');
  expect(asked).toEqual([]);
  await expect.poll(() => storedDrafts(page)).toEqual(['Kept although the disk is full']);
});

test('on a disk that is known to be full a text is set aside with its first letter', async ({ ana: { page, space }, postId }) => {
  await page.goto(`/posts/${postId}`);
  await upToDate(page);
  await space.takeAway();
  await type(page, 'comment', 'Kept');
  await noSpace(page).waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await newPost(page);
  const keptAtOnce = await postField(page).evaluate((field) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
    set?.call(field, 'W');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    return Object.values(sessionStorage).some((value) => /"W"/.test(value));
  });
  expect(keptAtOnce).toBe(true);
});

test('a post comes back with its audience, and a message with what it replies to; where their forms are closed they are stored as well', async ({
  ana,
  circle,
  people,
}) => {
  const { page, space } = ana;
  const group = await circle.group(people.ana, people.ben);
  await circle.message(people.ben, group, 'Who brings bread?');
  await page.goto(`/groups/${group}`);
  await page.getByText('Who brings bread?').first().waitFor();
  await upToDate(page);
  await space.takeAway();
  await choose(page, 'Who brings bread?', 'Reply');
  await type(page, 'message', 'I do');
  await noSpace(page).waitFor();
  await page.goto('/posts/create');
  await chooseAudience(page, 'Only me');
  await type(page, 'post', 'For nobody else');
  await expect.poll(async () => (await setAside(page)).length).toBe(2);

  await page.reload();
  await shows(postField(page), 'For nobody else');
  await expect.poll(() => audienceIs(page, 'Only me')).toBe(true);
  await page.goto(`/groups/${group}`);
  await shows(page.getByLabel('Message', { exact: true }), 'I do');
  await page.getByText(`Replying to ${people.ben.name}`).waitFor();

  await page.goto('/friends');
  await noSpace(page).waitFor();
  await space.giveBack();
  await draftStored(page, 'I do');
  await draftStored(page, 'For nobody else');
  await expect.poll(() => setAside(page)).toEqual([]);
});

test('signing out clears it, and another member never sees it', async ({ ana, circle, postId }) => {
  const { page, space, asked } = ana;
  const carl = await circle.signUp('Carl Sees Nothing');
  await page.goto(`/posts/${postId}`);
  await upToDate(page);
  await space.takeAway();
  await type(page, 'comment', 'Nobody else reads this');
  await noSpace(page).waitFor();
  await expect.poll(async () => (await setAside(page)).length).toBe(1);
  await page.reload();
  await shows(commentField(page), 'Nobody else reads this');
  await space.giveBack();
  await space.takeAway();
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('button', { name: 'Sign out and erase' }).click();
  await page.waitForURL('**/auth');
  await expect.poll(() => setAside(page)).toEqual([]);
  await space.giveBack();
  await signIn(page, carl);
  await page.waitForURL('**/posts');
  asked.length = 0;
  await page.goto('/posts/create');
  await postField(page).waitFor();
  expect(JSON.stringify(await page.evaluate(() => ({ ...localStorage, ...sessionStorage })))).not.toContain('Nobody else reads this');
  expect(asked).toEqual([]);
});
