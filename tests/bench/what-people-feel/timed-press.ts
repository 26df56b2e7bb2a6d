/**
 * Real presses on a page, each timed by the page's own clock: until the next frame after it is painted, and until what it is for is on the
 * screen.
 */
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { pause } from '../../../schemas/base/pause.ts';

/** What is on the screen once an act is done. */
export interface Shown {
  /** an element that is visible then; with `gone`, none is */
  readonly selector: string;
  /** a part of its text */
  readonly text?: string;
  readonly gone?: boolean;
  /** the address of the page then, as a regular expression */
  readonly path?: string;
}

export interface TimedPress {
  /** from the press to the next paint, in milliseconds, in steps of 8; 16 where the browser counted less */
  readonly paintedMs: number;
  /** from the press until what it is for was painted, in milliseconds */
  readonly shownMs: number;
}

declare global {
  interface Window {
    /** Awaits the next press, and what it shows. */
    awaitPress(shown: Shown): void;
    /** of the press that was awaited last */
    pressed: Promise<{ readonly at: number; readonly shownMs: number }>;
    /** what Event Timing counted since then */
    timedEvents: { readonly start: number; readonly duration: number }[];
  }
}

/** Event Timing names no shorter ones, and rounds to 8 ms. */
const LEAST_MS = 16;
/** Events of one press: the finger comes down, goes up, and has clicked. */
const ONE_PRESS_MS = 100;
/** By then the browser has said what it counted, and the effects of the press on the rest of the page are over. */
const REST_MS = 250;
/** A person who waits so long has given up. */
const GIVEN_UP_MS = 15_000;

/** Runs in the page before anything else. */
function watchPresses([least, givenUp]: readonly [number, number]): void {
  window.timedEvents = [];
  new PerformanceObserver((list) => {
    for (const { startTime: start, duration } of list.getEntries()) window.timedEvents.push({ start, duration });
  }).observe({ type: 'event', durationThreshold: least } as PerformanceObserverInit);
  const isShown = ({ selector, text = '', gone = false, path }: Shown): boolean => {
    if (path !== undefined && !new RegExp(path).test(location.pathname + location.search)) return false;
    const found = [...document.querySelectorAll(selector)].some((one) => one.checkVisibility() && (one.textContent ?? '').includes(text));
    return found !== gone;
  };
  window.awaitPress = (wanted) => {
    window.timedEvents = [];
    window.pressed = new Promise((resolve, reject) => {
      const begin = ({ timeStamp: at }: Event) => {
        removeEventListener('pointerdown', begin, true);
        removeEventListener('keydown', begin, true);
        let frame = 0;
        const timer = setTimeout(() => {
          observer.disconnect();
          cancelAnimationFrame(frame);
          reject(new Error(`not shown: ${JSON.stringify(wanted)} at ${location.pathname}`));
        }, givenUp);
        // Before a frame is painted the browser works out all styles anyway.
        const look = () => {
          frame = 0;
          if (!isShown(wanted)) return;
          observer.disconnect();
          clearTimeout(timer);
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve({ at, shownMs: performance.now() - at });
          port2.postMessage(null);
        };
        const lookInFrame = () => {
          frame ||= requestAnimationFrame(look);
        };
        const observer = new MutationObserver(lookInFrame);
        observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
        // Some only changes its style, or was there before and is not visible yet.
        lookInFrame();
      };
      addEventListener('pointerdown', begin, true);
      addEventListener('keydown', begin, true);
    });
    // It is asked for after the press.
    window.pressed.catch(() => undefined);
  };
}

export const watchPressesOf = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(watchPresses, [LEAST_MS, GIVEN_UP_MS] as const);

/** Presses the middle of an element with the mouse, or a key, and waits until `shown` holds. */
export async function timePress(page: Page, target: Locator | { readonly key: string }, shown: Shown): Promise<TimedPress> {
  let press: () => Promise<void>;
  if ('key' in target) press = () => page.keyboard.down(target.key);
  else {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (!box) throw new Error(`nothing to press: ${target}`);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    press = async () => {
      await page.mouse.down();
      await page.mouse.up();
    };
  }
  await page.evaluate((wanted) => window.awaitPress(wanted), shown);
  await press();
  await pause(REST_MS);
  const { at, shownMs } = await page.evaluate(() => window.pressed);
  if ('key' in target) await page.keyboard.up(target.key);
  const events = await page.evaluate(() => window.timedEvents);
  const own = events.filter(({ start }) => start >= at - 1 && start < at + ONE_PRESS_MS);
  return { paintedMs: Math.max(LEAST_MS, ...own.map(({ duration }) => duration)), shownMs };
}
