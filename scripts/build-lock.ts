/** One build at a time in a checkout: `npm start` and a test run may begin at the same time. */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { takeLock } from '../sync-server/base/process-lock.ts';

/** Waits for another build to end, but not for one that was killed. Returns a function that releases the lock. */
export async function waitForLock(path: string): Promise<() => Promise<void>> {
  await mkdir(dirname(path), { recursive: true });
  for (;;) {
    const lock = await takeLock(path);
    if (lock && 'release' in lock) return lock.release;
    await pause(100);
  }
}
