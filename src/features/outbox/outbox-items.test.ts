import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Refused } from '../../../workers/device/outbox.ts';
import type { PendingRow } from '../../../workers/device/pending/pending-rows.ts';
import { outboxItems } from './outbox-items.ts';

const pendingOf = (id: string, more: Partial<PendingRow['row']> = {}): PendingRow => ({
  collection: 'comments',
  row: { id, scope: 0, write_id: `write-${id}`, pending: 1, assumed: [], _deleted: false, ...more },
});
const refusedOf = (id: string): Refused => ({
  write_id: `write-${id}`,
  collection: 'comments',
  code: 'POST_NOT_FOUND',
  document: { id, content: id },
  at: 0,
});

/** The states of one write, and in which of the two places it can be found. */
const steps = {
  written: { pending: true, refused: false },
  accepted: { pending: false, refused: false },
  /** the worker stores it in the outbox before it reverts the row */
  kept: { pending: true, refused: true },
  gone: { pending: false, refused: true },
  discarded: { pending: false, refused: false },
} as const;
const courses = [
  ['written', 'accepted'],
  ['written', 'kept', 'gone', 'discarded'],
  ['written', 'kept', 'discarded'],
] as const;

test('[R-04] a write is pending, sent or failed, never two of them, in whatever order the states arrive', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ course: fc.constantFrom(...courses), speed: fc.array(fc.nat(5), { minLength: 30, maxLength: 30 }) }), {
        minLength: 1,
        maxLength: 5,
      }),
      (writes) => {
        const at = writes.map(() => 0);
        for (let turn = 0; turn < 30; turn++) {
          const states = writes.map(({ course }, index) => steps[course[at[index] ?? 0] ?? 'accepted']);
          const items = outboxItems(
            states.flatMap((state, index) => (state.pending ? [pendingOf(String(index))] : [])),
            states.flatMap((state, index) => (state.refused ? [refusedOf(String(index))] : [])),
          );
          for (const [index, state] of states.entries()) {
            const shown = items.filter(({ writeId }) => writeId === `write-${index}`);
            const expected = state.refused ? ['failed'] : state.pending ? ['pending'] : [];
            expect(shown.map((item) => item.state)).toEqual(expected);
          }
          for (const [index, { course, speed }] of writes.entries()) {
            if ((speed[turn] ?? 0) > 2) at[index] = Math.min((at[index] ?? 0) + 1, course.length - 1);
          }
        }
      },
    ),
  );
});

test('the row shows whether it was added, changed or deleted', () => {
  const acts = [
    pendingOf('a'),
    pendingOf('b', { scope: 4 }),
    pendingOf('c', { scope: 4, _deleted: true }),
    pendingOf('d', { is_deleted: true }),
  ];
  expect(outboxItems(acts, []).map(({ act }) => act)).toEqual(['added', 'changed', 'deleted', 'deleted']);
});
