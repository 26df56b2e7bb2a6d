import { describe, expect, test } from 'vitest';
import { examplePhoto } from '../../../schemas/images/photo.ts';
import { photosOf, placeOf, type ViewedRow, viewRow } from './viewed-row.ts';

const photos = ['a', 'b', 'c'].map((id) => ({ ...examplePhoto, id }));
const post = { id: 'walk', author_id: 'ana', created_at: '2026-11-29T10:00:00.000Z', photos } as unknown as Parameters<typeof viewRow>[0];
const message = {
  id: 'hello',
  group_id: 'hikers',
  sender_id: 'ben',
  sender_name: 'Ben Okri',
  sender_profile_image_url: null,
  is_deleted: false,
  created_at: '2026-11-29T10:00:00.000Z',
  photos,
};
const asRow = (row: object) => row as unknown as Parameters<typeof viewRow>[0];
const facts = { blocked: new Set<string>(), coming: false };

describe('a viewer shows', () => {
  test('the photos of a post and of a message, with what the row says of its author', () => {
    expect(viewRow(post, facts)).toMatchObject({ authorId: 'ana', path: '/posts/walk', photos });
    expect(viewRow(asRow(message), facts)).toMatchObject({
      ...{ authorId: 'ben', path: '/groups/hikers?message=hello' },
      ...{ author: { name: 'Ben Okri' }, photos },
    });
  });

  test('nothing of a row that is gone, deleted, without photos, or by a blocked member', () => {
    expect(viewRow(null, facts)).toBe('gone');
    expect(viewRow(asRow({ ...message, is_deleted: true }), facts)).toBe('gone');
    expect(viewRow(asRow({ ...message, photos: [] }), facts)).toBe('gone');
    expect(viewRow(asRow(message), { ...facts, blocked: new Set(['ben']) })).toBe('gone');
  });

  test('nothing yet of a row that may be on its way, and before it is known who is blocked', () => {
    expect(viewRow(undefined, facts)).toBeUndefined();
    expect(viewRow(null, { ...facts, coming: true })).toBeUndefined();
    expect(viewRow(post, { ...facts, blocked: undefined })).toBeUndefined();
  });
});

test.each([
  ['it stays, wherever it is now', 'c', 0, 2],
  ['it was removed: the one that took its place', 'gone', 1, 1],
  ['it was removed at the end: the last one', 'gone', 3, 2],
])('of photos that have changed, a viewer shows the same: %s', (_, photoId, last, nth) => {
  const row = (rowId: string, shown = photos): ViewedRow => ({ ...(viewRow(post, facts) as ViewedRow), rowId, photos: shown });
  const opened = { collection: 'posts', rowId: 'walk', photoId } as const;
  expect(placeOf(opened, photosOf([row('walk')]), last)).toBe(nth);
  // Photos of other rows before and after it change nothing, also if they are the same.
  expect(placeOf(opened, photosOf([row('newer'), row('walk'), row('older')]), last)).toBe(3 + nth);
  expect(placeOf(opened, photosOf([row('newer'), row('walk', []), row('older')]), last)).toBe(-1);
});
