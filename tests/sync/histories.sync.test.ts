import { test } from './oracle/host.ts';
import { mustOccur, mustOccurInMany } from './oracle/must-occur.ts';
import { namedCases } from './oracle/named-cases.ts';
import { halfOfHistories, playOnce, runHistories } from './oracle/run-histories.ts';

/**
 * Random histories of small circles on a real server and a real Postgres, with every act of the product and failing networks. From the
 * acknowledged acts alone an oracle knows what each member may see. Nothing else may ever leave the server, and once everything is quiet
 * nothing may be missing anywhere. `KITH_HISTORIES` sets how many, `KITH_SEED` the first seed. This file plays one half of them.
 */
const { histories, seed } = halfOfHistories('first');

test(`${histories} histories from seed ${seed}`, { timeout: 4 * 3_600_000 }, async ({ host }) => {
  await runHistories(host, {
    histories,
    acts: 60,
    seed,
    atOnce: 4,
    kind: 'plain',
    mustOccur: histories >= 1000 ? mustOccurInMany : histories >= 100 ? mustOccur : [],
  });
});

test.for(Object.entries(namedCases))('%s', async ([, history], { host }) => {
  await playOnce(host, history);
});
