/** Whatever arrives and whatever fails, a push shows exactly one notice in time. */
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Call } from '../../../schemas/push/call.ts';
import { payloadOf } from '../../../schemas/push/payload.ts';
import { createLocks } from '../../../tests/support/locks.ts';
import { lastArrived } from '../../device/calls/arrived-calls.ts';
import { rememberMember } from '../../device/session/remembered-member.ts';
import { type DeviceNotice, overWords, type PushAnswer, plainWords } from './notice.ts';
import { receivePush } from './receive-push.ts';

const call: Call = {
  type: 'group_message',
  event: 'e1',
  count: 1,
  unread: 3,
  by: { id: 'ben', name: 'Ben' },
  group: { id: 'g', name: 'Hiking' },
  post_id: null,
  comment_id: null,
};
const textOf = (changed: Partial<Call> = {}): string => payloadOf({ ...call, ...changed }, 'https://kith.test');

interface Shown {
  readonly title: string;
  readonly options: NotificationOptions & { renotify?: boolean };
}

/** A browser that shows notices, one for each tag. */
function openBrowser() {
  const shown: Shown[] = [];
  let present: Shown[] = [];
  const registration = {
    async showNotification(title: string, options: NotificationOptions = {}) {
      shown.push({ title, options });
      present = [...present.filter((one) => one.options.tag !== options.tag), { title, options }];
    },
    async getNotifications({ tag }: { tag?: string } = {}) {
      return present
        .filter(({ options }) => tag === undefined || options.tag === tag)
        .map((one) => ({
          data: one.options.data,
          close: () => {
            present = present.filter((other) => other !== one);
          },
        })) as unknown as Notification[];
    },
  };
  return { registration, shown, present: () => present.map(({ title }) => title), dismiss: () => (present = []) };
}

const answer = (notice: DeviceNotice | null): PushAnswer => ({ known: Promise.resolve(notice), done: Promise.resolve() });
const never = new Promise<never>(() => {});
const known: DeviceNotice = { words: { title: 'Ben Okri wrote in Hiking', body: '' }, isOver: false, at: null, actions: [] };

let badge: number | undefined;
beforeEach(async () => {
  badge = undefined;
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('navigator', {
    locks: createLocks(),
    userAgentData: {},
    setAppBadge: async (count: number) => {
      badge = count;
    },
  });
  vi.spyOn(console, 'warn').mockReturnValue();
  await rememberMember('ana');
});

test.each([
  undefined,
  '',
  'not JSON',
  '{}',
  'null',
  '[]',
  '{"web_push":8030}',
  JSON.stringify({ web_push: 8030, notification: { title: 5 } }),
])('[R-22] a push with %j shows the plain notice', async (text) => {
  const { registration, shown } = openBrowser();
  await receivePush(text, { registration, answerPush: () => answer(null) });
  expect(shown.map(({ title }) => title)).toEqual([plainWords.title]);
});

test('[R-22] a call of a type that this version does not know shows the words of the message', async () => {
  const { registration, shown } = openBrowser();
  const text = textOf().replace('"type":"group_message"', '"type":"poll_ended"');
  await receivePush(text, { registration, answerPush: () => answer(null) });
  expect(shown.map(({ title, options }) => [title, options.data])).toEqual([['Ben wrote in Hiking', { call: null }]]);
});

test('the words of the device are shown, and the count of the message is left to it', async () => {
  const { registration, shown } = openBrowser();
  await receivePush(textOf(), { registration, answerPush: () => answer(known) });
  expect(shown.map(({ title }) => title)).toEqual(['Ben Okri wrote in Hiking']);
  expect(badge).toBeUndefined();
});

test.each([
  ['fails', () => ({ known: Promise.reject(new Error('broken')), done: Promise.resolve() })],
  ['hangs', () => ({ known: never, done: Promise.resolve() })],
  ['knows nothing', () => answer(null)],
] as const)('[R-22] where the device %s, the words and the count of the message are shown in time', async (_, answerPush) => {
  const { registration, shown } = openBrowser();
  await receivePush(textOf(), { registration, answerPush, limitMs: 50 });
  expect(shown.map(({ title }) => title)).toEqual(['Ben wrote in Hiking']);
  expect(badge).toBe(3);
});

test('[R-22] an engine that refuses the options of a notice shows its words', async () => {
  const { registration, shown } = openBrowser();
  const showNotification = async (title: string, options: NotificationOptions = {}) => {
    if ('renotify' in options) throw new TypeError('unknown option');
    await registration.showNotification(title, options);
  };
  await receivePush(textOf(), { registration: { ...registration, showNotification }, answerPush: () => answer(null) });
  expect(shown.map(({ title }) => title)).toEqual(['Ben wrote in Hiking']);
});

test('while nobody is signed in a notice names nobody, asks nothing and leaves nothing behind', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  const { registration, shown } = openBrowser();
  const answerPush = vi.fn(() => answer(known));
  await receivePush(textOf(), { registration, answerPush });
  expect(shown.map(({ title, options }) => [title, options.data])).toEqual([[plainWords.title, { call: null }]]);
  expect(answerPush).not.toHaveBeenCalled();
  expect(badge).toBeUndefined();
  expect(await indexedDB.databases()).toEqual([]);
});

test('[R-76] two events alert twice, and a repeat of the second once more is silent, also after its notice was dismissed', async () => {
  const { registration, shown, dismiss } = openBrowser();
  const place = { registration, answerPush: () => answer(known) };
  await receivePush(textOf(), place);
  await receivePush(textOf({ event: 'e2' }), place);
  await receivePush(textOf({ event: 'e2' }), place);
  dismiss();
  await receivePush(textOf({ event: 'e2' }), place);
  expect(shown.map(({ options }) => options.renotify)).toEqual([true, true, false, false]);
});

test('[R-69] what was read in the meantime is shown and closed at once, and stays where the engine counts silent pushes', async () => {
  const over = { ...known, isOver: true };
  const chromium = openBrowser();
  await receivePush(textOf(), { registration: chromium.registration, answerPush: () => answer(over) });
  expect(chromium.shown.map(({ title }) => title)).toEqual([overWords.title]);
  expect(chromium.present()).toEqual([]);
  vi.stubGlobal('navigator', { locks: createLocks() });
  const safari = openBrowser();
  await receivePush(textOf(), { registration: safari.registration, answerPush: () => answer(over) });
  expect(safari.present()).toEqual([overWords.title]);
});

test('the time of the call is kept', async () => {
  const { registration } = openBrowser();
  const before = Date.now();
  await receivePush(textOf(), { registration, answerPush: () => answer(known) });
  expect(await lastArrived()).toBeGreaterThanOrEqual(before);
});
