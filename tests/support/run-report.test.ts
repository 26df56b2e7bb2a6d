import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { RunReport } from './run-report.ts';

/** What a run of these files leaves behind. */
function reportOf(files: Readonly<Record<string, string>>): RunReport {
  const folder = mkdtempSync(join(tmpdir(), 'kith-report-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'));
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, name), `import { afterAll, beforeAll, describe, test } from 'vitest';\n${text}`);
  const report = join(folder, 'report.json');
  const args = ['node_modules/vitest/vitest.mjs', 'run', `--root=${folder}`, `--reporter=${join(import.meta.dirname, 'run-report.ts')}`];
  spawnSync(process.execPath, args, { cwd: folder, env: { ...process.env, KITH_REPORT: report } });
  return JSON.parse(readFileSync(report, 'utf8'));
}

test('every failure has its name and the beginning of what was thrown, which need not be an error', () => {
  const { passed, skipped, failures } = reportOf({
    'values.test.ts': `
      test('passes', () => {});
      test.skip('is left out', () => {});
      test('throws a value', () => { throw { code: 404 }; });
      test('throws an error', () => { throw new Error('no such friend'); });
      test('takes too long', () => new Promise(() => {}), 20);`,
    'groups.test.ts': `
      describe('a group', () => { beforeAll(() => { throw { code: 7 }; }); test('after it', () => {}); });`,
    'missing.test.ts': `import './nowhere.ts';`,
    'later.test.ts': `test('ends before', async () => { setTimeout(() => { throw new Error('nobody waits'); }); await new Promise((done) => setTimeout(done, 50)); });`,
  });
  const beginnings = failures.map((text) => text.split('\n').slice(0, 2).join(' ')).sort();
  expect(beginnings).toEqual([
    expect.stringMatching(/^groups.test.ts > a group +\{ code: 7/),
    expect.stringMatching(/^missing.test.ts +Error: Cannot find module '.\/nowhere.ts'/),
    expect.stringMatching(/^outside of all tests +Error: nobody waits/),
    expect.stringMatching(/^values.test.ts > takes too long +Error: Test timed out in 20ms/),
    expect.stringMatching(/^values.test.ts > throws a value +\{ code: 404/),
    expect.stringMatching(/^values.test.ts > throws an error +Error: no such friend/),
  ]);
  expect({ passed, skipped }).toEqual({ passed: 2, skipped: 2 });
});
