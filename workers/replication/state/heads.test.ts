import { describe, expect, test } from 'vitest';
import type { Frame } from '../../../schemas/protocol/sync.ts';
import { createScopeHeads } from './heads.ts';

const frame = (scope: number, prev: number, head: number): Frame => ({
  ...{ scope, prev, head },
  collections: { posts: { documents: [{ id: 'p', scope, write_id: 'w' }], removed: [] } },
});
const pulled = (at: Record<string, number>) => {
  const heads = createScopeHeads();
  heads.pullBegins();
  heads.pullEnds(at);
  return heads;
};

describe('[7] a frame of the stream', () => {
  test('is accepted once, if it continues the known head', () => {
    const heads = pulled({ 1: 40 });
    expect(heads.accept(frame(1, 40, 42))).toBe('apply');
    expect(heads.accept(frame(1, 40, 42))).toBe('nothing');
    expect(heads.take().map(({ head }) => head)).toEqual([42]);
    expect(heads.waiting).toBe(false);
  });
  test('is a gap if something is missing before it, and queued frames then wait for the pull too', () => {
    const heads = pulled({ 1: 40 });
    heads.accept(frame(1, 40, 41));
    expect(heads.accept(frame(1, 43, 44))).toBe('pull');
    expect(heads.waiting).toBe(false);
    expect(heads.accept(frame(1, 44, 45))).toBe('pull');
  });
  test('begins a new scope, unless its beginning was missed', () => {
    const heads = pulled({ 1: 40 });
    expect(heads.accept(frame(2, 0, 1))).toBe('apply');
    expect(heads.accept(frame(3, 5, 6))).toBe('pull');
  });
  test('is set aside during a pull, and accepted if the pull ended before it', () => {
    const heads = pulled({ 1: 40 });
    heads.pullBegins();
    heads.accept(frame(1, 40, 41));
    heads.accept(frame(1, 41, 42));
    expect(heads.pullEnds({ 1: 41 })).toBe('apply');
    expect(heads.take().map(({ head }) => head)).toEqual([42]);
  });
  test('[6] is dropped when a pull begins, even one that fails: the pull may bring something newer', () => {
    for (const at of [{ 1: 42 }, null]) {
      const heads = pulled({ 1: 40 });
      heads.accept(frame(1, 40, 41));
      heads.pullBegins();
      expect(heads.waiting).toBe(false);
      expect(heads.pullEnds(at)).toBe('nothing');
      expect(heads.waiting).toBe(false);
      expect(heads.accept(frame(1, 42, 43))).toBe(at ? 'apply' : 'pull');
    }
  });
  test('is dropped if the pull goes on with another page', () => {
    const heads = createScopeHeads();
    heads.pullBegins();
    heads.accept(frame(1, 40, 41));
    expect(heads.pullEnds(null)).toBe('nothing');
    expect(heads.accept(frame(1, 41, 42))).toBe('pull');
  });
});

test('[7] a heartbeat shows that the last frame was lost, or that scopes came or went', () => {
  const heads = pulled({ 1: 40, 2: 7 });
  expect(heads.misses({ 1: 40, 2: 7 })).toBe(false);
  expect(heads.misses({ 1: 41, 2: 7 })).toBe(true);
  expect(heads.misses({ 1: 40 })).toBe(true);
  expect(heads.misses({ 1: 40, 2: 7, 3: 0 })).toBe(true);
  heads.accept(frame(1, 40, 41));
  expect(heads.misses({ 1: 40, 2: 7 })).toBe(false);
});
