/** Each sheet, question, menu and popover: Back, Escape, a drag and a press beside close it, once, and the page behind it stays. */
import type { ElementHandle, Page } from 'playwright-core';
import { expect } from 'vitest';
import { finger } from '../../support/finger.ts';
import { upToDate } from '../../support/on-screen.ts';
import { back, entries, entriesAre, forwardOpensNothing, historyLength, watchMoves } from './back-stage.ts';
import { type Kind, type Opening, openings } from './overlay-openings.ts';
import { test, type World } from './overlays-stage.ts';

const OVERLAY = '[data-sheet], [role=menu], [role=dialog]';
const selectors: Record<Kind, string> = {
  sheet: '[role=dialog][data-sheet]',
  question: '[role=alertdialog]',
  menu: '[role=menu]',
  popover: '[role=dialog]:not([data-sheet])',
  view: '[role=dialog]:not([data-sheet])',
};
const overlays = (page: Page) => page.locator(OVERLAY).count();
const addressOf = (page: Page) => page.evaluate(() => location.pathname);

interface Opened {
  readonly page: Page;
  readonly element: ElementHandle<SVGElement | HTMLElement>;
  readonly depth: number;
}

/** Opens it, and waits until each overlay has its entry. */
async function openIt(page: Page, world: World, { kind, open }: Opening): Promise<Opened> {
  await open(page, world);
  const top = page.locator(selectors[kind]).last();
  await top.waitFor();
  await expect.poll(async () => (await entries(page)) - (await overlays(page)), { interval: 20 }).toBe(0);
  const element = await top.elementHandle();
  if (!element) throw new Error('it closed by itself');
  return { page, element, depth: await entries(page) };
}

/** What has the focus, in words that do not change by themselves; the body has it if nothing else has. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const { tagName, textContent, ariaLabel } = element;
    return `${tagName} ${ariaLabel ?? (element.getAttribute('title') || textContent?.slice(0, 60))}`;
  });

/** It alone is closed, the page is the same, and Forward does not bring it back. What has the focus is this, if it is known. */
async function isClosedOnce({ page, element, depth }: Opened, path: string, focus?: string | RegExp): Promise<string> {
  await expect.poll(() => element.evaluate((one) => one.isConnected), { interval: 20 }).toBe(false);
  await entriesAre(page, depth - 1);
  // It has its focus back some tasks after it is closed.
  if (focus !== undefined) await expect.poll(() => focused(page), { interval: 20 }).toMatch(focus);
  const found = await focused(page);
  await forwardOpensNothing(page, depth - 1);
  expect([await overlays(page), await addressOf(page)]).toEqual([depth - 1, path]);
  return found;
}

async function closeAll(page: Page): Promise<void> {
  for (let left = await overlays(page); left > 0; left -= 1) {
    await page.keyboard.press('Escape');
    await expect.poll(() => overlays(page), { interval: 20 }).toBe(left - 1);
    await entriesAre(page, left - 1);
  }
}

const isLoaded = (page: Page, { visitor }: Opening): Promise<void> =>
  visitor ? page.getByRole('button', { name: 'Take your seat' }).waitFor() : upToDate(page);

async function check(page: Page, world: World, opening: Opening): Promise<void> {
  const at = opening.at(world);
  const path = new URL(at, 'http://localhost').pathname;
  const load = async () => {
    // An address that differs by its hash alone is no other page.
    if (opening.visitor) await page.goto('about:blank');
    await page.goto(at);
    await isLoaded(page, opening);
  };
  const close = async (act: (opened: Opened) => Promise<unknown>, focus?: string | RegExp) => {
    const opened = await openIt(page, world, opening);
    await act(opened);
    const found = await isClosedOnce(opened, path, focus);
    await closeAll(page);
    if (opening.byAddress === 'page') await load();
    return found;
  };
  await load();
  const byEscape = await close(() => page.keyboard.press('Escape'), /^(?!BODY)/);
  const length = await historyLength(page);
  await close(() => back(page), byEscape);
  // A press beside a question does nothing.
  if (opening.kind === 'question') {
    await close(async ({ element }) => {
      await page.mouse.click(195, 4);
      expect(await element.evaluate((one) => one.isConnected)).toBe(true);
      await page.keyboard.press('Escape');
    });
  } else if (opening.kind !== 'view') await close(() => page.mouse.click(195, 4));
  if (opening.kind === 'sheet' || opening.kind === 'question') {
    const touch = await finger(page);
    await close(async () => {
      await touch.down(page.locator('[data-grip]').last());
      await touch.move(0, 400);
      await touch.up();
    }, byEscape);
  }
  if (opening.byAddress !== 'page') expect(await historyLength(page)).toBe(length);
  await openIt(page, world, opening);
  await page.reload();
  await isLoaded(page, opening);
  await entriesAre(page, opening.byAddress === 'own' ? 1 : 0);
  await expect.poll(() => overlays(page), { interval: 20 }).toBe(opening.byAddress ? 1 : 0);
}

const areaOf = (file: string): string => file.split('/').slice(0, 2).join('/');

test.for([...new Set(Object.keys(openings).map(areaOf))])('of %s', async (area, { open, world, server }) => {
  const pages = [await open(world.ana, { hasTouch: true }), await open(null, { hasTouch: true })] as const;
  for (const { page } of pages) await watchMoves(page);
  for (const [file, ways] of Object.entries(openings)) {
    if (areaOf(file) !== area) continue;
    for (const [nth, opening] of ways.entries()) {
      const { page } = pages[opening.visitor ? 1 : 0];
      await opening.before?.(page, world, server);
      await check(page, world, opening).catch((cause: unknown) => {
        throw new Error(`${file}, ${nth + 1}: ${cause instanceof Error ? cause.message : cause}`, { cause });
      });
    }
  }
});
