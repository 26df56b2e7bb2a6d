/**
 * Prints one table of all rows when the run has ended, writes them as JSON to the file that `BENCH_JSON` names, and the table
 * into the document that `BENCH_RECORD` names, between its marks.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename } from 'node:path';
import type { Reporter, TestCase, TestRunEndReason } from 'vitest/node';
import { type Bound, type Row, ratioOf, verdictOf } from './row.ts';
import type { Spread } from './statistics.ts';

const digits = (value: number): string => {
  if (!Number.isFinite(value)) return '–';
  if (Number.isInteger(value) || Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
};
const figure = (value: number | Spread | undefined): string => {
  if (value === undefined) return '';
  return typeof value === 'number' ? digits(value) : [value.p50, value.p95, value.p99].map(digits).join(' / ');
};
const bound = (row: Row, given: Bound | undefined): string => {
  if (!given) return '';
  const unit = row.floor === undefined ? '' : ' ×';
  return 'atMost' in given ? `≤ ${digits(given.atMost)}${unit}` : `≥ ${digits(given.atLeast)}${unit}`;
};

/** The rows as a table in Markdown, aligned for a terminal. */
export function printTable(rows: readonly Row[]): string {
  const head = ['work', 'unit', 'Kith', 'floor', 'ratio', 'must', 'aim', 'met'];
  const lines = rows.map((row) => {
    const ratio = ratioOf(row);
    return [
      row.work,
      row.unit,
      figure(row.ours),
      row.floor === undefined ? '' : `${figure(row.floor)}${row.floorName ? ` (${row.floorName})` : ''}`,
      ratio === null ? '' : `${digits(ratio)} ×`,
      bound(row, row.must),
      bound(row, row.aim),
      verdictOf(row),
    ];
  });
  const widths = head.map((title, column) => Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)));
  const print = (cells: readonly string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [print(head), print(widths.map((width) => '-'.repeat(width))), ...lines.map(print)].join('\n');
}

const RECORD = /(<!-- recorded by [^>]* -->\n)[\s\S]*(<!-- end of the record -->)/;

/** Puts the table of this run in the place of the last one's. @throws Error where the document has no place for it */
export function record(document: string, rows: readonly Row[], machine: string): string {
  if (!RECORD.test(document)) throw new Error('the document has no place for the table');
  return document.replace(RECORD, (_, begin: string, end: string) => `${begin}\n${machine}\n\n${printTable(rows)}\n\n${end}`);
}

/** The files in the order of the table, whatever the order in which they ran. */
const order = [
  'post-to-friends',
  'rxdb-clients',
  'browser-pages',
  'chat-of-eight',
  'commands',
  'cold-sync',
  'new-device',
  'idle-streams',
  'never-readers',
  'growth',
];
const placeOf = (file: string): number => {
  const place = order.indexOf(basename(file, '.bench.ts'));
  return place < 0 ? order.length : place;
};

export default class ResultsReporter implements Reporter {
  readonly #measured: { readonly place: number; readonly rows: readonly Row[] }[] = [];

  onTestCaseResult(test: TestCase): void {
    this.#measured.push({ place: placeOf(test.module.moduleId), rows: test.meta().rows ?? [] });
  }

  onTestRunEnd(_: unknown, __: unknown, reason: TestRunEndReason): void {
    const measured = [...this.#measured].sort((a, b) => a.place - b.place).flatMap(({ rows }) => rows);
    console.log(`\n${printTable(measured)}\n\nSamples are given as p50 / p95 / p99; ratios are of the p50.`);
    const { BENCH_JSON: file, BENCH_RECORD: document } = process.env;
    const rows = measured.map((row) => ({ ...row, ratio: ratioOf(row), met: verdictOf(row) }));
    if (file) writeFileSync(file, `${JSON.stringify(rows, null, 2)}\n`);
    // A run in which a measurement failed is no record.
    if (document && reason === 'passed') {
      const machine = `On a machine with ${cpus().length} cores, which everything shares, Node ${process.versions.node}:`;
      writeFileSync(document, record(readFileSync(document, 'utf8'), measured, machine));
    }
  }
}
