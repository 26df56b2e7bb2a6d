/**
 * `npm run test:replay -- 1234`: plays the simulated history of this seed again, step by step as it was. If it fails, it is made as short as
 * it can be and still fails, and written in words. What crossed the network is written to `test-results/`. Exits with 1 if it fails.
 */
import { spawnSync } from 'node:child_process';

const [seed, ...others] = process.argv.slice(2);
if (!/^\d+$/.test(seed ?? '') || others.length > 0) throw new Error('Give the seed, a number: npm run test:replay -- 1234');
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'sync-rare', 'tests/sync/replay'], {
  stdio: 'inherit',
  env: { ...process.env, KITH_REPLAY: seed },
});
process.exitCode = status ?? 1;
