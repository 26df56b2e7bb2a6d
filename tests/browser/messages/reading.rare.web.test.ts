/** Older messages of a chat. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { settingId, settingKey } from '../../../schemas/profiles/setting-keys.ts';
import { DESKTOP } from '../../support/browser.ts';
import { openChat, row, toBottom } from '../../support/fixtures/chat.ts';
import { frames, upToDate } from '../../support/on-screen.ts';
import { SETTLED_FRAMES, test } from './reading-stage.ts';

/** Scrolls to the very top. Then measures the largest distance of a message from its place there, in every later frame. */
async function scrollToTop(anchor: Locator) {
  const handle = await anchor.evaluateHandle((element) => {
    const chat = element.closest('[data-chat]');
    chat?.scrollTo(0, -chat.scrollHeight);
    const id = element.querySelector('[id^=message-]')?.id ?? '';
    const place = () => document.getElementById(id)?.getBoundingClientRect().top;
    const from = place() ?? 0;
    const seen = { most: 0 };
    const look = () => {
      const at = place();
      if (at !== undefined) seen.most = Math.max(seen.most, Math.abs(at - from));
      requestAnimationFrame(look);
    };
    look();
    return seen;
  });
  return { most: () => handle.evaluate((seen) => seen.most) };
}

test('older messages load twenty at a time, and what is being read moves by at most a pixel', async ({
  open,
  circle,
  people,
  group,
  history,
}) => {
  const { page } = await open(people.ben, { at: '/groups', viewport: DESKTOP });
  await upToDate(page);
  // The next visit opens at the end only after everything was read.
  await openChat(page, group);
  await toBottom(page);
  const newest = await row(page, `Story ${history}.`).locator('[data-message]').getAttribute('data-message');
  await toBottom(page);
  const position = settingId(people.ben.id, settingKey.groupRead(group));
  await expect.poll(async () => (await circle.visibleRow(people.ben, 'settings', position))?.value).toBe(newest);
  await page.getByRole('link', { name: 'Posts' }).click();
  await page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor();
  await openChat(page, group);
  await row(page, `Story ${history}.`).waitFor();
  expect(await row(page, `Story ${history - 20}.`).count()).toBe(0);
  for (let oldest = history - 19; oldest > 1; oldest = Math.max(1, oldest - 20)) {
    const anchor = row(page, `Story ${oldest}.`);
    await anchor.waitFor();
    const moved = await scrollToTop(anchor);
    await row(page, `Story ${oldest - 1}.`).waitFor({ state: 'attached' });
    await frames(page, SETTLED_FRAMES);
    expect(await moved.most()).toBeLessThanOrEqual(1);
  }
  await row(page, 'Story 1.').waitFor();
  await page.getByText('This is where it begins').waitFor();
});
