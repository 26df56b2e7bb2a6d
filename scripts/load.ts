/**
 * `npm run load`: puts a server under load, and says what it took and whether every row arrived where it must, and nowhere else.
 *
 * It starts one built server with its own Postgres in a temporary directory, and removes both at the end and on Ctrl-C. Options after
 * `--`: `--streams`, `--writes` and `--churn` a second, `--minutes`, `--json <file>`. `--soak` is half the load for an hour, and says
 * whether memory, connections, log and disk were flat. `--climb` then writes more and more, until that is too much.
 *
 * `--url` uses a running server, which needs open sign-up, RATE_LIMITS=0, and its mails at /dev/mail. That server keeps the members of the
 * load.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type LoadHost, runningHost, startOwnHost } from '../tests/load/load-host.ts';
import { faultsOf, linesOf, machine, soakOf, stepsOf, tableOf, trendLines } from '../tests/load/report.ts';
import { runLoad } from '../tests/load/run-load.ts';

const { values } = parseArgs({
  options: {
    streams: { type: 'string' },
    writes: { type: 'string' },
    minutes: { type: 'string' },
    churn: { type: 'string' },
    json: { type: 'string' },
    url: { type: 'string' },
    soak: { type: 'boolean', default: false },
    climb: { type: 'boolean', default: false },
  },
});

const usual = values.soak ? { streams: 1000, writes: 10, minutes: 60, churn: 0.5 } : { streams: 2000, writes: 20, minutes: 10, churn: 1 };
const SAMPLE_SECONDS = 5;
/** An acceptance is mailed after two minutes, unless it is read. */
const QUIET_MS = 240_000;

function amount(name: keyof typeof usual): number {
  const given = values[name];
  const number = given === undefined ? usual[name] : Number(given);
  if (!Number.isFinite(number) || number < 0) throw new Error(`--${name} must be a number.`);
  return number;
}

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    console.error('Stopping.');
    interrupted.abort(new Error('interrupted'));
  });
}

let host: LoadHost | null = null;
try {
  const options = {
    streams: Math.floor(amount('streams')),
    writes: amount('writes'),
    churn: amount('churn'),
    seconds: amount('minutes') * 60,
    sampleSeconds: SAMPLE_SECONDS,
    quietMs: QUIET_MS,
    climb: values.climb,
  };
  host = values.url ? await runningHost(values.url) : await startOwnHost(interrupted.signal);
  const result = await runLoad(host, { ...options, signal: interrupted.signal, say: console.log });
  const lines = linesOf(result);
  const soak = soakOf(result.samples);
  console.log(
    `\n${options.streams} streams, ${options.writes} writes a second, ${(result.seconds / 60).toFixed(1)} minutes, on ${machine()}:\n`,
  );
  console.log(tableOf(lines));
  if (values.soak) console.log(`\nWas it flat?\n${trendLines(soak.trends).join('\n')}`);
  if (result.steps.length > 0) console.log(`\nThen more and more, times in ms, processor time in ms a second:\n\n${stepsOf(result.steps)}`);
  for (const fault of faultsOf(result)) console.log(fault);
  if (values.json) {
    const { samples, meter, counts, leaks, missed, warnings } = result;
    const failed = Object.fromEntries(meter.failed);
    const report = {
      options,
      machine: machine(),
      seconds: result.seconds,
      rows: lines,
      counts,
      missed,
      leaks,
      failed,
      warnings,
      trends: soak.trends,
      steps: result.steps,
      samples,
    };
    await writeFile(values.json, JSON.stringify(report, null, 2));
  }
  if (result.missed > 0 || result.leaks.length > 0 || (values.soak && !soak.isFlat)) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await host?.stop();
}
if (interrupted.signal.aborted) process.exitCode = 130;
