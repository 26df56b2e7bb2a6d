/** Plays many histories from one seed on one server, several at a time, and reports the first failing one, shrunk. */
import fc from 'fast-check';
import { seedOfRun } from '../../support/seed.ts';
import { Coverage, FAULT } from './coverage.ts';
import { drawnBy, type History, historyOf, type Kind } from './history.ts';
import type { Host } from './host.ts';
import {
  mustOccur,
  mustOccurInDisasters,
  mustOccurInMany,
  mustOccurInManyDisasters,
  mustOccurOnManyWorkers,
  mustOccurOnWorkers,
  mustOccurWhereCalled,
  mustOccurWhereManyAreCalled,
  mustOccurWhereManyAreSimulated,
  mustOccurWhereManyLeave,
  mustOccurWhereSimulated,
} from './must-occur.ts';
import { smallest, written } from './smallest.ts';

/** `KITH_SHRINK_MS=0` reports a failing history without shrinking it. */
const SHRINK_MS = Number(process.env.KITH_SHRINK_MS ?? 60_000);
/** `KITH_PAIRS=1` prints the pairs that were never met. */
const PAIRS = process.env.KITH_PAIRS === '1';

export interface Run {
  readonly histories: number;
  readonly acts: number;
  readonly seed: number;
  readonly atOnce: number;
  readonly kind: Kind;
  /** what must occur at least once, where there are enough histories to expect it */
  readonly mustOccur: readonly string[];
}

/** From so many histories on, every fault that their kind can draw must strike. */
const NIGHT = 60;

/**
 * How many histories the two files of a kind play together, the variable that sets another number, and what must occur from how many on.
 */
const runs: Readonly<
  Record<Kind, { all: number; variable: string; atOnce: number; acts?: number; mustOccur: readonly [number, readonly string[]][] }>
> = {
  plain: {
    all: 300,
    variable: 'KITH_HISTORIES',
    atOnce: 4,
    mustOccur: [
      [1000, mustOccurInMany],
      [100, mustOccur],
    ],
  },
  workers: {
    all: 24,
    variable: 'KITH_WORKER_HISTORIES',
    atOnce: 1,
    mustOccur: [
      [NIGHT, mustOccurOnManyWorkers],
      [10, mustOccurOnWorkers],
    ],
  },
  simulated: {
    all: 30,
    variable: 'KITH_SIMULATED_HISTORIES',
    atOnce: 1,
    mustOccur: [
      [NIGHT, mustOccurWhereManyAreSimulated],
      [10, mustOccurWhereSimulated],
    ],
  },
  leaving: { all: 30, variable: 'KITH_LEAVING_HISTORIES', atOnce: 4, mustOccur: [[20, mustOccurWhereManyLeave]] },
  // Together they would send each other's calls.
  pushes: {
    all: 9,
    variable: 'KITH_PUSH_HISTORIES',
    atOnce: 1,
    acts: 90,
    mustOccur: [
      [6, mustOccurWhereManyAreCalled],
      [3, mustOccurWhereCalled],
    ],
  },
  disasters: {
    all: 3,
    variable: 'KITH_DISASTER_HISTORIES',
    atOnce: 1,
    mustOccur: [
      [NIGHT, mustOccurInManyDisasters],
      [3, mustOccurInDisasters],
    ],
  },
};

/** The histories of this kind that a file plays: the third that `npm test` plays, the rest of them, or all. */
export function runOf(kind: Kind, part: 'third' | 'rest' | 'all'): Run {
  const { all, variable, atOnce, acts = 60, mustOccur: bounds } = runs[kind];
  const count = Number(process.env[variable] ?? all);
  const third = Math.ceil(count / 3);
  const histories = { third, rest: count - third, all: count }[part];
  return {
    histories,
    acts,
    seed: seedOfRun + (part === 'rest' ? 500_000_000 : 0),
    atOnce,
    kind,
    mustOccur: bounds.find(([least]) => histories >= least)?.[1] ?? [],
  };
}

/** An unlucky seed has none of some fault in a dozen histories. */
const MORE_AT_LEAST = 24;

/** Plays one history. @throws Error with what was wrong */
export const playOnce = (host: Host, history: History): Promise<void> => host.play(history, new Coverage(), seedOfRun);

/** The history that this seed draws. */
export const historyOfSeed = ({ acts, kind }: Pick<Run, 'acts' | 'kind'>, seed: number): History =>
  fc.sample(historyOf(acts, kind), { seed, numRuns: 1 })[0] as History;

/** @throws Error with what was wrong, in which history, and how to repeat it */
export async function runHistories(host: Host, run: Run): Promise<Coverage> {
  const coverage = new Coverage();
  const drawn = drawnBy(run.kind);
  const historyAt = (seed: number) => historyOfSeed(run, seed);
  const failureOf = (history: History, seed: number) =>
    host.play(history, new Coverage(), seed).then(
      () => null,
      (error: unknown) => error,
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
      // What strikes in one history belongs to no act of another.
      const own = new Coverage();
      await host.play(historyAt(seed), own, seed).catch((error: Error) => failed.push({ seed, error }));
      coverage.add(own);
    }
  };
  await Promise.all(Array.from({ length: run.atOnce }, player));
  const cpu = process.cpuUsage(cpuBefore);
  const seconds = Math.round((Date.now() - began) / 1000);
  const busy = Math.round((cpu.user + cpu.system) / 1e6);
  console.info(
    `seed ${run.seed}, ${seconds} s, ${busy} s of this process's processor time: ${coverage.print()}\n${coverage.pairs.print(drawn, PAIRS)}`,
  );
  const unknown = [...coverage.counts.keys()].filter(
    (event) => event.startsWith(FAULT) && !drawn.faults.includes(event.slice(FAULT.length)),
  );
  const [first] = failed;
  if (first) {
    const history =
      SHRINK_MS > 0
        ? await smallest(historyAt(first.seed), first.error, (shorter) => failureOf(shorter, first.seed), SHRINK_MS)
        : historyAt(first.seed);
    const errors = host.errors().slice(-5).join('\n');
    throw new Error(`after ${next} histories, KITH_SEED=${first.seed}: ${first.error.message}\n${written(history)}\n${errors}`);
  }
  if (unknown.length > 0 && run.kind !== 'pushes') throw new Error(`faultsOf does not know these:\n${unknown.join('\n')}`);
  if (missing().length > 0) throw new Error(`in ${next} histories these never occurred:\n${missing().join('\n')}`);
  return coverage;
}
