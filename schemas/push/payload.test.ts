import { expect, test } from 'vitest';
import type { Call } from './call.ts';
import { callTypes } from './call-types.ts';
import { payloadOf, readCall, readPayload } from './payload.ts';

const PUBLIC_URL = 'https://kith.example';
const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const call: Call = {
  type: 'group_message',
  event: id(1),
  count: 1,
  unread: 3,
  by: { id: id(2), name: 'Ana' },
  group: { id: id(3), name: 'Hiking' },
  post_id: null,
  comment_id: null,
};
const calls: Call[] = callTypes.flatMap((type) => [
  { ...call, type, post_id: id(4), comment_id: id(5) },
  { ...call, type, count: 4, by: null, group: null },
]);

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly navigate: string;
  readonly tag: string;
  readonly badge: bigint | null;
  readonly mutable: boolean;
  readonly data: unknown;
}
type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const isOptionalText = (value: unknown) => value === undefined || typeof value === 'string';

/** What Safari 18.4 reads, whose address must be absolute and whose badge is digits inside of `notification`. Null where it refuses. */
function readAsSafari(text: string): Shown | null {
  const message: unknown = JSON.parse(text);
  if (!isObject(message) || message.web_push !== 8030 || !isObject(message.notification)) return null;
  const { title, body, navigate, tag, lang, dir, icon, silent, app_badge: badge, mutable, data } = message.notification;
  if (typeof navigate !== 'string' || !URL.canParse(navigate)) return null;
  if (typeof title !== 'string' || title === '') return null;
  if (!isOptionalText(body) || !isOptionalText(tag) || !isOptionalText(lang) || !isOptionalText(icon)) return null;
  if (dir !== undefined && dir !== 'auto' && dir !== 'ltr' && dir !== 'rtl') return null;
  if (silent !== undefined && typeof silent !== 'boolean') return null;
  if (mutable !== undefined && typeof mutable !== 'boolean') return null;
  if (badge !== undefined && !(typeof badge === 'string' && /^\d+$/.test(badge) && BigInt(badge) < 2n ** 64n)) return null;
  return {
    title,
    body: String(body ?? ''),
    navigate,
    tag: String(tag ?? ''),
    badge: badge === undefined ? null : BigInt(String(badge)),
    mutable: mutable === true,
    data,
  };
}

/** What the text of the W3C reads: `mutable` and the badge, which is a number, beside `notification`. Null where it refuses. */
function readAsStandard(text: string): Shown | null {
  const message: unknown = JSON.parse(text);
  if (!isObject(message) || message.web_push !== 8030 || !isObject(message.notification)) return null;
  const { title, body, navigate, tag, renotify, silent, vibrate, actions, data } = message.notification;
  if (typeof title !== 'string' || typeof navigate !== 'string' || !URL.canParse(navigate, PUBLIC_URL)) return null;
  if (silent === true && vibrate !== undefined) return null;
  if (renotify === true && (typeof tag !== 'string' || tag === '')) return null;
  for (const action of Array.isArray(actions) ? actions : []) {
    if (!isObject(action) || typeof action.action !== 'string' || typeof action.title !== 'string') return null;
    if (typeof action.navigate !== 'string' || !URL.canParse(action.navigate, PUBLIC_URL)) return null;
  }
  const badge = message.app_badge;
  return {
    title,
    body: typeof body === 'string' ? body : '',
    navigate: new URL(navigate, PUBLIC_URL).href,
    tag: typeof tag === 'string' ? tag : '',
    badge: Number.isInteger(badge) && Number(badge) >= 0 ? BigInt(Number(badge)) : null,
    mutable: message.mutable === true,
    data,
  };
}

test.each(calls)('[R-71] Safari and the standard read the same from a call: $type, $count', (each) => {
  const text = payloadOf(each, PUBLIC_URL);
  const shown = readAsSafari(text);
  expect(shown).not.toBeNull();
  expect(readAsStandard(text)).toEqual(shown);
  expect(shown).toMatchObject({ badge: 3n, mutable: true, data: { call: each } });
  expect(shown?.title).not.toBe('');
  expect(shown?.tag).not.toBe('');
  expect(new URL(shown?.navigate ?? '').origin).toBe(PUBLIC_URL);
});

test('[R-71] a message has the members that its readers know, and no action', () => {
  const message: unknown = JSON.parse(payloadOf(call, PUBLIC_URL));
  expect(message).toEqual({
    web_push: 8030,
    notification: {
      title: 'Ana wrote in Hiking',
      navigate: `https://kith.example/groups/${id(3)}`,
      tag: `group_message|${id(3)}`,
      lang: 'en',
      dir: 'auto',
      app_badge: '3',
      mutable: true,
      data: { call },
    },
    app_badge: 3,
    mutable: true,
  });
});

test('[R-71] the example that WebKit published is read, whose members differ', () => {
  const example = JSON.stringify({
    web_push: 8030,
    notification: {
      title: 'Webkit.org — Meet Declarative Web Push',
      lang: 'en-US',
      dir: 'ltr',
      body: 'Send push notifications without JavaScript or service worker!',
      navigate: 'https://webkit.org/blog/16535/meet-declarative-web-push/',
      silent: false,
      app_badge: '1',
    },
  });
  expect(readAsSafari(example)).toMatchObject({ badge: 1n, mutable: false });
  expect(readPayload(example)).toMatchObject({ title: 'Webkit.org — Meet Declarative Web Push', badge: 0, call: null });
});

test.each(calls)('a worker reads what the server made: $type, $count', (each) => {
  expect(readPayload(payloadOf(each, PUBLIC_URL))).toMatchObject({ badge: 3, body: '', call: each });
});

test('a call has nothing but what its type names, and names are cut', () => {
  const talkative = { ...call, text: 'what somebody wrote', by: { id: id(2), name: 'A'.repeat(200), email: 'ana@kith.example' } };
  const text = payloadOf(talkative, PUBLIC_URL);
  expect(text).not.toContain('what somebody wrote');
  expect(text).not.toContain('ana@');
  expect(readPayload(text)?.call?.by?.name).toBe(`${'A'.repeat(39)}…`);
  expect(readPayload(text)?.title).toBe(`${'A'.repeat(39)}… wrote in Hiking`);
});

test('a call of a type that the worker does not know is shown in the words of the server', () => {
  const later = payloadOf(call, PUBLIC_URL).replaceAll('group_message', 'group_poll');
  expect(readPayload(later)).toMatchObject({ title: 'Ana wrote in Hiking', call: null });
});

test.each(['', 'null', '[]', '8030', '{"web_push":8030}', '{"web_push":8030,"notification":{"title":"a"}}', 'Hello'])(
  'nothing is read from %j',
  (text) => {
    expect(readPayload(text)).toBeNull();
  },
);

test.each([
  ['no address', { navigate: undefined }],
  ['a relative address', { navigate: '/posts' }],
  ['no title', { title: '' }],
])('nothing is read from a message with %s', (_, changed) => {
  const message = JSON.parse(payloadOf(call, PUBLIC_URL)) as { notification: object };
  expect(readPayload(JSON.stringify({ ...message, notification: { ...message.notification, ...changed } }))).toBeNull();
});

test.each([
  ['event', null],
  ['count', '1'],
  ['count', -1],
  ['unread', 0.5],
  ['by', 'Ana'],
  ['by', { id: id(2) }],
  ['group', undefined],
  ['post_id', 5],
  ['type', 'constructor'],
])('a call whose %s is %j is none', (member, value) => {
  expect(readCall({ call })).toEqual(call);
  expect(readCall({ call: { ...call, [member]: value } })).toBeNull();
});
