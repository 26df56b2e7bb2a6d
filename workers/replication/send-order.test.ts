import { describe, expect, test } from 'vitest';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { MAX_BODY_BYTES, MAX_CHANGES, type PushChange } from '../../schemas/protocol/sync.ts';
import { bounded, fitting, sendable } from './send-order.ts';

const write = (collection: CollectionName, writeId: string) => ({ collection, id: `${collection} ${writeId}`, writeId, place: writeId });
const ids = (writes: readonly { writeId: string }[]) => writes.map(({ writeId }) => writeId);

describe('the order', () => {
  test('goes across collections', () => {
    const handed = [write('comments', '2'), write('posts', '1'), write('reactions', '3')];
    expect(ids(sendable(handed, handed))).toEqual(['1', '2', '3']);
  });
  test('waits for an earlier write of another collection that was not handed over yet', () => {
    const handed = [write('posts', '1'), write('comments', '3')];
    expect(ids(sendable(handed, [...handed, write('reactions', '2')]))).toEqual(['1']);
  });
  test('never waits for one of its own collection, which can only come after it', () => {
    const handed = [write('posts', '3')];
    expect(ids(sendable(handed, [...handed, write('posts', '2')]))).toEqual(['3']);
  });
});

test('two collections that would wait for each other do not: the first write of all goes', () => {
  const handed = [write('posts', '3'), write('comments', '4')];
  expect(ids(sendable(handed, [...handed, write('posts', '2'), write('comments', '1')]))).toEqual(['3']);
  expect(ids(sendable(handed, [...handed, write('posts', '2'), write('reactions', '1')]))).toEqual([]);
});

describe('one request', () => {
  const change = (bytes: number): PushChange => ({
    collection: 'posts',
    assumed: [],
    document: { id: 'p', write_id: 'w', content: 'ü'.repeat(bytes / 2) },
  });
  test('holds no more changes and bytes than the server reads', () => {
    expect(fitting(Array.from({ length: 600 }, () => change(10)))).toHaveLength(MAX_CHANGES);
    const some = fitting(Array.from({ length: 5 }, () => change(300_000)));
    expect(some).toHaveLength(3);
    expect(new TextEncoder().encode(JSON.stringify({ changes: some })).length).toBeLessThan(MAX_BODY_BYTES);
  });
  test('holds one at least, and the server says what it thinks of it', () => {
    expect(fitting([change(2_000_000), change(10)])).toHaveLength(1);
  });
});

test('of very many states the server knows, the one that it told stays', () => {
  const assumed = Array.from({ length: 1500 }, (_, at) => `w${at}`);
  expect(bounded(assumed)).toHaveLength(1000);
  expect(bounded(assumed)[0]).toBe('w0');
  expect(bounded(assumed).at(-1)).toBe('w1499');
});
