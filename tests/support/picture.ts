/** Pictures of screens, taken by the tests that visit them. `npm run screenshots` sets the folder; other runs take none. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { PHONE } from './browser.ts';

/** Low enough for a file that stays in the repository, and sharp enough to read. */
const QUALITY = 45;
const SETTLED_FRAMES = 30;

/** Waits until nothing has been loading for half a second of frames. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async (frames) => {
    const words = ['Loading...', 'Connecting...', 'Updating...', 'Up to date'];
    const isBusy = () =>
      [...document.images].some(({ complete }) => !complete) ||
      words.some((word) => document.body.textContent.includes(word)) ||
      document.querySelector('[aria-busy=true]') !== null;
    for (let settled = 0; settled < frames; settled = isBusy() ? 0 : settled + 1) await new Promise(requestAnimationFrame);
    await document.fonts.ready;
  }, SETTLED_FRAMES);
}

/**
 * Takes a picture of what the page shows now, in its present size and colours, as `<name>-phone.webp` or `-desktop`, `-dark` where it is
 * dark. Does nothing unless `KITH_PICTURES` names a folder.
 */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.KITH_PICTURES;
  const size = page.viewportSize();
  if (!folder || !size) return;
  // Nothing may be under the pointer that pressed the last button.
  await page.mouse.move(0, 0);
  await settle(page);
  const isPhone = size.width === PHONE.width;
  const { x, y, isDark } = await page.evaluate(() => ({
    x: scrollX,
    y: scrollY,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
  }));
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    clip: { x, y, ...size, scale: isPhone ? 2 : 1 },
  });
  await session.detach();
  const file = `${name.replaceAll(/[^a-z0-9]+/gi, '-')}-${isPhone ? 'phone' : 'desktop'}${isDark ? '-dark' : ''}.webp`;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, file), Buffer.from(data, 'base64'));
}
