/** A browser on a device whose clock is wrong, in its pages and in their workers. */
import type { BrowserContext, Page } from 'playwright-core';

const CHANNEL = 'wrong-clock';

/**
 * Sets the clock of a browser before it opens the app, as an offset from the right time in milliseconds. The browser must not have service
 * workers: the scripts that those load cannot be intercepted.
 */
export async function wrongClock(context: BrowserContext, ms: number) {
  let wrongBy = ms;
  // Every chunk of the app includes it, because a worker loads some chunks without the page.
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
      // Chunks that are still being prefetched when a test ends lose their server. Abort them, so the page cannot load them either.
      await route.abort().catch(() => undefined);
    }
  });
  return {
    /** Takes effect at the next load, as if the clock had been set while the app was closed. */
    set(to: number): void {
      wrongBy = to;
    },
    /** Changes the clock under the running app, in all of its pages and workers, without any timer firing. */
    async setUnder(page: Page, to: number): Promise<void> {
      wrongBy = to;
      await page.evaluate(([channel, by]) => new BroadcastChannel(channel).postMessage(by), [CHANNEL, to] as const);
      await page.waitForFunction((right) => Math.abs(Date.now() - right) < 60_000, Date.now() + to);
    },
  };
}
