/** Observes a page of the app from its very start: when something appears on it, and how long it is blocked. */
import type { BrowserContext, CDPSession, Page } from 'playwright-core';

declare global {
  interface Window {
    /** by the page's own clock, which begins with its navigation */
    marks: {
      /** when a button or Enter was last pressed */
      pressed: number;
      firstPost?: number;
      twentyPosts?: number;
      longestBlock: number;
    };
    /** Resolves with the time at which the text is in an element that `within` matches and an element that `beside` matches exists. */
    whenShown(wanted: { readonly text: string; readonly within: string; readonly beside?: string }): Promise<number>;
    /** the promise of the last call that was not awaited */
    shown: Promise<number>;
  }
}

/** Runs in the page before anything else. */
function watch(): void {
  window.marks = { pressed: Number.NaN, longestBlock: 0 };
  const { marks } = window;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) marks.longestBlock = Math.max(marks.longestBlock, entry.duration);
  }).observe({ type: 'longtask', buffered: true });
  const onPress = () => {
    marks.pressed = performance.now();
  };
  document.addEventListener('click', onPress, true);
  document.addEventListener('keydown', (event) => event.key === 'Enter' && onPress(), true);
  new MutationObserver(() => {
    if (marks.twentyPosts !== undefined) return;
    const posts = document.querySelectorAll('article').length;
    if (posts > 0) marks.firstPost ??= performance.now();
    if (posts >= 20) marks.twentyPosts ??= performance.now();
  }).observe(document, { childList: true, subtree: true });
  window.whenShown = ({ text, within, beside }) =>
    new Promise((resolve) => {
      const observer = new MutationObserver(() => look());
      const look = () => {
        if (beside && !document.querySelector(beside)) return;
        if (![...document.querySelectorAll(within)].some((element) => element.textContent?.includes(text))) return;
        observer.disconnect();
        resolve(performance.now());
      };
      observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
      look();
    });
}

export const watchPages = (context: BrowserContext): Promise<unknown> => context.addInitScript(watch);

export const marksOf = (page: Page): Promise<Window['marks']> => page.evaluate(() => window.marks);

/** How many times slower a slow phone is. */
const SLOWER = 4;

/**
 * Slows the main thread of the page down, or stops doing so. The page's workers and the browser's own processes keep their speed, because
 * the browser offers this for pages alone.
 */
export async function throttle(session: CDPSession, slow: boolean): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: slow ? SLOWER : 1 });
}

const SCROLLED_PX = 12_000;
const SCROLL_SPEED_PX = 3000;

/** How many frames per second the page draws while a mouse wheel scrolls it from its top. */
export async function framesWhileScrolling(page: Page, session: CDPSession): Promise<number> {
  const counting = page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        let begun = Number.NaN;
        let frames = 0;
        const onFrame = (now: number) => {
          if (scrollY > 0) begun ||= now;
          if (begun) frames += 1;
          if (scrollY >= wanted) resolve((frames - 1) / ((now - begun) / 1000));
          else requestAnimationFrame(onFrame);
        };
        requestAnimationFrame(onFrame);
      }),
    SCROLLED_PX * 0.7,
  );
  await session.send('Input.synthesizeScrollGesture', {
    x: 640,
    y: 400,
    yDistance: -SCROLLED_PX,
    speed: SCROLL_SPEED_PX,
    gestureSourceType: 'mouse',
  });
  return counting;
}
