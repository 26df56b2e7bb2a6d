import { defineConfig } from 'vitest/config';

/**
 * What a test needs is said by its name: `*.test.ts` Node alone, `*.pg.test.ts` a real Postgres, `*.sync.test.ts` server and
 * clients without a browser, `*.web.test.ts` a real browser against the built app. `*.timed.web.test.ts` holds a bound in seconds: it
 * runs last and alone. `*.rare.web.test.ts` and `*.rare.pg.test.ts` hold what few people ever meet; `npm run test:all` runs them. Everything else
 * waits for conditions, and files run side by side.
 */
const shared = {
  environment: 'node',
  pool: 'forks' as const,
  // On two cores: a test waits for half of its time.
  maxWorkers: 3,
  setupFiles: ['tests/support/record-set-up.ts'],
};
/** Alone, and in the whole browser: what people feel is measured in what they have. */
const timed = { ...shared, sequence: { groupOrder: 4 }, maxWorkers: 1, env: { KITH_HEADLESS_SHELL: '' } };
/** The modules of the server keep no state of their own: loading them once for each worker is enough. */
const server = { testTimeout: 30_000, hookTimeout: 60_000, isolate: false };
/** What a screen comes to show, it shows in its own time. */
const screens = {
  expect: { poll: { timeout: 30_000 } },
  testTimeout: 240_000,
  hookTimeout: 120_000,
  // A worker keeps its browser from file to file.
  isolate: false,
};

export default defineConfig({
  test: {
    globalSetup: 'tests/support/global-setup.ts',
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          sequence: { groupOrder: 0 },
          include: ['{schemas,src,workers,sync-server,scripts,tests}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.pg.test.ts', '**/*.sync.test.ts', '**/*.web.test.ts', '**/*.browsers.test.ts'],
          // Ends what hangs. On a busy machine a test of a few hundred milliseconds takes some seconds.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          sequence: { groupOrder: 1 },
          include: ['{sync-server,tests}/**/*.pg.test.ts'],
          exclude: ['**/*.rare.pg.test.ts'],
          ...server,
        },
      },
      {
        test: {
          ...shared,
          name: 'server-rare',
          sequence: { groupOrder: 1 },
          include: ['{sync-server,tests}/**/*.rare.pg.test.ts'],
          ...server,
        },
      },
      {
        test: {
          ...shared,
          name: 'sync',
          sequence: { groupOrder: 2 },
          include: ['{workers,tests}/**/*.sync.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          ...screens,
          name: 'browser',
          sequence: { groupOrder: 3 },
          include: ['tests/browser/**/*.web.test.ts'],
          exclude: ['**/*.timed.web.test.ts', '**/*.rare.web.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          ...screens,
          name: 'rare',
          sequence: { groupOrder: 3 },
          include: ['tests/browser/**/*.rare.web.test.ts'],
          exclude: ['**/*.timed.rare.web.test.ts'],
        },
      },
      { test: { ...screens, ...timed, name: 'timed', include: ['tests/browser/**/*.timed.web.test.ts'] } },
      { test: { ...screens, ...timed, name: 'timed-rare', include: ['tests/browser/**/*.timed.rare.web.test.ts'] } },
    ],
  },
});
