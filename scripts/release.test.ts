import { expect, test } from 'vitest';
import { releaseTable, runSteps, type Step } from './release.ts';

/** A step that prints these lines. */
const printing = (name: string, lines: readonly string[], code = 0): Step => ({
  name,
  command: process.execPath,
  args: ['-e', `console.log(${JSON.stringify(lines.join('\n'))}); process.exitCode = ${code};`],
});

test('each step runs, whatever failed before it; the table has their counts, and the failures stand by name', async () => {
  const lines: string[] = [];
  const run = { cwd: '.', env: process.env, say: (line: string) => lines.push(line.replace(/[\d.]+ min/, '… min')) };
  const ended = await runSteps(
    [
      printing(
        'tests',
        ['\u001b[32m✓\u001b[39m a.test.ts', 'Failed', 'a.test.ts > adds', '    expected 1', '', '1 skipped', '9 passed, 1 failed'],
        1,
      ),
      printing('seeds', ['12 seeds, 0 found']),
      printing('broken', ['no such command'], 1),
    ],
    run,
  );
  expect(lines).toEqual(['tests: FAILED after … min', 'seeds: good after … min', 'broken: FAILED after … min']);
  const table = releaseTable(ended);
  expect(table).toMatch(
    /^== tests\nFailed\na\.test\.ts > adds\n {4}expected 1\n\n1 skipped\n9 passed, 1 failed\n\n== broken\nno such command\n/,
  );
  expect(table).toMatch(/\nFAILED tests +[\d.]+ +9 +1 +- +1 +-\n/);
  expect(table).toMatch(/\ngood {3}seeds +[\d.]+ +- +- +- +- +0\n/);
});

test('it says how far a step is, and begins none after it was ended', async () => {
  const ending = new AbortController();
  const lines: string[] = [];
  const endless = `console.log(' ✓ unit a.test.ts'); setInterval(() => {}, 1000);`;
  const steps = [{ name: 'endless', command: process.execPath, args: ['-e', endless] }, printing('never', [])];
  const ended = await runSteps(steps, {
    cwd: '.',
    env: process.env,
    say(line) {
      lines.push(line);
      if (line.includes('test files: 1')) ending.abort();
    },
    everyMs: 20,
    signal: ending.signal,
  });
  expect(ended.map(({ name, good }) => [name, good])).toEqual([['endless', false]]);
  expect(lines.some((line) => /^endless, 0 min: test files: 1$/.test(line))).toBe(true);
});
