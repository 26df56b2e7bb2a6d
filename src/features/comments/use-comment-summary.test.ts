import { expect, test } from 'vitest';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { summaryOf } from './use-comment-summary.ts';

const comment = (id: string, oldest: number, is_deleted = false) => ({ id, oldest, is_deleted }) as LocalRow<'comments'>;

test('deleted comments are neither counted nor shown, and the newest comment is the one that sorts last', () => {
  expect(summaryOf([])).toEqual({ count: 0, newest: undefined });
  const { count, newest } = summaryOf([comment('b', 2), comment('d', 4, true), comment('c', 3), comment('a', 1)]);
  expect(count).toBe(3);
  expect(newest?.id).toBe('c');
});
