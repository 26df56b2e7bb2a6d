import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRowsFirst } from './rows-first.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const never = new AbortController().signal;

/** A gate, and a request that ends when a test says so or when it is aborted. */
function scene() {
  const rows = { wait: false };
  const gate = createRowsFirst(() => rows.wait);
  const begun: { aborted: boolean; end: () => void }[] = [];
  const request = (signal: AbortSignal) =>
    new Promise<string>((resolve) => {
      const one = { aborted: false, end: () => resolve('done') };
      signal.addEventListener('abort', () => {
        one.aborted = true;
        resolve('aborted');
      });
      begun.push(one);
    });
  const set = (wait: boolean) => {
    rows.wait = wait;
    gate.moved();
  };
  return { gate, begun, request, set };
}

test('nothing begins while rows wait, and everything does once they are gone', async () => {
  const { gate, begun, request, set } = scene();
  set(true);
  const both = [gate.run(request, never), gate.run(request, never)];
  await vi.advanceTimersByTimeAsync(60_000);
  expect(begun).toHaveLength(0);
  set(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toHaveLength(2);
  for (const { end } of begun) end();
  expect(await Promise.all(both)).toEqual(['done', 'done']);
});

test('what runs ends by itself within its time, and gives way to a row after it', async () => {
  const { gate, begun, request, set } = scene();
  const outcomes = [gate.run(request, never), gate.run(request, never, 3_000)];
  await vi.advanceTimersByTimeAsync(600);
  set(true);
  await vi.advanceTimersByTimeAsync(399);
  expect(begun.map(({ aborted }) => aborted)).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(await outcomes[0]).toBeNull();
  begun[1]?.end();
  expect(await outcomes[1]).toBe('done');
});

test('what has run for longer gives way at once; without a row it runs for ever', async () => {
  const { gate, begun, request, set } = scene();
  const outcome = gate.run(request, never);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(begun[0]?.aborted).toBe(false);
  set(true);
  expect(await outcome).toBeNull();
});

test('a row that was sent in time ends nothing', async () => {
  const { gate, begun, request, set } = scene();
  const outcome = gate.run(request, never);
  set(true);
  await vi.advanceTimersByTimeAsync(500);
  set(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(begun[0]?.aborted).toBe(false);
  begun[0]?.end();
  expect(await outcome).toBe('done');
});

test('a caller that no longer wants a request ends it, running or held', async () => {
  const { gate, begun, request, set } = scene();
  const stopping = new AbortController();
  const running = gate.run(request, stopping.signal);
  await vi.advanceTimersByTimeAsync(0);
  set(true);
  const held = gate.run(request, stopping.signal);
  await vi.advanceTimersByTimeAsync(0);
  stopping.abort();
  expect(await running).toBe('aborted');
  expect([await held, begun.length]).toEqual([null, 1]);
});
