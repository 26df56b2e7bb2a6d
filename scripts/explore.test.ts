import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshEnvironment, smallSuite } from '../tests/support/small-suite.ts';
import { callsOf, explore, filesThatDraw, findingText } from './explore.ts';

const root = join(import.meta.dirname, '..');

test('each round has a seed of its own; what fails is named once a kind, with its seed', async () => {
  const folder = smallSuite({
    'vitest.config.mjs': `export default { test: { include: ['*.test.ts'] } };`,
    'draws.test.ts': `const seed = process.env.KITH_SEED; test('draws', () => expect('row ' + seed).not.toMatch(/[24]/));`,
    'loads.test.ts': `if (process.env.KITH_SEED === '3') throw new Error('does not load'); test('passes', () => {});`,
  });
  const enough = new AbortController();
  let drawn = 0;
  const draw = () => {
    drawn += 1;
    if (drawn === 5) enough.abort();
    return drawn;
  };
  const calls = [['draws.test.ts', 'loads.test.ts']];
  const { seeds, findings } = await explore({
    root: folder,
    calls,
    env: freshEnvironment(),
    maxMs: 120_000,
    signal: enough.signal,
    draw,
  });
  expect(seeds).toBe(5);
  expect(findings.map(({ name, seed, times }) => [name, seed, times])).toEqual([
    ['draws.test.ts > draws', 2, 2],
    ['loads.test.ts', 3, 1],
  ]);
  expect(findings.map(findingText)[0]).toMatch(/^draws.test.ts > draws\n {4}by KITH_SEED=2, and by 1 more\n {4}.*row 2/);
});

test('all that draws is explored: properties, writers and histories, rare or not; each file of histories by itself', () => {
  const draws = ['schemas/base/text.test.ts', 'tests/sync/gap.pg.test.ts', 'sync-server/db/jobs.rare.pg.test.ts'];
  const histories = ['tests/sync/histories.sync.test.ts', 'tests/sync/worker-histories.rare.sync.test.ts'];
  const found = filesThatDraw(root, [...histories, ...draws, 'tests/build/words.test.ts', 'tests/sync/oracle/run-histories.ts']);
  expect(found).toEqual([...histories, ...draws]);
  expect(callsOf(found)).toEqual([draws, ...histories.map((file) => [file])]);
});
