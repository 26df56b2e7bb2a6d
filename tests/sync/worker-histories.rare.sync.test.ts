import { test } from './oracle/host.ts';
import { namedWorkerCases } from './oracle/named-cases.ts';
import { playOnce, runHistories, runOf } from './oracle/run-histories.ts';

/**
 * The histories with the real replication worker on some of the devices, over sockets and in real time. `simulated-histories` plays the same
 * in virtual time: this shows that what it takes away, sockets and real pauses, changes nothing. One history at a time, because RxDB's free
 * storage allows about a dozen open collections in a process. `KITH_WORKER_HISTORIES` sets how many.
 */
const run = runOf('workers', 'all');

// First, as they take seconds.
test.for(Object.entries(namedWorkerCases))('%s', async ([, history], { host }) => {
  await playOnce(host, history);
});

test(`${run.histories} histories with workers from seed ${run.seed}`, { timeout: 4 * 3_600_000 }, async ({ host }) => {
  await runHistories(host, run);
});
