import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshEnvironment, smallSuite } from '../tests/support/small-suite.ts';
import { until } from '../tests/support/until.ts';
import { MAX_FILES, runTests, type TestRun, tooManyToLookAgain, unsureText } from './second-look.ts';

/** As in the configuration of this repository: files share workers, and the number of workers is set for each project. */
const config = `export default { test: { projects: [{ test: {
  name: 'small', include: ['*.test.{ts,tsx}'], isolate: false, maxWorkers: 2, setupFiles: ['${join(import.meta.dirname, '../tests/support/record-set-up.ts')}'],
} }] } };`;
/** In test files: how often this was called in the runs until now, this time included. */
const counting = `
  import { appendFileSync, readFileSync } from 'node:fs';
  const nth = (name) => { appendFileSync(name + '.count', '.'); return readFileSync(name + '.count', 'utf8').length; };`;

function smallRun(files: Readonly<Record<string, string>>, options: Partial<TestRun> = {}): TestRun {
  const root = smallSuite({ 'vitest.config.mjs': config, ...files });
  return { root, words: ['--project=small'], env: { ...freshEnvironment(), KITH_SEED: '7' }, quiet: true, ...options };
}

const firstLines = (texts: readonly string[]): readonly string[] => texts.map((text) => text.split('\n')[0] ?? '').sort();

test('what fails each time is red, what passes when it is alone is unsure, and each test counts once', async () => {
  const run = smallRun({
    'passes.test.ts': `test('passes', () => {});`,
    'always.test.ts': `test('fails', () => expect(1).toBe(2)); test('passes beside it', () => {});`,
    'once.test.ts': `${counting} test('fails once', () => expect(nth('once')).toBeGreaterThan(1)); test('passes beside it', () => {});`,
    // Its path begins like the other's.
    'once.test.tsx': `${counting} test('is not run again', () => expect(nth('twin')).toBe(1));`,
    'twice.test.ts': `${counting} test('fails twice', () => expect(nth('twice')).toBeGreaterThan(2));`,
    'missing.test.ts': `import './nowhere.ts'; test('is not loaded', () => {});`,
    'killed.test.ts': `${counting} test('dies once', async () => { if (nth('killed') === 1) { process.kill(process.pid, 'SIGKILL'); await new Promise(() => {}); } });`,
    'dies.test.ts': `test('dies', async () => { process.kill(process.pid, 'SIGKILL'); await new Promise(() => {}); });`,
    'rejects.test.ts': `${counting} test('passes beside a rejection', async () => {
      if (nth('rejects') === 1) void Promise.reject(new Error('nobody waits'));
      await new Promise((done) => setTimeout(done, 50));
    });`,
  });
  const { passed, failed, unsure } = await runTests(run);
  const fails = failed.filter((text) => text.includes('in 3 of 3 looks'));
  expect(fails).toEqual(failed);
  expect(firstLines(failed).map((line) => line.split(' > ')[0])).toEqual(['always.test.ts', 'dies.test.ts', 'missing.test.ts']);
  const named = unsure.map(({ what, looks }) => [what, looks.map((look) => look.split(' ')[0])]).sort();
  expect(named).toEqual([
    ['killed.test.ts', ['failed', 'passed']],
    ['once.test.ts', ['failed', 'passed']],
    ['rejects.test.ts', ['failed', 'passed']],
    ['twice.test.ts', ['failed', 'failed', 'passed']],
  ]);
  // passes, beside always, two of once, its twin, twice, killed, rejects
  expect(passed).toBe(8);
  const twice = unsure.find(({ what }) => what === 'twice.test.ts');
  expect(unsureText(twice as NonNullable<typeof twice>, '7')).toMatch(
    /^twice.test.ts > fails twice\n[\s\S]*failed after [\d.]+ s, failed after [\d.]+ s, passed after [\d.]+ s; KITH_SEED=7\n[\s\S]*kept: test-results\/twice.test.ts\/1\/failures.txt\n/,
  );
  const kept = (look: string) => join(run.root, 'test-results/twice.test.ts', look, 'failures.txt');
  expect(['1', '2', '3'].map((look) => existsSync(kept(look)))).toEqual([true, true, false]);
  expect(readFileSync(kept('2'), 'utf8')).toContain('fails twice');
});

