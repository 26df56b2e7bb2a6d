/** Writes more and more rows a second, until the server answers too late. Says what each step took. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Spread, spread } from '../bench/statistics.ts';
import type { Ledger } from './ledger.ts';
import type { Acts } from './load-acts.ts';
import type { LoadHost } from './load-host.ts';
import { failuresOf, type Meter } from './meter.ts';
import { repeat, until } from './pace.ts';
import { takeSample } from './samples.ts';

const STEP_SECONDS = 30;
const FACTOR = 1.5;
const MOST_STEPS = 12;
/** A member who waits longer for an acknowledgement notices it. */
const TOO_LATE_MS = 1_000;
/** How long a step may need to bring everything that it wrote. */
const REST_MS = 60_000;

export interface Step {
  /** rows a second that were to be written */
  readonly writes: number;
  /** rows a second that were acknowledged while the step lasted */
  readonly acknowledged: number;
  readonly acknowledgedAfter: Spread;
  readonly visibleAfter: Spread;
  /** processor time in milliseconds a second, of the server, of its Postgres and of the load itself */
  readonly processor: { readonly server: number; readonly postgres: number; readonly load: number };
  readonly failures: number;
  /** whether this was too much */
  readonly isTooMuch: boolean;
}

interface Climb {
  readonly host: LoadHost;
  readonly acts: Acts;
  readonly ledger: Ledger;
  readonly meter: Meter;
  /** rows a second before the first step */
  readonly from: number;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/** The last step is the first that was too much, unless all of them were borne. */
export async function climb({ host, acts, ledger, meter, from, signal, say }: Climb): Promise<Step[]> {
  const steps: Step[] = [];
  for (let writes = from * FACTOR; steps.length < MOST_STEPS && !signal.aborted; writes *= FACTOR) {
    say(`Up to ${Math.round(writes)} rows a second.`);
    const [acknowledgedFrom, visibleFrom, failuresFrom] = [acts.acknowledgedAfter.length, ledger.visibleAfter.length, failuresOf(meter)];
    const [before, own, begun] = [await takeSample(host), process.cpuUsage(), performance.now()];
    const writing = repeat(writes, begun + STEP_SECONDS * 1000, signal, acts.write);
    // Awaited below, where its error is thrown on.
    writing.catch(() => undefined);
    await wait(STEP_SECONDS * 1000, undefined, { signal }).catch(() => undefined);
    const inTime = acts.acknowledgedAfter.length - acknowledgedFrom;
    const [used, seconds] = [process.cpuUsage(own), (performance.now() - begun) / 1000];
    const after = await takeSample(host);
    await writing;
    // A step that was cut off says nothing.
    if (signal.aborted) break;
    await until(() => ledger.pending() === 0 || signal.aborted, REST_MS);
    const acknowledgedAfter = spread(acts.acknowledgedAfter.slice(acknowledgedFrom));
    const failures = failuresOf(meter) - failuresFrom;
    const isTooMuch = acknowledgedAfter.p99 > TOO_LATE_MS || failures > 0;
    steps.push({
      writes,
      acknowledged: inTime / seconds,
      acknowledgedAfter,
      visibleAfter: spread(ledger.visibleAfter.slice(visibleFrom)),
      processor: {
        server: ((after.serverCpu - before.serverCpu) * 1000) / (after.at - before.at),
        postgres: ((after.postgresCpu - before.postgresCpu) * 1000) / (after.at - before.at),
        load: (used.user + used.system) / 1000 / seconds,
      },
      failures,
      isTooMuch,
    });
    if (isTooMuch) break;
  }
  return steps;
}
