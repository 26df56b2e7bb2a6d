import { expect, test, vi } from 'vitest';
import { openLane } from './lane.ts';
import type { Outcome } from './server.ts';

const done = { kind: 'done', body: null } as const;

/** A lane over a push and a pull. The test says whether they are ready, and ends their turns. */
function laneOf(facts: { pushReady: boolean; pullReady: boolean }) {
  const begun: string[] = [];
  const ends: ((outcome: Outcome<unknown>) => void)[] = [];
  const turn = (name: 'push' | 'pull') => () => {
    begun.push(name);
    return new Promise<Outcome<unknown>>((resolve) => ends.push(resolve));
  };
  let idle = 0;
  const lane = openLane({
    push: { ready: () => facts.pushReady, turn: turn('push') },
    pull: { ready: () => facts.pullReady, turn: turn('pull'), ask: turn('pull') },
    lost: { due: () => false, turn: () => Promise.resolve(done) },
    serverKnown: () => true,
    onOutcome: () => undefined,
    onIdle: () => {
      idle += 1;
    },
    onError: (error) => {
      throw error;
    },
  });
  /** Wakes the lane, and waits until it has found nothing to do. */
  const becomesIdle = async () => {
    const before = idle;
    lane.wake();
    await vi.waitUntil(() => idle > before);
  };
  const close = async () => {
    Object.assign(facts, { pushReady: false, pullReady: false });
    for (const end of ends) end(done);
    await lane.close();
  };
  return { lane, begun, end: (outcome: Outcome<unknown> = done) => ends.shift()?.(outcome), looksInVain: becomesIdle, close };
}

test('[5] one turn at a time: what becomes ready meanwhile waits for its end', async () => {
  const facts = { pushReady: true, pullReady: false };
  const { lane, begun, end, close } = laneOf(facts);
  await vi.waitUntil(() => begun.length === 1);
  facts.pullReady = true;
  lane.wake();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(begun).toEqual(['push']);
  end();
  await vi.waitUntil(() => begun.length === 2);
  lane.wake();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(begun).toEqual(['push', 'pull']);
  end();
  await vi.waitUntil(() => begun.length === 3);
  expect(begun).toEqual(['push', 'pull', 'push']);
  await close();
});

test('[5] work on the store waits for the running turn, and no turn begins before that work ends', async () => {
  const facts = { pushReady: true, pullReady: false };
  const { lane, begun, end, close } = laneOf(facts);
  await vi.waitUntil(() => begun.length === 1);
  let finish = () => {};
  const between = lane.between(() => {
    begun.push('between');
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  expect(begun).toEqual(['push']);
  end();
  await vi.waitUntil(() => begun.length === 2);
  lane.wake();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(begun).toEqual(['push', 'between']);
  finish();
  await between;
  await vi.waitUntil(() => begun.length === 3);
  expect(begun).toEqual(['push', 'between', 'push']);
  await close();
});

test('a write that the server put off is sent at that time, even if the clock was set back by days meanwhile', async () => {
  vi.useFakeTimers();
  try {
    const { begun, end, close } = laneOf({ pushReady: true, pullReady: false });
    await vi.advanceTimersByTimeAsync(50);
    expect(begun).toEqual(['push']);
    end({ kind: 'later', retryAfterMs: 1000, diskFull: false });
    await vi.advanceTimersByTimeAsync(50);
    vi.setSystemTime(Date.now() - 2 * 24 * 60 * 60_000);
    await vi.advanceTimersByTimeAsync(500);
    expect(begun).toEqual(['push']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(begun).toEqual(['push', 'push']);
    vi.useRealTimers();
    await close();
  } finally {
    vi.useRealTimers();
  }
});
