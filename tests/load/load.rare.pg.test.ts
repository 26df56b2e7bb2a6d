/** A small load on the built server. Its figures say nothing here; what arrived where does. */
import { expect, onTestFinished, test } from 'vitest';
import { postmasterOf } from '../bench/process-usage.ts';
import { startServer } from '../support/server.ts';
import type { LoadHost } from './load-host.ts';
import { faultsOf, linesOf } from './report.ts';
import { runLoad } from './run-load.ts';

/** The load reads /proc. */
test.runIf(process.platform === 'linux')(
  '40 members write, part and come back, and every row arrives where it must and nowhere else',
  async () => {
    const server = await startServer();
    onTestFinished(() => server.stop());
    const sql = server.database?.sql;
    if (!sql) throw new Error('the server has a database of its own');
    const inside = { serverPid: server.pid() ?? 0, postmaster: await postmasterOf(sql), sql, dataDir: null };
    const host: LoadHost = { url: server.url, inside, log: null, stop: async () => undefined };

    const signal = new AbortController().signal;
    const result = await runLoad(host, {
      streams: 40,
      writes: 4,
      churn: 1,
      seconds: 6,
      sampleSeconds: 2,
      quietMs: 0,
      signal,
      say: () => undefined,
    });

    expect(faultsOf(result)).toEqual([]);
    expect({ missed: result.missed, leaked: result.leaks.length, failed: result.failures }).toEqual({ missed: 0, leaked: 0, failed: 0 });
    // Proves that it was a load: rows of each kind arrived, and ties were made again.
    expect(result.visibleAfter.length).toBeGreaterThan(100);
    expect(result.acknowledgedAfter.length).toBeGreaterThanOrEqual(24);
    expect(result.counts.unfriended).toBeGreaterThan(0);
    expect(result.counts.left).toBeGreaterThan(0);
    expect(result.samples.at(-1)?.connections).toBeGreaterThanOrEqual(40);
    expect(linesOf(result).filter(([, , value]) => value.includes('NaN'))).toEqual([]);
  },
  120_000,
);
