import { pushTest as test } from './oracle/host.ts';
import { runHistories, runOf } from './oracle/run-histories.ts';

/**
 * The same histories while phones are called: at a real push service, by processes that die between sending and noting, and while it fails.
 * From the acknowledged acts alone the oracle knows whom a line may call at the moment when it is due, and whom it must call. Nobody else
 * is ever called: not about what they have read or may not read, not after they switched it off, and not twice. `KITH_PUSH_HISTORIES` sets
 * how many.
 */
const run = runOf('pushes', 'third');

test(`${run.histories} histories from seed ${run.seed}, with calls`, { timeout: 4 * 3_600_000 }, async ({ host }) => {
  await runHistories(host, run);
});
