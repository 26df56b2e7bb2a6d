/** What keeps somebody from using a screen as it stands: what axe finds, and what does not fit, also with text twice as large. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { DESKTOP, PHONE } from './browser.ts';

const looks = [
  { viewport: PHONE, colorScheme: 'light' },
  { viewport: PHONE, colorScheme: 'dark' },
  { viewport: DESKTOP, colorScheme: 'light' },
  { viewport: DESKTOP, colorScheme: 'dark' },
] as const;
/** The narrowest screen that everything has to fit on. */
const NARROW = { width: 320, height: 640 } as const;

/** A page that was made narrower draws itself anew; what still reaches out after this long does. */
const SETTLED_MS = 2000;

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

/** What axe finds on the page as it stands, each with where. */
export async function violations(page: Page): Promise<readonly string[]> {
  const found = await new AxeBuilder({ page }).analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/** Looks at a screen as it stands on the phone and on the desktop, light and dark, on 320 px and with text twice as large. */
export async function barriers(page: Page, screen: string): Promise<readonly string[]> {
  const before = page.viewportSize() ?? PHONE;
  const problems: string[] = [];
  const fits = async (how: string) => {
    const wide = await overflow(page);
    if (wide.length > 0) problems.push(`${screen}, ${how}: wider than the screen by ${wide.join(', ')}`);
  };
  for (const { viewport, colorScheme } of looks) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const violation of await violations(page)) problems.push(`${screen}, ${viewport.width} wide, ${colorScheme}: ${violation}`);
    await fits(`${viewport.width} wide`);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize(NARROW);
  await fits('320 wide');
  const large = await page.addStyleTag({ content: 'html { font-size: 200% }' });
  await fits('320 wide with text twice as large');
  await large.evaluate((element) => element.parentNode?.removeChild(element));
  await page.setViewportSize(before);
  return problems;
}
