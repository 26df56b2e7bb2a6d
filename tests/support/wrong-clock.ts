/** A browser on a device whose clock is wrong, in its pages and in their workers alike. */
import type { BrowserContext } from 'playwright-core';

/**
 * Sets the clock of a browser, to so many milliseconds beside the right time, before it opens the app. What is set later holds from the next
 * load on, as if it had been set while the app was closed. The browser must be without service workers: nobody sees what those load.
 */
export async function wrongClock(context: BrowserContext, ms: number): Promise<{ set(ms: number): void }> {
  let wrongBy = ms;
  // Each piece of the app brings it along, since a worker loads some of them without the page.
  const inEachPiece = () => `if (!globalThis.wrongClock) {
    globalThis.wrongClock = true;
    const Right = Date;
    globalThis.Date = class extends Right {
      constructor(...given) {
        if (given.length > 0) super(...given);
        else super(Right.now() + ${wrongBy});
      }
      static now() {
        return Right.now() + ${wrongBy};
      }
    };
  }
`;
  await context.route('**/assets/*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ contentType: 'text/javascript', body: inEachPiece() + (await response.text()) });
  });
  return {
    set(to) {
      wrongBy = to;
    },
  };
}
