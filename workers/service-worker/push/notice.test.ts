/** What a notice says and how, from what arrived and what the device knows. */
import { expect, test } from 'vitest';
import type { Call } from '../../../schemas/push/call.ts';
import { type PushPayload, payloadOf, readPayload } from '../../../schemas/push/payload.ts';
import { type DeviceNotice, noticeOf, overWords, plainWords } from './notice.ts';

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
const payload = readPayload(payloadOf(call, 'https://kith.test')) as PushPayload;
const device: DeviceNotice = {
  words: { title: 'Ben Okri wrote in Hiking', body: '' },
  isOver: false,
  at: '2026-11-29T08:00:00.000Z',
  actions: ['read', 'heart'],
};
const usual = { payload, device, isRepeat: false, maxActions: 2 };

test('the words of the device come before those of the message, and those before plain words', () => {
  expect(noticeOf(usual).title).toBe('Ben Okri wrote in Hiking');
  expect(noticeOf({ ...usual, device: null }).title).toBe('Ben wrote in Hiking');
  expect(noticeOf({ ...usual, device: { ...device, words: null }, payload: null }).title).toBe(plainWords.title);
  expect(noticeOf({ ...usual, device: null, payload: null })).toMatchObject({ title: plainWords.title, options: { tag: 'kith' } });
});

test('[R-71] a notice has known members alone, whatever the message carries', () => {
  const text = JSON.parse(payloadOf(call, 'https://kith.test'));
  text.notification.image = 'https://elsewhere.test/x.png';
  text.notification.data.more = 'text';
  text.notification.requireInteraction = true;
  const { options } = noticeOf({ ...usual, payload: readPayload(JSON.stringify(text)) });
  expect(Object.keys(options).sort()).toEqual(
    ['actions', 'badge', 'body', 'data', 'dir', 'icon', 'lang', 'renotify', 'silent', 'tag', 'timestamp'].sort(),
  );
  expect(options.data).toEqual({ call });
  expect(options).toMatchObject({ tag: 'group_message|g', lang: 'en', dir: 'auto', timestamp: Date.parse('2026-11-29T08:00:00.000Z') });
});

test('[R-76] a newer event of the same tag alerts again, a repeat of the same event does not', () => {
  expect(noticeOf(usual).options).toMatchObject({ renotify: true, silent: false });
  expect(noticeOf({ ...usual, isRepeat: true }).options).toMatchObject({ renotify: false, silent: true });
});

test('[R-69] what was read in the meantime is shown in plain words, without a sound or buttons', () => {
  const notice = noticeOf({ ...usual, device: { ...device, isOver: true } });
  expect(notice).toMatchObject({ ...{ title: overWords.title }, closes: true, options: { silent: true, renotify: false } });
  expect(notice.options.actions).toBeUndefined();
  expect(noticeOf(usual).closes).toBe(false);
});

test('there are as many buttons as the browser shows, and none where the device does not know the thing', () => {
  expect(noticeOf(usual).options.actions?.map(({ action }) => action)).toEqual(['read', 'heart']);
  expect(noticeOf({ ...usual, maxActions: 1 }).options.actions?.map(({ action }) => action)).toEqual(['read']);
  expect(noticeOf({ ...usual, maxActions: 0 }).options.actions).toBeUndefined();
  expect(noticeOf({ ...usual, device: null }).options.actions).toBeUndefined();
});
