/** How messages look: the place of their time and of their actions, and emoji alone. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP } from '../../support/browser.ts';
import { settled } from '../../support/feed.ts';
import { openChat, row, send, test, toBottom } from '../../support/fixtures/chat.ts';
import { upToDate } from '../../support/on-screen.ts';
import { picture } from '../../support/picture.ts';

const inLight = async (page: Page, name: string) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await picture(page, name);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
};

/** The paragraph of a message */
const wordsOf = (message: Locator) => message.locator('[id^=message-] p');

/** Where the letters of an element are, without the space around them. */
const textBox = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element.firstChild ?? element);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    return { left, right, top, bottom };
  });

test('the actions of a message, however short or long, cover none of its text', async ({ desktop, cleoSays }) => {
  const long = 'The table by the window, as always, and the long bench for those who come late to it.';
  await cleoSays(long);
  await cleoSays('Yes');
  await row(desktop, 'Yes').waitFor();
  await send(desktop, 'No');
  await send(desktop, `No, ${long}`);
  // What is on its way has a line more.
  await upToDate(desktop);
  for (const width of [DESKTOP.width, 1600, 700]) {
    await desktop.setViewportSize({ ...DESKTOP, width });
    for (const text of ['Yes', 'No', `No, ${long}`, long]) {
      const written = wordsOf(row(desktop, text).last());
      await written.hover();
      await settled(written);
      const words = await textBox(written);
      for (const name of [/^React to/, /^Reply to/, /^Actions for/]) {
        const button = row(desktop, text).last().getByRole('button', { name });
        await expect
          .poll(() => button.evaluate((element) => getComputedStyle(element.closest('[class*=tools]') ?? element).opacity))
          .toBe('1');
        const box = await button.boundingBox();
        if (!box) throw new Error(`${text} has no button ${name}`);
        const apart = box.x >= words.right || box.x + box.width <= words.left || box.y >= words.bottom || box.y + box.height <= words.top;
        expect(apart, `${name} beside "${text}", ${width} wide`).toBe(true);
        expect(box.x + box.width, `${name} of "${text}" is on the screen, ${width} wide`).toBeLessThanOrEqual(width);
        await button.click({ trial: true });
      }
    }
  }
  await desktop.setViewportSize(DESKTOP);
});

test('the time of a message is in its bubble, and a short message is 75 px high at most', async ({
  open,
  circle,
  people: { ana, ben },
  group,
  cleoSays,
}) => {
  await cleoSays('Who brings the bread?');
  await circle.message(ben, group, 'I do');
  await cleoSays('Rye?');
  await circle.message(ben, group, 'Rye, and the small rolls with the seeds on them, if there are any left at nine.');
  const { page } = await open(ana, { at: `/groups/${group}` });
  await openChat(page, group);
  await send(page, 'No rye');
  await upToDate(page);
  await toBottom(page);
  for (const text of ['I do', 'Rye?', 'No rye']) {
    const message = row(page, text);
    await message.locator('[id^=message-]').getByRole('time').waitFor();
    expect((await message.boundingBox())?.height).toBeLessThanOrEqual(75);
  }
  await inLight(page, 'chat times');
  await page.setViewportSize(DESKTOP);
  await row(page, 'Rye?').getByText('Rye?').hover();
  await inLight(page, 'chat times');
});

test('emoji alone are large: in messages, comments and posts', async ({ open, circle, people: { ana, ben }, group, cleoSays }) => {
  await cleoSays('🎉🎉');
  await cleoSays('🎉 at last');
  const { page } = await open(ana, { at: `/groups/${group}` });
  const sizeOf = (text: Locator) => text.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  expect(await sizeOf(page.getByText('🎉🎉', { exact: true }))).toBe(40);
  expect(await sizeOf(wordsOf(row(page, '🎉 at last')))).toBe(16);
  await inLight(page, 'chat emoji');
  const post = await circle.post(ben, { content: '🥖' });
  await circle.comment(ana, post, '👍🏽');
  await page.goto('/posts');
  expect(await sizeOf(page.getByRole('article').getByText('🥖', { exact: true }))).toBe(40);
  await page.goto(`/posts/${post}`);
  expect(await sizeOf(page.getByRole('article').getByText('🥖', { exact: true }))).toBe(40);
  const comment = page.getByRole('listitem').filter({ hasText: '👍🏽' });
  // A comment that comes while the post is open gets its buttons a moment later, in elements of their own.
  await comment.getByRole('button', { name: /^React/ }).waitFor();
  expect(await sizeOf(comment.getByText('👍🏽', { exact: true }))).toBe(40);
  await inLight(page, 'post emoji');
});
