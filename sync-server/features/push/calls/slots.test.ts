import { expect, test, vi } from 'vitest';
import { createSlots } from './slots.ts';

test('at most so many have a slot at once, and the others follow in the order in which they came', async () => {
  const slots = createSlots(2);
  const order: number[] = [];
  const frees: (() => void)[] = [];
  const takers = [1, 2, 3, 4].map(async (nth) => {
    const free = await slots.take('a');
    order.push(nth);
    if (free) frees.push(free);
  });
  await Promise.all(takers.slice(0, 2));
  expect(order).toEqual([1, 2]);
  frees.shift()?.();
  await takers[2];
  frees.shift()?.();
  await takers[3];
  expect(order).toEqual([1, 2, 3, 4]);
});

test('the slots of one key say nothing about another, and all are free again at the end', async () => {
  const slots = createSlots(1);
  const first = await slots.take('a');
  expect(await slots.take('b')).not.toBeNull();
  first?.();
  expect(await slots.take('a', 0)).not.toBeNull();
});

test('a taker that waits for too long gets none, and takes none from those behind it', async () => {
  vi.useFakeTimers();
  const slots = createSlots(1);
  const first = await slots.take('a');
  const impatient = slots.take('a', 1000);
  const patient = slots.take('a');
  await vi.advanceTimersByTimeAsync(1000);
  expect(await impatient).toBeNull();
  first?.();
  expect(await patient).not.toBeNull();
  vi.useRealTimers();
});
