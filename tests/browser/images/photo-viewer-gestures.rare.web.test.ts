/** The viewer of photos under fingers, with the wheel and by keys, and what keeps people from using it. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { DESKTOP } from '../../support/browser.ts';
import { finger } from '../../support/finger.ts';
import { frames, hasFocus } from '../../support/on-screen.ts';
import { entriesAre } from '../shell/back-stage.ts';
import { button, caption, frame, isClosed, LONG, pathOf, photoOf, shows, test, viewer, widths } from './photo-viewer-stage.ts';

/** How much larger the photo in the middle is than when it is shown whole. */
async function zoomOf(page: Page): Promise<number> {
  return photoOf(page).evaluate((photo) => photo.getBoundingClientRect().width / (photo as HTMLElement).offsetWidth);
}
/** How far the photo in the middle is from where it rests, in pixels. */
const offsetOf = (page: Page): Promise<number> => photoOf(page).evaluate((photo) => Math.round(photo.getBoundingClientRect().left));

/** Moves the finger there in steps, each of which the page sees. */
async function slowly(page: Page, touch: Awaited<ReturnType<typeof finger>>, dx: number, dy: number): Promise<void> {
  for (const part of [0.2, 0.6, 1]) {
    await touch.move(dx * part, dy * part);
    await frames(page, 2);
  }
}

test.for(['reduce', 'no-preference'] as const)(
  'fingers swipe and pull, with motion: %s',
  async (reducedMotion, { open, post, people: { ben } }) => {
    const { page } = await open(ben, { at: `/posts/${post}`, hasTouch: true, reducedMotion });
    await frame(page, 'The tower at night').tap();
    await shows(page, 'The tower at night');
    await expect.poll(() => widths(page)).toEqual([360, 900]);
    const rest = await offsetOf(page);
    const touch = await finger(page);
    await touch.down(photoOf(page));
    await slowly(page, touch, -180, 0);
    await touch.up();
    await shows(page, 'Photo 3 of 5');
    await expect.poll(() => offsetOf(page)).toBe(0);
    await touch.down(photoOf(page));
    await slowly(page, touch, 180, 0);
    await touch.up();
    await shows(page, 'The tower at night');
    await expect.poll(() => offsetOf(page)).toBe(rest);

    await touch.down(photoOf(page));
    await slowly(page, touch, 0, 200);
    await touch.up();
    await isClosed(page);
    await entriesAre(page, 0);
    expect(await pathOf(page)).toBe(`/posts/${post}`);
  },
);

test('a short pull springs back', async ({ open, post, people: { ben } }) => {
  const { page } = await open(ben, { at: `/posts/${post}`, hasTouch: true });
  await frame(page, 'The tower at night').tap();
  await shows(page, 'The tower at night');
  const top = () => photoOf(page).evaluate((photo) => Math.round(photo.getBoundingClientRect().top));
  const rest = await top();
  const touch = await finger(page);
  await touch.down(photoOf(page));
  await slowly(page, touch, 0, 80);
  await expect.poll(top).toBeGreaterThan(rest);
  await touch.up();
  await expect.poll(top).toBe(rest);
  await entriesAre(page, 1);
});

test('two taps enlarge; then a finger moves the photo, neither to the next nor away', async ({ open, post, people: { ben } }) => {
  const { page } = await open(ben, { at: `/posts/${post}`, hasTouch: true });
  await frame(page, 'The tower at night').tap();
  await shows(page, 'The tower at night');
  const touch = await finger(page);
  await touch.tapTwice(photoOf(page));
  await expect.poll(() => zoomOf(page)).toBeCloseTo(2, 1);
  const before = await offsetOf(page);
  const stage = viewer(page).locator('.yarl__container');
  for (const [dx, dy] of [
    [-120, 0],
    [0, 300],
  ] as const) {
    await touch.down(stage);
    await slowly(page, touch, dx, dy);
    await touch.up();
  }
  await expect.poll(() => offsetOf(page)).toBeLessThan(before - 20);
  await frames(page, 5);
  await viewer(page).getByText('2 of 5').waitFor();
});

