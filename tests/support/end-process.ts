import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { hasEnded } from '../../sync-server/db/embedded/postgres-process.ts';

/** Ends a process if it still runs, and resolves to its exit code; null where a signal ended it. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  if (!hasEnded(child)) {
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
  return child.exitCode;
}
