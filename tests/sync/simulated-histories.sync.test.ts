import { expect } from 'vitest';
import { Coverage } from './oracle/coverage.ts';
import { namedWorkerCases } from './oracle/named-cases.ts';
import { historyOfSeed, playOnce, runHistories, runOf } from './oracle/run-histories.ts';
import { test } from './simulated/host.ts';
import { simulate } from './simulated/simulate.ts';

/**
 * Histories with the real replication worker in simulated circles: virtual time, connections in memory, and an order that the seed decides.
 * `KITH_SIMULATED_HISTORIES` sets how many, and `npm run test:replay -- <seed>` plays one again.
 */
const run = runOf('simulated', 'third');

test.for(Object.entries(namedWorkerCases))('%s', async ([, history], { host }) => {
  await playOnce(host, history);
});

test(`${run.histories} simulated histories from seed ${run.seed}`, { timeout: 4 * 3_600_000 }, async ({ host }) => {
  await runHistories(host, run);
});

test('the same seed gives the same run, byte for byte', async ({ template }) => {
  const seed = run.seed + 1;
  async function play(): Promise<readonly string[]> {
    const trace: string[] = [];
    await simulate({ template, seed, history: historyOfSeed(run, seed), coverage: new Coverage(), note: (line) => void trace.push(line) });
    return trace;
  }
  const first = await play();
  expect(first.length).toBeGreaterThan(200);
  expect(await play()).toEqual(first);
});
