/** Accessibility checks of a screen in its current state: what axe finds, and what does not fit, also with text twice as large. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { DESKTOP, PHONE } from './browser.ts';
import { picture } from './picture.ts';

const viewports = [PHONE, DESKTOP] as const;
/** The only rules that can fail in dark mode alone: the page differs in nothing but its colours. */
export const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];
/** The narrowest screen that everything must fit on. */
const NARROW = { width: 320, height: 640 } as const;

/** A page that became narrower lays itself out again. What still overflows after this time is reported. */
const SETTLED_MS = 2000;

/** The elements that overflow the screen; empty where everything fits. */
async function overflow(page: Page): Promise<readonly string[]> {
  const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth;
  const settled = await page.waitForFunction(fits, undefined, { timeout: SETTLED_MS }).then(
    () => true,
    () => false,
  );
  if (settled) return [];
  // Names the elements that overflow, so that the failure says where to look.
  return page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
      .slice(0, 4)
      .map((element) => `${element.tagName.toLowerCase()}.${element.className}`),
  );
}

/** What axe finds on the current page, with the places. Checks only these rules, or all of them; within the selector, or everywhere. */
export async function violations(page: Page, rules?: readonly string[], within?: string): Promise<readonly string[]> {
  // The half megabyte of axe is loaded into a document once, not before each check.
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  // The app has no frames. The mode that supports frames opens a new page for each check, which takes longer than the check.
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  if (rules) axe.withRules([...rules]);
  if (within) axe.include(within);
  const found = await axe.analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

async function fits(page: Page, screen: string): Promise<readonly string[]> {
  const wide = await overflow(page);
  return wide.length === 0 ? [] : [`${screen}: wider than the screen by ${wide.join(', ')}`];
}

/**
 * Makes text twice as large, as a member may set it. Call the returned function to undo it. Set through the CSSOM, which no policy forbids.
 */
export async function enlargeText(page: Page): Promise<() => Promise<void>> {
  const setTo = (size: string) =>
    page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
    }, size);
  await setTo('200%');
  return () => setTo('');
}

/** What does not fit on screens of these sizes, also with text twice as large. */
export async function misfits(page: Page, screen: string, sizes: readonly Size[]): Promise<readonly string[]> {
  const before = page.viewportSize() ?? PHONE;
  const problems: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    problems.push(...(await fits(page, `${screen}, ${size.width} wide`)));
  }
  const shrink = await enlargeText(page);
  for (const size of sizes) {
    await page.setViewportSize(size);
    problems.push(...(await fits(page, `${screen}, ${size.width} wide with text twice as large`)));
  }
  await shrink();
  await page.setViewportSize(before);
  return problems;
}

/**
 * Checks the current screen on phone and desktop, light and dark, at 320 px wide and with text twice as large. `npm run screenshots` gets
 * its pictures of the screen here.
 */
export async function barriers(page: Page, screen: string): Promise<readonly string[]> {
  const before = page.viewportSize() ?? PHONE;
  const problems: string[] = [];
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const found = await violations(page, colorScheme === 'dark' ? RULES_OF_COLOUR : undefined);
      for (const violation of found) problems.push(`${screen}, ${viewport.width} wide, ${colorScheme}: ${violation}`);
      await picture(page, screen);
    }
    problems.push(...(await fits(page, `${screen}, ${viewport.width} wide`)));
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  problems.push(...(await misfits(page, screen, [NARROW])));
  await page.setViewportSize(before);
  return problems;
}
