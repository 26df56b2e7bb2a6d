/**
 * Runs tests, and runs each file in which something failed again: alone, with the seeds of the first run, at most twice. A file that passes
 * then is *unsure*: it is named, what it left is kept, and the run can be green. A file that fails each time fails the run.
 *
 * Guarantees: nothing that failed is lost. A failure belongs to a file, or the whole run is made again once, or the run fails. More than
 * `MAX_FILES` files, or more than `MAX_MINUTES` of second looks, fail the run, since that is no luck any more.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { artefactFolder } from '../tests/support/artefacts.ts';
import type { Failure, FileReport, RunReport } from '../tests/support/run-report.ts';
import { runCommand } from './run-command.ts';

export const MAX_FILES = 12;
export const MAX_MINUTES = 12;

export interface TestRun {
  /** the root of the run: vitest's configuration is there, and `test-results` */
  readonly root: string;
  /** which tests, in vitest's words */
  readonly words: readonly string[];
  /** the whole environment, with `KITH_SEED` */
  readonly env: NodeJS.ProcessEnv;
  /** more reporters for the first run; second looks have none */
  readonly reporters?: readonly string[];
  /** false: what fails once has failed */
  readonly looksAgain?: boolean;
  readonly signal?: AbortSignal;
  /** prints nothing, and keeps vitest's output from the terminal */
  readonly quiet?: boolean;
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

interface Call {
  readonly good: boolean;
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

/** `look` names the folder of the artefacts. */
async function callVitest(run: TestRun, look: string, words: readonly string[], options: CallOptions = {}): Promise<Call> {
  const { reporters = [], signal = run.signal } = options;
  const folder = mkdtempSync(join(tmpdir(), 'kith-test-'));
  const report = join(folder, 'report.json');
  const args = [vitest, 'run', ...['default', runReporter, ...reporters].map((name) => `--reporter=${name}`), ...words];
  const { good } = await runCommand(process.execPath, args, {
    cwd: run.root,
    env: { ...run.env, KITH_REPORT: report, KITH_LOOK: look },
    collect: run.quiet === true,
    ...(signal ? { signal } : {}),
  });
  const call = { good, report: readReport(report) };
  rmSync(folder, { recursive: true, force: true });
  return call;
}

interface CallOptions {
  readonly reporters?: readonly string[];
  readonly signal?: AbortSignal;
}

function say({ quiet }: TestRun, text: string): void {
  if (!quiet) console.log(text);
}

const keyOf = ({ project, absolutePath }: FileReport): string => `${project} ${absolutePath}`;
const hasFailed = ({ failures }: FileReport): boolean => failures.length > 0;
const textOf = ({ name, message }: Failure): string => `${name}\n    ${message}`;

/** What failed and belongs to no file, or null. */
function unexplained({ report }: Call): string | null {
  if (!report) return 'The run left no report; its output above says why.';
  return report.withoutFile.length > 0 ? report.withoutFile.join('\n    ') : null;
}

/** Runs this file alone. Whatever else goes wrong in that is a failure of the file. */
async function lookAgain(run: TestRun, file: FileReport, look: string, signal: AbortSignal): Promise<FileReport> {
  // A path also chooses files whose paths it begins. `--maxWorkers` would not reach a project that sets its own.
  const words = [file.absolutePath, `--exclude=${file.path}x`, `--project=${file.project}`, '--no-file-parallelism'];
  const call = await callVitest(run, look, words, { signal });
  const { files = [] } = call.report ?? {};
  const again = files.find((each) => keyOf(each) === keyOf(file)) ?? { ...file, passed: 0, skipped: 0, failures: [] };
  const failed = (message: string): FileReport => ({ ...again, failures: [...again.failures, { name: file.path, message }] });
  if (signal.aborted) return failed('This look was ended.');
  if (files.length !== 1 && call.report) return failed(`This look ran ${files.length} files instead of one.`);
  const reason = unexplained(call);
  if (reason !== null) return failed(reason);
  return call.good || hasFailed(again) ? again : failed('This look ended with an error outside of all tests.');
}

/** Writes the messages of a look to its artefacts. */
function keepMessages({ root }: TestRun, { path, failures }: FileReport, look: string): void {
  if (failures.length === 0) return;
  const folder = join(root, artefactFolder(path, look));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'failures.txt'), `${failures.map(textOf).join('\n\n')}\n`);
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
      keepMessages(run, seen, look);
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
  const wholeRun = async (look: string): Promise<Call> => {
    const call = await callVitest(run, look, run.words, { ...(run.reporters ? { reporters: run.reporters } : {}) });
    for (const file of call.report?.files ?? []) {
      keepMessages(run, file, look);
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
  const failing = (whole.report?.files ?? []).filter(hasFailed);
  if (!whole.good && reason === null && failing.length === 0) failed.push('The run ended with an error; its output above says which.');
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
