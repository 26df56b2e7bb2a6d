import { test as base, expect, vi } from 'vitest';
import { countersInMemory } from '../../http/limits/counters.ts';
import { createGuessing } from './guessing.ts';

/** The line in front of accounts, in a time that the test moves. */
const test = base.extend('guessing', async ({ task: _ }, { onCleanup }) => {
  vi.useFakeTimers();
  onCleanup(() => {
    vi.useRealTimers();
  });
  return createGuessing(countersInMemory);
});

type Guessing = ReturnType<typeof createGuessing>;

/** What has become of an attempt so far. */
function attempt(guessing: Guessing, from: string) {
  const made = { state: 'waits' };
  guessing.turn('ana@kith.test', from).then(
    () => {
      made.state = 'goes on';
    },
    ({ status }: { status: number }) => {
      made.state = String(status);
    },
  );
  return made;
}
const moment = () => vi.advanceTimersByTimeAsync(0);

async function exhaust(guessing: Guessing): Promise<void> {
  for (let tried = 0; tried < 18; tried += 1) attempt(guessing, 'eve');
  await vi.advanceTimersByTimeAsync(60_000);
}

test('ten attempts are free; after them there is a growing pause between two', async ({ guessing }) => {
  const free = Array.from({ length: 10 }, () => attempt(guessing, 'eve'));
  await moment();
  expect(free.every(({ state }) => state === 'goes on')).toBe(true);

  const waits: number[] = [];
  for (let tried = 0; tried < 8; tried += 1) {
    const one = attempt(guessing, 'eve');
    await moment();
    let waited = 0;
    for (; one.state === 'waits'; waited += 50) await vi.advanceTimersByTimeAsync(50);
    expect(one.state).toBe('goes on');
    waits.push(waited);
  }
  expect(waits).toEqual([0, 250, 500, 1000, 2000, 4000, 4000, 4000]);
});

test('the address that tried least goes next, and nobody waits longer than a page does', async ({ guessing }) => {
  await exhaust(guessing);
  attempt(guessing, 'eve');
  const eves = Array.from({ length: 40 }, () => attempt(guessing, 'eve'));
  await moment();
  expect(eves.filter(({ state }) => state === '429')).toHaveLength(24);
  const ana = attempt(guessing, 'ana');
  await vi.advanceTimersByTimeAsync(4_000);
  expect(ana.state).toBe('goes on');
  expect(eves.filter(({ state }) => state === 'goes on')).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(eves.filter(({ state }) => state === 'waits')).toHaveLength(0);
});

test('guessing at one account does not slow down another', async ({ guessing }) => {
  await exhaust(guessing);
  attempt(guessing, 'eve');
  let through = false;
  void guessing.turn('ben@kith.test', 'eve').then(() => {
    through = true;
  });
  await moment();
  expect(through).toBe(true);
});

test('a correct sign-in of the owner does not count', async ({ guessing }) => {
  for (let tried = 0; tried < 30; tried += 1) {
    const one = attempt(guessing, 'ana');
    await moment();
    expect(one.state).toBe('goes on');
    await guessing.succeeded('ana@kith.test');
  }
});
