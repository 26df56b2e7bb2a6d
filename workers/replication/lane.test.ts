import { expect, test, vi } from 'vitest';
import { until } from '../../tests/support/until.ts';
import { openLane, type Turn } from './lane.ts';
import type { Outcome } from './server.ts';

const done = { kind: 'done', body: null } as const;

/** A lane over a push, a pull and lost writes. The test says whether they are ready, and ends their turns. */
function laneOf(
  facts: { pushReady: boolean; pullReady: boolean; lostDue?: boolean; serverKnown?: boolean },
  onIdle: () => void = () => undefined,
) {
  const begun: string[] = [];
  const ends: ((outcome: Outcome<unknown>) => void)[] = [];
  const turn = (name: Turn) => () => {
    begun.push(name);
    return new Promise<Outcome<unknown>>((resolve) => ends.push(resolve));
  };
  let idle = 0;
  const lane = openLane({
    push: { ready: () => facts.pushReady, turn: turn('push') },
    pull: { ready: () => facts.pullReady, turn: turn('pull'), ask: turn('ask') },
    lost: { due: () => facts.lostDue ?? false, turn: turn('lost') },
    serverKnown: () => facts.serverKnown ?? true,
    onOutcome: () => undefined,
    onIdle: () => {
      idle += 1;
      onIdle();
    },
    onError: (error) => {
      throw error;
    },
  });
  /** Wakes the lane, and waits until it has found nothing to do. */
  const becomesIdle = async () => {
    const before = idle;
    lane.wake();
    await until(() => idle > before);
  };
  const close = async () => {
    Object.assign(facts, { pushReady: false, pullReady: false, lostDue: false });
    for (const end of ends) end(done);
    await lane.close();
  };
  return { lane, begun, end: (outcome: Outcome<unknown> = done) => ends.shift()?.(outcome), looksInVain: becomesIdle, close };
}

test('[5] one turn at a time: what becomes ready during a turn waits for its end', async () => {
  const facts = { pushReady: true, pullReady: false };
  const { lane, begun, end, close } = laneOf(facts);
  await until(() => begun.length === 1);
  facts.pullReady = true;
  lane.wake();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(begun).toEqual(['push']);
  end();
  await until(() => begun.length === 2);
  lane.wake();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(begun).toEqual(['push', 'pull']);
  end();
  await until(() => begun.length === 3);
  expect(begun).toEqual(['push', 'pull', 'push']);
  await close();
});

test('[5] work on the store waits for the running turn, and no turn begins before that work ends', async () => {
  const facts = { pushReady: true, pullReady: false };
  const { lane, begun, end, close } = laneOf(facts);
  await until(() => begun.length === 1);
  let finish = () => {};
  const between = lane.between(() => {
    begun.push('between');
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  expect(begun).toEqual(['push']);
  end();
  await until(() => begun.length === 2);
  lane.wake();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(begun).toEqual(['push', 'between']);
  finish();
  await between;
  await until(() => begun.length === 3);
  expect(begun).toEqual(['push', 'between', 'push']);
  await close();
});

test('a write that the server put off is sent at that time, even if the clock was set back by days', async () => {
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

test('a pause of writes that ends while the lane finds nothing to do ends for the lane too', async () => {
  const clock = { now: 0 };
  vi.spyOn(performance, 'now').mockImplementation(() => clock.now);
  try {
    // Timers may fire a little early. The lane then finds writes paused for half a millisecond more, and says that it is idle.
    const onIdle = () => {
      clock.now += clock.now === 0 ? 29.5 : 1;
    };
    const { begun, end, close } = laneOf({ pushReady: true, pullReady: false }, onIdle);
    await until(() => begun.length === 1);
    end({ kind: 'later', retryAfterMs: 30, diskFull: false });
    await until(() => begun.length === 2);
    await close();
  } finally {
    vi.restoreAllMocks();
  }
});

test('after a request without an answer, a restored server is asked which database it has, and then gets what it has lost', async () => {
  vi.useFakeTimers();
  try {
    const facts = { pushReady: false, pullReady: false, lostDue: true, serverKnown: true };
    const { begun, end, close } = laneOf(facts);
    await vi.advanceTimersByTimeAsync(50);
    facts.serverKnown = false;
    end({ kind: 'lost', retryAfterMs: 0 });
    await vi.advanceTimersByTimeAsync(5000);
    expect(begun).toEqual(['lost', 'ask']);
    facts.serverKnown = true;
    end();
    await vi.advanceTimersByTimeAsync(50);
    expect(begun).toEqual(['lost', 'ask', 'lost']);
    vi.useRealTimers();
    await close();
  } finally {
    vi.useRealTimers();
  }
});
