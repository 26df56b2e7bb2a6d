import { expect, test } from 'vitest';
import { followWrites } from './kept-writes.ts';

const cut = new Promise<never>(() => {});
const pendingPost = { collection: 'posts', row: { id: 'p' } } as never;

function follow() {
  const writes = followWrites();
  const write = (write_id: string, answer: Promise<{ error: { documentId: string }[] }>) =>
    writes.during('posts', [{ id: 'p', write_id, pending: 1 }], () => answer);
  return {
    keep: (id: string) => write(id, Promise.resolve({ error: [] })),
    conflict: (id: string) => write(id, Promise.resolve({ error: [{ documentId: 'p' }] })),
    cutDuring: (id: string) => void write(id, cut),
    kept: () => writes.kept('posts', 'p'),
    isLost: (...answered: string[]) => writes.lost([], new Set(answered)).length > 0,
    isLostWhilePending: () => writes.lost([pendingPost], new Set()).length > 0,
  };
}

test('a kept write is lost if it is not pending, and neither it nor a later one was answered', async () => {
  const post = follow();
  await post.keep('first');
  expect([post.isLostWhilePending(), post.isLost(), post.isLost('first')]).toEqual([false, true, false]);
  await post.keep('second');
  expect([post.isLost('first'), post.isLost('second')]).toEqual([true, false]);
});

test('a write that a power cut leaves without an answer need not be on the disk, and replaces the kept write if it is', async () => {
  const post = follow();
  post.cutDuring('first');
  expect(post.isLost()).toBe(false);
  await post.keep('second');
  post.cutDuring('third');
  expect([post.isLost('first'), post.isLost('second'), post.isLost('third')]).toEqual([true, false, false]);
});

test('a write that the store refuses is not kept', async () => {
  const post = follow();
  await post.keep('first');
  await post.conflict('second');
  expect(post.kept()).toBe('first');
});
