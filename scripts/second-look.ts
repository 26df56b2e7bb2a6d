/**
 * Runs tests, and runs each file in which something failed again: alone, with the seeds of the first run, at most twice. A file that passes
 * then is *unsure*: it is named, what it left is kept, and the run can be green. A file that fails each time fails the run.
 *
 * Guarantees: nothing that failed is lost. A failure belongs to a file, or the whole run is made again once, or the run fails. More than
 * `MAX_FILES` files, or more than `MAX_MINUTES` of second looks, fail the run, since that is no luck any more.
 */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { artefactFolder } from '../tests/support/artefacts.ts';
import type { Failure, FileReport } from '../tests/support/run-report.ts';
import { type Called, callVitest, hasHiddenError, keepMessages, textOf, unexplained, type VitestCall } from './call-vitest.ts';

export const MAX_FILES = 12;
const MAX_MINUTES = 12;

export interface TestRun extends Omit<VitestCall, 'look'> {
  /** false: what fails once has failed */
  readonly looksAgain?: boolean;
  /** how long all second looks may take together; a look that is under way then is ended */
  readonly maxMs?: number;
}

/** What failed in one look at it, and not in the last one. */
export interface Unsure {
  /** the file, or `the whole run` */
  readonly what: string;
  readonly failures: readonly Failure[];
  /** for each look how it ended, and after how many seconds */
  readonly looks: readonly string[];
  /** the files that ran in the same worker before it failed */
  readonly before: readonly string[];
  /** the paths of its artefacts, relative to the root */
  readonly kept: readonly string[];
}

export interface Outcome {
  /** tests, each counted by the last run of its file */
  readonly passed: number;
  readonly skipped: number;
  /** a text for each failure */
  readonly failed: readonly string[];
  readonly unsure: readonly Unsure[];
}

function say({ quiet }: TestRun, text: string): void {
  if (!quiet) console.log(text);
}

const keyOf = ({ project, absolutePath }: FileReport): string => `${project} ${absolutePath}`;
const hasFailed = ({ failures }: FileReport): boolean => failures.length > 0;

/** Runs this file alone. Whatever else goes wrong in that is a failure of the file. */
async function lookAgain(run: TestRun, file: FileReport, look: string, signal: AbortSignal): Promise<FileReport> {
  // A path also chooses files whose paths it begins. `--maxWorkers` would not reach a project that sets its own.
  const words = [file.absolutePath, `--exclude=${file.path}x`, `--project=${file.project}`, '--no-file-parallelism'];
  const call = await callVitest({ ...run, look, words, reporters: [], signal });
  const { files = [] } = call.report ?? {};
  const again = files.find((each) => keyOf(each) === keyOf(file)) ?? { ...file, passed: 0, skipped: 0, failures: [] };
  const failed = (message: string): FileReport => ({ ...again, failures: [...again.failures, { name: file.path, message }] });
  if (signal.aborted) return failed('This look was ended.');
  if (files.length !== 1 && call.report) return failed(`This look ran ${files.length} files instead of one.`);
  const reason = unexplained(call);
  if (reason !== null) return failed(reason);
  return hasHiddenError(call) ? failed('This look ended with an error outside of all tests.') : again;
}

/** Why so many files get no second look, or null if they do. */
export const tooManyToLookAgain = (files: number): string | null =>
  files > MAX_FILES ? `${files} files failed: none of more than ${MAX_FILES} gets a second look.` : null;

/** A file with a bound in seconds comes last, as in a whole run. */
const timedLast = (files: readonly FileReport[]): readonly FileReport[] => {
  const isTimed = ({ path }: FileReport) => path.includes('.timed.');
  return [...files.filter((file) => !isTimed(file)), ...files.filter(isTimed)];
};

/** The reports of the looks at each file, first to last, by file. */
type Looks = Map<string, readonly FileReport[]>;

function addLook(looks: Looks, file: FileReport): void {
  looks.set(keyOf(file), [...(looks.get(keyOf(file)) ?? []), file]);
}

const lastOf = (looks: readonly FileReport[]): FileReport => looks.at(-1) as FileReport;

