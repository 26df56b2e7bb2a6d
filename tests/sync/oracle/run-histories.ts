/** Plays many histories from one seed on one server, several at a time, and reports the first failing one, shrunk. */
import fc from 'fast-check';
import { Coverage } from './coverage.ts';
import { type History, historyOf, type Kind } from './history.ts';
import type { Host } from './host.ts';
import { limits } from './limits.ts';
import { playHistory, type Stage } from './play-history.ts';
import { smallest, written } from './smallest.ts';

/** `KITH_SHRINK_MS=0` reports a failing history without shrinking it. */
const SHRINK_MS = Number(process.env.KITH_SHRINK_MS ?? 60_000);

export interface Run {
  readonly histories: number;
  readonly acts: number;
  readonly seed: number;
  readonly atOnce: number;
  readonly kind: Kind;
  /** what must occur at least once, where there are enough histories to expect it */
  readonly mustOccur: readonly string[];
}

/** `KITH_SEED` repeats a run; without it each run plays new histories. */
export const seedOfRun = Number(process.env.KITH_SEED ?? Math.floor(Math.random() * 1_000_000));

/** Two files play the histories of a run, each in its own process. Returns how many histories one half has, and its first seed. */
export function halfOfHistories(half: 'first' | 'second'): { readonly histories: number; readonly seed: number } {
  const all = Number(process.env.KITH_HISTORIES ?? 300);
  const first = Math.ceil(all / 2);
  return half === 'first' ? { histories: first, seed: seedOfRun } : { histories: all - first, seed: seedOfRun + 500_000_000 };
}

const MORE_AT_LEAST = 8;

/** Plays one history. @throws Error with what was wrong */
export const playOnce = (host: Host, history: History): Promise<void> =>
  playHistory({ ...host, coverage: new Coverage(), limits }, history);

/** @throws Error with what was wrong, in which history, and how to repeat it */
export async function runHistories(host: Host, run: Run): Promise<Coverage> {
  const coverage = new Coverage();
  const stage: Stage = { ...host, coverage, limits };
  const histories = historyOf(run.acts, run.kind);
  const historyAt = (seed: number) => fc.sample(histories, { seed, numRuns: 1 })[0] as History;
  const fails = (history: History) =>
    playHistory({ ...stage, coverage: new Coverage() }, history).then(
      () => false,
      () => true,
    );

  const failed: { readonly seed: number; readonly error: Error }[] = [];
  let next = 0;
  const began = Date.now();
  const cpuBefore = process.cpuUsage();
  const missing = () => run.mustOccur.filter((event) => !coverage.counts.has(event));
  // If something rare has not occurred yet, up to half as many histories are played in addition, and at least `MORE_AT_LEAST`.
  const maxHistories = run.histories + Math.max(MORE_AT_LEAST, Math.ceil(run.histories / 2));
  const isNeeded = () => next < run.histories || (next < maxHistories && missing().length > 0);
  const player = async () => {
    while (isNeeded() && failed.length === 0) {
      const seed = run.seed + next;
      next += 1;
      await playHistory(stage, historyAt(seed)).catch((error: Error) => failed.push({ seed, error }));
    }
  };
  await Promise.all(Array.from({ length: run.atOnce }, player));
  const cpu = process.cpuUsage(cpuBefore);
  const seconds = Math.round((Date.now() - began) / 1000);
  const busy = Math.round((cpu.user + cpu.system) / 1e6);
  console.info(`seed ${run.seed}, ${seconds} s, ${busy} s of this process's processor time: ${coverage.print()}`);
  const [first] = failed;
  if (first) {
    const history = SHRINK_MS > 0 ? await smallest(historyAt(first.seed), fails, SHRINK_MS) : historyAt(first.seed);
    const errors = host.errors().slice(-5).join('\n');
    throw new Error(`after ${next} histories, KITH_SEED=${first.seed}: ${first.error.message}\n${written(history)}\n${errors}`);
  }
  if (missing().length > 0) throw new Error(`in ${next} histories these never occurred:\n${missing().join('\n')}`);
  return coverage;
}
