/** Runs several commands that test, one after the other, whatever fails on the way, and puts how they ended into one table. */
import { stripVTControlCharacters } from 'node:util';
import { runCommand } from './run-command.ts';

export interface Step {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

export interface StepEnd {
  readonly name: string;
  readonly good: boolean;
  readonly minutes: number;
  readonly output: string;
}

export interface ReleaseRun {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly say: (line: string) => void;
  /** how often it says how far it is, in milliseconds */
  readonly everyMs?: number;
  readonly signal?: AbortSignal;
}

/** A file of tests that has ended, as vitest's reporter prints it. */
const ENDED_FILE = /(?:✓|❯|×).*\.test\.tsx?/;

const minutesSince = (begun: number): number => (performance.now() - begun) / 60_000;

/** Runs these steps to their end. Says every minute how far each is. A step that `signal` ends is no good one, and none begins after it. */
export async function runSteps(
  steps: readonly Step[],
  { cwd, env, say, everyMs = 60_000, signal }: ReleaseRun,
): Promise<readonly StepEnd[]> {
  const ended: StepEnd[] = [];
  for (const { name, command, args } of steps) {
    if (signal?.aborted) break;
    const begun = performance.now();
    let files = 0;
    let last = '';
    const onOutput = (piece: string) => {
      const lines = stripVTControlCharacters(piece).split('\n');
      files += lines.filter((line) => ENDED_FILE.test(line)).length;
      last = lines.findLast((line) => line.trim() !== '')?.trim() ?? last;
    };
    const timer = setInterval(() => {
      const far = files > 0 ? `test files: ${files}` : last.slice(0, 80);
      say(`${name}, ${Math.round(minutesSince(begun))} min: ${far}`);
    }, everyMs);
    try {
      const { good, output } = await runCommand(command, args, { cwd, env, collect: true, onOutput, ...(signal ? { signal } : {}) });
      ended.push({ name, good, minutes: minutesSince(begun), output: stripVTControlCharacters(output) });
    } finally {
      clearInterval(timer);
    }
    say(`${name}: ${ended.at(-1)?.good ? 'good' : 'FAILED'} after ${minutesSince(begun).toFixed(1)} min`);
  }
  return ended;
}

const counted = (output: string, what: string): string =>
  output
    .match(new RegExp(`(\\d+) ${what}`, 'g'))
    ?.at(-1)
    ?.split(' ')[0] ?? '-';

/** What a command says of its failures: the blocks under `Failed`, `Found` and `Unsure`, up to its line of counts. */
const told = (output: string): string => /^(?:Unsure|Failed|Found)\b[\s\S]*/m.exec(output)?.[0].trim() ?? '';

/** One row a step, and below it what failed by name. A step without a block of failures shows its last lines instead. */
export function releaseTable(ended: readonly StepEnd[]): string {
  const head = ['', 'minutes', 'passed', 'failed', 'unsure', 'skipped', 'found'];
  const rows = ended.map(({ name, good, minutes, output }) => [
    `${good ? 'good  ' : 'FAILED'} ${name}`,
    minutes.toFixed(1),
    ...head.slice(2).map((what) => counted(output, what)),
  ]);
  const width = Math.max(...rows.map(([first = '']) => first.length));
  const lines = [head, ...rows].map(([first = '', ...others]) => first.padEnd(width) + others.map((cell) => cell.padStart(9)).join(''));
  const blocks = ended
    .map(({ name, good, output }) => ({ name, text: told(output) || (good ? '' : output.trim().split('\n').slice(-20).join('\n')) }))
    .filter(({ text }) => text !== '')
    .map(({ name, text }) => `== ${name}\n${text}`);
  return [...blocks.flatMap((block) => [block, '']), ...lines].join('\n');
}
