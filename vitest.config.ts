import { defineConfig } from 'vitest/config';

/**
 * What a test needs is said by its name: `*.test.ts` Node alone, `*.pg.test.ts` a real Postgres, `*.sync.test.ts` server and
 * clients without a browser, `*.web.test.ts` a real browser against the built app.
 */
const shared = { environment: 'node', pool: 'forks' } as const;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['{schemas,src,workers,sync-server,tests}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.pg.test.ts', '**/*.sync.test.ts', '**/*.web.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          globalSetup: 'tests/support/global-setup.ts',
          include: ['sync-server/**/*.pg.test.ts', 'tests/**/*.pg.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...shared,
          name: 'sync',
          globalSetup: 'tests/support/global-setup.ts',
          include: ['{workers,tests}/**/*.sync.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...shared,
          name: 'browser',
          globalSetup: 'tests/support/global-setup.ts',
          include: ['tests/**/*.web.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
          fileParallelism: false,
        },
      },
    ],
  },
});
