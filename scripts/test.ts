/**
 * `npm test`: lint, types and build at the same time, then the tests of what people meet every day. `npm run test:rest` runs the others,
 * `npm run test:all` both. A run goes on whatever fails on the way. It ends with the names of all failures and one line of counts. Words
 * after `--` go to vitest and leave lint and types out: `npm test -- posts` runs each test file that has `posts` in its path, `npm test --
 * --project unit` one part. `--slow` alone prints the times of all files and tests, not only of the slowest.
 *
 * In a whole run a file in which something failed is run again (`second-look.ts`); with `--strict` it is not. Lint, types, build, browser
 * and programs have no second look.
 */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawSeed, SEED_OF_NPM_TEST } from '../tests/support/seed.ts';
import { browserVariables, emptyArtefacts, npmRun, ONLY_RARE, programVariables, WITHOUT_RARE } from './prepare-tests.ts';
import { type Ended, untilInterrupted } from './run-command.ts';
import { runTests, type Unsure, unsureText } from './second-look.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const flags = ['--slow', '--rest', '--all', '--strict'].filter((flag) => process.argv.includes(flag));
const chosen = process.argv.slice(2).filter((word) => !flags.includes(word));
/** What vitest runs, one after the other. A path runs whatever its name is. */
const main = { title: 'tests', words: [WITHOUT_RARE] };
const rest = { title: 'the rest of the tests', words: [ONLY_RARE] };
const halves = flags.includes('--all') ? [main, rest] : flags.includes('--rest') ? [rest] : [main];
const parts = chosen.length > 0 ? [{ title: 'tests', words: chosen }] : halves;
const isRest = parts.includes(rest);
const signal = untilInterrupted();
const failures: string[] = [];
const unsure: Unsure[] = [];
let passed = 0;
let skipped = 0;

/** The rest explores: it draws another seed in each run. Second looks have the seed of the first. */
const seed = process.env.KITH_SEED ?? String(isRest && !parts.includes(main) ? drawSeed() : SEED_OF_NPM_TEST);
const env: Record<string, string> = {
  KITH_SEED: seed,
  ...(flags.includes('--slow') ? { KITH_SLOW: 'all' } : {}),
  ...(chosen.length === 0 ? { KITH_WHOLE: 'yes' } : {}),
};

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
  else failures.push(name);
}

function endIfInterrupted(): void {
  if (signal.aborted) process.exit(130);
}

const npmStep = (name: string) => step(name, () => npmRun(name, root, signal));
emptyArtefacts(root);
await Promise.all([...(parts.includes(main) ? [npmStep('lint'), npmStep('types')] : []), npmStep('build')]);
endIfInterrupted();
await step('browser', async () => {
  Object.assign(env, await browserVariables());
  return { good: true, output: '' };
});
await step('programs', async () => {
  for (const { words } of parts) Object.assign(env, await programVariables(words));
  return { good: true, output: '' };
});
for (const { title, words } of parts) {
  endIfInterrupted();
  console.log(`\n== ${title} (KITH_SEED=${seed})`);
  const outcome = await runTests({
    root,
    words,
    env: { ...process.env, ...env },
    reporters: [join(root, 'tests/support/times-reporter.ts')],
    looksAgain: chosen.length === 0 && !flags.includes('--strict'),
    signal,
  });
  passed += outcome.passed;
  skipped += outcome.skipped;
  failures.push(...outcome.failed);
  unsure.push(...outcome.unsure);
}
endIfInterrupted();
if (unsure.length > 0)
  console.log(`\nUnsure: failed, and passed when it ran again\n${unsure.map((each) => unsureText(each, seed)).join('\n\n')}`);
if (failures.length > 0) console.log(`\nFailed\n${failures.join('\n\n')}\n\nby KITH_SEED=${seed}`);
console.log('');
if (skipped > 0) console.log(`${skipped} skipped`);
if (unsure.length > 0) console.log(`${unsure.length} unsure`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);
