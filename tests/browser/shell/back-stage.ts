/** What an open sheet, dialog or menu does to the history of the tab. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

interface Watched {
  moves: number;
}

/** Counts the moves through the history, those that the page hides from its router included. */
export async function watchMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched = window as unknown as Watched;
    watched.moves = 0;
    const count = () => {
      watched.moves += 1;
    };
    addEventListener('popstate', count, { capture: true });
  });
}
export const moves = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as Watched).moves);

/** How many overlays the present entry of the history stands for. */
export const entries = (page: Page): Promise<number> =>
  page.evaluate(() => (window.history.state as { overlay?: number } | null)?.overlay ?? 0);
export const entriesAre = (page: Page, count: number): Promise<void> => expect.poll(() => entries(page), { interval: 20 }).toBe(count);

export const historyLength = (page: Page): Promise<number> => page.evaluate(() => history.length);
export const back = (page: Page): Promise<void> => page.evaluate(() => history.back());

/** Forward leads to the entry of a closed overlay, which is left at once. */
export async function forwardOpensNothing(page: Page, count = 0): Promise<void> {
  const before = await moves(page);
  await page.evaluate(() => history.forward());
  await expect.poll(() => moves(page), { interval: 20 }).toBe(before + 2);
  await entriesAre(page, count);
}

/** Waits until the page has kept, for its own Back, that the member has been here. It does so when it shows a page, after its address changed. */
export const trailIs = (page: Page, ...paths: readonly string[]): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() =>
        (JSON.parse(sessionStorage.getItem('navigationHistory') ?? '{}').visits as { path: string }[]).map(({ path }) => path),
      ),
    )
    .toEqual(paths);
