/** Calls vitest as a process of its own, and reads how it ended, file by file. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { artefactFolder } from '../tests/support/artefacts.ts';
import type { Failure, FileReport, RunReport } from '../tests/support/run-report.ts';
import { runCommand } from './run-command.ts';

export interface VitestCall {
  /** the root of the run: vitest's configuration is there, and `test-results` */
  readonly root: string;
  /** which tests, in vitest's words */
  readonly words: readonly string[];
  /** the whole environment, with `KITH_SEED` */
  readonly env: NodeJS.ProcessEnv;
  /** names the folder of the artefacts */
  readonly look: string;
  /** more reporters than the one that is read here */
  readonly reporters?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** keeps vitest's output from the terminal */
  readonly quiet?: boolean | undefined;
}

export interface Called {
  readonly good: boolean;
  /** vitest's own; empty where it went to the terminal */
  readonly output: string;
  /** null if vitest left none */
  readonly report: RunReport | null;
}

const vitest = join(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs');
const runReporter = join(import.meta.dirname, '../tests/support/run-report.ts');

function readReport(file: string): RunReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RunReport;
  } catch {
    return null;
  }
}

/** Runs these tests to their end. A call that `signal` ends is no good one, and has no report. */
export async function callVitest({ root, words, env, look, reporters = [], signal, quiet }: VitestCall): Promise<Called> {
  const folder = mkdtempSync(join(tmpdir(), 'kith-test-'));
  const report = join(folder, 'report.json');
  const args = [vitest, 'run', ...['default', runReporter, ...reporters].map((name) => `--reporter=${name}`), ...words];
  const ended = await runCommand(process.execPath, args, {
    cwd: root,
    env: { ...env, KITH_REPORT: report, KITH_LOOK: look },
    collect: quiet === true,
    ...(signal ? { signal } : {}),
  });
  const called = { ...ended, report: readReport(report) };
  rmSync(folder, { recursive: true, force: true });
  return called;
}

/** What failed and belongs to no file, or null. */
export function unexplained({ report }: Called): string | null {
  if (!report) return 'The run left no report; its output says why.';
  return report.withoutFile.length > 0 ? report.withoutFile.join('\n    ') : null;
}

/** Whether it ended with an error that nothing in its report explains. */
export const hasHiddenError = ({ good, report }: Called): boolean =>
  !good && report?.withoutFile.length === 0 && report.files.every(({ failures }) => failures.length === 0);

/** The same for failures that differ in ids, times, seeds and sizes alone. */
export const kindOf = ({ name, message }: Failure): string =>
  `${name} ${message.split('\n')[0]}`.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '#');

export const textOf = ({ name, message }: Failure): string => `${name}\n    ${message}`;

/** Writes the messages of a file that failed to its artefacts. */
export function keepMessages(root: string, { path, failures }: FileReport, look: string): void {
  if (failures.length === 0) return;
  const folder = join(root, artefactFolder(path, look));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'failures.txt'), `${failures.map(textOf).join('\n\n')}\n`);
}
