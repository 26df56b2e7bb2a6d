import { describe, expect, test } from 'vitest';
import type { WireDocument } from '../../../schemas/protocol/sync.ts';
import { toLocal } from '../../device/local-row.ts';
import type { StoredRow } from '../../device/write-rows.ts';
import { changedRows, checkpointAfter, nextCheckpoint, sameCheckpoint } from './pages.ts';

const wire = (id: string, scope: number, content = 'text'): WireDocument => ({
  id,
  scope,
  write_id: 'w',
  content,
  created_at: '2026-01-31T08:00:00.000Z',
});
const held = (...documents: WireDocument[]) =>
  new Map<string, StoredRow>(documents.map((each) => [each.id, { ...toLocal('posts', each), _deleted: false }]));
const summary = (rows: readonly { id: string; scope: number; _deleted: boolean }[]) =>
  rows.map(({ id, scope, _deleted }) => (_deleted ? `${id} gone` : `${id} in ${scope}`));

describe('a removal', () => {
  test('deletes a row that came by that scope', () => {
    expect(summary(changedRows('posts', [{ documents: [], removed: [['p', 4]] }], held(wire('p', 4))))).toEqual(['p gone']);
  });
  test('keeps a row that came by another scope, and ignores a row that is not stored', () => {
    const content = { documents: [], removed: [['p', 4] as [string, number], ['q', 4] as [string, number]] };
    expect(changedRows('posts', [content], held(wire('p', 5)))).toEqual([]);
  });
  test('is ignored if the page brings the document by another scope', () => {
    const content = { documents: [wire('p', 5)], removed: [['p', 4] as [string, number]] };
    expect(summary(changedRows('posts', [content], held(wire('p', 4))))).toEqual(['p in 5']);
  });
  test('applies in the order of the frames', () => {
    const moved = [
      { documents: [wire('p', 5)], removed: [] },
      { documents: [], removed: [['p', 4] as [string, number]] },
    ];
    expect(summary(changedRows('posts', moved, held(wire('p', 4))))).toEqual(['p in 5']);
    const gone = [
      { documents: [wire('p', 5)], removed: [] },
      { documents: [], removed: [['p', 5] as [string, number]] },
    ];
    expect(summary(changedRows('posts', gone, held(wire('p', 4))))).toEqual(['p gone']);
  });
});

test('[a] a pull never overwrites a pending row', () => {
  const pending = held(wire('p', 4, 'mine'), wire('q', 4));
  const mine = pending.get('p');
  if (mine) pending.set('p', { ...mine, pending: 1 });
  const content = { documents: [wire('p', 5, 'theirs')], removed: [['q', 4] as [string, number]], checked: [['p', null] as const] };
  expect(summary(changedRows('posts', [content], pending))).toEqual(['q gone']);
});

test('a checked row is deleted if the server returns none', () => {
  const checked = [
    ['p', null],
    ['q', wire('q', 6)],
    ['r', null],
  ] as const;
  expect(summary(changedRows('posts', [{ documents: [], removed: [], checked }], held(wire('p', 4), wire('q', 4))))).toEqual([
    'p gone',
    'q in 6',
  ]);
});

describe('a checkpoint', () => {
  test('drops scopes that were left or lost, and is not changed in place', () => {
    const before = { 1: 40, 2: 7 };
    expect(nextCheckpoint(before, { 1: 41 }, { 1: 41, 3: 1 })).toEqual({ 1: 41 });
    expect(nextCheckpoint(before, { 1: 41, 2: null }, { 1: 41, 2: 9 })).toEqual({ 1: 41 });
    expect(before).toEqual({ 1: 40, 2: 7 });
  });
  test('moves forward with frames, and keeps the position of a backfill', () => {
    const frame = (scope: number, head: number) => ({ scope, head });
    expect(checkpointAfter({ 1: 40, 2: [88, 31] }, [frame(1, 41), frame(2, 90), frame(3, 1)])).toEqual({ 1: 41, 2: [90, 31], 3: 1 });
  });
  test('equals another with the same content', () => {
    expect(sameCheckpoint({ 1: 40, 2: [88, 31] }, { 2: [88, 31], 1: 40 })).toBe(true);
    expect(sameCheckpoint({ 1: 40 }, { 1: 41 })).toBe(false);
    expect(sameCheckpoint({ 1: 40 }, { 1: 40, 2: 1 })).toBe(false);
  });
});
