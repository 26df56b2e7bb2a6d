/**
 * Runs test files again and again, side by side as in `npm test`, every other time on a busy machine, and counts how often each failed.
 * What was counted is kept after each round, so that a later call can go on.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Failure } from '../tests/support/run-report.ts';
import { callVitest, hasHiddenError, keepMessages, kindOf, unexplained } from './call-vitest.ts';

/** The name under which counts what belongs to no file. */
const OUTSIDE = 'outside of all tests';
/** Works until it is killed, or until its parent is gone. */
const BUSY = `
  const parent = process.ppid;
  const work = () => {
    for (const until = Date.now() + 100; Date.now() < until; );
    if (process.ppid === parent) setImmediate(work);
  };
  work();`;

export interface FileOutcome {
  readonly path: string;
  readonly seconds: number;
  readonly failures: readonly Failure[];
}

export interface Round {
  readonly busy: boolean;
  /** what ran */
  readonly commit: string;
  readonly seconds: number;
  readonly files: readonly FileOutcome[];
}

export interface Steady {
  readonly words: readonly string[];
  readonly rounds: readonly Round[];
}

export interface SteadyRun {
  readonly root: string;
  /** which tests, in vitest's words */
  readonly words: readonly string[];
  /** how many rounds there are in the end, those before a `--resume` included */
  readonly times: number;
  readonly env: NodeJS.ProcessEnv;
  readonly commit: string;
  /** where the rounds are kept */
  readonly file: string;
  /** goes on after the rounds that are kept */
  readonly resume?: boolean;
  readonly signal?: AbortSignal;
  readonly say?: (line: string) => void;
}

/** The rounds that are kept for these words. @throws Error if other words were kept */
function keptRounds({ file, words }: SteadyRun): readonly Round[] {
  let kept: Steady;
  try {
    kept = JSON.parse(readFileSync(file, 'utf8')) as Steady;
  } catch {
    return [];
  }
  if (kept.words.join(' ') !== words.join(' ')) {
    throw new Error(`What is kept is of: ${kept.words.join(' ')}\nGive these words, or leave out --resume to begin anew.`);
  }
  return kept.rounds;
}

function startBusyLoops(): () => void {
  const loops: readonly ChildProcess[] = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', BUSY], { stdio: 'ignore' }),
  );
  return () => {
    for (const loop of loops) loop.kill('SIGKILL');
  };
}

async function playRound({ root, words, env, commit, signal }: SteadyRun, nth: number): Promise<Round> {
  // Of five rounds three are busy.
  const busy = nth % 2 === 1;
  const look = `round-${nth}`;
  const begun = performance.now();
  const stop = busy ? startBusyLoops() : () => {};
  try {
    const called = await callVitest({ root, words, env, look, signal, quiet: true });
    const seconds = (performance.now() - begun) / 1000;
    const files = (called.report?.files ?? []).map(({ path, seconds: took, failures }) => ({ path, seconds: took, failures }));
    for (const file of called.report?.files ?? []) keepMessages(root, file, look);
    const reason = unexplained(called) ?? (hasHiddenError(called) ? 'The round ended with an error.' : null);
    const outside = reason === null ? [] : [{ path: OUTSIDE, seconds: 0, failures: [{ name: OUTSIDE, message: reason }] }];
    return { busy, commit, seconds, files: [...files, ...outside] };
  } finally {
    stop();
  }
}

const failedIn = ({ files }: Round): number => files.filter(({ failures }) => failures.length > 0).length;

/**
 * Plays rounds until there are as many as asked for, and keeps each when it has ended. A round that `signal` ends is not kept.
 *
 * @throws Error if `resume` meets rounds of other words
 */
export async function playRounds(run: SteadyRun): Promise<Steady> {
  const { words, times, file, signal, say = () => {} } = run;
  const rounds = [...(run.resume ? keptRounds(run) : [])];
  while (rounds.length < times && !signal?.aborted) {
    const round = await playRound(run, rounds.length + 1);
    if (signal?.aborted) break;
    rounds.push(round);
    writeFileSync(file, JSON.stringify({ words, rounds } satisfies Steady));
    const kind = round.busy ? 'busy' : 'quiet';
    say(
      `round ${rounds.length} of ${times}, ${kind}: ${round.files.length} files, ${failedIn(round)} failed, ${Math.round(round.seconds)} s`,
    );
  }
  return { words, rounds };
}

/** How often each file failed, with the first message of each kind. Files that always passed are one line. */
export function steadyTable({ rounds }: Steady): string {
  const paths = [...new Set(rounds.flatMap(({ files }) => files.map(({ path }) => path)))].sort();
  const lines: string[] = [];
  let steady = 0;
  for (const path of paths) {
    const seen = rounds.flatMap(({ busy, files }) => files.filter((file) => file.path === path).map((file) => ({ ...file, busy })));
    const failed = seen.filter(({ failures }) => failures.length > 0);
    if (failed.length === 0) {
      steady += 1;
      continue;
    }
    const busy = failed.filter((file) => file.busy).length;
    const longest = Math.max(...seen.map(({ seconds }) => seconds));
    lines.push(`${failed.length} of ${rounds.length}  ${path}  (${busy} of them busy; at most ${longest.toFixed(0)} s)`);
    const kinds = new Map<string, { readonly failure: Failure; readonly times: number }>();
    for (const failure of failed.flatMap(({ failures }) => failures)) {
      const kind = kindOf(failure);
      kinds.set(kind, { failure: kinds.get(kind)?.failure ?? failure, times: (kinds.get(kind)?.times ?? 0) + 1 });
    }
    for (const { failure, times } of kinds.values()) {
      const [first, ...others] = failure.message.split('\n');
      lines.push(`    ${times} × ${failure.name}\n        ${[first, ...others.slice(0, 8)].join('\n        ')}`);
    }
  }
  const busy = rounds.filter((round) => round.busy).length;
  const commits = [...new Set(rounds.map(({ commit }) => commit))].join(', ');
  return [
    `${rounds.length} rounds, ${busy} of them busy; ${commits}`,
    ...lines,
    `${steady} of ${paths.length} files passed each time`,
  ].join('\n');
}
