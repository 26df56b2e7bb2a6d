import { test } from './oracle/host.ts';
import { mustOccurOnWorkers } from './oracle/must-occur.ts';
import { namedWorkerCases } from './oracle/named-cases.ts';
import { playOnce, runHistories, seedOfRun } from './oracle/run-histories.ts';

/**
 * The same histories with the real replication worker on some of the devices, which cover every collection between them. One history at a
 * time, because RxDB's free storage allows about a dozen open collections in a process.
 */
const histories = Number(process.env.KITH_WORKER_HISTORIES ?? 20);

test(`${histories} histories with workers from seed ${seedOfRun}`, { timeout: 4 * 3_600_000 }, async ({ host }) => {
  await runHistories(host, {
    histories,
    acts: 60,
    seed: seedOfRun,
    atOnce: 1,
    kind: 'workers',
    mustOccur: histories >= 10 ? mustOccurOnWorkers : [],
  });
});

test.for(Object.entries(namedWorkerCases))('%s', async ([, history], { host }) => {
  await playOnce(host, history);
});
