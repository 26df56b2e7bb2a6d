import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeNewestFirst } from './merge-newest-first.ts';

const piece = (head: number, times: readonly number[], mayHaveMore = false) => ({
  head,
  mayHaveMore,
  entries: times.map((at, index) => ({ at, seq: head - index, head })),
});

test('the newest comes first, across scopes', () => {
  expect(mergeNewestFirst([piece(10, [9, 5, 1]), piece(4, [8, 7, 2])], 4).map((entry) => entry.at)).toEqual([9, 8, 7, 5]);
});

test('entries of the same moment alternate between the scopes', () => {
  expect(mergeNewestFirst([piece(10, [1, 1, 1]), piece(40, [1, 1, 1])], 4).map((entry) => entry.head)).toEqual([10, 40, 10, 40]);
});

test('it stops where a scope may go on with an entry newer than those of the others', () => {
  expect(mergeNewestFirst([piece(10, [9, 8], true), piece(4, [1])], 5).map((entry) => entry.at)).toEqual([9, 8]);
});

test('it takes a prefix of each scope, whatever the clock did', () => {
  const pieces = fc.array(fc.record({ times: fc.array(fc.nat(20), { maxLength: 8 }), more: fc.boolean() }), { maxLength: 6 });
  fc.assert(
    fc.property(pieces, fc.nat(30), (specs, limit) => {
      const all = specs.map(({ times, more }, index) => piece(1000 * (index + 1), times, more && times.length > 0));
      const taken = mergeNewestFirst(all, limit);
      expect(taken.length).toBeLessThanOrEqual(limit);
      for (const one of all) {
        const own = taken.filter((entry) => entry.head === one.head);
        expect(own).toEqual(one.entries.slice(0, own.length));
      }
      if (all.every((one) => !one.mayHaveMore)) {
        expect(taken.length).toBe(
          Math.min(
            limit,
            all.reduce((sum, one) => sum + one.entries.length, 0),
          ),
        );
      }
    }),
  );
});
