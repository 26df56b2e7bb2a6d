/** What the server and its Postgres use at one moment, and how a series of such samples goes on. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { connectionsOf } from '../bench/connections.ts';
import { cpuSeconds, ownBytes, postgresCpuSeconds, postgresProcesses, privateBytes, proportionalBytes } from '../bench/process-usage.ts';
import type { LoadHost } from './load-host.ts';

/** Fields are NaN where they cannot be known. Times are in seconds, sizes in bytes. */
export interface Sample {
  readonly at: number;
  readonly serverMemory: number;
  readonly postgresMemory: number;
  /** of that, what its processes have without the shared buffers, which fill with data up to their size */
  readonly postgresOwnMemory: number;
  readonly serverCpu: number;
  readonly postgresCpu: number;
  /** of clients to the server */
  readonly connections: number;
  readonly databaseConnections: number;
  readonly wal: number;
  /** the files of Postgres, without the log of its writes, whose files are used again and again */
  readonly disk: number;
  readonly logBytes: number;
  readonly warnings: number;
}

export type Measure = Exclude<keyof Sample, 'at'>;

async function bytesIn(directory: string, except: string): Promise<number> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const sizes = entries.map(async (entry) => {
    if (entry.name === except) return 0;
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return bytesIn(path, except);
    // Postgres deletes files at any time.
    return stat(path).then(
      ({ blocks }) => blocks * 512,
      () => 0,
    );
  });
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}

/** The value of a metric without labels. */
const metric = (text: string, name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);

export async function takeSample({ url, inside, log }: LoadHost): Promise<Sample> {
  const { hostname, port, protocol } = new URL(url);
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  const at = performance.now() / 1000;
  const outside = {
    at,
    connections: isHere ? connectionsOf(Number(port) || (protocol === 'https:' ? 443 : 80)).established : Number.NaN,
    logBytes: log?.bytes ?? Number.NaN,
    warnings: log ? [...log.warnings.values()].reduce((total, count) => total + count, 0) : Number.NaN,
  };
  if (!inside) {
    const text = await fetch(`${url}/metrics`).then((response) => (response.ok ? response.text() : ''));
    return {
      ...outside,
      serverMemory: metric(text, 'process_resident_memory_bytes'),
      serverCpu: metric(text, 'process_cpu_seconds_total'),
      postgresMemory: Number.NaN,
      postgresOwnMemory: Number.NaN,
      postgresCpu: Number.NaN,
      databaseConnections: Number.NaN,
      wal: Number.NaN,
      disk: Number.NaN,
    };
  }
  const { serverPid, postmaster, sql, dataDir } = inside;
  const [row] = await sql<{ wal: string; connections: number }[]>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as wal,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend' and datname = current_database()
        and pid <> pg_backend_pid()) as connections`;
  const memory = (bytesOf: (pid: number) => number): number =>
    postgresProcesses(postmaster).reduce((total, pid) => {
      try {
        return total + bytesOf(pid);
      } catch {
        // It ended a moment ago.
        return total;
      }
    }, 0);
  return {
    ...outside,
    serverMemory: privateBytes(serverPid),
    postgresMemory: memory(proportionalBytes),
    postgresOwnMemory: memory(ownBytes),
    serverCpu: cpuSeconds(serverPid),
    postgresCpu: postgresCpuSeconds(postmaster),
    databaseConnections: row?.connections ?? Number.NaN,
    wal: Number(row?.wal),
    disk: dataDir === null ? Number.NaN : await bytesIn(dataDir, 'pg_wal'),
  };
}

/** The slope of the straight line that fits these points best, for each second. */
export function slopeOf(samples: readonly Sample[], measure: Measure): number {
  const mean = (values: readonly number[]) => values.reduce((total, value) => total + value, 0) / values.length;
  const [middle, level] = [mean(samples.map(({ at }) => at)), mean(samples.map((sample) => sample[measure]))];
  let [above, below] = [0, 0];
  for (const sample of samples) {
    above += (sample.at - middle) * (sample[measure] - level);
    below += (sample.at - middle) ** 2;
  }
  return below === 0 ? 0 : above / below;
}

export interface Trend {
  readonly measure: Measure;
  /** for each hour */
  readonly slope: number;
  /** the most that counts as flat */
  readonly bound: number;
  readonly isFlat: boolean;
}

/** A level may be higher by this share of itself in the last quarter than in the one before. Chance moves it by some percent. */
const LEVEL_SHARE = 0.05;
/** What grows with the writes may grow this much faster in the second half than in the first. */
const FASTER = 1.25;
/** Bytes an hour that are no growth: the server logs its upkeep, and Postgres makes small files. */
const LITTLE = 1_000_000;

/** The value that a tenth of these is below. Garbage that waits to be collected is above it. */
const floorOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 10)] ?? Number.NaN;

/**
 * Whether memory, connections, log and disk were flat. Memory and connections are levels: they may not rise from the third quarter to the
 * last. Log and disk grow with the writes, so their growth may not get faster in the second half. Lines at warn or above may not appear at
 * all.
 */
export function trendsOf(samples: readonly Sample[]): Trend[] {
  const [half, threeQuarters] = [Math.floor(samples.length / 2), Math.floor((samples.length * 3) / 4)];
  const [first, second, third, last] = [
    samples.slice(0, half),
    samples.slice(half),
    samples.slice(half, threeQuarters),
    samples.slice(threeQuarters),
  ];
  const floor = (part: readonly Sample[], measure: keyof Sample) => floorOf(part.map((sample) => sample[measure]));
  const hours = (floor(last, 'at') - floor(third, 'at')) / 3600;
  const levels = ['serverMemory', 'postgresOwnMemory', 'connections', 'databaseConnections'] as const;
  const growing = ['logBytes', 'disk'] as const;
  const hourly = (part: readonly Sample[], measure: Measure) => slopeOf(part, measure) * 3600;
  const trends = [
    ...levels.map((measure) => {
      const before = floor(third, measure);
      return { measure, slope: (floor(last, measure) - before) / hours, bound: (before * LEVEL_SHARE) / hours };
    }),
    ...growing.map((measure) => ({ measure, slope: hourly(second, measure), bound: hourly(first, measure) * FASTER + LITTLE })),
    { measure: 'warnings' as const, slope: hourly(samples, 'warnings'), bound: 0 },
  ];
  return trends.filter(({ slope }) => !Number.isNaN(slope)).map((trend) => ({ ...trend, isFlat: trend.slope <= trend.bound }));
}
