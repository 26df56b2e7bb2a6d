/**
 * Observes a page of the app from its very start: when something appears on it, and how long it is blocked. All it adds is one script, which
 * runs before the page's own. Its marks are read later: whatever Playwright does to a page (`reload`, `waitFor`, `evaluate`) runs its own
 * code there first, and would do so in the middle of a start.
 */
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { pause } from '../../../schemas/base/pause.ts';
import type { Profile } from '../../support/browser.ts';

declare global {
  interface Window {
    /** by the page's own clock, which begins with its navigation */
    marks: {
      /** when a button or Enter was last pressed */
      pressed: number;
      /** the first frame with a post */
      firstPost?: number;
      /** the first frame with twenty posts */
      twentyPosts?: number;
      /** everything is stored, and everything written is sent */
      upToDate?: number;
      /** the first frame with the page of the post that was pressed (`PRESSES`) */
      answered?: number;
      longestBlock: number;
      /** how far things moved that nobody moved, by the browser's reckoning */
      shift: number;
      /** how many different pictures were painted between the last press and twenty posts */
      pictures: number;
    };
    /** Resolves with the time at which the text is in an element that `within` matches and an element that `beside` matches exists. */
    whenShown(wanted: { readonly text: string; readonly within: string; readonly beside?: string }): Promise<number>;
    /** the promise of the last call that was not awaited */
    shown: Promise<number>;
  }
}

