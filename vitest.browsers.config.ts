import { defineConfig } from 'vitest/config';

/** `npm run test:browsers`: never part of `npm test`, since few machines have these browsers. One story at a time: each has a browser to itself. */
export default defineConfig({
  test: {
    name: 'browsers',
    environment: 'node',
    pool: 'forks',
    include: ['tests/browsers/**/*.browsers.test.ts'],
    globalSetup: 'tests/support/global-setup.ts',
    testTimeout: 300_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
