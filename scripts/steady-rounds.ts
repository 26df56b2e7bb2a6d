/**
 * Runs test files again and again, by default every other time on a busy machine, and keeps how each file ended.
 *
 * Guarantees: a finished round is in the file of outcomes before the next begins, and an interrupted round never is. Nothing that failed is
 * lost: a failure belongs to a file, or the round has it as `outside`.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual, stripVTControlCharacters } from 'node:util';
import { artefactFolder } from '../tests/support/artefacts.ts';
import type { FileReport } from '../tests/support/run-report.ts';
import { besideBusyLoops } from './busy-loops.ts';
import { type Called, callVitest, hasHiddenError, keepMessages, unexplained } from './call-vitest.ts';
import { codeOf } from './error-code.ts';

/** Names what belongs to no file, also in the artefacts. */
export const OUTSIDE = 'outside of all tests';
/** How much of vitest's output explains a round that says nothing else. The whole is in the artefacts. */
const OUTPUT_LINES = 20;

export type FileOutcome = Pick<FileReport, 'path' | 'seconds' | 'passed' | 'skipped' | 'failures'>;

export interface Round {
  readonly nth: number;
  readonly kind: 'quiet' | 'busy';
  readonly commit: string;
  /** whether files differed from that commit */
  readonly hasChanges: boolean;
  readonly seconds: number;
  readonly files: readonly FileOutcome[];
  /** what failed and belongs to no file, or null */
  readonly outside: string | null;
}

/** What all kept rounds have in common. */
export interface Rounds {
  /** which tests, in vitest's words */
  readonly words: readonly string[];
  /** how many rounds */
  readonly times: number;
  /** no round runs beside busy loops */
  readonly quietOnly: boolean;
  readonly seed: string;
}

export interface SteadyRun extends Rounds {
  /** the root of the run: vitest's configuration is there, and `test-results` */
  readonly root: string;
  /** the environment; `KITH_SEED` is set to `seed` */
  readonly env: NodeJS.ProcessEnv;
  /** where the outcomes are kept */
  readonly file: string;
  /** the rounds of an earlier call */
  readonly earlier: readonly Round[];
  /** asked at the beginning of each round */
  readonly tree: () => Pick<Round, 'commit' | 'hasChanges'>;
  readonly signal?: AbortSignal;
  readonly say: (line: string) => void;
}

/** The rounds that an earlier call kept, if there was one. @throws Error if it was for other tests, or for another number or seed */
export function keptRounds(file: string, { words, times, quietOnly, seed }: Rounds): readonly Round[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
  const { rounds, ...kept } = JSON.parse(text) as Rounds & { readonly rounds: readonly Round[] };
  if (isDeepStrictEqual(kept, { words: [...words], times, quietOnly, seed })) return rounds;
  const asked = `${kept.words.join(' ')} --times ${kept.times}${kept.quietOnly ? ' --quiet-only' : ''}, KITH_SEED=${kept.seed}`;
  throw new Error(`The kept rounds are of: ${asked}\nAsk for the same, or begin anew without --resume.`);
}

/** A call that ends between two writes leaves the rounds of the first. */
function keep({ file, words, times, quietOnly, seed }: SteadyRun, rounds: readonly Round[]): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.part`, JSON.stringify({ words, times, quietOnly, seed, rounds }));
  renameSync(`${file}.part`, file);
}

const endOf = (output: string): string => stripVTControlCharacters(output).trim().split('\n').slice(-OUTPUT_LINES).join('\n');

/** What failed and belongs to no file, or null. Its output would be lost, since it is not shown. */
function outsideOf(root: string, called: Called, look: string): string | null {
  const hidden = hasHiddenError(called) ? 'The round ended with an error that names no test.' : null;
  const reason = unexplained(called) ?? hidden;
  if (reason === null) return null;
  const folder = join(root, artefactFolder(OUTSIDE, look));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'output.txt'), stripVTControlCharacters(called.output));
  return called.report && hidden === null ? reason : `${reason}\n${endOf(called.output)}`;
}

/** Returns null if `signal` ended the round. @throws Error if the words choose no file */
async function playRound(run: SteadyRun, nth: number): Promise<Round | null> {
  const { root, words, seed, quietOnly, signal } = run;
  const kind = quietOnly || nth % 2 === 1 ? 'quiet' : 'busy';
  const look = `round-${nth}-${kind}`;
  const tree = run.tree();
  const begun = performance.now();
  const call = () => callVitest({ root, words, env: { ...run.env, KITH_SEED: seed }, look, signal, quiet: true });
  const called = await (kind === 'busy' ? besideBusyLoops(call) : call());
  if (signal?.aborted) return null;
  const files = called.report?.files ?? [];
  if (called.report?.files.length === 0 && called.report.withoutFile.length === 0) {
    throw new Error(`These words choose no test file: ${words.join(' ')}\n${endOf(called.output)}`);
  }
  for (const file of files) keepMessages(root, file, look);
  return {
    nth,
    kind,
    ...tree,
    seconds: (performance.now() - begun) / 1000,
    files: files.map(({ path, seconds, passed, skipped, failures }) => ({ path, seconds, passed, skipped, failures })),
    outside: outsideOf(root, called, look),
  };
}

export const countOfFiles = (count: number): string => (count === 1 ? '1 file' : `${count} files`);

/** How a round ended, on one line. */
function roundLine({ nth, kind, files, outside, seconds }: Round, times: number): string {
  const failed = files.filter(({ failures }) => failures.length > 0).length;
  const beside = outside === null ? '' : `, an error ${OUTSIDE}`;
  return `round ${nth} of ${times}, ${kind}: ${countOfFiles(files.length)}, ${failed} failed${beside}, ${Math.round(seconds)} s`;
}

/** Whether nothing failed in any round. */
export const isSteady = (rounds: readonly Round[]): boolean =>
  rounds.every(({ files, outside }) => outside === null && files.every(({ failures }) => failures.length === 0));

/**
 * Plays rounds until there are as many as asked for, and returns all of them, the earlier included. If `signal` ends it, it returns those
 * that were finished. What failed leaves its messages under `test-results/<file>/round-<n>-<kind>/`.
 *
 * @throws Error if the words choose no file, or if busy loops do not start
 */
export async function playRounds(run: SteadyRun): Promise<readonly Round[]> {
  let rounds = run.earlier;
  // Otherwise an interrupted first round would leave the rounds of other tests to be resumed.
  keep(run, rounds);
  while (rounds.length < run.times && !run.signal?.aborted) {
    const round = await playRound(run, rounds.length + 1);
    if (round === null) break;
    rounds = [...rounds, round];
    keep(run, rounds);
    run.say(roundLine(round, run.times));
  }
  return rounds;
}
