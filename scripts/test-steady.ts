/**
 * `npm run test:steady -- <path> [--times 20]`: runs test files again and again, every other time beside as many busy loops as there are
 * cores, and ends with a table of what failed how often. `--resume` goes on after the rounds of an earlier call. Rare tests run if a word
 * names them. Exits with 1 if anything failed.
 */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SEED_OF_NPM_TEST } from '../tests/support/seed.ts';
import { ensureBrowser, ensureShell } from './ensure-browser.ts';
import { runCommand, untilInterrupted } from './run-command.ts';
import { playRounds, steadyTable } from './steady.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '20' }, resume: { type: 'boolean', default: false } },
});
const times = Number(values.times);
if (!(times > 0)) throw new Error(`--times ${values.times}: give a number of rounds, such as --times 20`);
if (positionals.length === 0) throw new Error('Say which files: npm run test:steady -- tests/browser/posts');
const words = [...positionals, ...(positionals.some((word) => word.includes('rare')) ? [] : ['--project=!*rare'])];

const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const commit = git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' with changes');
const signal = untilInterrupted();
if (!values.resume) rmSync(join(root, 'test-results'), { recursive: true, force: true });
const built = await runCommand('npm', ['run', '--silent', 'build'], { cwd: root, env: process.env, signal });
if (!built.good) process.exit(1);
const steady = await playRounds({
  root,
  words,
  times,
  env: {
    KITH_SEED: String(SEED_OF_NPM_TEST),
    ...process.env,
    KITH_CHROMIUM: await ensureBrowser(),
    KITH_HEADLESS_SHELL: await ensureShell(),
  },
  commit,
  file: join(root, '.steady.json'),
  resume: values.resume,
  signal,
  say: (line) => console.log(line),
});
console.log(`\n${steadyTable(steady)}`);
const isSteady = steady.rounds.every(({ files }) => files.every(({ failures }) => failures.length === 0));
process.exit(signal.aborted ? 130 : isSteady ? 0 : 1);
