/** A low screen, such as a phone on its side: the bars are in sight as a whole, and leave the most of it to what is read. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { hasFocus, upToDate } from '../../support/on-screen.ts';
import { field } from '../../support/post-form.ts';
import { draftStored } from '../../support/stored-drafts.ts';

const test = browserTest.extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana Ribeiro'));

/** What a keyboard leaves of a phone, upright and on its side. */
const LOW = [
  { width: 390, height: 470 },
  { width: 844, height: 390 },
] as const;
const lines = (what: string) => `one\ntwo\nthree\nfour\nfive\n${what}`;

/** The parts that stay in sight while the page scrolls and take more than a fifth of the screen, by what is in them. */
const tooHigh = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('header, nav, [data-composer]')].flatMap((bar) => {
      const { height, width, top, bottom } = bar.getBoundingClientRect();
      const inSight = bottom > 0 && top < innerHeight && width > height;
      return inSight && height > innerHeight / 5 ? [`${height} of ${innerHeight}: ${bar.textContent}`] : [];
    }),
  );
/** On each low screen, with the field in focus. */
async function expectLow(page: Page, writing: ReturnType<Page['getByLabel']>, what: string): Promise<void> {
  for (const size of LOW) {
    await page.setViewportSize(size);
    await writing.focus();
    await hasFocus(writing);
    const message = `${what}, at ${size.width} x ${size.height}`;
    // The field takes its new height once the page has seen the new size.
    await expect.poll(() => tooHigh(page), { message }).toEqual([]);
    await expect.poll(async () => (await writing.boundingBox())?.height, { message }).toBeGreaterThanOrEqual(40);
  }
}

test('while text is written above a keyboard, no bar takes more than a fifth of what is left', async ({ open, ana, circle }) => {
  const post = await circle.post(ana, { content: 'Soup on Sunday?' });
  const ben = await circle.signUp('Ben Okri');
  await circle.befriend(ana, ben);
  const group = await circle.group(ana, ben);
  await circle.message(ben, group, 'Who comes along to the lake, and who brings the large pot?');
  const { page } = await open(ana, { at: '/posts/create' });
  await field(page).fill(lines('a post'));
  await draftStored(page, 'a post');
  await expectLow(page, field(page), 'a post');
  await page.reload();
  await page.getByRole('button', { name: 'Discard' }).waitFor();
  await expectLow(page, field(page), 'the draft of a post');

  await page.goto(`/posts/${post}`);
  const comment = page.getByLabel('Write a comment');
  await comment.fill(lines('a comment'));
  await draftStored(page, 'a comment');
  await expectLow(page, comment, 'a comment');
  await page.reload();
  await page.getByRole('button', { name: 'Discard' }).waitFor();
  await expectLow(page, comment, 'the draft of a comment');

  await page.goto(`/groups/${group}`);
  await upToDate(page);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'the large pot' })
    .getByRole('button', { name: /^Actions for/ })
    .press('Enter');
  await page.getByRole('button', { name: 'Reply', exact: true }).click();
  const message = page.getByLabel('Message', { exact: true });
  await hasFocus(message);
  await message.fill(lines('an answer'));
  await draftStored(page, 'an answer');
  await expectLow(page, message, 'an answer in a chat');
  await page.reload();
  await page.getByRole('button', { name: 'Discard' }).waitFor();
  await expectLow(page, message, 'the draft of an answer in a chat');
});

test('on a phone on its side the rail shows all of its destinations, and the top bar takes less than a fifth', async ({ open, ana }) => {
  const { page } = await open(ana, { viewport: { width: 844, height: 390 } });
  const rail = page.getByRole('navigation', { name: 'Main' });
  const box = await rail.getByRole('link', { name: 'Settings', exact: true }).boundingBox();
  expect(box && box.y + box.height).toBeLessThanOrEqual(390);
  expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(390 / 5);
  for (const link of await rail.getByRole('link').all()) expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
});
