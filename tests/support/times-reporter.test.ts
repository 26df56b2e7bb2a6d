import { expect, test } from 'vitest';
import { fileTime, timesTable } from './times-reporter.ts';

const feed = fileTime('browser  feed', 1500, 9000, [{ page: 2000, members: 400, all: 2100 }, { page: 900, all: 900 }, {}]);
const rules = fileTime('unit  rules', 200, 50, []);

test('set-up time is separate from test time, and parallel work counts once', () => {
  expect(feed).toEqual({ name: 'browser  feed', all: 10_500, setUp: 4500, parts: { imports: 1500, members: 400, page: 2900 } });
  expect(rules).toEqual({ name: 'unit  rules', all: 250, setUp: 200, parts: { imports: 200 } });
});

test('lists the slowest first, as many as requested, and sums up all', () => {
  const lines = timesTable('Slowest files', [rules, feed], 1).split('\n');
  expect(lines).toEqual([
    'Slowest files (seconds)',
    '    all  set-up   story',
    '   10.5     4.5     6.0  browser  feed  (page 2.9, imports 1.5, members 0.4)',
    '   10.8     4.7     6.0  all 2',
  ]);
});
