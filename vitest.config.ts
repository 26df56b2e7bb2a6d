import { defineConfig } from 'vitest/config';

/**
 * What a test needs is said by its name: `*.test.ts` Node alone, `*.pg.test.ts` a real Postgres, `*.sync.test.ts` server and
 * clients without a browser, `*.web.test.ts` a real browser against the built app.
 *
 * The four run one after the other, the quickest first and the browser alone: it holds seconds that a member would wait, not
 * seconds of a machine that is busy with other tests.
 */
const shared = { environment: 'node', pool: 'forks' } as const;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          sequence: { groupOrder: 0 },
          include: ['{schemas,src,workers,sync-server,tests}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.pg.test.ts', '**/*.sync.test.ts', '**/*.web.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          sequence: { groupOrder: 1 },
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
          sequence: { groupOrder: 2 },
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
          // What a screen comes to show, it shows in its own time.
          expect: { poll: { timeout: 30_000 } },
          sequence: { groupOrder: 3 },
          globalSetup: 'tests/support/global-setup.ts',
          include: ['tests/**/*.web.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
          fileParallelism: false,
        },
      },
    ],
  },
});
