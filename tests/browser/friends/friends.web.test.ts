/** Inviting, answering and cancelling on the friends screen. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { invite, send, submit, test } from './friends-stage.ts';

/** Types into the focused field. Returns whether the button is disabled when that event ends. */
const isDisabledAfterTyping = (page: Page, text: string): Promise<boolean> =>
  submit(page).evaluate((button: HTMLButtonElement, typed) => {
    document.execCommand('insertText', false, typed);
    return button.disabled;
  }, text);

test('the form needs a valid address of somebody new; a sent invitation is listed, not sent twice, and can be cancelled', async ({
  page,
  people,
}) => {
  await invite(page);
  const email = page.getByLabel('Email');
  await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
  await expect.poll(() => submit(page).isDisabled()).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByText('Please enter an email address').waitFor();
  // If the button were still disabled, Enter right after the address would do nothing.
  expect(await isDisabledAfterTyping(page, 'dora@kith')).toBe(false);
  await page.keyboard.press('Enter');
  await page.getByText('Please enter a valid email address').waitFor();
  for (const [address, reason] of [
    [people.ana.email, 'You cannot add yourself as a friend.'],
    [people.ben.email, 'You are already friends with this person.'],
  ] as const) {
    await email.fill(address);
    await send(page);
    await page.getByText(reason).waitFor();
  }

  await email.fill('dora@kith.test');
  await send(page);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const cancel = page.getByRole('button', { name: 'Cancel the invitation to dora@kith.test' });
  await cancel.waitFor();
  await page.getByText('Sent just now', { exact: true }).waitFor();
  await invite(page);
  await email.fill('Dora@kith.test');
  await send(page);
  await page.getByText('You have already sent a friend invitation to this user').waitFor();
  await page.keyboard.press('Escape');
  await cancel.click();
  await cancel.waitFor({ state: 'hidden' });
});

test('an inviter is shown with the friend in between, and takes a seat when accepted', async ({ page, people, circle }) => {
  const { ana, ben, carl } = people;
  await circle.invite(carl, { email: ana.email });
  await page.getByText(`Friend of ${ben.name}`).waitFor();
  await page.getByRole('button', { name: `Accept the invitation of ${carl.name}` }).click();
  await page.getByText('2 of 8').waitFor();
  await page.getByText('Nobody is waiting for your answer.').waitFor();
  await expect.poll(() => page.getByText('Friends since today').count()).toBe(2);
});

test('a friend’s row says what they wrote last and when, cut off by its width and never inside a character', async ({ open, circle }) => {
  const [lea, ben] = [await circle.signUp('Lea Roth'), await circle.signUp('Ben Adler')];
  await circle.befriend(lea, ben);
  const { page } = await open(lea, { at: '/friends' });
  const row = page.getByRole('list', { name: 'My Friends' }).getByRole('listitem').filter({ hasText: ben.name });
  await row.getByText('Friends since today').waitFor();
  await circle.post(ben, { content: 'Bread at eight' });
  await row.getByText('Bread at eight').waitFor();
  const family = '👩‍👩‍👧‍👦';
  await circle.post(ben, { content: `وجدت مصباحا على عتبة بابي\n${family.repeat(60)}` });
  const words = row.getByText('وجدت مصباحا');
  await words.waitFor();
  await row.getByText('Just now').waitFor();
  expect(await row.getByText('Friends since').count()).toBe(0);
  expect(await words.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  expect((await words.textContent())?.replaceAll(family, '')).toMatch(/^وجدت مصباحا على عتبة بابي\s+…$/);
  const { width = 0, height = 0 } = (await row.boundingBox()) ?? {};
  expect(height).toBeLessThanOrEqual(66);
  expect(width).toBeLessThanOrEqual(390);
});
