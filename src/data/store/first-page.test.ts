import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type SyncMessage, unknownStatus } from '../../../workers/device/sync-status.ts';
import { beginFirstRows, dropFirstRows, firstCardsDrawn, firstRowsOf, onFirstRows } from '../../first/first-rows.ts';
import { firstPageShown } from './first-page.ts';

const rows = { userId: 'ana', answers: new Map(), serverTime: null, progress: {} };
const reader = vi.hoisted(() => ({ read: (): Promise<unknown> => Promise.resolve(null) }));
vi.mock('../../first/read-first-rows.ts', () => ({ readFirstRows: () => reader.read() }));

/** Messages of the workers reach the page through this. */
let channel: EventTarget;
const say = (data: SyncMessage) => channel.dispatchEvent(new MessageEvent('message', { data }));
let stopping: AbortController;
let frames: (() => void)[];

beforeEach(() => {
  channel = new EventTarget();
  stopping = new AbortController();
  frames = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
  vi.stubGlobal('addEventListener', () => undefined);
});
afterEach(() => {
  dropFirstRows();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Waits for the first page, and notes what happens. */
function wait() {
  const seen = { shown: 0, over: false };
  const show = () => {
    seen.shown += 1;
    beginFirstRows('ana', () => true);
  };
  void firstPageShown({ userId: 'ana', channel: channel as BroadcastChannel, show, signal: stopping.signal }).then(() => {
    seen.over = true;
  });
  return seen;
}
const soon = () => vi.advanceTimersByTimeAsync(1);

test('all cards of the first page are painted before the store opens', async () => {
  reader.read = async () => rows;
  const seen = wait();
  await soon();
  expect(seen).toEqual({ shown: 0, over: false });
  say({ type: 'first-page', isThere: true });
  await vi.waitUntil(() => firstRowsOf('ana') !== null);
  await vi.advanceTimersByTimeAsync(500);
  firstCardsDrawn();
  for (let nth = 0; nth < 2; nth += 1) {
    await soon();
    expect(seen).toEqual({ shown: 1, over: false });
    for (const frame of frames.splice(0)) frame();
  }
  await soon();
  expect(seen).toEqual({ shown: 1, over: true });
});

test('few cards, which are drawn as soon as their rows come, are not missed', async () => {
  reader.read = async () => rows;
  const forget = onFirstRows(firstCardsDrawn);
  const seen = wait();
  await soon();
  say({ type: 'first-page', isThere: true });
  await vi.waitUntil(() => frames.length > 0);
  for (const frame of frames.splice(0)) frame();
  for (const frame of frames.splice(0)) frame();
  await soon();
  expect(seen.over).toBe(true);
  forget();
});

test('cards that are never drawn, since another page shows, do not keep the store from opening', async () => {
  reader.read = async () => rows;
  const seen = wait();
  say({ type: 'first-page', isThere: true });
  await vi.waitUntil(() => firstRowsOf('ana') !== null);
  await vi.advanceTimersByTimeAsync(500);
  expect(seen.over).toBe(false);
  await vi.advanceTimersByTimeAsync(500);
  expect(seen.over).toBe(true);
});

test('where they cannot be read the store opens at once', async () => {
  reader.read = async () => null;
  const seen = wait();
  say({ type: 'first-page', isThere: true });
  await vi.waitUntil(() => seen.over);
  expect(frames).toEqual([]);
});

test.each<readonly [string, SyncMessage]>([
  ['there is no first page', { type: 'first-page', isThere: false }],
  ['another tab leads already', { type: 'status', status: { ...unknownStatus, kind: 'live' }, tab: 'other' }],
])('it is not waited for where %s', async (_, message) => {
  const seen = wait();
  say({ type: 'status', status: unknownStatus, tab: 'own' });
  await soon();
  expect(seen.over).toBe(false);
  say(message);
  await soon();
  expect(seen).toEqual({ shown: 0, over: true });
});

test('a silent worker, or a sign-out, ends the waiting, and a later message means nothing', async () => {
  const seen = wait();
  await vi.advanceTimersByTimeAsync(1999);
  expect(seen.over).toBe(false);
  await soon();
  expect(seen.over).toBe(true);
  say({ type: 'first-page', isThere: true });
  const left = wait();
  stopping.abort();
  await soon();
  expect(left.over).toBe(true);
  expect([seen.shown, left.shown]).toEqual([0, 0]);
});
