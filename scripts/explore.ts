/**
 * Plays what tests draw by chance, by a new seed in each round, for a given time, and keeps what fails: which seed, and the shortest
 * history or the smallest example that still fails.
 */
import { readFileSync } from 'node:fs';
import { drawSeed } from '../tests/support/seed.ts';
import { callVitest, hasHiddenError, keepMessages, kindOf, unexplained } from './call-vitest.ts';

/** What a test file imports that draws. */
const DRAWS = /from '(?:fast-check|[./\w-]*\/support\/seed\.ts|\.\/oracle\/run-histories\.ts)'/;

/** The test files among these that draw by chance. Paths are relative to `root`. */
export const filesThatDraw = (root: string, files: readonly string[]): readonly string[] =>
  files.filter((file) => /\.test\.tsx?$/.test(file) && DRAWS.test(readFileSync(`${root}/${file}`, 'utf8')));

/**
 * The calls of a round: each file of histories by itself, since it takes minutes, and all others together. Whatever is short comes first, so
 * that a short time explores something of everything.
 */
export function callsOf(files: readonly string[]): readonly (readonly string[])[] {
  const isLong = (file: string) => /-?histories\.(?:rare\.)?sync\./.test(file);
  const together = files.filter((file) => !isLong(file));
  return [...(together.length > 0 ? [together] : []), ...files.filter(isLong).map((file) => [file])];
}

export interface Finding {
  /** file and test */
  readonly name: string;
  /** of the first one of this kind */
  readonly seed: number;
  readonly message: string;
  /** how many seeds failed in this way */
  readonly times: number;
}

export interface Exploration {
  readonly root: string;
  readonly calls: readonly (readonly string[])[];
  readonly env: NodeJS.ProcessEnv;
  readonly maxMs: number;
  readonly signal?: AbortSignal;
  /** the seed of the next round */
  readonly draw?: () => number;
  readonly say?: (line: string) => void;
}

export interface Explored {
  /** how many seeds were played, at least in part */
  readonly seeds: number;
  readonly findings: readonly Finding[];
}

/**
 * Explores until the time is over. A call that is under way then is ended, and what it would have found is not known. Whatever a call
 * leaves, and each message, is kept under `test-results/<file>/seed-<n>/`.
 */
export async function explore({ root, calls, env, maxMs, signal, draw = drawSeed, say = () => {} }: Exploration): Promise<Explored> {
  const inTime = AbortSignal.timeout(maxMs);
  const ending = signal ? AbortSignal.any([signal, inTime]) : inTime;
  const findings = new Map<string, Finding>();
  const add = (name: string, seed: number, message: string): void => {
    const kind = kindOf({ name, message });
    const before = findings.get(kind);
    say(`found by seed ${seed}: ${name}`);
    findings.set(kind, before ? { ...before, times: before.times + 1 } : { name, seed, message, times: 1 });
  };
  let seeds = 0;
  while (!ending.aborted) {
    const seed = draw();
    seeds += 1;
    for (const files of calls) {
      if (ending.aborted) break;
      const look = `seed-${seed}`;
      const words = files.map((file) => `${root}/${file}`);
      const called = await callVitest({ root, words, env: { ...env, KITH_SEED: String(seed) }, look, signal: ending, quiet: true });
      // What it leaves when it is ended says nothing.
      if (ending.aborted) break;
      for (const file of called.report?.files ?? []) {
        keepMessages(root, file, look);
        for (const { name, message } of file.failures) add(name, seed, message);
      }
      const reason = unexplained(called) ?? (hasHiddenError(called) ? 'It ended with an error that names no test.' : null);
      if (reason !== null) add(`outside of all tests, in ${files.join(' ')}`, seed, reason);
    }
  }
  return { seeds, findings: [...findings.values()] };
}

/** What a reader needs to look into it. */
export const findingText = ({ name, seed, message, times }: Finding): string =>
  `${name}\n    by KITH_SEED=${seed}${times > 1 ? `, and by ${times - 1} more` : ''}\n    ${message}`;
