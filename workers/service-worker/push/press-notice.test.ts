/** What a press on a notice opens, and in which window. */
import { expect, test, vi } from 'vitest';
import type { Call } from '../../../schemas/push/call.ts';
import { type OpenPath, pathOf, pressNotice } from './press-notice.ts';

const call: Call = {
  type: 'post_commented',
  event: 'e1',
  count: 1,
  unread: 1,
  by: { id: 'ben', name: 'Ben' },
  group: null,
  post_id: 'p',
  comment_id: 'c',
};

/** A window of the app, whose page answers or is suspended. */
function openWindow(answers: boolean, focus = vi.fn(async () => undefined)) {
  const asked: OpenPath[] = [];
  return {
    asked,
    focus,
    postMessage(message: OpenPath, [port]: MessagePort[]) {
      asked.push(message);
      if (answers) port?.postMessage({ type: 'OPENS' });
    },
  };
}
const browserWith = (...windows: ReturnType<typeof openWindow>[]) => ({
  matchAll: async () => windows,
  openWindow: vi.fn(async () => null),
});

test('[R-28] a notice opens the screen of its call, and one without a readable call the list of notifications', () => {
  expect(pathOf({ call })).toBe('/posts/p?comment=c');
  for (const data of [null, undefined, {}, { call: { ...call, type: 'unknown' } }, { path: 'https://elsewhere.test' }]) {
    expect(pathOf(data)).toBe('/notifications');
  }
});

test('[R-28] the first page that answers goes there and comes forward; no other is asked and no window is opened', async () => {
  const [suspended, page, other] = [openWindow(false), openWindow(true), openWindow(true)];
  const browser = browserWith(suspended, page, other);
  await pressNotice({ call }, browser);
  expect([suspended, page, other].map(({ asked, focus }) => [asked.length, focus.mock.calls.length])).toEqual([
    [1, 0],
    [1, 1],
    [0, 0],
  ]);
  expect(page.asked).toMatchObject([{ type: 'OPEN', path: '/posts/p?comment=c' }]);
  expect(browser.openWindow).not.toHaveBeenCalled();
});

test('[R-28] without a page that answers a window is opened', async () => {
  const suspended = openWindow(false);
  for (const browser of [browserWith(), browserWith(suspended)]) {
    await pressNotice({ call }, browser);
    expect(browser.openWindow.mock.calls).toEqual([['/posts/p?comment=c']]);
  }
});

test('a page that may not come forward has gone there all the same', async () => {
  const page = openWindow(
    true,
    vi.fn(async () => Promise.reject(new Error('not allowed'))),
  );
  const browser = browserWith(page);
  await pressNotice({ call }, browser);
  expect(browser.openWindow).not.toHaveBeenCalled();
});
