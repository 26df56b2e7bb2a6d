/** Touches on a page, sent through the browser itself, which decides what scrolls. */
import type { Locator, Page } from 'playwright-core';

interface Point {
  readonly x: number;
  readonly y: number;
}

const STEPS = 8;

/** One finger on the page. Events that are sent together follow each other without a pause. */
export async function finger(page: Page) {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Point) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [{ x: at.x, y: at.y }] : [] });
  let place: Point = { x: 0, y: 0 };
  return {
    async down(on: Locator): Promise<void> {
      const box = await on.boundingBox();
      if (!box) throw new Error('There is nothing to touch');
      place = { x: box.x + Math.min(box.width / 2, 60), y: box.y + Math.min(box.height / 2, 16) };
      await send('touchStart', place);
    },
    /** Moves to this offset from where the finger went down. */
    async move(dx: number, dy: number): Promise<void> {
      for (let step = 1; step <= STEPS; step += 1)
        await send('touchMove', { x: place.x + (dx * step) / STEPS, y: place.y + (dy * step) / STEPS });
    },
    up: async (): Promise<void> => void (await send('touchEnd')),
    async tapTwice(on: Locator): Promise<void> {
      const box = await on.boundingBox();
      if (!box) throw new Error('There is nothing to touch');
      const at = { x: box.x + Math.min(box.width / 2, 60), y: box.y + Math.min(box.height / 2, 16) };
      await Promise.all([send('touchStart', at), send('touchEnd'), send('touchStart', at), send('touchEnd')]);
    },
  };
}
