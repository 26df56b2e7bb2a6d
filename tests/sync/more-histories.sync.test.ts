import { test } from './oracle/host.ts';
import { mustOccur, mustOccurInMany } from './oracle/must-occur.ts';
import { halfOfHistories, runHistories } from './oracle/run-histories.ts';

/** The other half of the histories, in a second process that runs at the same time as the first. */
const { histories, seed } = halfOfHistories('second');

test.runIf(histories > 0)(`${histories} histories from seed ${seed}`, { timeout: 4 * 3_600_000 }, async ({ host }) => {
  await runHistories(host, {
    histories,
    acts: 60,
    seed,
    atOnce: 4,
    kind: 'plain',
    mustOccur: histories >= 1000 ? mustOccurInMany : histories >= 100 ? mustOccur : [],
  });
});
