import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { repeatedly } from './repeatedly.ts';

describe('a job that is done again and again', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('never runs twice at once', async () => {
    const ends: (() => void)[] = [];
    const repeated = repeatedly(10, () => new Promise<void>((end) => void ends.push(end)), fail);
    await vi.advanceTimersByTimeAsync(35);
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await vi.advanceTimersByTimeAsync(10);
    expect(ends).toHaveLength(2);
    ends[1]?.();
    await repeated.stop();
  });

  test('goes on after an error, which is reported', async () => {
    const errors: unknown[] = [];
    const repeated = repeatedly(
      10,
      () => Promise.reject(new Error(`call ${errors.length + 1}`)),
      (error) => void errors.push(error),
    );
    await vi.advanceTimersByTimeAsync(25);
    expect(errors).toEqual([new Error('call 1'), new Error('call 2')]);
    await repeated.stop();
  });

  test('is done at once when asked, but not beside itself and not after the end', async () => {
    let calls = 0;
    const repeated = repeatedly(
      10,
      async () => {
        calls += 1;
        await new Promise((resolve) => setTimeout(resolve, 15));
      },
      fail,
    );
    const both = Promise.all([repeated.now(), repeated.now()]);
    await vi.advanceTimersByTimeAsync(15);
    await both;
    expect(calls).toBe(1);
    await repeated.stop();
    await repeated.now();
    expect(calls).toBe(1);
  });

  test('has ended when stop returns', async () => {
    let calls = 0;
    let ended = false;
    const job = async () => {
      calls += 1;
      await new Promise((resolve) => setTimeout(resolve, 30));
      ended = true;
    };
    const repeated = repeatedly(10, job, fail);
    await vi.advanceTimersByTimeAsync(15);
    const stopped = repeated.stop().then(() => ended);
    await vi.advanceTimersByTimeAsync(100);
    expect(await stopped).toBe(true);
    expect(calls).toBe(1);
  });
});

function fail(error: unknown): void {
  throw error;
}
