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
  async function placeOn(on: Locator): Promise<Point> {
    const box = await on.boundingBox();
    if (!box) throw new Error('There is nothing to touch');
    return { x: box.x + Math.min(box.width / 2, 60), y: box.y + Math.min(box.height / 2, 16) };
  }
  const moves = (dx: number, dy: number) =>
    Array.from({ length: STEPS }, (_, nth) => (nth + 1) / STEPS).map((part) =>
      send('touchMove', { x: place.x + dx * part, y: place.y + dy * part }),
    );
  return {
    async down(on: Locator): Promise<void> {
      place = await placeOn(on);
      await send('touchStart', place);
    },
    /** Moves to this offset from where the finger went down. */
    move: async (dx: number, dy: number): Promise<void> => void (await Promise.all(moves(dx, dy))),
    /** Goes down and moves at once: on a slow machine, a pause between the two would be a long press. */
    async drag(on: Locator, dx: number, dy: number): Promise<void> {
      place = await placeOn(on);
      await Promise.all([send('touchStart', place), ...moves(dx, dy)]);
    },
    up: async (): Promise<void> => void (await send('touchEnd')),
    async tapTwice(on: Locator): Promise<void> {
      const at = await placeOn(on);
      await Promise.all([send('touchStart', at), send('touchEnd'), send('touchStart', at), send('touchEnd')]);
    },
  };
}
