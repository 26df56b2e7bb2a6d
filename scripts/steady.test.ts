import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshEnvironment, smallSuite } from '../tests/support/small-suite.ts';
import { playRounds, type SteadyRun, steadyTable } from './steady.ts';

const nth = `
  import { appendFileSync, readFileSync } from 'node:fs';
  appendFileSync('count', '.');
  const nth = readFileSync('count', 'utf8').length;`;

test('what fails now and then is counted, busy or not, and named with its message; a later call goes on', async () => {
  const root = smallSuite({
    'vitest.config.mjs': `export default { test: { include: ['*.test.ts'], maxWorkers: 1 } };`,
    'passes.test.ts': `test('passes', () => {});`,
    'wavers.test.ts': `${nth} test('wavers', () => expect('row ' + nth).not.toMatch(/[24]/));`,
  });
  const lines: string[] = [];
  const run: SteadyRun = {
    root,
    words: [],
    times: 3,
    env: freshEnvironment(),
    commit: 'abc',
    file: join(root, 'kept.json'),
    say: (line) => lines.push(line.replace(/\d+ s$/, '… s')),
  };
  await playRounds(run);
  const { rounds } = await playRounds({ ...run, times: 4, commit: 'def', resume: true });
  expect(lines).toEqual([
    'round 1 of 3, busy: 2 files, 0 failed, … s',
    'round 2 of 3, quiet: 2 files, 1 failed, … s',
    'round 3 of 3, busy: 2 files, 0 failed, … s',
    'round 4 of 4, quiet: 2 files, 1 failed, … s',
  ]);
  const table = steadyTable({ words: [], rounds });
  expect(table).toMatch(/^4 rounds, 2 of them busy; abc, def\n2 of 4 {2}wavers\.test\.ts {2}\(0 of them busy; at most \d s\)\n/);
  expect(table).toMatch(/ {4}2 × wavers\.test\.ts > wavers\n {8}.*row 2/);
  expect(table).toMatch(/1 of 2 files passed each time$/);

  await expect(playRounds({ ...run, words: ['passes'], resume: true })).rejects.toThrow('leave out --resume');
});

test('a dead worker is a failure of its file', async () => {
  const root = smallSuite({
    'vitest.config.mjs': `export default { test: { include: ['*.test.ts'] } };`,
    'dies.test.ts': `test('dies', async () => { process.kill(process.pid, 'SIGKILL'); await new Promise(() => {}); });`,
  });
  const steady = await playRounds({ root, words: [], times: 1, env: freshEnvironment(), commit: 'abc', file: join(root, 'kept.json') });
  expect(steadyTable(steady)).toContain('1 of 1  dies.test.ts');
});
