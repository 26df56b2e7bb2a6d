/** Processes by their ids. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './until.ts';

/** Whether a process runs. On Linux, one that has ended and whose parent has not asked for its end does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return process.platform !== 'linux';
  }
}

export const untilGone = (pid: number): Promise<void> => until(() => !isRunning(pid));

/** The id of the Postgres that runs on this data directory of Kith. */
export const postmasterIn = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
