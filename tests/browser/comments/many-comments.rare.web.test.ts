/** A post with hundreds of comments, and one with texts that are hard to lay out. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { barriers, violations } from '../../support/barriers.ts';
import { settled, topOf } from '../../support/feed.ts';
import { commentAll, commentField, commentRow, openPost, test as stageTest } from '../../support/fixtures/post-stage.ts';
import { hasFocus, upToDate } from '../../support/on-screen.ts';
import { setUp } from '../../support/set-up-time.ts';

const COUNT = 500;

/** A post by Ana. She also wrote the comments, so that her phone is not busy with hundreds of notifications. */
const test = stageTest.extend('long', { scope: 'file' }, ({ circle, people: { ana } }) =>
  setUp('members', async () => {
    const post = await circle.post(ana, { content: 'Everybody has something to say' });
    const texts = Array.from({ length: COUNT }, (_, n) => `Saying ${n + 1}. ${'And so on. '.repeat((n + 1) % 9)}`);
    return { post, ids: await commentAll(circle, ana, post, texts) };
  }),
);

describe('five hundred comments', () => {
  const row = (page: Page, ids: readonly string[], n: number) => page.locator(`[id="comment-${ids[n - 1]}"]`);
  const inView = (target: Locator) =>
    target.evaluate((element) => {
      const { top: above, bottom } = element.getBoundingClientRect();
      const field = document.querySelector('form:has(textarea[aria-label="Write a comment"])')?.getBoundingClientRect().top ?? 0;
      return above >= 0 && bottom <= field;
    });

  test('open at the top and cost next to nothing; an address leads to one, a pill to a new one, and the member’s own is shown at once', async ({
    phone,
    circle,
    people,
    long: { post, ids },
  }) => {
    // All of them are on the phone before the post is opened.
    await phone.goto('/posts');
    await upToDate(phone);
    await openPost(phone, post);
    await phone.getByRole('heading', { name: `${COUNT} comments` }).waitFor();
    await row(phone, ids, COUNT).waitFor({ state: 'attached' });
    expect(await phone.evaluate(() => scrollY)).toBe(0);
    await row(phone, ids, 1)
      .getByRole('button', { name: /^React/ })
      .waitFor();
    const cost = await phone.evaluate(() => ({
      elements: document.querySelectorAll('main *').length,
      buttons: document.querySelectorAll('main button').length,
      laidOut: [...document.querySelectorAll('main li p')].filter((text) => text.checkVisibility({ contentVisibilityAuto: true })).length,
    }));
    expect(cost.elements).toBeLessThan(COUNT * 10);
    expect(cost.buttons).toBeLessThan(100);
    expect(cost.laidOut).toBeLessThan(60);

    const read = row(phone, ids, 250);
    await phone.goto(`/posts/${post}?comment=${ids[249]}`);
    await expect.poll(() => inView(read)).toBe(true);
    await hasFocus(read);

    // A new comment by somebody else does not move what is being read.
    const before = await settled(read);
    await circle.comment(people.ben, post, 'The newest of them all');
    const pill = phone.getByRole('button', { name: 'New comment' });
    await pill.waitFor();
    expect(Math.abs((await topOf(read)) - before)).toBeLessThanOrEqual(1);
    // Only the pill: axe would spend many seconds on the comments, which other tests check.
    expect(await violations(phone, undefined, '[role=status]')).toEqual([]);
    await pill.click();
    await expect.poll(() => inView(commentRow(phone, 'The newest of them all'))).toBe(true);
    await pill.waitFor({ state: 'detached' });

    // A member's own comment is shown even from far above, without a pill.
    await phone.mouse.move(200, 400);
    await phone.mouse.wheel(0, -1_000_000);
    await row(phone, ids, 1)
      .getByRole('button', { name: /^React/ })
      .waitFor();
    // The wheel goes on turning for a while.
    await expect.poll(() => phone.evaluate(() => scrollY)).toBe(0);
    await commentField(phone).fill('And this is mine');
    await phone.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => inView(commentRow(phone, 'And this is mine'))).toBe(true);
    await expect.poll(() => phone.getByRole('button', { name: /New comment|new comments/ }).count()).toBe(0);
  });
});

test('texts that are hard to lay out fit into 320 px, also with text twice as large', async ({ phone, circle, people: { ana, ben } }) => {
  const long = 'x'.repeat(5000);
  const dora = await circle.signUp(`👩‍👩‍👧‍👦${'🦄'.repeat(20)} ${'n'.repeat(120)}`, { email: 'dora@kith.test' });
  await circle.befriend(ana, dora);
  const post = await circle.post(ana, { content: `${'w'.repeat(300)} ${'📚'.repeat(120)}` });
  await circle.comment(dora, post, long);
  await circle.comment(dora, post, 'مرحبا بالجميع، من سيجلب الخبز والزيتون والجبن إلى الطاولة هذا المساء؟ '.repeat(6));
  const last = await circle.comment(dora, post, `https://long.example/${'path'.repeat(200)}`);
  for (const emoji of ['❤️', '🎉', '🔥', '😂', '👍', '🙏', '👏', '🤗', '🥳']) await circle.react(ben, 'comment', last, emoji);
  await phone.goto(`/posts/${post}?comment=${last}`);
  await commentRow(phone, 'https://long.example').getByRole('button', { name: 'Celebrating, 1' }).waitFor();
  const arabic = phone.getByRole('listitem').filter({ hasText: 'مرحبا' }).locator('p');
  expect(await arabic.evaluate((text) => getComputedStyle(text).direction)).toBe('rtl');
  expect(await barriers(phone, 'long texts')).toEqual([]);
  await commentField(phone).fill(long);
  expect(await barriers(phone, 'long text in the field')).toEqual([]);
});
