/** The chunks that the app is built of, as a browser loads them: each file is named by its content hash. */
import type { Page } from 'playwright-core';

/** Removes service workers from the browser, as private windows do. With one, every chunk of the app would be on the device already. */
export const withoutServiceWorker = (page: Page): Promise<unknown> =>
  page.context().addInitScript(() => {
    delete (Navigator.prototype as { serviceWorker?: unknown }).serviceWorker;
  });

const pieceOf = (screen: string) => new RegExp(`/assets/${screen}-[\\w-]{8}\\.js$`);

/** Replaces the code of a chunk for all pages of the browser, as a broken release would. Resolves to a function that ends that. */
export async function breakPiece(page: Page, screen: string, broken: (code: string) => string): Promise<() => Promise<void>> {
  const piece = pieceOf(screen);
  await page.context().route(piece, async (route) => {
    const right = await (await route.fetch()).text();
    await route.fulfill({ contentType: 'text/javascript', body: broken(right) });
  });
  return () => page.context().unroute(piece);
}

/**
 * Makes the server answer as if it no longer had this chunk, as after an update, for all pages of the browser. Resolves to a function that
 * brings it back.
 */
export async function losePiece(page: Page, screen: string): Promise<() => Promise<void>> {
  const piece = pieceOf(screen);
  // The server itself answers, for a file that never existed.
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

/**
 * Keeps back the code of a chunk for all pages of the browser. Resolves to a function that lets it through; that one fails if no page has
 * asked for the chunk, for then nothing was held, and the chunk has another name.
 */
export async function holdPiece(page: Page, name: string): Promise<() => void> {
  let held = 0;
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.context().route(pieceOf(name), async (route) => {
    held += 1;
    await opened;
    await route.continue();
  });
  return () => {
    open();
    if (held === 0) throw new Error(`No page has asked for the chunk '${name}'.`);
  };
}

export const throwing = (error: string) => () => `export default function Screen() { throw ${error}; }\n`;
