import { expect, test, vi } from 'vitest';
import { openLane } from './lane.ts';
import type { LostWrites } from './lost-writes.ts';
import type { PullSide } from './pull-side.ts';
import type { PushSide } from './push-side.ts';
import type { Outcome } from './server.ts';

const done = { kind: 'done', body: null } as const;

/** A lane over two sides that are ready, or not, as a test says, and whose turns last until it ends them. */
function laneOf(facts: { pushReady: boolean; halfAnswered: boolean; pullReady: boolean; framesHeld?: boolean }) {
  const begun: string[] = [];
  const ends: ((outcome: Outcome<unknown>) => void)[] = [];
  const turn = (name: 'push' | 'pull') => () => {
    begun.push(name);
    return new Promise<Outcome<unknown>>((resolve) => ends.push(resolve));
  };
  const push: Partial<PushSide> = {
    waiting: () => facts.pushReady,
    ready: () => facts.pushReady,
    halfAnswered: () => facts.halfAnswered,
    turn: turn('push'),
  };
  const pull: Partial<PullSide> = { ready: () => facts.pullReady, holdsFrames: () => facts.framesHeld ?? false, turn: turn('pull') };
  const lost: Partial<LostWrites> = { due: () => false };
  let idle = 0;
  const lane = openLane({
    push: push as PushSide,
    pull: pull as PullSide,
    lost: lost as LostWrites,
    serverKnown: () => true,
    onOutcome: () => undefined,
    onIdle: () => {
      idle += 1;
    },
    onError: (error) => {
      throw error;
    },
  });
  /** Wakes the lane, and waits until it has looked at what there is to do and found nothing. */
  const looksInVain = async () => {
    const before = idle;
    lane.wake();
    await vi.waitUntil(() => idle > before);
  };
  const close = async () => {
    Object.assign(facts, { pushReady: false, pullReady: false });
    for (const end of ends) end(done);
    await lane.close();
  };
  return { lane, begun, end: (outcome: Outcome<unknown> = done) => ends.shift()?.(outcome), looksInVain, close };
}

test('[5] one turn at a time: what is ready meanwhile waits for its end', async () => {
  const facts = { pushReady: true, halfAnswered: false, pullReady: false };
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

test('[5] nothing is pulled while RxDB waits for the rest of an answer that has begun', async () => {
  const facts = { pushReady: false, halfAnswered: true, pullReady: true };
  const { lane, begun, looksInVain, close } = laneOf(facts);
  await looksInVain();
  expect(begun).toEqual([]);
  facts.halfAnswered = false;
  lane.wake();
  await vi.waitUntil(() => begun.length === 1);
  expect(begun).toEqual(['pull']);
  await close();
});

test('what is only asked for waits a moment for its like; what was written, or brought by the stream, does not', async () => {
  vi.useFakeTimers();
  try {
    const facts = { pushReady: false, halfAnswered: false, pullReady: false, framesHeld: false };
    const { lane, begun, end, close } = laneOf(facts);
    await vi.advanceTimersByTimeAsync(50);
    facts.pullReady = true;
    lane.wake();
    await vi.advanceTimersByTimeAsync(5);
    expect(begun).toEqual([]);
    facts.framesHeld = true;
    await vi.advanceTimersByTimeAsync(2);
    expect(begun).toEqual(['pull']);

    Object.assign(facts, { pullReady: false, framesHeld: false });
    end();
    await vi.advanceTimersByTimeAsync(50);
    facts.pushReady = true;
    lane.wake();
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toEqual(['pull', 'push']);
    vi.useRealTimers();
    await close();
  } finally {
    vi.useRealTimers();
  }
});

test('what the server wants later goes then, also where the clock was set back by days meanwhile', async () => {
  vi.useFakeTimers();
  try {
    const { begun, end, close } = laneOf({ pushReady: true, halfAnswered: false, pullReady: false });
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
