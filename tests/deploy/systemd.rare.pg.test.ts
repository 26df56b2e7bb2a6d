/** The unit in `deploy/kith.service`, as systemd itself reads and judges it. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as baseTest, describe, expect } from 'vitest';
import { findSystemdAnalyze } from '../../scripts/test-programs.ts';
import { deployedFile } from '../support/deployed-file.ts';
import { stopMs } from './stop-ms.ts';

const program = findSystemdAnalyze();
/** In tenths: systemd 252 gives the unit 1.3 of 10, where 10 is no protection at all. Other versions count a little differently. */
const MOST_EXPOSED = 15;

const test = baseTest
  .extend('unit', { scope: 'file' }, () => deployedFile('kith.service', [['/usr/bin/node', process.execPath]]))
  /** Runs systemd-analyze on the unit. */
  .extend('analyze', async ({ unit }, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'kith-unit-'));
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'kith.service');
    await writeFile(file, unit);
    return (...args: readonly string[]) =>
      new Promise<{ readonly code: unknown; readonly output: string }>((resolve) => {
        execFile(program ?? '', [...args, file], (error, stdout, stderr) =>
          resolve({ code: error?.code ?? 0, output: `${stdout}${stderr}` }),
        );
      });
  });

describe.runIf(program !== null)('to systemd', () => {
  test('the unit has no errors and no unknown settings', async ({ analyze }) => {
    const { code, output } = await analyze('verify', '--man=no');
    // The machine's own units may have faults as well.
    expect(output.split('\n').filter((line) => line.includes('kith.service'))).toEqual([]);
    expect(code, output).toBe(0);
  });

  test(`the unit exposes at most ${MOST_EXPOSED / 10} of 10`, async ({ analyze }) => {
    const { code, output } = await analyze('security', '--offline=true', '--no-pager', `--threshold=${MOST_EXPOSED}`);
    expect(output).toContain('Overall exposure level for kith.service');
    expect(code, output).toBe(0);
  });
});

test('the unit leaves enough time for a stop, and tells only Kith, not its Postgres', ({ unit }) => {
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? [];
  expect(Number(seconds) * 1000).toBeGreaterThan(stopMs());
  expect(unit).toMatch(/^KillMode=mixed$/m);
});

test('the unit lets V8 compile', ({ unit }) => {
  expect(unit).toMatch(/^MemoryDenyWriteExecute=no$/m);
});
