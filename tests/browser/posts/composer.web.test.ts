/** The form of a post: one row below the text, which says whom the post reaches and sends it; and whom its card names. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { PHONE } from '../../support/browser.ts';
import { settled } from '../../support/feed.ts';
import { card, hasFocus, upToDate } from '../../support/on-screen.ts';
import { audienceLine, chooseAudience, choosePeople, field, publish, submit } from '../../support/post-form.ts';
import { test } from './audience-stage.ts';

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not on the screen');
  return { ...box, middle: box.y + box.height / 2, right: box.x + box.width };
};
/** A part of a phone's screen, a fifth of which a bar may take while the keyboard is open. */
const ABOVE_KEYBOARD = 470;

test('the audience and Share are one row on every screen, without a box around the text; Share names the audience', async ({
  open,
  people: { ana },
}) => {
  const { page } = await open(ana, { at: '/posts/create' });
  await audienceLine(page).getByText('Friends · 2').waitFor();
  await hasFocus(field(page));
  expect(await field(page).evaluate((text) => getComputedStyle(text).outlineStyle)).toBe('none');
  for (const width of [320, PHONE.width, 640, 641, 820, 1280]) {
    await page.setViewportSize({ width, height: PHONE.height });
    await settled(audienceLine(page));
    const share = page.getByRole('button', { name: 'Share · Friends', exact: true });
    const [line, button] = [await boxOf(audienceLine(page)), await boxOf(share)];
    expect(Math.abs(line.middle - button.middle), `at ${width}`).toBeLessThan(2);
    expect(button.x, `at ${width}`).toBeGreaterThanOrEqual(line.right);
    expect(button.right, `at ${width}`).toBeLessThanOrEqual(width);
    for (const { height } of [line, button]) expect(height, `at ${width}`).toBeGreaterThanOrEqual(44);
    const seen = (await boxOf(share.getByText('· Friends'))).width > 1;
    expect(seen, `at ${width}`).toBe(width > 640);
    if (width < 1024) {
      const bar = await boxOf(page.locator('[data-dock] [data-composer]'));
      expect(bar.height, `at ${width}`).toBeLessThanOrEqual(ABOVE_KEYBOARD / 5);
    }
  }
  // The longest audience keeps its number on a phone.
  await page.setViewportSize(PHONE);
  await chooseAudience(page, 'Friends and theirs');
  await page.getByRole('button', { name: 'Share · Friends and theirs', exact: true }).waitFor();
  const words = audienceLine(page).getByText('Friends and theirs · 9');
  expect(await words.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  expect(await barriers(page, 'a post form with an audience')).toEqual([]);
});

test('the card of a post for some people names them to its author alone, in one order before and after it is sent', async ({
  open,
  people: { ana, ben, cleo, eve },
}) => {
  const { page } = await open(ana, { at: '/posts/create' });
  await field(page).fill('For three');
  await choosePeople(page, cleo, ben, eve);
  await expect.poll(() => submit(page).textContent()).toBe('Share · Ben, Cleo, Eve');
  await publish(page);
  await card(page, 'For three').getByRole('button', { name: 'Ben, Cleo, Eve: who can see this post' }).waitFor();
  await upToDate(page);
  expect(await card(page, 'For three').getByRole('button', { name: 'Ben, Cleo, Eve: who can see this post' }).count()).toBe(1);
  expect(await card(page, 'For three').getByText('Specific people').count()).toBe(0);
  const { page: reader } = await open(ben);
  await card(reader, 'For three').getByText('Specific people').waitFor();
});
