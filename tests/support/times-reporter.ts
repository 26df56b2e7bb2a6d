/**
 * Prints at the end of a run where its time went: the slowest files and tests, each with its set-up time (imports, database, server,
 * members, browser, first pages) separate from the test itself, and whether a whole run (`KITH_WHOLE`) has grown. `KITH_SLOW=all` prints
 * every file and test.
 */
import { existsSync } from 'node:fs';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { growthText, keepSeconds, keptSeconds } from './kept-seconds.ts';
import type { SetUpTimes } from './set-up-time.ts';

const DEFAULT_ROWS = 40;
const PARTS = ['database', 'server', 'members', 'browser', 'page'] as const;

/** Milliseconds. `setUp` is the part of `all` before the test itself. */
export interface Time {
  readonly name: string;
  readonly all: number;
  readonly setUp: number;
  /** the parts of the set-up; those that ran at the same time overlap */
  readonly parts: Readonly<Record<string, number>>;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** One row per file: `loading` is the time of its imports, `running` the time of its tests and hooks, `setUps` the set-up within them. */
export function fileTime(name: string, loading: number, running: number, setUps: readonly SetUpTimes[]): Time {
  const parts = PARTS.map((part) => [part, sum(setUps.map((times) => times[part] ?? 0))] as const);
  return {
    name,
    all: loading + running,
    setUp: loading + sum(setUps.map((times) => times.all ?? 0)),
    parts: Object.fromEntries([['imports', loading] as const, ...parts].filter(([, time]) => time > 0)),
  };
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1).padStart(7);

/** A table of the slowest of these, slowest first, and below it the sum of all of them. */
export function timesTable(title: string, times: readonly Time[], maxRows: number): string {
  const slowest = [...times].sort((a, b) => b.all - a.all);
  const row = ({ name, all, setUp, parts }: Time) => {
    const largest = Object.entries(parts).sort(([, a], [, b]) => b - a);
    const named = largest.filter(([, time]) => time >= 100).map(([part, time]) => `${part} ${seconds(time).trim()}`);
    return `${seconds(all)} ${seconds(setUp)} ${seconds(Math.max(0, all - setUp))}  ${name}${named.length > 0 ? `  (${named.join(', ')})` : ''}`;
  };
  const shown = slowest.slice(0, maxRows).map(row);
  const total = {
    name: `all ${times.length}`,
    all: sum(times.map((one) => one.all)),
    setUp: sum(times.map((one) => one.setUp)),
    parts: {},
  };
  return [`${title} (seconds)`, '    all  set-up   story', ...shown, row(total)].join('\n');
}

const timeOfTest =
  (module: string) =>
  (test: TestCase): Time => {
    const setUp = test.meta().setUp ?? {};
    return { ...fileTime('', 0, test.diagnostic()?.duration ?? 0, [setUp]), name: `${module} > ${test.fullName}` };
  };

function timesOf(module: TestModule): { readonly file: Time; readonly tests: readonly Time[] } {
  const { collectDuration, duration } = module.diagnostic();
  const tests = [...module.children.allTests()];
  const setUps = [module, ...tests].map((task) => task.meta().setUp ?? {});
  const name = `${module.project.name}  ${module.relativeModuleId}`;
  return { file: fileTime(name, collectDuration, duration, setUps), tests: tests.map(timeOfTest(module.relativeModuleId)) };
}

export default class TimesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const times = modules.map(timesOf);
    const maxRows = process.env.KITH_SLOW === 'all' ? Number.POSITIVE_INFINITY : DEFAULT_ROWS;
    const files = times.map(({ file }) => file);
    const tests = times.flatMap((each) => each.tests);
    console.log(`\n${timesTable('Slowest files', files, maxRows)}\n\n${timesTable('Slowest tests', tests, maxRows)}`);
    const seconds = Object.fromEntries(modules.map((module, place) => [module.relativeModuleId, (files[place]?.all ?? 0) / 1000]));
    const growth = process.env.KITH_WHOLE ? growthText(keptSeconds(), seconds) : '';
    if (growth) console.log(`\n${growth}`);
    if (process.env.KITH_KEEP_SECONDS) keepSeconds(seconds, existsSync);
  }
}
