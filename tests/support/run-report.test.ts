import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type RunReport, runReport } from './run-report.ts';
import { freshEnvironment, smallSuite } from './small-suite.ts';

/** What a run of these files leaves behind. */
function reportOf(files: Readonly<Record<string, string>>): RunReport {
  const folder = smallSuite(files);
  const report = join(folder, 'report.json');
  const args = ['node_modules/vitest/vitest.mjs', 'run', `--root=${folder}`, `--reporter=${join(import.meta.dirname, 'run-report.ts')}`];
  spawnSync(process.execPath, args, { cwd: folder, env: { ...freshEnvironment(), KITH_REPORT: report } });
  return JSON.parse(readFileSync(report, 'utf8'));
}

test('every failure has its file, its name and the beginning of what was thrown, which need not be an error', () => {
  const { files, withoutFile } = reportOf({
    'values.test.ts': `
      test('passes', () => {});
      test.skip('is left out', () => {});
      test('throws a value', () => { throw { code: 404 }; });
      test('throws an error', () => { throw new Error('no such friend'); });
      test('differs', () => { expect({ seats: 7 }).toEqual({ seats: 8 }); });
      test('takes too long', () => new Promise(() => {}), 20);`,
    'groups.test.ts': `
      describe('a group', () => { beforeAll(() => { throw { code: 7 }; }); test('after it', () => {}); });`,
    'missing.test.ts': `import './nowhere.ts';`,
    'later.test.ts': `test('ends before', async () => { setTimeout(() => { throw new Error('nobody waits'); }); await new Promise((done) => setTimeout(done, 50)); });`,
    'killed.test.ts': `
      test('lives', () => {});
      test('kills its worker', async () => { process.kill(process.pid, 'SIGKILL'); await new Promise(() => {}); });
      test('never begins', () => {});`,
  });
  const failures = files.flatMap(({ path, failures }) => failures.map(({ name, message }) => ({ path, text: `${name} ${message}` })));
  expect(failures.sort((a, b) => (a.text < b.text ? -1 : 1))).toEqual([
    { path: 'groups.test.ts', text: expect.stringMatching(/^groups.test.ts > a group +\{ code: 7/) },
    { path: 'killed.test.ts', text: expect.stringMatching(/^killed.test.ts( > .*)? The (test|file) never (ended|ran)[\s\S]*Worker/) },
    { path: 'later.test.ts', text: expect.stringMatching(/^later.test.ts > outside of all tests +Error: nobody waits/) },
    { path: 'missing.test.ts', text: expect.stringMatching(/^missing.test.ts +Error: Cannot find module '.\/nowhere.ts'/) },
    {
      path: 'values.test.ts',
      text: expect.stringMatching(/^values.test.ts > differs +AssertionError: [\s\S]*- {3}"seats": 8,\n +\+ {3}"seats": 7,/),
    },
    { path: 'values.test.ts', text: expect.stringMatching(/^values.test.ts > takes too long +Error: Test timed out in 20ms/) },
    { path: 'values.test.ts', text: expect.stringMatching(/^values.test.ts > throws a value +\{ code: 404/) },
    { path: 'values.test.ts', text: expect.stringMatching(/^values.test.ts > throws an error +Error: no such friend/) },
  ]);
  expect(withoutFile).toEqual([]);
  const counts = files.filter(({ path }) => path !== 'killed.test.ts').map(({ passed, skipped }) => [passed, skipped]);
  expect(counts.reduce(([a = 0, b = 0], [passed = 0, skipped = 0]) => [a + passed, b + skipped], [0, 0])).toEqual([2, 2]);
});

test('an error that names no file stays without one, unless a file never began', () => {
  const stray = { name: 'Error', message: 'the worker is gone' };
  expect(runReport([], [stray])).toEqual({ files: [], withoutFile: ['the worker is gone'] });
  const { files, withoutFile } = runReport([], [stray], [{ path: 'a.test.ts', absolutePath: '/a.test.ts', project: 'unit' }]);
  expect(withoutFile).toEqual([]);
  expect(files[0]?.failures).toEqual([{ name: 'a.test.ts', message: expect.stringMatching(/never began.*\n.*the worker is gone/) }]);
});
