/** A busy machine to order: processes that only burn processor time. None outlives the work beside it, nor the process that started it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

const CHECK_MS = 100;
/** A killed parent ends nothing, so each loop checks by itself whether its parent is there. */
const LOOP = `
  const parent = Number(process.argv[1]);
  while (process.ppid === parent) for (const until = Date.now() + ${CHECK_MS}; Date.now() < until; );`;

/**
 * Does this work beside as many busy loops as there are cores; `work` gets their process ids. They have ended when this returns or throws.
 *
 * @throws Error if a loop does not start, and what `work` throws
 */
export async function besideBusyLoops<Result>(work: (pids: readonly number[]) => Promise<Result>): Promise<Result> {
  const loops = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', LOOP, String(process.pid)], { stdio: 'ignore', env: {} }),
  );
  const ended = Promise.allSettled(loops.map((loop) => once(loop, 'exit')));
  try {
    await Promise.all(loops.map((loop) => once(loop, 'spawn')));
    return await work(loops.flatMap(({ pid }) => pid ?? []));
  } finally {
    for (const loop of loops) loop.kill('SIGKILL');
    await ended;
  }
}
