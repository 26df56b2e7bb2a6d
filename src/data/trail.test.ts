import { describe, expect, test } from 'vitest';
import { follow, type Move, TRAIL_MAX, type Trail, visitBefore } from './trail.ts';

/** Moves such as `PUSH /posts a`: the key is the last word, or `default`. */
function walk(...moves: readonly string[]): Trail {
  let trail: Trail = { visits: [], position: -1 };
  moves.forEach((line, at) => {
    const [move, path = '', key = 'default'] = line.split(' ');
    trail = follow(trail, move as Move, { path, key }, at);
  });
  return trail;
}
const pathBefore = (...moves: readonly string[]) => visitBefore(walk(...moves))?.path;

describe('the visit before', () => {
  test('is where the member came from, with its search', () => {
    expect(pathBefore('POP /posts?new=1', 'PUSH /posts/1 a')).toBe('/posts?new=1');
  });
  test('after going back is the one before that, and after going forward again the same as at first', () => {
    const there = ['POP /posts', 'PUSH /posts/1 a', 'PUSH /friends b'];
    expect(pathBefore(...there, 'POP /posts/1 a')).toBe('/posts');
    expect(pathBefore(...there, 'POP /posts/1 a', 'POP /friends b')).toBe('/posts/1');
  });
  test('after leaving from an earlier visit is that visit', () => {
    expect(pathBefore('POP /posts', 'PUSH /posts/1 a', 'POP /posts', 'PUSH /groups c')).toBe('/posts');
  });
  test('of a redirect is the one before the page that redirected', () => {
    expect(pathBefore('POP /posts', 'PUSH /nowhere a', 'REPLACE /posts b')).toBe('/posts');
    expect(pathBefore('POP /', 'REPLACE /posts a')).toBeUndefined();
  });
  test('is unknown on a page that was opened by its address, whatever was open in this tab before', () => {
    expect(pathBefore('POP /posts', 'PUSH /posts/1 a', 'POP /friends')).toBeUndefined();
    expect(pathBefore('POP /posts', 'PUSH /posts/1 a', 'POP /friends', 'PUSH /friends/2 b')).toBe('/friends');
  });
  test('is the same after a reload', () => {
    expect(pathBefore('POP /posts', 'PUSH /posts/1 a', 'POP /posts/1 a')).toBe('/posts');
  });
});

test('a move that happens twice counts once', () => {
  expect(walk('POP /posts', 'PUSH /posts/1 a', 'PUSH /posts/1 a').visits).toHaveLength(2);
});

test('each visit has its time; only the last visits are kept, and each still knows the one before', () => {
  const trail = walk('POP /posts', ...Array.from({ length: 80 }, (_, index) => `PUSH /posts/${index} key${index}`));
  expect(trail.visits).toHaveLength(TRAIL_MAX);
  expect(trail.visits.at(-1)).toEqual({ path: '/posts/79', key: 'key79', at: 80, followed: true });
  expect(visitBefore(trail)?.path).toBe('/posts/78');
});
