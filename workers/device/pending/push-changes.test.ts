import { describe, expect, test } from 'vitest';
import type { PushChange } from '../../../schemas/protocol/sync.ts';
import { MAX_BODY_BYTES, MAX_CHANGES } from '../../../schemas/protocol/sync-limits.ts';
import { firstBatch, shortenAssumed } from './push-changes.ts';

const change = (id: string, bytes = 10): PushChange => ({
  collection: 'posts',
  assumed: [],
  document: { id, write_id: `write-${id}`, content: 'ü'.repeat(bytes / 2) },
});

describe('one request', () => {
  test('has no more changes and bytes than the server accepts', () => {
    expect(firstBatch(Array.from({ length: 600 }, () => change('p')))).toHaveLength(MAX_CHANGES);
    const some = firstBatch(Array.from({ length: 5 }, () => change('p', 300_000)));
    expect(some).toHaveLength(3);
    expect(new TextEncoder().encode(JSON.stringify({ changes: some })).length).toBeLessThan(MAX_BODY_BYTES);
  });
  test('has at least one change, and the server decides about it', () => {
    expect(firstBatch([change('p', 2_000_000), change('q')])).toHaveLength(1);
  });
  test('of a page that is being left has nothing if the first change is too large, because what was written later must not pass it', () => {
    expect(firstBatch([change('p', 70_000), change('q')], 60_000, false)).toEqual([]);
    expect(firstBatch([change('p', 30_000), change('q', 40_000), change('r')], 60_000, false)).toEqual([change('p', 30_000)]);
  });
});

test("of very many assumed writes, the server's own stays", () => {
  const assumed = Array.from({ length: 1500 }, (_, at) => `w${at}`);
  expect(shortenAssumed(assumed)).toHaveLength(1000);
  expect(shortenAssumed(assumed)[0]).toBe('w0');
  expect(shortenAssumed(assumed).at(-1)).toBe('w1499');
});
