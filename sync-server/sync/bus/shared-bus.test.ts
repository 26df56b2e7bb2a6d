import fc from 'fast-check';
import { expect, test } from 'vitest';
import { collectionNames } from '../../../schemas/protocol/collections.ts';
import { encodeMoved } from './shared-bus.ts';

const id = crypto.randomUUID();
const oneOfEach = { members: [id], sessions: [id], images: [id] };

test('however much moves, no message is longer than the wire carries, and nothing is lost', () => {
  const moved = fc.record({
    scopes: fc.uniqueArray(
      fc.record({ id: fc.nat(2 ** 31 - 1), collections: fc.uniqueArray(fc.constantFrom(...collectionNames), { maxLength: 3 }) }),
      { maxLength: 1_000, selector: ({ id }) => id },
    ),
    members: fc.uniqueArray(fc.uuid(), { maxLength: 600 }),
    sessions: fc.uniqueArray(fc.uuid(), { maxLength: 100 }),
    images: fc.uniqueArray(fc.uuid(), { maxLength: 100 }),
  });
  fc.assert(
    fc.property(moved, fc.integer({ min: 300, max: 8_000 }), (all, maxBytes) => {
      const texts = encodeMoved(crypto.randomUUID(), all, maxBytes);
      for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
      const parts = texts.map((text) => JSON.parse(text));
      for (const key of ['scopes', 'members', 'sessions', 'images'] as const) {
        expect(parts.flatMap((part) => part[key])).toHaveLength(all[key].length);
        expect(parts.flatMap((part) => part[key])).toEqual(expect.arrayContaining([...all[key]]));
      }
    }),
    {
      numRuns: 60,
      // One of each, longer together than the message.
      examples: [[{ scopes: [{ id: 2 ** 31 - 1, collections: ['group_messages', 'group_members', 'notifications'] }], ...oneOfEach }, 300]],
    },
  );
});
