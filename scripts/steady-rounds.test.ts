import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freshEnvironment, smallSuite } from '../tests/support/small-suite.ts';
import { until } from '../tests/support/until.ts';
import { isSteady, keptRounds, playRounds, type SteadyRun } from './steady-rounds.ts';
import { steadyTable } from './steady-table.ts';

function smallRun(files: Readonly<Record<string, string>>, options: Partial<SteadyRun> = {}): SteadyRun & { readonly lines: string[] } {
  const root = smallSuite(files);
  const lines: string[] = [];
  return {
    root,
    lines,
    words: ['.test.'],
    times: 4,
    quietOnly: false,
    seed: '7',
    env: freshEnvironment(),
    file: join(root, '.steady/outcomes.json'),
    earlier: [],
    tree: () => ({ commit: 'abc', hasChanges: false }),
    say: (line) => lines.push(line.replace(/\d+ s$/, '… s')),
    ...options,
  };
}

/** Returns a function that returns how many processes this one had at once since it was last asked. */
function watchProcesses(): () => number {
  let most = 0;
  const look = () => {
    const now = process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
    most = Math.max(most, now);
  };
  const timer = setInterval(look, 20);
  onTestFinished(() => clearInterval(timer));
  return () => {
    const seen = most;
    most = 0;
    return seen;
  };
}

test('what fails every other time is counted, and named once; a resumed run plays only missing rounds', async () => {
  const run = smallRun({
    'vitest.config.mjs': `export default { test: { include: ['*.test.ts'], maxWorkers: 1 } };`,
    'passes.test.ts': `test('passes with the seed', () => expect(process.env.KITH_SEED).toBe('7'));`,
    'wavers.test.ts': `
      import { appendFileSync, readFileSync } from 'node:fs';
      const look = process.env.KITH_LOOK;
      appendFileSync('played', look + ' ');
      const isFirst = readFileSync('played', 'utf8').split(look).length === 2;
      test('wavers', async () => {
        if (look === 'round-3-quiet' && isFirst) await new Promise(() => {});
        expect(look).not.toMatch(/[24]/);
      }, 600_000);`,
  });
  const played = () => readFileSync(join(run.root, 'played'), 'utf8').trim().split(' ');
  const processes: number[] = [];
  const most = watchProcesses();
  const interruption = new AbortController();
  const say = (line: string) => {
    run.say(line);
    processes.push(most());
  };
  const interrupted = playRounds({ ...run, say, signal: interruption.signal });
  await until(() => existsSync(join(run.root, 'played')) && played().includes('round-3-quiet'), 300_000);
  interruption.abort();
  expect(await interrupted).toHaveLength(2);
  // Vitest alone, and vitest beside its loops.
  expect(processes).toEqual([1, 1 + availableParallelism()]);

  const tree = () => ({ commit: 'def', hasChanges: true });
  const rounds = await playRounds({ ...run, earlier: keptRounds(run.file, run), tree });
  expect(run.lines).toEqual([
    'round 1 of 4, quiet: 2 files, 0 failed, … s',
    'round 2 of 4, busy: 2 files, 1 failed, … s',
    'round 3 of 4, quiet: 2 files, 0 failed, … s',
    'round 4 of 4, busy: 2 files, 1 failed, … s',
  ]);
  expect(played()).toEqual(['round-1-quiet', 'round-2-busy', 'round-3-quiet', 'round-3-quiet', 'round-4-busy']);
  expect(keptRounds(run.file, run)).toEqual(rounds);
  expect(isSteady(rounds)).toBe(false);
  const table = steadyTable(rounds);
  expect(table).toMatch(/^4 rounds of abc, def with changes\n.*\n {2}2 of 4 {4}0 of 2 {4}2 of 2 +\d+ s {2}wavers.test.ts\n/);
  expect(table).toMatch(/ {4}2 × wavers.test.ts > wavers\n {8}AssertionError: expected 'round-2-busy'/);
  expect(table).not.toContain(`'round-4-busy'`);
  expect(table).toMatch(/\n1 file passed 4 of 4$/);
  expect(readdirSync(join(run.root, 'test-results/wavers.test.ts')).sort()).toEqual(['round-2-busy', 'round-4-busy']);

  for (const other of [{ words: ['wavers'] }, { times: 5 }, { seed: '8' }, { quietOnly: true }]) {
    expect(() => keptRounds(run.file, { ...run, ...other })).toThrow('begin anew without --resume');
  }
});

test('a dead worker is a failure of its file, a round without a report one outside of all tests', async () => {
  const files = {
    'vitest.config.mjs': `export default { test: { include: ['*.test.ts'], maxWorkers: 1, globalSetup: 'set-up.ts' } };`,
    'set-up.ts': `
      export default () => {
        if (process.env.KITH_LOOK !== 'round-2-quiet') return;
        console.log('no disk space');
        process.exit(1);
      };`,
    'dies.test.ts': `test('dies', async () => { process.kill(process.pid, 'SIGKILL'); await new Promise(() => {}); });`,
  };
  const run = smallRun(files, { times: 2, quietOnly: true });
  const rounds = await playRounds(run);
  expect(run.lines).toEqual([
    'round 1 of 2, quiet: 1 file, 1 failed, … s',
    'round 2 of 2, quiet: 0 files, 0 failed, an error outside of all tests, … s',
  ]);
  expect(rounds.map(({ outside }) => outside)).toEqual([null, expect.stringMatching(/left no report[\s\S]*no disk space/)]);
  const table = steadyTable(rounds);
  expect(table).toMatch(/ {2}1 of 2 {4}1 of 2 {4}0 of 0 .*dies.test.ts\n/);
  expect(table).toMatch(/ {2}1 of 2 {4}1 of 2 {4}0 of 0 .*outside of all tests\n/);
  expect(existsSync(join(run.root, 'test-results/outside of all tests/round-2-quiet/output.txt'))).toBe(true);

  // Twenty rounds of nothing would look steady.
  await expect(playRounds({ ...run, words: ['no-such-name'] })).rejects.toThrow('choose no test file: no-such-name');
});
