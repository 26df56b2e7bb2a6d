import { createECDH, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Call } from '../../../schemas/push/call.ts';
import { callTypes } from '../../../schemas/push/call-types.ts';
import { payloadOf } from '../../../schemas/push/payload.ts';
import { decryptPush, newDeviceKeys } from '../../../tests/support/decrypt-push.ts';
import { encrypt, PAYLOAD_BYTES } from './encrypt.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');
const keysOf = (privateKey: string) => {
  const keys = createECDH('prime256v1');
  keys.setPrivateKey(bytes(privateKey));
  return keys;
};

async function newDevice() {
  const pair = await newDeviceKeys();
  return { pair, keys: { p256dh: Buffer.from(pair.publicKey), auth: Buffer.from(pair.auth) } };
}

test('the example of RFC 8291 is encrypted as its appendix says', () => {
  const device = {
    p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  };
  const part = { keys: keysOf('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'), salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'), size: 144 };
  expect(encrypt('When I grow up, I want to be a watermelon', device, part).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4' +
      'Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

/** A name of the most letters that a member may have, in each script. Some letters have more than a code point. */
const scripts = {
  Latin: 'Wẹ́',
  Greek: 'Ώ',
  Cyrillic: 'Щ',
  Armenian: 'Ֆ',
  Hebrew: 'שָׁ',
  Arabic: 'ضّ',
  Devanagari: 'क्षि',
  Bengali: 'ক্ষি',
  Tamil: 'நி',
  Thai: 'ก็',
  Georgian: 'ჶ',
  Ethiopic: 'ጨ',
  Han: '𠮷',
  Hangul: '뷁',
  'letters that JSON escapes': '"\u0301\\',
} as const;
const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const callWith = (name: string, type: Call['type'], count: number): Call => ({
  type,
  event: `${id}|${id}|👩🏽‍❤️‍💋‍👨🏿`,
  count,
  unread: 1_000_000,
  by: { id, name },
  group: { id, name },
  post_id: id,
  comment_id: id,
});
const PUBLIC_URL = `https://${'kith-of-a-family.'.repeat(10)}example`;

test.each(Object.entries(scripts))('[R-72] every body has one size of 2,048 bytes: %s', async (_, letter) => {
  const { pair, keys } = await newDevice();
  for (const type of callTypes) {
    for (const [name, count] of [[letter.repeat(200), 999_999] as const, ['A', 1] as const]) {
      const payload = payloadOf(callWith(name, type, count), PUBLIC_URL);
      const body = encrypt(payload, keys);
      expect(body.length).toBe(2_048);
      expect(await decryptPush(body, pair)).toBe(payload);
    }
  }
});

test('[R-72] a payload that would make a larger body is refused before it is sent', async () => {
  const { pair, keys } = await newDevice();
  const longest = 'x'.repeat(PAYLOAD_BYTES);
  expect(await decryptPush(encrypt(longest, keys), pair)).toBe(longest);
  expect(() => encrypt(`${longest}x`, keys)).toThrow(RangeError);
});

test('two messages of the same text share neither key nor salt', async () => {
  const { keys } = await newDevice();
  const [first, second] = [encrypt('Ana', keys), encrypt('Ana', keys)];
  expect(first.subarray(0, 16)).not.toEqual(second.subarray(0, 16));
  expect(first.subarray(21, 86)).not.toEqual(second.subarray(21, 86));
});

test('another device cannot read a message', async () => {
  const [to, other] = [await newDevice(), await newDevice()];
  await expect(decryptPush(encrypt('Ana', to.keys), other.pair)).rejects.toThrow();
});

test('for keys that no device has, nothing is encrypted', async () => {
  const { keys } = await newDevice();
  const offCurve = Buffer.concat([Buffer.of(4), randomBytes(64)]);
  for (const p256dh of [Buffer.alloc(0), Buffer.alloc(65), offCurve]) expect(() => encrypt('Ana', { ...keys, p256dh })).toThrow();
});
