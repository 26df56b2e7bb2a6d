import { test } from './oracle/host.ts';
import { runHistories, runOf } from './oracle/run-histories.ts';

/**
 * The same histories in large circles, of which many members delete their accounts: nothing of them stays anywhere, and those whom they
 * joined lose what they read of each other only by way of them. `KITH_LEAVING_HISTORIES` sets how many.
 */
const run = runOf('leaving', 'third');

test(`${run.histories} histories from seed ${run.seed}, with many who leave`, { timeout: 4 * 3_600_000 }, async ({ host }) => {
  await runHistories(host, run);
});
