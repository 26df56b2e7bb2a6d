/**
 * `npm test`: lint, types and build at the same time, then every test. It runs all of them, whatever fails on the way, and ends with one
 * plain line. Words after `--` go to vitest and leave lint and types out: `npm test -- posts` runs each test file that has `posts` in its
 * path, `npm test -- --project unit` one part. `npm run test:all` runs the rare states as well. `--slow` alone prints the times of all
 * files and tests, not only of the slowest.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ensureBrowser, ensureShell } from './ensure-browser.ts';
import { ensurePrograms } from './test-programs.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const chosen = process.argv.slice(2).filter((word) => !['--slow', '--all'].includes(word));
/** `npm test` leaves out rare tests; a chosen path includes them. */
const projects = chosen.length > 0 || process.argv.includes('--all') ? [] : ['--project=!*rare'];
const slow: Record<string, string> = process.argv.includes('--slow') ? { KITH_SLOW: 'all' } : {};
const LINES_OF_A_FAILURE = 25;
const LETTERS_OF_A_FAILURE = 2500;
/** what vitest has instead of a message if a test took too long */
const NO_TIME = 'STACK_TRACE_ERROR';
const failureLines: string[] = [];
let passed = 0;
let failed = 0;

interface Ended {
  readonly good: boolean;
  readonly output: string;
}

/** The part of vitest's report that is read here. */
const reportSchema = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullish() })),
    }),
  ),
});

/** Runs a command to its end. Its output goes to the terminal or, for commands that run at the same time, is returned. */
async function run(
  command: string,
  args: readonly string[],
  { env = {}, collect = false }: { env?: Readonly<Record<string, string>>; collect?: boolean } = {},
): Promise<Ended> {
  const child = spawn(command, args, {
    cwd: root,
    stdio: collect ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  const passOn = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGINT', passOn).on('SIGTERM', passOn);
  const [code, signal] = await once(child, 'close');
  process.off('SIGINT', passOn).off('SIGTERM', passOn);
  if (signal === 'SIGINT' || signal === 'SIGTERM') process.exit(130);
  return { good: code === 0, output };
}

/** One step of the run. Prints how it ended and how long it took. */
async function step(name: string, work: () => Promise<Ended>): Promise<void> {
  const begun = performance.now();
  let ended: Ended = { good: false, output: '' };
  try {
    ended = await work();
  } catch (error) {
    ended = { good: false, output: error instanceof Error ? error.message : String(error) };
  }
  const { good, output } = ended;
  const text = output.trim();
  console.log(`== ${name}: ${good ? 'good' : 'FAILED'} (${((performance.now() - begun) / 1000).toFixed(1)} s)${text ? `\n${text}` : ''}`);
  if (good) passed += 1;
  else {
    failed += 1;
    failureLines.push(name);
  }
}

/** Every failed test, with the beginning of its message. Printed last, for those who read only the end of the output. */
function failures({ testResults }: z.infer<typeof reportSchema>): string[] {
  const ours = (line: string) => !line.includes('/node_modules/') && !/^\s+at .*<anonymous>/.test(line);
  const shown = (text: string) => text.split('\n').filter(ours).slice(0, LINES_OF_A_FAILURE).join('\n    ').slice(0, LETTERS_OF_A_FAILURE);
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults.filter(({ status }) => status === 'failed');
    const lines = tests.map(
      ({ fullName, failureMessages }) =>
        `${file} > ${fullName}\n    ${shown((failureMessages ?? []).join('\n').replace(NO_TIME, 'Timed out'))}`,
    );
    return message ? [`${file}\n    ${shown(message)}`, ...lines] : lines;
  });
}

/** Runs and counts the tests. Also counts what fails without a failed test: a file that does not load, an error outside of all tests. */
async function vitest(env: Readonly<Record<string, string>>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kith-test-'));
  const report = join(folder, 'report.json');
  console.log('\n== tests');
  const reporters = ['default', 'json', join(root, 'tests/support/times-reporter.ts')].map((name) => `--reporter=${name}`);
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, `--outputFile.json=${report}`, ...projects, ...chosen];
  const { good } = await run(process.execPath, args, { env });
  let found: string[] = [];
  try {
    const counts = reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
    passed += counts.numPassedTests;
    found = failures(counts);
  } catch {
    console.error('The tests left no report.');
  }
  if (!good && found.length === 0) found = ['The test run ended with an error; its output above says which.'];
  failed += found.length;
  failureLines.push(...found);
  rmSync(folder, { recursive: true, force: true });
}

const npmRun = (name: string) => () => run('npm', ['run', '--silent', name], { collect: true });
const env: Record<string, string> = { ...slow };
await Promise.all([
  ...(chosen.length === 0 ? [step('lint', npmRun('lint')), step('types', npmRun('types'))] : []),
  step('build', npmRun('build')),
]);
await step('browser', async () => {
  env.KITH_CHROMIUM = await ensureBrowser();
  env.KITH_HEADLESS_SHELL = await ensureShell();
  return { good: true, output: '' };
});
await step('programs', async () => {
  Object.assign(env, await ensurePrograms());
  return { good: true, output: '' };
});
await vitest(env);
if (failureLines.length > 0) console.log(`\nFailed\n${failureLines.join('\n\n')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
