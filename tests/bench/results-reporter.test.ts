import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { printTable, record } from './results-reporter.ts';
import type { Row } from './row.ts';

const rows: Row[] = [
  { work: 'a post', unit: 'ms', ours: { p50: 1.5, p95: 12.34, p99: 1234 }, floor: 1, floorName: 'ws+PG', must: { atMost: 2 } },
  { work: 'deadlocks', unit: '', ours: 0, must: { atMost: 0 } },
];

test('a row says what was measured, against what, and whether its bound holds', () => {
  const cells = printTable(rows)
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(cells[2]).toEqual(['', 'a post', 'ms', '1.50 / 12.3 / 1,234', '1 (ws+PG)', '1.50 ×', '≤ 2 ×', '', 'must', '']);
  expect(cells[3]).toEqual(['', 'deadlocks', '', '0', '', '', '≤ 0', '', 'must', '']);
});

test('a record takes the place of the last one and of nothing else', () => {
  const document = readFileSync(join(import.meta.dirname, '../../docs/performance.md'), 'utf8');
  const once = record(document, rows, 'One machine:');
  expect(once).toContain('One machine:');
  expect(record(once, rows.slice(1), 'Another:')).toBe(record(document, rows.slice(1), 'Another:'));
  expect(() => record('# nothing here', rows, '')).toThrow('no place');
});