test('two fingers enlarge', async ({ open, post, people: { ben } }) => {
  const { page, context } = await open(ben, { at: `/posts/${post}`, hasTouch: true });
  await frame(page, 'The tower at night').tap();
  await shows(page, 'The tower at night');
  const session = await context.newCDPSession(page);
  const two = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [-1, 1].map((side, id) => ({ x: 195 + (side * apart) / 2, y: 400, id })),
    });
  await two('touchStart', 60);
  for (const apart of [80, 110, 140, 180]) {
    await two('touchMove', apart);
    await frames(page, 2);
  }
  await two('touchEnd', 0);
  await expect.poll(() => zoomOf(page)).toBeGreaterThan(1.5);
});

test('keys, buttons and the wheel enlarge; arrow keys then move the photo, and the next one is whole again', async ({
  open,
  post,
  people: { ben },
}) => {
  const { page } = await open(ben, { at: `/posts/${post}`, viewport: DESKTOP });
  await frame(page, 'The tower at night').click();
  await shows(page, 'The tower at night');
  await page.keyboard.press('+');
  await expect.poll(() => zoomOf(page)).toBeCloseTo(2, 1);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await viewer(page).getByText('2 of 5').waitFor();
  await button(page, 'Zoom in').click();
  await expect.poll(() => zoomOf(page)).toBeCloseTo(4, 1);
  // At its end the button does nothing, and keeps the focus.
  await page.keyboard.press('Enter');
  await hasFocus(button(page, 'Zoom in'));
  await button(page, 'Zoom out').click();
  await page.keyboard.press('-');
  await expect.poll(() => zoomOf(page)).toBeCloseTo(1, 1);
  await page.mouse.move(640, 400);
  await page.mouse.wheel(0, -100);
  await expect.poll(() => zoomOf(page)).toBeGreaterThan(1.2);
  await button(page, 'Next photo').click();
  await shows(page, 'Photo 3 of 5');
  await expect.poll(() => zoomOf(page)).toBeCloseTo(1, 1);
});

test('a long description scrolls by itself, by finger and by keys', async ({ open, post, people: { ben } }) => {
  const { page } = await open(ben, { at: `/posts/${post}`, hasTouch: true });
  await frame(page, /, and 1 more$/).tap();
  await shows(page, LONG);
  const scrolled = () => caption(page).evaluate((element) => element.scrollTop);
  const box = await caption(page).boundingBox();
  expect(box?.height ?? 844).toBeLessThan(844 / 3);
  const touch = await finger(page);
  await touch.drag(caption(page), 0, -100);
  await touch.up();
  await expect.poll(scrolled).toBeGreaterThan(20);
  await caption(page).focus();
  await page.keyboard.press('End');
  await expect
    .poll(() => caption(page).evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight))
    .toBeLessThan(2);
  await viewer(page).getByText('4 of 5').waitFor();
});

test('the viewer has no barriers: with a long description, over a chat, and in the frames that open it', async ({
  open,
  post,
  chat,
  people: { ana, ben },
}) => {
  const { page } = await open(ben, { at: `/posts/${post}` });
  await frame(page, 'The tower at night').waitFor();
  expect.soft(await barriers(page, 'post with photos')).toEqual([]);
  await frame(page, /, and 1 more$/).click();
  await shows(page, LONG);
  await expect.poll(() => widths(page)).toEqual([360, 900]);
  expect.soft(await barriers(page, 'photo viewer, long description')).toEqual([]);
  for (const one of await viewer(page).getByRole('button').all()) {
    const box = await one.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), (await one.getAttribute('aria-label')) ?? '').toBeGreaterThanOrEqual(44);
  }
  const { page: own } = await open(ana, { at: `/groups/${chat.group}` });
  await frame(own, 'A meadow under a clear sky').click();
  await own.getByRole('dialog', { name: 'Your photos' }).waitFor();
  await expect.poll(() => widths(own)).toEqual([640, 1600]);
  expect.soft(await barriers(own, 'photo viewer')).toEqual([]);
});
