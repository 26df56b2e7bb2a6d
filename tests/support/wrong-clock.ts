/** A browser on a device whose clock is wrong, in its pages and in their workers alike. */
import type { BrowserContext, Page } from 'playwright-core';

const CHANNEL = 'wrong-clock';

/**
 * Sets the clock of a browser, to so many milliseconds beside the right time, before it opens the app. The browser must be without service
 * workers: nobody sees what those load.
 */
export async function wrongClock(context: BrowserContext, ms: number) {
  let wrongBy = ms;
  // Each piece of the app brings it along, since a worker loads some of them without the page.
  const inEachPiece = () => `if (!globalThis.wrongClock) {
    globalThis.wrongClock = true;
    let wrongBy = ${wrongBy};
    new BroadcastChannel('${CHANNEL}').onmessage = ({ data }) => {
      wrongBy = data;
    };
    const Right = Date;
    globalThis.Date = class extends Right {
      constructor(...given) {
        if (given.length > 0) super(...given);
        else super(Right.now() + wrongBy);
      }
      static now() {
        return Right.now() + wrongBy;
      }
    };
  }
`;
  await context.route('**/assets/*.js', async (route) => {
    try {
      const response = await route.fetch();
      await route.fulfill({ contentType: 'text/javascript', body: inEachPiece() + (await response.text()) });
    } catch {
      // Pieces that are still fetched beforehand when a test ends lose their server: for the page, too, they cannot be had.
      await route.abort().catch(() => undefined);
    }
  });
  return {
    /** From the next load on, as if it had been set while the app was closed. */
    set(to: number): void {
      wrongBy = to;
    },
    /** Under the running app, in all of its pages and workers; no timer notices. */
    async setUnder(page: Page, to: number): Promise<void> {
      wrongBy = to;
      await page.evaluate(([channel, by]) => new BroadcastChannel(channel).postMessage(by), [CHANNEL, to] as const);
      await page.waitForFunction((right) => Math.abs(Date.now() - right) < 60_000, Date.now() + to);
    },
  };
}
