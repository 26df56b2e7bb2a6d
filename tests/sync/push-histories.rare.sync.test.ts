import { pushTest as test } from './oracle/host.ts';
import { runHistories, runOf } from './oracle/run-histories.ts';

/** The histories with calls that `npm test` leaves out. */
const run = runOf('pushes', 'rest');

test.runIf(run.histories > 0)(
  `${run.histories} histories from seed ${run.seed}, with calls`,
  { timeout: 4 * 3_600_000 },
  async ({ host }) => {
    await runHistories(host, run);
  },
);
