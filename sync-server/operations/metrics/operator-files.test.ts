/** What operators use of the metrics, in `deploy/` and docs/metrics.md, names metrics that exist. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../base/version.ts';
import { createMetrics } from './metrics.ts';

const read = (path: string) => readFileSync(join(packageRoot(), path), 'utf8');
const all = createMetrics().registry.getMetricsAsArray() as unknown as readonly { readonly name: string; readonly type: string }[];
/** The names of the series that Prometheus stores. */
const series = new Set([
  // Made by Prometheus itself.
  'up',
  ...all.flatMap(({ name, type }) => (type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name])),
]);

const keywords = new Set(['and', 'or', 'unless', 'by', 'without', 'on', 'ignoring', 'bool', 'offset', 'group_left', 'group_right']);

/** The metrics in an expression of Prometheus: every name that is no label, function or keyword. */
const metricsIn = (expression: string): string[] => {
  const bare = expression
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replaceAll(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, '');
  return [...bare.matchAll(/(?<![\w.])[a-z_:][\w:]*(?!\s*\(|[\w:])/gi)].map(([name]) => name).filter((name) => !keywords.has(name));
};

interface Board {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}
const ofBoard = () =>
  (JSON.parse(read('deploy/grafana-board.json')) as Board).panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
const ofAlerts = () => [...read('deploy/alerts.yaml').matchAll(/^ +expr: (.+)$/gm)].map(([, expression = '']) => expression);

test('metrics are found in an expression, and nothing else', () => {
  expect(metricsIn('histogram_quantile(0.95, sum by (le, a) (rate(x_bucket{b="c"}[5m]))) > 5 or y == 1e3')).toEqual(['x_bucket', 'y']);
  expect(metricsIn('sum(rate(x{y=~"$z"}[$__rate_interval])) / on (a) group_left (b) topk(10, k)')).toEqual(['x', 'k']);
});

test.each([
  ['the board', ofBoard, 20],
  ['the alerts', ofAlerts, 10],
] as const)('%s uses only metrics that exist', (_name, expressions, least) => {
  const found = expressions();
  expect(found.length).toBeGreaterThan(least);
  for (const expression of found) {
    const names = metricsIn(expression);
    expect(names, expression).not.toEqual([]);
    expect(
      names.filter((name) => !series.has(name)),
      expression,
    ).toEqual([]);
  }
});

test('each alert has an expression, and says what it is about', () => {
  const rules = read('deploy/alerts.yaml')
    .split(/^ +- alert: /m)
    .slice(1);
  expect(rules.length).toBe(ofAlerts().length);
  for (const rule of rules) expect(rule).toMatch(/expr: .+[\s\S]+severity: (?:warning|critical)\n[\s\S]+summary: .+/);
});

test('the document has a row for each metric of the server, and for no other', () => {
  const rows = [...read('docs/metrics.md').matchAll(/^\| `(\w+)` +\| (\w+)/gm)].map(([, name, type]) => `${name} ${type}`);
  expect(rows.toSorted()).toEqual(
    all
      .filter(({ name }) => name.startsWith('kith_'))
      .map(({ name, type }) => `${name} ${type}`)
      .toSorted(),
  );
});
