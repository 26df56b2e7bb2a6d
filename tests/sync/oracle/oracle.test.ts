import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { limits } from './limits.ts';
import { Oracle } from './oracle.ts';

test('a row of the first of two equal writes may arrive after the second, and neither is taken for the other', () => {
  const oracle = new Oracle(limits);
  const ana = { id: randomUUID(), email: 'ana@kith.test', name: 'Ana' };
  const when = { from: 0, to: 1 };
  oracle.joined(ana, when);
  const asked = oracle.moment;
  const [first, second] = [randomUUID(), randomUUID()];
  const request = { method: 'PUT', path: '/profiles/me', body: { theme: 'dark' } };
  for (const write of [first, second]) expect(oracle.requested(ana.id, request, when, write)).toBe(null);
  const row = { id: `${ana.id}|theme`, user_id: ana.id, key: 'theme', value: 'dark' };
  expect(oracle.wrongWith(ana.id, 'settings', { ...row, write_id: first }, asked)).toBe(null);
  expect(oracle.wrongWith(ana.id, 'settings', { ...row, write_id: second }, oracle.moment)).toBe(null);
  expect(oracle.compare(ana.id, 'settings', [{ ...row, write_id: second }])).toEqual([]);
  expect(oracle.compare(ana.id, 'settings', [{ ...row, write_id: first }])).not.toEqual([]);
});
