/** Takes a picture of a page once nothing changes on it. */
import { writeFile } from 'node:fs/promises';
import type { CDPSession, Page } from 'playwright-core';

/** One session for each page, as long as it is open: when a session ends, the browser forgets that it was set to be offline. */
const sessions = new WeakMap<Page, CDPSession>();

declare global {
  /** In the page: for how many frames nothing has been loading. */
  var framesSettled: number;
}

/** Takes a picture that is small, and sharp enough to read. `waits`: in the photographed state something loads forever. */
export async function photograph(
  page: Page,
  file: string,
  { colorScheme, scale, waits }: { colorScheme: 'light' | 'dark'; scale: number; waits: boolean },
): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // Nothing may be under the pointer that pressed the last button.
  await page.mouse.move(0, 0);
  // Settled: nothing loads, for half a second of frames.
  await page.evaluate(() => {
    globalThis.framesSettled = 0;
  });
  await page.waitForFunction((loads) => {
    const words = ['Loading...', 'Connecting...', 'Updating...', 'Up to date'].some((word) => document.body.textContent.includes(word));
    const pictures = [...document.images].some(({ complete }) => !complete);
    const busy = pictures || (!loads && (words || document.querySelector('[aria-busy=true]')));
    globalThis.framesSettled = busy ? 0 : globalThis.framesSettled + 1;
    return globalThis.framesSettled > 30;
  }, waits);
  await page.evaluate(() => document.fonts.ready);
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  const size = page.viewportSize();
  if (!size) throw new Error('A page without a size cannot be photographed.');
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 45,
    clip: { ...(await page.evaluate(() => ({ x: scrollX, y: scrollY }))), ...size, scale },
  });
  await writeFile(file, Buffer.from(data, 'base64'));
}
