import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodePosition, encodePosition } from './channel-position.ts';

const seal = { key: 'k', epoch: 'e', viewer: 'ana', channel: 'posts' };
const positions = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 2 ** 31 - 1 }), fc.nat({ max: 2 ** 31 - 1 })), {
  selector: ([scope]) => scope,
  maxLength: 200,
});

test('an id decodes to the exact position of its reader', () => {
  void fc.assert(
    fc.property(positions, (entries) => {
      const position = new Map(entries);
      const read = decodePosition(seal, encodePosition(seal, position));
      expect(new Map([...(read ?? [])].sort())).toEqual(new Map([...position].sort()));
    }),
  );
});

test('an id is valid only unchanged, and only for its member, channel, epoch and key', () => {
  const id = encodePosition(seal, new Map([[7, 300]]));
  for (const other of [{ key: 'x' }, { epoch: 'x' }, { viewer: 'ben' }, { channel: 'notifications' }]) {
    expect(decodePosition({ ...seal, ...other }, id)).toBeNull();
  }
  for (let at = 0; at < id.length - 1; at += 1) {
    const forged = id.slice(0, at) + (id[at] === 'A' ? 'B' : 'A') + id.slice(at + 1);
    expect(decodePosition(seal, forged), `at ${at}`).toBeNull();
  }
  for (const text of ['', 'no', 'é', `${id}=`, 'A'.repeat(100_000)]) expect(decodePosition(seal, text)).toBeNull();
});
