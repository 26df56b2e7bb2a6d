import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { LOCAL_SCHEMA_VERSION } from './collection-schemas.ts';
import { bringForward } from './migrations.ts';

const group = { id: randomUUID(), name: 'Sunday table' };

test('a row goes through every step from its version to the present one; a row of the present version is left alone', () => {
  expect(bringForward('groups', group, 0)).toEqual({ ...group, emoji: null });
  expect(bringForward('groups', { ...group, emoji: '🥾' }, 0)).toEqual({ ...group, emoji: '🥾' });
  const present = { ...group, emoji: '🥾' };
  expect(bringForward('groups', present, LOCAL_SCHEMA_VERSION)).toBe(present);
  expect(bringForward('posts', group, 0)).toBe(group);
});
