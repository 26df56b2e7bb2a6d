import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A queue whose work writes down who began, and ends when the test says so. */
function watched(limits: { running: number; waiting: number }) {
  const queue = createFairQueue(limits);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const add = (owner: string, name = owner) =>
    queue.run(owner, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  return {
    begun,
    add,
    async endNext() {
      ends.shift()?.();
      await turn();
    },
  };
}

test('an owner who queues much waits for it alone: who comes later is next', async () => {
  const { begun, add, endNext } = watched({ running: 1, waiting: 100 });
  const all = [1, 2, 3, 4, 5, 6].map((n) => add('ana', `ana ${n}`));
  all.push(add('ben', 'ben 1'), add('carl', 'carl 1'), add('ben', 'ben 2'));
  for (let n = 0; n < 9; n += 1) await endNext();
  await Promise.all(all);
  expect(begun).toEqual(['ana 1', 'ben 1', 'carl 1', 'ana 2', 'ben 2', 'ana 3', 'ana 4', 'ana 5', 'ana 6']);
});

test('no more runs at the same time than allowed, and no more waits', async () => {
  const { begun, add, endNext } = watched({ running: 2, waiting: 3 });
  const all = [add('ana'), add('ana'), add('ana'), add('ben'), add('ana')];
  await expect(add('ben')).rejects.toMatchObject({ status: 503, retryAfterSeconds: 2 });
  expect(begun).toEqual(['ana', 'ana']);
  await endNext();
  expect(begun).toEqual(['ana', 'ana', 'ben']);
  for (let n = 0; n < 4; n += 1) await endNext();
  await Promise.all(all);
  expect(begun).toHaveLength(5);
});

test('work that fails gives its place to the next', async () => {
  const queue = createFairQueue({ running: 1, waiting: 10 });
  const failed = queue.run('ana', () => Promise.reject(new Error('no picture')));
  const next = queue.run('ben', async () => 'done');
  await expect(failed).rejects.toThrow('no picture');
  expect(await next).toBe('done');
  expect(await queue.run('ana', async () => 'again')).toBe('again');
});
