import { test } from './oracle/host.ts';
import { runHistories, runOf } from './oracle/run-histories.ts';

/** The histories in which many leave that `npm test` leaves out. */
const run = runOf('leaving', 'rest');

test.runIf(run.histories > 0)(`${run.histories} histories from seed ${run.seed}`, { timeout: 4 * 3_600_000 }, async ({ host }) => {
  await runHistories(host, run);
});
