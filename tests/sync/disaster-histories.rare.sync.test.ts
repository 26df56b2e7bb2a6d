import { disasterTest as test } from './oracle/host.ts';
import { runHistories, runOf } from './oracle/run-histories.ts';

/**
 * A few of the same histories on a built server that is killed with -9 at named points of a command, and whose Postgres is restarted in the
 * middle of one. Every answered write must stay. Every unanswered write must be carried out exactly once when it is sent again.
 * `KITH_DISASTER_HISTORIES` sets how many.
 */
const run = runOf('disasters', 'all');

test(`${run.histories} histories with disasters from seed ${run.seed}`, { timeout: 3_600_000 }, async ({ host }) => {
  await runHistories(host, run);
});
