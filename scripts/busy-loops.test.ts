import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isRunning } from '../tests/support/running.ts';
import { freshEnvironment, smallSuite } from '../tests/support/small-suite.ts';
import { until } from '../tests/support/until.ts';
import { besideBusyLoops } from './busy-loops.ts';

test('there is a loop for each core while the work lasts, and none after it or after its error', async () => {
  const during = await besideBusyLoops(async (pids) => {
    expect(pids.filter(isRunning)).toHaveLength(availableParallelism());
    return pids;
  });
  expect(during.filter(isRunning)).toEqual([]);

  let failed: readonly number[] = [];
  const work = besideBusyLoops(async (pids) => {
    failed = pids;
    throw new Error('the work failed');
  });
  await expect(work).rejects.toThrow('the work failed');
  expect(failed).toHaveLength(availableParallelism());
  expect(failed.filter(isRunning)).toEqual([]);
});

test('the loops end by themselves when the process that started them is killed', async () => {
  const root = smallSuite({
    'run.mts': `
      import { renameSync, writeFileSync } from 'node:fs';
      import { besideBusyLoops } from '${join(import.meta.dirname, 'busy-loops.ts')}';
      await besideBusyLoops(async (pids) => {
        writeFileSync('pids.part', JSON.stringify(pids));
        renameSync('pids.part', 'pids');
        await new Promise((done) => setTimeout(done, 600_000));
      });`,
  });
  const runner = spawn(process.execPath, ['--import', 'tsx', 'run.mts'], { cwd: root, env: freshEnvironment(), stdio: 'ignore' });
  const ended = once(runner, 'exit');
  await until(() => runner.exitCode !== null || existsSync(join(root, 'pids')));
  const pids: readonly number[] = JSON.parse(readFileSync(join(root, 'pids'), 'utf8'));
  onTestFinished(() => {
    for (const pid of pids.filter(isRunning)) process.kill(pid, 'SIGKILL');
  });
  expect(pids.filter(isRunning)).toHaveLength(availableParallelism());
  runner.kill('SIGKILL');
  await ended;
  await until(() => !pids.some(isRunning));
});
