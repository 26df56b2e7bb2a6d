/**
 * Prints one table of all rows when the run has ended. Writes them as JSON to the file named by `BENCH_JSON`, and the tables between the
 * marks in the document named by `BENCH_RECORD`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename } from 'node:path';
import type { Reporter, TestCase, TestRunEndReason } from 'vitest/node';
import { type Bound, boundOn, changeOf, mustsOf, type Row, ratioOf, verdictOf } from './row.ts';
import type { Spread } from './statistics.ts';

const digits = (value: number): string => {
  if (!Number.isFinite(value)) return '–';
  if (Number.isInteger(value) || Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
};
const figure = (value: number | Spread | undefined): string => {
  if (value === undefined) return '';
  if (typeof value === 'number') return digits(value);
  // In a small sample they are the same value.
  return (value.p99 === value.p95 ? [value.p50, value.p95] : [value.p50, value.p95, value.p99]).map(digits).join(' / ');
};
const units = { itself: '', floor: ' ×', before: ' × before' } as const;
const bounds = (row: Row, given: readonly Bound[]): string =>
  given
    .map((bound) => ('atMost' in bound ? `≤ ${digits(bound.atMost)}` : `≥ ${digits(bound.atLeast)}`) + units[boundOn(row, bound)])
    .join(', ');
const multiple = (ratio: number | null): string => (ratio === null || Number.isNaN(ratio) ? '' : `${digits(ratio)} ×`);

/** The rows as a Markdown table, aligned for a terminal. */
export function printTable(rows: readonly Row[]): string {
  const compares = rows.some((row) => row.before !== undefined);
  const inComparison = (...cells: string[]) => (compares ? cells : []);
  const head = ['work', 'unit', 'Kith', ...inComparison('before', 'new / old'), 'floor', 'ratio', 'must', 'aim', 'met'];
  const lines = rows.map((row) => [
    row.work,
    row.unit,
    figure(row.ours),
    ...inComparison(figure(row.before), multiple(changeOf(row))),
    row.floor === undefined ? '' : `${figure(row.floor)}${row.floorName ? ` (${row.floorName})` : ''}`,
    multiple(ratioOf(row)),
    bounds(row, mustsOf(row)),
    bounds(row, row.aim ? [row.aim] : []),
    verdictOf(row),
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)));
  const print = (cells: readonly string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [print(head), print(widths.map((width) => '-'.repeat(width))), ...lines.map(print)].join('\n');
}

/** The tables of the document. The first two have folders of their own. */
export const sections = ['what people feel', 'photos', 'the engine'] as const;
export type Section = (typeof sections)[number];
const sectionOf = (file: string): Section =>
  file.includes('/what-people-feel/') ? 'what people feel' : file.includes('/photos/') ? 'photos' : 'the engine';

/** Replaces the last run's table with this run's. @throws Error where the document has no place for it */
export function record(document: string, section: Section, rows: readonly Row[], run: string): string {
  const place = new RegExp(`(<!-- recorded by npm run bench -- --record: ${section} -->\n)[\\s\\S]*?(<!-- end of the record -->)`);
  if (!place.test(document)) throw new Error('the document has no place for the table');
  return document.replace(place, (_, begin: string, end: string) => `${begin}\n${run}\n\n${printTable(rows)}\n\n${end}`);
}

/** The order of the files in the table, whatever the order in which they ran. */
const order = [
  'story',
  'idle',
  'own-screen',
  'to-friend',
  'feed',
  'uploads',
  'post-to-friends',
  'rxdb-clients',
  'browser-pages',
  'chat-of-eight',
  'commands',
  'cold-sync',
  'idle-streams',
  'never-readers',
  'growth',
];
const placeOf = (file: string): number => {
  const place = order.indexOf(basename(file, '.bench.ts'));
  return place < 0 ? order.length : place;
};

export default class ResultsReporter implements Reporter {
  readonly #measured: { readonly file: string; readonly rows: readonly Row[] }[] = [];

  onTestCaseResult(test: TestCase): void {
    this.#measured.push({ file: test.module.moduleId, rows: test.meta().rows ?? [] });
  }

  onTestRunEnd(_: unknown, __: unknown, reason: TestRunEndReason): void {
    const measured = [...this.#measured].sort((a, b) => placeOf(a.file) - placeOf(b.file));
    const rows = measured.flatMap((each) => each.rows);
    console.log(`\n${printTable(rows)}\n\nSamples are given as p50 / p95 / p99; ratios are of the p50.`);
    const { BENCH_JSON: file, BENCH_RECORD: document, BENCH_AGAINST_NAME: before } = process.env;
    const judged = rows.map((row) => ({ ...row, ratio: ratioOf(row), change: changeOf(row), met: verdictOf(row) }));
    if (file) writeFileSync(file, `${JSON.stringify(judged, null, 2)}\n`);
    // A run with a failed measurement is not recorded.
    if (!document || reason !== 'passed') return;
    const day = new Date().toISOString().slice(0, 10);
    const machine = `a machine with ${cpus().length} cores, which everything shares, Node ${process.versions.node}`;
    const run = `On ${day}, on ${machine}${before ? `; before: ${before}` : ''}:`;
    for (const section of sections) {
      const own = measured.filter((each) => sectionOf(each.file) === section).flatMap((each) => each.rows);
      if (own.length > 0) writeFileSync(document, record(readFileSync(document, 'utf8'), section, own, run));
    }
  }
}
