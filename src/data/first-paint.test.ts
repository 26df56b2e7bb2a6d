import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A page that is visible, with frames that come when the test says so. */
const page = Object.assign(new EventTarget(), { hidden: false });
let frames: (() => void)[];
const frame = () => {
  for (const callback of frames.splice(0)) callback();
};
function hide(): void {
  page.hidden = true;
  page.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  frames = [];
  page.hidden = false;
  vi.stubGlobal('document', page);
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const load = () => import('./first-paint.ts');

test('work waits for the drawing, its frame, the next one, and a task', async () => {
  const { afterFirstPaint, firstPictureDrawn } = await load();
  const work = vi.fn();
  afterFirstPaint(work);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(frames).toEqual([]);
  firstPictureDrawn();
  firstPictureDrawn();
  frame();
  await vi.advanceTimersByTimeAsync(0);
  frame();
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(work).toHaveBeenCalledTimes(1);
  const late = vi.fn();
  afterFirstPaint(late);
  expect(late).toHaveBeenCalledTimes(1);
});

test('work that is left is not done', async () => {
  const { afterFirstPaint, firstPictureDrawn } = await load();
  const [left, other] = [vi.fn(), vi.fn()];
  afterFirstPaint(left)();
  afterFirstPaint(other);
  firstPictureDrawn();
  await vi.runAllTimersAsync();
  expect([left, other].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
});

test('a hidden page waits for nothing, whether it begins hidden or is hidden later', async () => {
  const { afterFirstPaint } = await load();
  const work = vi.fn();
  afterFirstPaint(work);
  expect(work).not.toHaveBeenCalled();
  hide();
  expect(work).toHaveBeenCalledTimes(1);
  vi.resetModules();
  const hidden = await load();
  hidden.afterFirstPaint(work);
  expect(work).toHaveBeenCalledTimes(2);
});

test('frames that do not come are awaited for one second', async () => {
  const { afterFirstPaint, firstPictureDrawn } = await load();
  const work = vi.fn();
  afterFirstPaint(work);
  firstPictureDrawn();
  await vi.advanceTimersByTimeAsync(999);
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(work).toHaveBeenCalledTimes(1);
});