/** Runs in the page before anything else. */
function watch(presses: string): void {
  window.marks = { pressed: Number.NaN, longestBlock: 0, shift: 0, pictures: 0 };
  const { marks } = window;
  let [first, twenty] = [false, false];
  /** After the frame that is drawn next. A frame's own callbacks run before it is painted. */
  const onPainted = (then: (at: number) => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => then(performance.now());
      port2.postMessage(null);
    });
  /** Presses the first post. A press that nobody hears is repeated, so the wait counts. */
  const pressPost = () => {
    const { pathname } = location;
    const text = document.querySelector('article p')?.textContent?.slice(0, 40) ?? '';
    const look = () => {
      const card = document.querySelector<HTMLElement>('article[id]');
      if (card && location.pathname === pathname) card.click();
      if (card || !document.querySelector('article')?.textContent?.includes(text)) return;
      clearInterval(timer);
      onPainted((at) => {
        marks.answered = at;
      });
    };
    const timer = setInterval(look, 20);
    look();
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) marks.longestBlock = Math.max(marks.longestBlock, entry.duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) marks.shift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  /** What a person tells apart: form, a word that says to wait, bars, outlines, posts, names. */
  const picture = () => {
    const there = (selector: string) => document.querySelector(selector) !== null;
    const isNameless = [...document.querySelectorAll('article header bdi')].some(({ textContent }) => !textContent?.trim());
    const isWaiting = [...document.querySelectorAll('[role=status]')].some(
      (one) => /Loading/.test(one.textContent ?? '') && one.clientHeight > 1,
    );
    const outlines = there('[aria-busy=true]:not(button)') && !there('article');
    return [there('input[type=password]'), isWaiting, there('#main'), outlines, there('article'), isNameless].join();
  };
  let counting = false;
  /** Looks before each frame is painted, until the posts are there. */
  const countPictures = () => {
    marks.pictures = 0;
    if (counting) return;
    counting = true;
    let last = picture();
    const look = () => {
      const now = picture();
      if (now !== last) marks.pictures += 1;
      last = now;
      if (twenty) counting = false;
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  };
  const onPress = () => {
    marks.pressed = performance.now();
    if (!twenty) countPictures();
  };
  document.addEventListener('click', onPress, true);
  document.addEventListener('keydown', (event) => event.key === 'Enter' && onPress(), true);
  const watching = new MutationObserver(() => {
    if (document.querySelector('[data-sync=live]')) marks.upToDate ??= performance.now();
    const posts = twenty ? 20 : document.querySelectorAll('article').length;
    if (posts > 0 && !first) {
      first = true;
      onPainted((at) => {
        marks.firstPost = at;
        if (/^http/.test(location.protocol) && sessionStorage.getItem(presses)) pressPost();
      });
    }
    if (posts >= 20 && !twenty) {
      twenty = true;
      onPainted((at) => {
        marks.twentyPosts = at;
      });
    }
    if (twenty && marks.upToDate !== undefined) watching.disconnect();
  });
  watching.observe(document, { childList: true, subtree: true, attributeFilter: ['data-sync'] });
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

/** The key in `sessionStorage` with which a page presses its first post as soon as that is painted. */
const PRESSES = 'bench-presses';

export const watchPages = (context: BrowserContext): Promise<unknown> => context.addInitScript(watch, PRESSES);

export const marksOf = (page: Page): Promise<Window['marks']> => page.evaluate(() => window.marks);

/** A start is over by then, also on a slow phone. Where it is not, the marks are read again. */
const START_MS = 2500;
const READ_AGAIN = 6;

async function marksAfterStart(page: Page, wanted: 'firstPost' | 'answered'): Promise<Window['marks']> {
  for (let times = 0; ; times += 1) {
    await pause(START_MS);
    const marks = await marksOf(page);
    if (marks[wanted] !== undefined || times === READ_AGAIN) return marks;
  }
}

/** Reloads the page and reads its marks once the start is over. Nothing of Playwright's runs in the page before that. */
export async function reloaded(page: Page, session: CDPSession, wanted: 'firstPost' | 'answered' = 'firstPost'): Promise<Window['marks']> {
  await session.send('Page.reload');
  return marksAfterStart(page, wanted);
}

/** Reloads the page, which presses its first post: from the navigation to the page of that post, in milliseconds. */
export async function reloadedAndPressed(page: Page, session: CDPSession): Promise<number> {
  await page.evaluate((key) => sessionStorage.setItem(key, '1'), PRESSES);
  const { answered = Number.NaN } = await reloaded(page, session, 'answered');
  await page.evaluate((key) => sessionStorage.removeItem(key), PRESSES);
  return answered;
}

/** Opens this address in a browser that was started anew, and reads the marks once the start is over. */
export async function openedAnew(profile: Profile, address: string): Promise<Window['marks']> {
  const page = await profile.reopen();
  await watchPages(profile.context);
  await page.goto(address, { waitUntil: 'commit' });
  return marksAfterStart(page, 'firstPost');
}

/**
 * How long the browser takes to start the service worker when it opens this page, in milliseconds. The worker is stopped before, as the
 * browser does with one that has nothing to do.
 */
export async function serviceWorkerStart(page: Page, session: CDPSession): Promise<number> {
  await session.send('ServiceWorker.enable');
  const stopped = new Promise<void>((resolve) => {
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      if (versions.some(({ status, runningStatus }) => status === 'activated' && runningStatus === 'stopped')) resolve();
    });
  });
  await session.send('ServiceWorker.stopAllWorkers');
  await stopped;
  await reloaded(page, session);
  const taken = await page.evaluate(() => {
    const [{ workerStart, fetchStart } = { workerStart: 0, fetchStart: 0 }] = performance.getEntriesByType(
      'navigation',
    ) as PerformanceNavigationTiming[];
    return workerStart > 0 ? fetchStart - workerStart : Number.NaN;
  });
  await session.send('ServiceWorker.disable');
  return taken;
}

/**
 * Script and style that arrive before the first post is painted, as brotli sends them. The page is reloaded without a service worker and
 * without a cache, and with the rows that the device has.
 */
export async function arrivesBeforeFirstPost(page: Page, session: CDPSession): Promise<{ readonly kb: number; readonly files: number }> {
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.setBypassServiceWorker', { bypass: true });
  const { firstPost = 0 } = await reloaded(page, session);
  const sizes = await page.evaluate(
    (until) =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).flatMap(({ name, responseEnd, encodedBodySize }) =>
        /\.(?:js|css)$/.test(new URL(name).pathname) && responseEnd <= until ? [encodedBodySize] : [],
      ),
    firstPost,
  );
  await session.send('Network.setBypassServiceWorker', { bypass: false });
  await session.send('Network.setCacheDisabled', { cacheDisabled: false });
  return { kb: sizes.reduce((sum, size) => sum + size, 0) / 1e3, files: sizes.length };
}

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
