/** Firefox, through WebDriver BiDi. */
import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core';
import { findFirefox } from '../../scripts/test-programs.ts';
import { type Driver, type Engine, find, type Target } from './tab.ts';

async function found(page: Page, target: Target): Promise<ElementHandle | null> {
  return (await page.evaluateHandle(find, target)).asElement() as ElementHandle | null;
}

/** Brings the tab to the front, as for a real press: tabs in the background are not painted, and their clocks run slowly. */
async function onFound(page: Page, target: Target, work: (element: ElementHandle) => Promise<void>): Promise<boolean> {
  const element = await found(page, target);
  if (!element) return false;
  await page.bringToFront();
  await work(element);
  return true;
}

const driverOf = (page: Page): Driver => ({
  goto: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
  reload: async () => void (await page.reload({ waitUntil: 'domcontentloaded' })),
  run: (work, ...args) => page.evaluate(work as unknown as (...all: unknown[]) => never, ...args),
  has: async (target) => (await found(page, target)) !== null,
  click: (target) => onFound(page, target, (element) => element.click()),
  type: (target, text) => onFound(page, target, (element) => element.type(text)),
  close: () => page.close(),
});

const program = findFirefox();

const engine = (name: string, preferences: Readonly<Record<string, boolean>> = {}): Engine => ({
  name,
  isInstalled: program !== null,
  open: async () => {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: program ?? '',
      extraPrefsFirefox: preferences,
    });
    return {
      version: (await browser.version()).replace('firefox/', ''),
      newTab: async () => driverOf(await browser.newPage()),
      close: () => browser.close(),
    };
  },
});

export const firefox = engine('Firefox');
/** It hides itself from sites: what they read from a canvas is noise. */
export const hidingFirefox = engine('Firefox, which resists fingerprinting', { 'privacy.resistFingerprinting': true });
/** All its windows are private: nothing of them reaches the disk. */
export const privateFirefox = engine('Firefox, private windows', { 'browser.privatebrowsing.autostart': true });
