/**
 * `npm test`: lint, types and build at the same time, then the tests of what people meet every day. `npm run test:rest` runs the others,
 * `npm run test:all` both. A run goes on whatever fails on the way. It ends with the names of all failures and one line of counts. Words
 * after `--` go to vitest and leave lint and types out: `npm test -- posts` runs each test file that has `posts` in its path, `npm test --
 * --project unit` one part. `--slow` alone prints the times of all files and tests, not only of the slowest.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunReport } from '../tests/support/run-report.ts';
import { ensureBrowser, ensureShell } from './ensure-browser.ts';
import { ensureEngines, ensurePrograms } from './test-programs.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const flags = ['--slow', '--rest', '--all'].filter((flag) => process.argv.includes(flag));
const chosen = process.argv.slice(2).filter((word) => !flags.includes(word));
/** What vitest runs, one after the other. A path runs whatever its name is. */
const main = { title: 'tests', words: ['--project=!*rare'] };
const rest = { title: 'the rest of the tests', words: ['--project=*rare'] };
const halves = flags.includes('--all') ? [main, rest] : flags.includes('--rest') ? [rest] : [main];
const parts = chosen.length > 0 ? [{ title: 'tests', words: chosen }] : halves;
const failureLines: string[] = [];
let passed = 0;
let failed = 0;
let skipped = 0;

interface Ended {
  readonly good: boolean;
  readonly output: string;
}

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

/** Runs and counts tests. Also counts what fails without a failed test: a file that does not load, an error outside of all tests. */
async function vitest(title: string, words: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kith-test-'));
  const report = join(folder, 'report.json');
  console.log(`\n== ${title}`);
  const reporters = ['default', ...['times-reporter', 'run-report'].map((name) => join(root, `tests/support/${name}.ts`))];
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters.map((name) => `--reporter=${name}`), ...words];
  const { good } = await run(process.execPath, args, { env: { ...env, KITH_REPORT: report } });
  let failures: readonly string[] = [];
  try {
    const counts = JSON.parse(readFileSync(report, 'utf8')) as RunReport;
    passed += counts.passed;
    skipped += counts.skipped;
    failures = counts.failures;
  } catch {
    console.error('The tests left no report.');
  }
  if (!good && failures.length === 0) failures = [`${title}: the run ended with an error; its output above says which.`];
  failed += failures.length;
  failureLines.push(...failures);
  rmSync(folder, { recursive: true, force: true });
}

const npmRun = (name: string) => () => run('npm', ['run', '--silent', name], { collect: true });
const env: Record<string, string> = {
  ...(flags.includes('--slow') ? { KITH_SLOW: 'all' } : {}),
  ...(chosen.length === 0 ? { KITH_WHOLE: 'yes' } : {}),
};
await Promise.all([
  ...(parts.includes(main) ? [step('lint', npmRun('lint')), step('types', npmRun('types'))] : []),
  step('build', npmRun('build')),
]);
await step('browser', async () => {
  env.KITH_CHROMIUM = await ensureBrowser();
  env.KITH_HEADLESS_SHELL = await ensureShell();
  return { good: true, output: '' };
});
const isRest = parts.includes(rest);
await step('programs', async () => {
  if (isRest || chosen.length > 0) Object.assign(env, await ensurePrograms());
  if (isRest || chosen.some((word) => word.startsWith('tests/browsers'))) Object.assign(env, await ensureEngines());
  return { good: true, output: '' };
});
for (const { title, words } of parts) await vitest(title, words, env);
if (failureLines.length > 0) console.log(`\nFailed\n${failureLines.join('\n\n')}`);
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed === 0 ? 0 : 1);
