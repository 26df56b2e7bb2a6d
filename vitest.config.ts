import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first.ts';

/**
 * What a test needs is said by its name: `*.test.ts` Node alone, `*.pg.test.ts` a real Postgres, `*.sync.test.ts` server and
 * clients without a browser, `*.web.test.ts` a real browser against the built app, `*.browsers.test.ts` other engines.
 * `*.timed.web.test.ts` holds a bound in seconds: it runs last and alone. Everything else waits for conditions, and files run side by side.
 * `*.rare.*` in a name means `npm run test:rest`, which runs what `npm test` leaves out: the same kind of test, in a project of its own.
 */
const shared = {
  environment: 'node',
  pool: 'forks' as const,
  // A test waits for half of its time: three files on two cores, twelve on eight.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  setupFiles: ['tests/support/record-set-up.ts', 'tests/support/seed-properties.ts'],
};
/** Last and alone. */
const alone = { ...shared, sequence: { groupOrder: 1 }, maxWorkers: 1 };
/** The modules of the server keep no state of their own: loading them once for each worker is enough. */
const server = { ...shared, testTimeout: 30_000, hookTimeout: 60_000, isolate: false };
/** What a screen comes to show, it shows in its own time. */
const screens = {
  expect: { poll: { timeout: 30_000 } },
  testTimeout: 240_000,
  hookTimeout: 120_000,
  // A worker keeps its browser from file to file.
  isolate: false,
};
const browser = { ...shared, ...screens };
/** In the whole browser: what people feel is measured in what they have. */
const timed = { ...alone, ...screens, env: { KITH_HEADLESS_SHELL: '' } };

/** Two projects: the files of these trees that end so, and those that end so after `.rare`. */
function both(name: string, options: object, files: string, ending: string, others: readonly string[] = []) {
  const rare = `${files}.rare${ending}`;
  return [
    { test: { ...options, name, include: [`${files}${ending}`], exclude: [...others, rare] } },
    { test: { ...options, name: `${name}-rare`, include: [rare], exclude: [...others] } },
  ];
}

export default defineConfig({
  test: {
    globalSetup: 'tests/support/global-setup.ts',
    sequence: { sequencer: LongestFirst },
    projects: [
      // The time ends what hangs. On a busy machine a test of a few hundred milliseconds takes some seconds.
      ...both('unit', { ...shared, testTimeout: 30_000 }, '{schemas,src,workers,sync-server,scripts,tests}/**/*', '.test.{ts,tsx}', [
        '**/*.{pg,sync,web,browsers}.test.ts',
      ]),
      ...both('sync', { ...shared, testTimeout: 60_000, hookTimeout: 60_000 }, '{workers,tests}/**/*', '.sync.test.ts'),
      ...both('server', server, '{sync-server,tests}/**/*', '.pg.test.ts'),
      ...both('browser', browser, 'tests/browser/**/*', '.web.test.ts', ['**/*.timed.*']),
      ...both('timed', timed, 'tests/browser/**/*.timed', '.web.test.ts'),
      {
        test: {
          ...alone,
          name: 'engines-rare',
          include: ['tests/browsers/**/*.browsers.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
