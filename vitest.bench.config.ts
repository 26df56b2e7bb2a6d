import { defineConfig } from 'vitest/config';

/** `npm run bench`: never part of the tests, because a busy machine must not decide whether the code is right. */
export default defineConfig({
  test: {
    name: 'bench',
    environment: 'node',
    pool: 'forks',
    include: ['tests/bench/**/*.bench.ts'],
    globalSetup: 'tests/support/global-setup.ts',
    // A table of presses takes 45 minutes.
    testTimeout: 2_700_000,
    hookTimeout: 300_000,
    fileParallelism: false,
    reporters: ['dot', './tests/bench/results-reporter.ts'],
    disableConsoleIntercept: true,
  },
});
