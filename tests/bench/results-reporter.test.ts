import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { printTable, record, sections } from './results-reporter.ts';
import type { Row } from './row.ts';

const rows: Row[] = [
  { work: 'a post', unit: 'ms', ours: { p50: 1.5, p95: 12.34, p99: 1234 }, floor: 1, floorName: 'ws+PG', must: { atMost: 2 } },
  { work: 'deadlocks', unit: '', ours: 0, must: { atMost: 0 } },
];

test('a row shows what was measured, against what, and whether its bound holds', () => {
  const cells = printTable(rows)
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(cells[2]).toEqual(['', 'a post', 'ms', '1.50 / 12.3 / 1,234', '1 (ws+PG)', '1.50 ×', '≤ 2 ×', '', 'must', '']);
  expect(cells[3]).toEqual(['', 'deadlocks', '', '0', '', '', '≤ 0', '', 'must', '']);
});

test('an earlier version has its own columns, and its ratio is judged only where it was measured', () => {
  const must = { atMost: 0.5, times: 'before' } as const;
  const cells = (...given: Row[]) =>
    printTable(given)
      .split('\n')[2]
      ?.split('|')
      .map((cell) => cell.trim());
  expect(cells({ work: 'a reload', unit: 'ms', ours: 100, before: 250, must })).toEqual([
    '',
    'a reload',
    'ms',
    '100',
    '250',
    '0.40 ×',
    '',
    '',
    '≤ 0.50 × before',
    '',
    'must',
    '',
  ]);
  expect(cells({ work: 'a reload', unit: 'ms', ours: 100, must })?.at(-2)).toBe('');
});

test('a record replaces the last one of its section and nothing else', () => {
  const document = readFileSync(join(import.meta.dirname, '../../docs/measurements/performance.md'), 'utf8');
  for (const section of sections) {
    const once = record(document, section, rows, 'One machine:');
    expect(once).toContain('One machine:');
    expect(record(once, section, rows.slice(1), 'Another:')).toBe(record(document, section, rows.slice(1), 'Another:'));
  }
  const [, rest] = document.split('## Photos');
  expect(record(document, 'what people feel', rows, 'One machine:').endsWith(rest ?? '?')).toBe(true);
  expect(() => record('# nothing here', 'the engine', rows, '')).toThrow('no place');
});
