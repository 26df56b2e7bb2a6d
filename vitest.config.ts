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
  // These times end what hangs, and bound nothing else: a busy machine is at times four times slower.
  expect: { poll: { timeout: 60_000 } },
  testTimeout: 300_000,
  hookTimeout: 300_000,
};
/** Last and alone. */
const alone = { ...shared, sequence: { groupOrder: 2 }, maxWorkers: 1 };
/** The modules of the server keep no state of their own: loading them once for each worker is enough. */
const server = { ...shared, isolate: false };
/** A worker keeps its browser from file to file. A browser with its page fills a core, so there are no more of them than cores. */
const browser = { ...shared, isolate: false, sequence: { groupOrder: 1 }, maxWorkers: availableParallelism() };
/** In the whole browser: what people feel is measured in what they have. */
const timed = { ...alone, isolate: false, env: { KITH_HEADLESS_SHELL: '' } };

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
      ...both('unit', shared, '{schemas,src,workers,sync-server,scripts,tests}/**/*', '.test.{ts,tsx}', [
        '**/*.{pg,sync,web,browsers}.test.ts',
      ]),
      ...both('sync', shared, '{workers,tests}/**/*', '.sync.test.ts'),
      ...both('server', server, '{sync-server,tests}/**/*', '.pg.test.ts'),
      ...both('browser', browser, 'tests/browser/**/*', '.web.test.ts', ['**/*.timed.*']),
      ...both('timed', timed, 'tests/browser/**/*.timed', '.web.test.ts'),
      { test: { ...alone, name: 'engines-rare', include: ['tests/browsers/**/*.browsers.test.ts'] } },
    ],
  },
});
