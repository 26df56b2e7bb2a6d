/** The pieces that the app is built of, as a browser gets them: each is a file named by its content. */
import type { Page } from 'playwright-core';

/** Leaves the browser without service workers, as private windows are: with one, every piece of the app is on the device already. */
export const withoutServiceWorker = (page: Page): Promise<unknown> =>
  page.context().addInitScript(() => {
    delete (Navigator.prototype as { serviceWorker?: unknown }).serviceWorker;
  });

const pieceOf = (screen: string) => new RegExp(`/assets/${screen}-[\\w-]{8}\\.js$`);

/** Gives all pages of the browser another code for a piece, as a broken release has it. Resolves to what ends that. */
export async function breakPiece(page: Page, screen: string, broken: (code: string) => string): Promise<() => Promise<void>> {
  const piece = pieceOf(screen);
  await page.context().route(piece, async (route) => {
    const right = await (await route.fetch()).text();
    await route.fulfill({ contentType: 'text/javascript', body: broken(right) });
  });
  return () => page.context().unroute(piece);
}

/** For all pages of the browser the server has this piece no more, as after an update. Resolves to what brings it back. */
export async function losePiece(page: Page, screen: string): Promise<() => Promise<void>> {
  const piece = pieceOf(screen);
  // The server itself answers, of a file that was never there.
  await page.context().route(piece, (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/-[\w-]{8}\.js$/, '-gone.js'),
    }),
  );
  return () => page.context().unroute(piece);
}

export const throwing = (error: string) => () => `export default function Screen() { throw ${error}; }\n`;
