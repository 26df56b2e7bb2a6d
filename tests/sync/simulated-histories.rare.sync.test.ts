import { runHistories, runOf } from './oracle/run-histories.ts';
import { test } from './simulated/host.ts';

/** The simulated histories that `npm test` leaves out. */
const run = runOf('simulated', 'rest');

test.runIf(run.histories > 0)(
  `${run.histories} simulated histories from seed ${run.seed}`,
  { timeout: 4 * 3_600_000 },
  async ({ host }) => {
    await runHistories(host, run);
  },
);
