/** The table of a load, in words and figures. */
import { cpus, totalmem } from 'node:os';
import { type Spread, spread } from '../bench/statistics.ts';
import type { Step } from './climb.ts';
import type { LoadResult } from './run-load.ts';
import { type Measure, type Sample, type Trend, trendsOf } from './samples.ts';

export type Line = readonly [what: string, unit: string, value: string];

const UNKNOWN = 'unknown';
const MIB = 1024 * 1024;

const figure = (value: number): string => {
  if (Number.isNaN(value)) return UNKNOWN;
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
};
const figures = (...values: readonly number[]): string => (values.every(Number.isNaN) ? UNKNOWN : values.map(figure).join(' / '));
const spreadOf = (sample: readonly number[]): string => {
  const { p50, p95, p99 }: Spread = spread(sample);
  return sample.length === 0 ? 'none' : figures(p50, p95, p99);
};

export const machine = (): string =>
  `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB of memory, Node ${process.versions.node}; load, server and Postgres share them`;

export function linesOf(result: LoadResult): Line[] {
  const { samples, counts, meter, seconds } = result;
  const [first, last] = [samples[0], samples.at(-1)] as [Sample, Sample];
  const over = (measure: Measure, unit = 1): string =>
    figures(first[measure] / unit, last[measure] / unit, Math.max(...samples.map((sample) => sample[measure])) / unit);
  const grown = (measure: Measure): number => last[measure] - first[measure];
  const rows = counts.posts + counts.comments + counts.messages;
  const core = grown('serverCpu') + (Number.isNaN(grown('postgresCpu')) ? 0 : grown('postgresCpu'));
  const warned = grown('warnings');
  return [
    ['rows written: posts / comments / messages', '', figures(counts.posts, counts.comments, counts.messages)],
    ['friendships ended and made again, members who left a group and returned', '', figures(counts.unfriended, counts.left)],
    ['of these left out: every circle was busy, or its invitations were used up', '', figures(counts.skipped)],
    ['a write: due → acknowledged, p50 / p95 / p99', 'ms', spreadOf(result.acknowledgedAfter)],
    ['a write: due → on the stream of another reader, p50 / p95 / p99', 'ms', spreadOf(result.visibleAfter)],
    ['deliveries of new rows', '', figures(result.visibleAfter.length)],
    ['deliveries missed (must be 0)', '', figures(result.missed)],
    ['deliveries to readers who may not read (must be 0)', '', figures(result.leaks.length)],
    ['requests', '', figures(meter.requests)],
    ['requests refused or failed', '', figures(result.failures)],
    ['streams that ended and were opened again', '', figures(meter.reopened)],
    ['pulls', '', figures(meter.pulls)],
    ['of these because a heartbeat was ahead of the frames', '', figures(meter.aheadOfFrames)],
    ['memory of the server, start / end / highest', 'MiB', over('serverMemory', MIB)],
    ['memory of Postgres, start / end / highest', 'MiB', over('postgresMemory', MIB)],
    ['of that, without shared buffers, start / end / highest', 'MiB', over('postgresOwnMemory', MIB)],
    ['processor time of the server', 'ms/s', figures((grown('serverCpu') * 1000) / seconds)],
    ['processor time of Postgres', 'ms/s', figures((grown('postgresCpu') * 1000) / seconds)],
    ['processor time of both for each write, everything included', 'ms', figures((core * 1000) / rows)],
    ['bytes sent to streams', 'MB', figures(meter.streamBytes / 1e6)],
    ['the same for each stream and second, heartbeats included', 'B', figures(meter.streamBytes / result.streams / seconds)],
    ['bytes sent as answers', 'MB', figures(meter.answerBytes / 1e6)],
    ['open connections to the server, start / end / highest', '', over('connections')],
    ['open connections to Postgres, start / end / highest', '', over('databaseConnections')],
    ['WAL written', 'MB', figures(grown('wal') / 1e6)],
    ['WAL written for each write, everything included', 'kB', figures(grown('wal') / 1e3 / rows)],
    ['growth of the data directory, without WAL', 'MB', figures(grown('disk') / 1e6)],
    ['lines at warn or above in the log', '', figures(warned)],
  ];
}

/** As a table of Markdown. */
export const tableOf = (lines: readonly Line[]): string => markdown([['what', 'unit', 'value'], ...lines]);

/** The steps of a climb as a table of Markdown. */
export const stepsOf = (steps: readonly Step[]): string =>
  markdown([
    ['rows a second', 'acknowledged', 'until acknowledged', 'until visible', 'server', 'Postgres', 'load', 'failed', 'too much'],
    ...steps.map(({ writes, acknowledged, acknowledgedAfter, visibleAfter, processor, failures, isTooMuch }) => [
      figure(writes),
      figure(acknowledged),
      figures(acknowledgedAfter.p50, acknowledgedAfter.p95, acknowledgedAfter.p99),
      figures(visibleAfter.p50, visibleAfter.p95, visibleAfter.p99),
      figure(processor.server),
      figure(processor.postgres),
      figure(processor.load),
      figure(failures),
      isTooMuch ? 'yes' : 'no',
    ]),
  ]);

function markdown(all: readonly (readonly string[])[]): string {
  const widths = (all[0] ?? []).map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  const row = (line: readonly string[]) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = all;
  return [row(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body.map(row)].join('\n');
}

const names: Partial<Record<Measure, readonly [name: string, unit: string, size: number]>> = {
  serverMemory: ['memory of the server', 'MiB', MIB],
  postgresOwnMemory: ['memory of Postgres without shared buffers', 'MiB', MIB],
  connections: ['connections to the server', '', 1],
  databaseConnections: ['connections to Postgres', '', 1],
  warnings: ['lines at warn or above', '', 1],
  logBytes: ['the log', 'MB', 1e6],
  disk: ['the data directory', 'MB', 1e6],
};

/** One line for each trend, such as `memory of the server: flat, 0.8 MiB an hour (at most 12)`. */
export const trendLines = (trends: readonly Trend[]): string[] =>
  trends.map(({ measure, slope, bound, isFlat }) => {
    const [name, unit, size] = names[measure] ?? [measure, '', 1];
    const amount = `${figure(slope / size)}${unit && ` ${unit}`} an hour`;
    return `${name}: ${isFlat ? 'flat' : 'NOT FLAT'}, ${amount} (at most ${figure(bound / size)})`;
  });

/** What was wrong, in sentences; nothing where all is well. */
export function faultsOf({ missed, leaks, meter, warnings }: LoadResult): string[] {
  const counted = (things: Iterable<readonly [string, number]>) => [...things].map(([thing, count]) => `  ${count} × ${thing}`);
  const byKind = new Map<string, number>();
  for (const leak of leaks) byKind.set(leak, (byKind.get(leak) ?? 0) + 1);
  return [
    ...(missed > 0 ? [`${missed} deliveries never came.`] : []),
    ...(leaks.length > 0 ? ['Rows came to readers who may not read them:', ...counted(byKind)] : []),
    ...(meter.failed.size > 0 ? ['Requests were refused or failed:', ...counted(meter.failed)] : []),
    ...(warnings && Object.keys(warnings).length > 0
      ? ['In the log, since the start of the server:', ...counted(Object.entries(warnings))]
      : []),
  ];
}

export const soakOf = (samples: readonly Sample[]) => {
  const trends = trendsOf(samples);
  return { trends, isFlat: trends.every(({ isFlat }) => isFlat) };
};
