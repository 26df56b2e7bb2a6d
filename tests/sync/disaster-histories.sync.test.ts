import { disasterTest as test } from './oracle/host.ts';
import { mustOccurInDisasters } from './oracle/must-occur.ts';
import { runHistories, seedOfRun } from './oracle/run-histories.ts';

/**
 * A few of the same histories on a built server that is killed with -9 at named points of a command, and whose Postgres is restarted in the
 * middle of one. Every answered write must stay. Every unanswered write must be carried out exactly once when it is sent again.
 */
const histories = Number(process.env.KITH_DISASTER_HISTORIES ?? 3);

test(`${histories} histories with disasters from seed ${seedOfRun}`, { timeout: 3_600_000 }, async ({ host }) => {
  await runHistories(host, {
    histories,
    acts: 60,
    seed: seedOfRun,
    atOnce: 1,
    kind: 'disasters',
    mustOccur: histories >= 3 ? mustOccurInDisasters : [],
  });
});
