import type { SyncMessage } from '../../../workers/device/sync-status.ts';
import { firstRowsOf, onceFirstRowsRead, onFirstCardsDrawn } from '../../first/first-rows.ts';
import { nextPaint } from '../first-paint.ts';

/** Longer than a worker takes that runs. After this the page opens the store itself, and the worker stores no first page any more. */
const FIRST_PAGE_MS = 2000;

/** Longer than a slow phone needs for the cards. They may never be drawn: the member may have gone to another page. */
const DRAWN_WITHIN_MS = 1000;

/** Resolves once all cards of the first page are painted, or after a while. A hidden page paints nothing. */
function cardsPainted(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      forget();
      clearTimeout(late);
      resolve();
    };
    const forget = onFirstCardsDrawn(() => void nextPaint().then(end));
    const late = setTimeout(end, DRAWN_WITHIN_MS);
  });
}

/** Resolves with whether the worker has stored a first page; with false also if it says nothing for a while, or if `signal` is aborted. */
function firstPageStored(channel: BroadcastChannel, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const heard = new AbortController();
    const settle = (isThere: boolean) => {
      clearTimeout(late);
      heard.abort();
      resolve(isThere);
    };
    const late = setTimeout(() => settle(false), FIRST_PAGE_MS);
    signal.addEventListener('abort', () => settle(false), { signal: heard.signal });
    channel.addEventListener(
      'message',
      ({ data }: MessageEvent<SyncMessage>) => {
        if (data.type === 'first-page') settle(data.isThere);
        // Another tab leads already, and fills the store.
        else if (data.type === 'status' && data.status.kind !== 'connecting') settle(false);
      },
      { signal: heard.signal },
    );
    if (signal.aborted) settle(false);
  });
}

/**
 * Waits for the first page of a member who has just signed in, calls `show`, which may read the first rows, and resolves once all of their cards
 * are painted, or once it is known that there are none. The page opens the store after that: RxDB takes from the drawing, and a store that is
 * open gets no first page.
 */
export async function firstPageShown(options: {
  readonly userId: string;
  /** the channel of the member's workers */
  readonly channel: BroadcastChannel;
  readonly show: () => void;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { userId, channel, show, signal } = options;
  if (!(await firstPageStored(channel, signal)) || signal.aborted) return;
  // They may be drawn in the task in which the rows come.
  const painted = cardsPainted();
  show();
  await new Promise<void>((resolve) => void onceFirstRowsRead(resolve));
  if (firstRowsOf(userId)) await painted;
}
