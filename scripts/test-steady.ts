/**
 * `npm run test:steady -- <path...>`: runs test files twenty times with the seed of `npm test`, side by side, every other time beside as
 * many busy loops as there are cores, and ends with a table of what failed how often. Words go to vitest. Rare files run only if a word
 * has `rare` in it, or a `--project` is given.
 *
 * `--times 5` is another number of rounds, `--quiet-only` leaves out the busy loops, and `--resume` goes on after the rounds that the same
 * call finished before. Exits with 1 if anything failed, and with 130 after Ctrl-C.
 */
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SEED_OF_NPM_TEST } from '../tests/support/seed.ts';
import { browserVariables, emptyArtefacts, npmRun, programVariables } from './prepare-tests.ts';
import { untilInterrupted } from './run-command.ts';
import { steadyOptions } from './steady-options.ts';
import { isSteady, keptRounds, playRounds } from './steady-rounds.ts';
import { steadyTable } from './steady-table.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const file = join(root, '.steady/outcomes.json');
const signal = untilInterrupted();

const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const tree = () => ({ commit: git('rev-parse', '--short', 'HEAD'), hasChanges: git('status', '--porcelain') !== '' });

/** Returns the exit code. @throws Error that says what to do */
async function main(): Promise<number> {
  const { resume, ...options } = steadyOptions(process.argv.slice(2));
  const run = { ...options, seed: process.env.KITH_SEED ?? String(SEED_OF_NPM_TEST) };
  const earlier = resume ? keptRounds(file, run) : [];
  if (!resume) emptyArtefacts(root);
  const built = await npmRun('build', root, signal);
  if (signal.aborted) return 130;
  if (!built.good) throw new Error(`The build failed.\n${built.output}`);
  const env = { ...process.env, ...(await browserVariables()), ...(await programVariables(run.words)) };
  const rounds = await playRounds({ ...run, root, env, file, earlier, tree, signal, say: console.log });
  console.log(`\n${steadyTable(rounds)}`);
  if (signal.aborted) return 130;
  return isSteady(rounds) ? 0 : 1;
}

process.exit(
  await main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }),
);
