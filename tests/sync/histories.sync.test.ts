import { test } from './oracle/host.ts';
import { namedCases } from './oracle/named-cases.ts';
import { playOnce, runHistories, runOf } from './oracle/run-histories.ts';

/**
 * Random histories of small circles on a real server and a real Postgres, with every act of the product and failing networks. From the
 * acknowledged acts alone an oracle knows what each member may see. Nothing else may ever leave the server, and once everything is quiet
 * nothing may be missing anywhere. `KITH_HISTORIES` sets how many, `KITH_SEED` the first seed. This file plays a third of them,
 * `histories.rare.sync.test.ts` the others. So do the other kinds of histories.
 */
const run = runOf('plain', 'third');

// First, as they take seconds.
test.for(Object.entries(namedCases))('%s', async ([, history], { host }) => {
  await playOnce(host, history);
});

test(`${run.histories} histories from seed ${run.seed}`, { timeout: 4 * 3_600_000 }, async ({ host }) => {
  await runHistories(host, run);
});
