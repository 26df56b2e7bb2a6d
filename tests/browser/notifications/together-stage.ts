/** The rows of the list of notifications, and strangers who cause them. */
import type { Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { test as base, row } from '../../support/fixtures/notifications.ts';

export const test = base
  /** Signs up a member whom Ana does not know. Each test has its own. */
  .extend(
    'stranger',
    ({ circle }) =>
      (name: string) =>
        circle.signUp(name, { email: `${uuid()}@kith.test` }),
  );

export const rows = (page: Page) => page.getByRole('main').locator('[data-notification]');
export const words = (page: Page, text: string) => row(page, text).getByRole('link');
/** A finger that moves over the row from its middle in steps, and lifts. */
export async function swipe(page: Page, text: string, dx: number, dy = 0): Promise<void> {
  const box = await row(page, text).boundingBox();
  if (!box) throw new Error('There is no such row');
  const finger = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part = 0) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: x + dx * part, y: y + dy * part }] });
  await touch('touchStart');
  for (let step = 1; step <= 8; step += 1) await touch('touchMove', step / 8);
  await touch('touchEnd');
  await finger.detach();
}
