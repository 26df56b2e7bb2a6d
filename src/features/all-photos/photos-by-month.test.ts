import { expect, test } from 'vitest';
import { examplePhoto } from '../../../schemas/images/photo.ts';
import { type PhotoRow, PIECE, photosByMonth } from './photos-by-month.ts';

const row = (createdAt: Date, count: number): PhotoRow =>
  ({
    id: createdAt.toISOString(),
    created_at: createdAt.toISOString(),
    photos: Array.from({ length: count }, (_, at) => ({ ...examplePhoto, id: `${createdAt.toISOString()} ${at}` })),
  }) as unknown as PhotoRow;

const shape = (rows: readonly PhotoRow[]) => photosByMonth(rows).map(({ key, pieces }) => [key, pieces.map((piece) => piece.length)]);

test('photos are in the month in which they were shared, on the clock of the device', () => {
  expect(shape([row(new Date(2026, 10, 1, 0, 0), 2), row(new Date(2026, 9, 31, 23, 59), 3), row(new Date(2025, 10, 5), 1)])).toEqual([
    ['2026-11', [2]],
    ['2026-10', [3]],
    ['2025-11', [1]],
  ]);
  expect(photosByMonth([row(new Date(2026, 10, 1), 2)])[0]?.pieces[0]?.map(({ nth }) => nth)).toEqual([1, 2]);
});

test('a row that waits to be sent, from a device whose clock is behind, does not split a month', () => {
  expect(shape([row(new Date(2026, 9, 2), 1), row(new Date(2026, 10, 1), 1), row(new Date(2026, 9, 1), 1)])).toEqual([
    ['2026-11', [1]],
    ['2026-10', [2]],
  ]);
});

test('a long month comes in pieces that fill their lines', () => {
  const rows = Array.from({ length: 25 }, (_, at) => row(new Date(2026, 10, 28, 12, 60 - at), 6));
  expect(shape(rows)).toEqual([['2026-11', [PIECE, PIECE, 30]]]);
  for (const columns of [3, 4, 6]) expect(PIECE % columns).toBe(0);
});
