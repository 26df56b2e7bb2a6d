import { expect, test } from 'vitest';
import { createBoundedQueue } from './bounded-queue.ts';

/** Work that ends when the test says so. */
function pending() {
  let end: () => void = () => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => done, end };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('no more run at the same time than allowed', async () => {
  const queue = createBoundedQueue({ running: 2, waiting: 10 });
  let running = 0;
  let maxRunning = 0;
  await Promise.all(
    Array.from({ length: 8 }, () =>
      queue.run(async () => {
        running += 1;
        maxRunning = Math.max(maxRunning, running);
        await turn();
        running -= 1;
      }),
    ),
  );
  expect(maxRunning).toBe(2);
});

test('waiting work runs in order, even after a failure', async () => {
  const queue = createBoundedQueue({ running: 1, waiting: 10 });
  const order: number[] = [];
  const results = await Promise.allSettled(
    [1, 2, 3].map((n) =>
      queue.run(async () => {
        order.push(n);
        if (n === 2) throw new Error('two');
      }),
    ),
  );
  expect(order).toEqual([1, 2, 3]);
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('work beyond the waiting limit is refused at once with 503, and finished work frees a slot', async () => {
  const queue = createBoundedQueue({ running: 1, waiting: 1 });
  const first = pending();
  const running = queue.run(first.work);
  const waiting = queue.run(async () => 'waited');
  await expect(queue.run(async () => 'never')).rejects.toMatchObject({ status: 503, retryAfterSeconds: 2 });
  first.end();
  await running;
  expect(await waiting).toBe('waited');
  expect(await queue.run(async () => 'again')).toBe('again');
});
