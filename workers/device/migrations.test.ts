import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { bringForward, type RowChanges } from './migrations.ts';

const group = { id: randomUUID(), name: 'Sunday table' };
const steps: RowChanges = {
  2: { groups: (row) => ({ ...row, emoji: row.emoji ?? null }) },
  3: { groups: (row) => ({ ...row, name: `${row.name}, brought forward` }) },
};

test('a row goes through every step from its version to the present one; a row of the present version is left alone', () => {
  expect(bringForward('groups', group, 1, 3, steps)).toEqual({ ...group, emoji: null, name: 'Sunday table, brought forward' });
  expect(bringForward('groups', { ...group, emoji: '🥾' }, 1, 2, steps)).toEqual({ ...group, emoji: '🥾' });
  expect(bringForward('groups', group, 3, 3, steps)).toBe(group);
  expect(bringForward('posts', group, 1, 3, steps)).toBe(group);
});
