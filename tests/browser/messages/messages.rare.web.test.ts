/** Messages by touch. */
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { settled } from '../../support/feed.ts';
import { finger } from '../../support/finger.ts';
import { field, openActions, row, scroller, test, toBottom } from '../../support/fixtures/chat.ts';
import { hasFocus } from '../../support/on-screen.ts';

test('by touch, two taps give a heart, a long press opens the actions, and a swipe replies; a hint says so until it is known', async ({
  open,
  people: { ana, cleo },
  group,
  cleoSays,
}) => {
  for (let n = 1; n <= 25; n++) await cleoSays(`Filler ${n} ${'and more '.repeat(12)}`);
  await cleoSays('Who brings the bread?');
  const { page } = await open(ana, { at: `/groups/${group}`, hasTouch: true });
  await toBottom(page);
  const bread = row(page, 'Who brings the bread?');
  const bubble = bread.locator('[id^=message-]');
  await bubble.waitFor();
  const hint = page.getByRole('note').filter({ hasText: 'Hold a message' });
  await hint.waitFor();
  expect.soft(await barriers(page, 'chat with its hint')).toEqual([]);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await toBottom(page);
  const touch = await finger(page);

  const heart = bread.getByRole('button', { name: /^Heart, 1/ });
  await touch.tapTwice(bubble);
  await heart.waitFor();
  // Its reactions are a part of the message, and are swiped with it.
  const left = async () => (await heart.boundingBox())?.x ?? 0;
  await settled(heart);
  const unmoved = await left();
  await touch.drag(bubble, 40, 0);
  await expect.poll(async () => (await left()) - unmoved).toBe(40);
  await touch.up();
  await expect.poll(left).toBe(unmoved);
  await touch.tapTwice(bubble);
  await heart.waitFor({ state: 'detached' });
  expect(await page.getByRole('dialog').count()).toBe(0);

  // A swipe that is too short, goes the other way, or goes up or down does nothing.
  const replying = page.getByText(`Replying to ${cleo.name}`);
  const shift = () => bubble.evaluate((element) => Number.parseFloat(getComputedStyle(element).translate) || 0);
  await touch.drag(bubble, 40, 0);
  await expect.poll(() => bubble.getAttribute('data-swipe')).toBe('begun');
  await expect.poll(shift).toBe(40);
  await touch.up();
  await expect.poll(() => bubble.getAttribute('data-swipe')).toBeNull();
  await expect.poll(shift).toBe(0);
  await touch.drag(bubble, -90, 0);
  await touch.up();
  const before = await scroller(page).evaluate((element) => element.scrollTop);
  await touch.drag(bubble, 4, 160);
  await touch.up();
  await expect.poll(() => scroller(page).evaluate((element) => element.scrollTop)).toBeLessThan(before - 50);
  expect(await replying.count()).toBe(0);
  expect(await page.getByRole('dialog').count()).toBe(0);
  // Waits until the list that was flung upwards has come to rest.
  await settled(bubble);
  await toBottom(page);
  await settled(bubble);
  await touch.drag(bubble, 90, 6);
  await expect.poll(() => bubble.getAttribute('data-swipe')).toBe('far');
  await touch.up();
  await replying.waitFor();
  await hasFocus(field(page));
  await page.keyboard.press('Escape');
  await replying.waitFor({ state: 'hidden' });
  // With reduced motion only the arrow shows. In right-to-left text a swipe goes to the left.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  await toBottom(page);
  await touch.drag(bubble, -90, 0);
  await expect.poll(() => bubble.getAttribute('data-swipe')).toBe('far');
  expect(await shift()).toBe(0);
  await touch.up();
  await replying.waitFor();
  await page.keyboard.press('Escape');
  await replying.waitFor({ state: 'hidden' });
  await page.evaluate(() => {
    document.documentElement.dir = 'ltr';
  });
  await toBottom(page);

  await touch.down(bubble);
  const actions = page.getByRole('dialog', { name: `${cleo.name}’s message` });
  await actions.getByRole('button', { name: 'Reply' }).waitFor();
  await touch.up();
  await hint.waitFor({ state: 'detached' });
  await actions.getByRole('button', { name: 'Reply' }).click();
  await replying.waitFor();
  await page.reload();
  await bubble.waitFor();
  await field(page).waitFor();
  expect(await hint.count()).toBe(0);
  // A single tap opens the actions as well, and so do keys.
  await settled(bubble);
  await touch.down(bubble);
  await touch.up();
  await actions.waitFor();
  await page.keyboard.press('Escape');
  await actions.waitFor({ state: 'detached' });
  await openActions(page, 'Who brings the bread?');
  await actions.waitFor();
});

test('the button of the hint closes it for good; with a mouse there is none', async ({ open, people: { ana, ben }, group, cleoSays }) => {
  await cleoSays('Rye?');
  const { page } = await open(ana, { at: `/groups/${group}`, hasTouch: true });
  const hint = page.getByRole('note').filter({ hasText: 'Hold a message' });
  await hint.getByRole('button', { name: 'Close hint' }).click();
  await hint.waitFor({ state: 'detached' });
  await page.reload();
  await row(page, 'Rye?').waitFor();
  expect(await hint.count()).toBe(0);
  const { page: desktop } = await open(ben, { at: `/groups/${group}` });
  await row(desktop, 'Rye?').waitFor();
  expect(await desktop.getByRole('note').count()).toBe(0);
  // The author's name has the colour of their picture.
  const name = row(desktop, 'Rye?').getByText('Cleo Vik', { exact: true });
  expect(await name.evaluate((element) => element.style.color)).toMatch(/^var\(--on-tint-[1-8]\)$/);
});