/** Looks at each of these files until it passes, at most twice. Returns why the run fails whatever the files say, or null. */
async function lookAtEach(run: TestRun, files: readonly FileReport[], looks: Looks): Promise<string | null> {
  const tooMany = tooManyToLookAgain(files.length);
  if (tooMany !== null) return tooMany;
  const maxMs = run.maxMs ?? MAX_MINUTES * 60_000;
  const inTime = AbortSignal.timeout(maxMs);
  const signal = run.signal ? AbortSignal.any([run.signal, inTime]) : inTime;
  for (const file of timedLast(files)) {
    for (const look of ['2', '3']) {
      if (signal.aborted || !hasFailed(lastOf(looks.get(keyOf(file)) ?? [file]))) break;
      say(run, `\n== look ${look} at ${file.path}`);
      const seen = await lookAgain(run, file, look, signal);
      keepMessages(run.root, seen, look);
      addLook(looks, seen);
    }
  }
  return inTime.aborted ? `The second looks took longer than ${maxMs / 1000} seconds.` : null;
}

/** The paths of everything that the looks at this file left, relative to the root. */
function artefactsOf({ root }: TestRun, file: string): readonly string[] {
  const folder = artefactFolder(file, '');
  const found = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

function unsureOf(run: TestRun, all: readonly FileReport[]): readonly Unsure[] {
  const first = all.find(hasFailed);
  if (!first || hasFailed(lastOf(all))) return [];
  const looks = all.map((look) => `${hasFailed(look) ? 'failed' : 'passed'} after ${look.seconds.toFixed(1)} s`);
  return [{ what: first.path, failures: first.failures, looks, before: first.before, kept: artefactsOf(run, first.path).toSorted() }];
}

/** Runs the tests, looks again at what failed, and says what that comes to. */
export async function runTests(run: TestRun): Promise<Outcome> {
  const looks: Looks = new Map();
  const failed: string[] = [];
  const unsure: Unsure[] = [];
  const looksAgain = run.looksAgain !== false;
  const wholeRun = async (look: string): Promise<Called> => {
    const call = await callVitest({ ...run, look });
    for (const file of call.report?.files ?? []) {
      keepMessages(run.root, file, look);
      addLook(looks, file);
    }
    return call;
  };

  let whole = await wholeRun('1');
  let reason = unexplained(whole);
  if (reason !== null && looksAgain && !run.signal?.aborted) {
    say(run, `\n== the whole run once more, since something failed that belongs to no file\n    ${reason}`);
    const failures = [{ name: 'outside of all tests', message: reason }];
    whole = await wholeRun('1-again');
    reason = unexplained(whole);
    if (reason === null) unsure.push({ what: 'the whole run', failures, looks: ['failed', 'made again'], before: [], kept: [] });
  }
  if (reason !== null) failed.push(`outside of all tests\n    ${reason}`);
  if (hasHiddenError(whole)) failed.push('The run ended with an error; its output above says which.');
  const failing = (whole.report?.files ?? []).filter(hasFailed);
  if (failing.length > 0 && looksAgain) {
    const refused = await lookAtEach(run, failing, looks);
    if (refused !== null) failed.push(refused);
  }

  const files = [...looks.values()];
  for (const all of files) {
    const count = all.length > 1 ? `\n    in ${all.filter(hasFailed).length} of ${all.length} looks` : '';
    failed.push(...lastOf(all).failures.map((failure) => textOf(failure) + count));
    unsure.push(...unsureOf(run, all));
  }
  const sum = (what: 'passed' | 'skipped') => files.reduce((total, all) => total + lastOf(all)[what], 0);
  return { passed: sum('passed'), skipped: sum('skipped'), failed, unsure };
}

/** What a reader needs to look into it: what failed, how to repeat it, and where the artefacts are. */
export function unsureText({ failures, looks, before, kept }: Unsure, seed: string | undefined): string {
  return [
    ...failures.map(textOf),
    `    ${looks.join(', ')}; KITH_SEED=${seed ?? ''}`,
    ...kept.map((path) => `    kept: ${path}`),
    ...(before.length > 0 ? [`    before it in the same worker: ${before.join(' ')}`] : []),
  ].join('\n');
}