test('a file that fails only behind another is unsure, and names the other', async () => {
  const leaks = `test('is first', () => { expect(globalThis.leaked).toBe(undefined); globalThis.leaked = true; });`;
  const oneWorker = { 'vitest.config.mjs': config.replace('maxWorkers: 2', 'maxWorkers: 1') };
  const { failed, unsure } = await runTests(smallRun({ ...oneWorker, 'a.test.ts': leaks, 'b.test.ts': leaks }));
  expect(failed).toEqual([]);
  const [only, ...others] = unsure;
  expect(others).toEqual([]);
  expect(only?.before).toEqual([only?.what === 'a.test.ts' ? 'b.test.ts' : 'a.test.ts']);
});

test('a run that dies before its report is made again once', async () => {
  const setUp = (deaths: number) => ({
    'vitest.config.mjs': config.replace("'*.test.{ts,tsx}']", "'*.test.{ts,tsx}'], globalSetup: 'set-up.ts'"),
    'set-up.ts': `${counting} export default () => { if (nth('runs') <= ${deaths}) process.kill(process.pid, 'SIGKILL'); };`,
    'a.test.ts': `test('passes', () => {});`,
  });
  const [once, twice] = await Promise.all([runTests(smallRun(setUp(1))), runTests(smallRun(setUp(2)))]);
  expect([once.passed, once.failed, once.unsure.map(({ what }) => what)]).toEqual([1, [], ['the whole run']]);
  expect(twice.failed).toEqual([expect.stringMatching(/left no report/)]);
});

test('a run that ends with an error which nothing explains is red', async () => {
  const { failed } = await runTests(smallRun({ 'a.test.ts': `test('passes', () => {});` }, { words: ['nothing-has-this-name'] }));
  expect(failed).toEqual([expect.stringMatching(/ended with an error/)]);
});

test('without second looks what fails once is red', async () => {
  const files = { 'a.test.ts': `${counting} test('fails once', () => expect(nth('a')).toBeGreaterThan(1));` };
  const { failed, unsure } = await runTests(smallRun(files, { looksAgain: false }));
  expect(firstLines(failed)).toEqual(['a.test.ts > fails once']);
  expect(unsure).toEqual([]);
});

test('many files, or long looks, are no luck', async () => {
  expect(tooManyToLookAgain(MAX_FILES)).toBeNull();
  expect(tooManyToLookAgain(MAX_FILES + 1)).toContain(`${MAX_FILES + 1} files failed`);
  const files = {
    'a.test.ts': `${counting} test('hangs', { timeout: 600_000 }, () => { expect(nth('a')).toBe(2); return new Promise(() => {}); });`,
  };
  const { failed } = await runTests(smallRun(files, { maxMs: 100 }));
  expect(firstLines(failed)).toEqual(['The second looks took longer than 0.1 seconds.', 'a.test.ts']);
});

test('Ctrl-C ends everything that the run started', async () => {
  const { root } = smallRun({
    'a.test.ts': `
      import { spawn } from 'node:child_process';
      import { renameSync, writeFileSync } from 'node:fs';
      test('hangs', { timeout: 600_000 }, () => {
        process.on('SIGINT', () => {});
        const child = spawn('sleep', ['600']);
        writeFileSync('pids.part', JSON.stringify([process.ppid, process.pid, child.pid]));
        renameSync('pids.part', 'pids');
        return new Promise(() => {});
      });`,
    'run.mts': `
      import { untilInterrupted } from '${join(import.meta.dirname, 'run-command.ts')}';
      import { runTests } from '${join(import.meta.dirname, 'second-look.ts')}';
      await runTests({ root: process.cwd(), words: ['--project=small'], env: process.env, signal: untilInterrupted(), quiet: true });`,
  });
  const runner = spawn(process.execPath, ['--import', 'tsx', 'run.mts'], { cwd: root, env: freshEnvironment(), stdio: 'ignore' });
  const ended = once(runner, 'exit');
  await until(() => runner.exitCode !== null || existsSync(join(root, 'pids')), 300_000);
  const pids: readonly number[] = JSON.parse(readFileSync(join(root, 'pids'), 'utf8'));
  runner.kill('SIGINT');
  await ended;
  expect(pids.length).toBe(3);
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
