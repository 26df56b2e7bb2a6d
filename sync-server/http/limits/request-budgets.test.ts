import { test as base, expect, vi } from 'vitest';
import { realmAt } from '../../../tests/support/realm-with.ts';
import { costOfRows, createBudget } from './request-budgets.ts';

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures are wanted
  .extend('clock', ({}) => ({ now: 0 }))
  /** Ten at once, sixty a minute. */
  .extend('budget', ({ clock }) => createBudget({ most: 10, aMinute: 60 }, realmAt(clock), 0))
  /** How long this member must wait, in seconds; 0 if not at all. */
  .extend(
    'waits',
    ({ budget }) =>
      (member: string, cost?: number): Promise<number> =>
        budget.take(member, cost).then(
          () => 0,
          (error: { status: number; retryAfterSeconds: number }) => (error.status === 429 ? error.retryAfterSeconds : Number.NaN),
        ),
  );

test('the full budget is available at once, and then it refills by the minute', async ({ waits, clock }) => {
  for (let n = 0; n < 10; n += 1) expect(await waits('ana')).toBe(0);
  expect(await waits('ana')).toBe(1);
  clock.now = 1000;
  expect(await waits('ana')).toBe(0);
  expect(await waits('ana')).toBe(1);
});

test('a request that costs more than the budget runs at once and is paid for afterwards', async ({ waits, clock }) => {
  expect(await waits('ana', 100)).toBe(0);
  expect(await waits('ana')).toBe(91);
  clock.now = 90_000;
  expect(await waits('ana')).toBe(1);
  clock.now = 91_000;
  expect(await waits('ana', 100)).toBe(0);
});

test('a debt is paid after two minutes, however large the request was, and whatever it turned out to cost', async ({
  budget,
  waits,
  clock,
}) => {
  expect(await waits('ana', 5_000)).toBe(0);
  expect(await waits('ana')).toBe(121);
  clock.now = 121_000;
  expect(await waits('ana')).toBe(0);
  expect(budget.charge('ana', 3)).toBe(4);
  expect(budget.charge('ana', 5_000)).toBe(121);
  expect(budget.charge('ben', 3)).toBe(0);
});

test('ten rows of a command cost a write each, and ten more cost one', () => {
  expect([0, 1, 2, 10, 20, 1_010].map(costOfRows)).toEqual([1, 1, 2, 10, 11, 110]);
});

test('a refused request costs nothing, and no member pays for another', async ({ waits, clock }) => {
  await waits('ana', 10);
  for (let n = 0; n < 50; n += 1) expect(await waits('ana')).toBe(1);
  expect(await waits('ben', 10)).toBe(0);
  clock.now = 1000;
  expect(await waits('ana')).toBe(0);
});

test('a refused request is answered after a short pause', async () => {
  vi.useFakeTimers();
  try {
    const budget = createBudget({ most: 1, aMinute: 60 }, globalThis, 1000);
    await budget.take('ana');
    const refused = vi.fn();
    budget.take('ana').catch(refused);
    await vi.advanceTimersByTimeAsync(999);
    expect(refused).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(refused).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
  }
});
