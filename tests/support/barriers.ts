/** What keeps somebody from using a screen as it stands: what axe finds, and what does not fit, also with text twice as large. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { DESKTOP, PHONE } from './browser.ts';

const viewports = [PHONE, DESKTOP] as const;
/** What can be wrong in the dark alone: the page is the same but for its colours. */
export const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];
/** The narrowest screen that everything has to fit on. */
const NARROW = { width: 320, height: 640 } as const;

/** A page that was made narrower draws itself anew; what still reaches out after this long does. */
const SETTLED_MS = 2000;

/** Who reaches out of the screen; empty where everything fits. */
async function overflow(page: Page): Promise<readonly string[]> {
  const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth;
  const settled = await page.waitForFunction(fits, undefined, { timeout: SETTLED_MS }).then(
    () => true,
    () => false,
  );
  if (settled) return [];
  // Who reaches out, so that the failure says where to look.
  return page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
      .slice(0, 4)
      .map((element) => `${element.tagName.toLowerCase()}.${element.className}`),
  );
}

/** What axe finds on the page as it stands, each with where; asked of these rules, or of all; in what the selector names, or everywhere. */
export async function violations(page: Page, rules?: readonly string[], within?: string): Promise<readonly string[]> {
  // Its half a megabyte is brought into a document once, not before each look.
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  // The app has no frames: what axe would need for those, a new page for each look, takes longer than the look.
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

/** Text twice as large, as a member may set it, until what is returned is called. Set through the CSSOM: no policy forbids that. */
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

/** Looks at a screen as it stands on the phone and on the desktop, light and dark, on 320 px and with text twice as large. */
export async function barriers(page: Page, screen: string): Promise<readonly string[]> {
  const before = page.viewportSize() ?? PHONE;
  const problems: string[] = [];
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const found = await violations(page, colorScheme === 'dark' ? RULES_OF_COLOUR : undefined);
      for (const violation of found) problems.push(`${screen}, ${viewport.width} wide, ${colorScheme}: ${violation}`);
    }
    problems.push(...(await fits(page, `${screen}, ${viewport.width} wide`)));
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  problems.push(...(await misfits(page, screen, [NARROW])));
  await page.setViewportSize(before);
  return problems;
}
