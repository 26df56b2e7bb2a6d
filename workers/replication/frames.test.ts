import { describe, expect, test } from 'vitest';
import type { Frame } from '../../schemas/protocol/sync.ts';
import { createFrameQueue } from './frames.ts';

const frame = (scope: number, prev: number, head: number, ids: readonly string[] = ['p']): Frame => ({
  scope,
  prev,
  head,
  collections: { posts: { documents: ids.map((id) => ({ id, scope, write_id: 'w' })), removed: [] } },
});
const pulled = (heads: Record<string, number>) => {
  const queue = createFrameQueue('posts');
  queue.pullBegins();
  queue.pullEnds(heads);
  return queue;
};

describe('what the stream brings', () => {
  test('is taken where it continues what is known, once', () => {
    const queue = pulled({ 1: 40 });
    expect(queue.accept(frame(1, 40, 42))).toBe('apply');
    expect(queue.accept(frame(1, 40, 42))).toBe('nothing');
    expect(queue.take().map(({ head }) => head)).toEqual([42]);
    expect(queue.waiting).toBe(false);
  });
  test('is a hole where something came between, and what was queued waits for the pull too', () => {
    const queue = pulled({ 1: 40 });
    queue.accept(frame(1, 40, 41));
    expect(queue.accept(frame(1, 43, 44))).toBe('pull');
    expect(queue.waiting).toBe(false);
    expect(queue.accept(frame(1, 44, 45))).toBe('pull');
  });
  test('moves the head also where it has nothing for the collection', () => {
    const queue = pulled({ 1: 40 });
    expect(queue.accept(frame(1, 40, 41, []))).toBe('nothing');
    expect(queue.accept(frame(1, 41, 42))).toBe('apply');
  });
  test('begins a scope that is new, but not one whose beginning it missed', () => {
    const queue = pulled({ 1: 40 });
    expect(queue.accept(frame(2, 0, 1))).toBe('apply');
    expect(queue.accept(frame(3, 5, 6))).toBe('pull');
  });
  test('is kept aside while a pull is out, and taken where the pull ended before it', () => {
    const queue = pulled({ 1: 40 });
    queue.pullBegins();
    queue.accept(frame(1, 40, 41));
    queue.accept(frame(1, 41, 42));
    expect(queue.pullEnds({ 1: 41 })).toBe('apply');
    expect(queue.take().map(({ head }) => head)).toEqual([42]);
  });
  test('is dropped where a pull begins, also one that fails: what the pull brings may be newer', () => {
    for (const heads of [{ 1: 42 }, null]) {
      const queue = pulled({ 1: 40 });
      queue.accept(frame(1, 40, 41));
      queue.pullBegins();
      expect(queue.waiting).toBe(false);
      expect(queue.pullEnds(heads)).toBe('nothing');
      expect(queue.waiting).toBe(false);
      expect(queue.accept(frame(1, 42, 43))).toBe(heads ? 'apply' : 'pull');
    }
  });
  test('is left to the next page while there is one', () => {
    const queue = createFrameQueue('posts');
    queue.pullBegins();
    queue.accept(frame(1, 40, 41));
    expect(queue.pullEnds(null)).toBe('nothing');
    expect(queue.accept(frame(1, 41, 42))).toBe('pull');
  });
});

test('a heartbeat tells of a last frame that was lost, and of scopes that came or went', () => {
  const queue = pulled({ 1: 40, 2: 7 });
  expect(queue.misses({ 1: 40, 2: 7 })).toBe(false);
  expect(queue.misses({ 1: 41, 2: 7 })).toBe(true);
  expect(queue.misses({ 1: 40 })).toBe(true);
  expect(queue.misses({ 1: 40, 2: 7, 3: 0 })).toBe(true);
  queue.accept(frame(1, 40, 41));
  expect(queue.misses({ 1: 40, 2: 7 })).toBe(false);
});
