/** When the members of a load act, and how long it waits for what must come. */
import { setTimeout as wait } from 'node:timers/promises';

/** Calls `act` this often a second until then, never waiting for the last call to end. `act` gets the time at which it was due. */
export async function repeat(
  perSecond: number,
  untilMs: number,
  signal: AbortSignal,
  act: (dueAt: number) => Promise<void>,
): Promise<void> {
  const begun = performance.now();
  const running = new Set<Promise<void>>();
  let failed: unknown = null;
  for (let n = 0; perSecond > 0 && !signal.aborted && failed === null; n += 1) {
    const dueAt = begun + (n * 1000) / perSecond;
    if (dueAt >= untilMs) break;
    await wait(Math.max(0, dueAt - performance.now()), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) break;
    const one: Promise<void> = act(dueAt)
      .catch((error: unknown) => {
        failed ??= error;
      })
      .finally(() => running.delete(one));
    running.add(one);
  }
  await Promise.all(running);
  if (failed !== null) throw failed;
}

/** Whether it came to hold within this time. */
export async function until(holds: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > deadline) return false;
    await wait(100);
  }
  return true;
}
