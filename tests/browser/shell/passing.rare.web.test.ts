/** What passes by itself on every screen: the words of the sync status, and tooltips. The test advances the time. */
import type { Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { DESKTOP } from '../../support/browser.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { noticeNetwork, upToDate } from '../../support/on-screen.ts';
import { overlap } from '../../support/overlap.ts';
import { openDevice } from '../../support/settings-rows.ts';

const test = browserTest
  /** A desktop that is up to date */
  .extend('page', async ({ open, circle, faultProxy: network }) => {
    const { page } = await open(await circle.signUp('Olle Berg', { email: `${uuid()}@kith.test` }), {
      url: network.url,
      viewport: DESKTOP,
    });
    await upToDate(page);
    return page;
  });

/** From now on time passes only when the test advances it. */
async function pauseClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}

test('the sync status has words while something is unfinished, says for two seconds that it is done, and then nothing', async ({
  page,
  faultProxy: network,
}) => {
  const words = page.getByRole('banner').getByTitle('Outbox');
  await words.waitFor({ state: 'detached' });
  const title = page.getByRole('heading', { level: 1 });
  const titleBox = await title.boundingBox();
  network.cut();
  await words.getByText('Offline – saved on this device').waitFor();
  expect(await title.boundingBox()).toEqual(titleBox);
  await pauseClock(page);
  network.heal();
  await noticeNetwork(page);
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return words.allTextContents();
    })
    .toEqual(['Up to date']);
  await page.clock.runFor(1000);
  expect(await words.count()).toBe(1);
  await page.clock.runFor(1000);
  await expect.poll(() => words.count()).toBe(0);
  await upToDate(page);
});

test('the third column is for people; Settings says what is on this device, and leads to the outbox', async ({ page }) => {
  const column = page.getByRole('complementary');
  await column.waitFor();
  expect(await column.getByRole('heading', { name: 'Connection' }).count()).toBe(0);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByText('Everything is on this device').waitFor();
  await openDevice(page);
  await page.getByText(/^\d+ MB, /).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => column.count()).toBe(0);
  await page.getByRole('link', { name: 'Outbox' }).click();
  await page.getByRole('dialog', { name: 'Outbox' }).getByText('Everything is sent').waitFor();
});

test('a tooltip says what an icon does, under the pointer and for the keyboard, for two and a half seconds', async ({ open, circle }) => {
  const lena = await circle.signUp('Lena Roth');
  const post = await circle.post(lena, { content: 'Look here' });
  const { page } = await open(lena, { viewport: DESKTOP, at: `/posts/${post}` });
  const more = page.getByRole('button', { name: 'More', exact: true });
  await more.waitFor();
  const tooltip = page.locator('[data-tooltip]');
  await pauseClock(page);
  await more.hover();
  const appears = (words: string) =>
    expect
      .poll(async () => {
        await page.clock.runFor(50);
        return tooltip.allTextContents();
      })
      .toEqual([words]);
  await appears('More');
  await expect.poll(() => overlap(tooltip, more)).toBe(false);
  await page.clock.runFor(2000);
  expect(await tooltip.count()).toBe(1);
  await page.clock.runFor(500);
  await expect.poll(() => tooltip.count()).toBe(0);

  await page.mouse.move(5, 5);
  await page.getByRole('button', { name: 'Back' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await appears('Back');
  await page.keyboard.press('Escape');
  await expect.poll(() => tooltip.count()).toBe(0);
  await more.click();
  await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
  expect(await tooltip.count()).toBe(0);
});
