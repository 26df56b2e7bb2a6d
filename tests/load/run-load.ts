/** Makes the members, opens their streams, lets them act for a time, and returns everything that was measured. */
import { setMaxListeners } from 'node:events';
import { Agent } from 'node:http';
import { climb, type Step } from './climb.ts';
import { createLedger } from './ledger.ts';
import { type Acts, createActs } from './load-acts.ts';
import { inLanes, type LoadCircle, type LoadMember, makeCircles, SMALLEST_CIRCLE, signUpMembers } from './load-circles.ts';
import type { Wire } from './load-client.ts';
import type { LoadHost } from './load-host.ts';
import { openReader } from './load-reader.ts';
import { failuresOf, type Meter, newMeter } from './meter.ts';
import { repeat, until } from './pace.ts';
import { type Sample, takeSample } from './samples.ts';

const STREAM_LANES = 16;
/** How long deliveries that are still to come at the end may take. */
const LAST_DELIVERY_MS = 30_000;

export interface LoadOptions {
  readonly streams: number;
  /** rows a second */
  readonly writes: number;
  /** friendships, and memberships, that end in a second */
  readonly churn: number;
  readonly seconds: number;
  readonly sampleSeconds: number;
  /** how long mails and notifications of the preparation may take before the load begins; an acceptance is mailed after two minutes */
  readonly quietMs: number;
  /** whether more and more rows are written afterwards, until the server is too slow */
  readonly climb?: boolean;
  /** ends the load early: everything so far is measured */
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

export interface LoadResult {
  readonly seconds: number;
  readonly streams: number;
  readonly circles: number;
  readonly acknowledgedAfter: readonly number[];
  readonly visibleAfter: readonly number[];
  readonly missed: number;
  readonly leaks: readonly string[];
  readonly counts: Acts['counts'];
  /** since the load began, without the preparation */
  readonly meter: Meter;
  readonly failures: number;
  readonly samples: readonly Sample[];
  /** the steps of the climb; of the other figures only `missed` and `leaks` count them as well */
  readonly steps: readonly Step[];
  /** messages at warn or above since the start of the server; null where its log cannot be read */
  readonly warnings: Readonly<Record<string, number>> | null;
}

/** Whether mails and notifications of the preparation are done; also true where the server does not say it. */
async function isQuiet({ url }: LoadHost): Promise<boolean> {
  const text = await fetch(`${url}/metrics`).then((response) => (response.ok ? response.text() : ''));
  return [/^kith_jobs_waiting\{queue="mail"\} (\d+)$/m, /^kith_notifications_pending (\d+)$/m].every(
    (pattern) => (pattern.exec(text)?.[1] ?? '0') === '0',
  );
}

/** Opens the stream of each member. Every row that arrives is entered in the ledger. */
async function openStreams(circles: readonly LoadCircle[], members: readonly LoadMember[], options: LoadOptions, meter: Meter) {
  const ledger = createLedger();
  await inLanes(members, STREAM_LANES, options.signal, async ({ client, id }) => {
    await openReader(client, meter, (collection, document) => {
      ledger.arrive(collection, document.id, id, document.author_id === id || document.sender_id === id);
    });
  });
  options.say(`${members.length} streams are open, of ${circles.length} circles.`);
  return ledger;
}

/** @throws Error where nothing could be measured; the signal's reason where it aborted before the load began */
export async function runLoad(host: LoadHost, options: LoadOptions): Promise<LoadResult> {
  const { streams, signal, say } = options;
  if (streams < SMALLEST_CIRCLE) throw new Error(`A load has ${SMALLEST_CIRCLE} streams at least.`);
  // Every pause of a member listens to it.
  setMaxListeners(0, signal);
  const agent = new Agent({ keepAlive: true, noDelay: true });
  const members: LoadMember[] = [];
  try {
    const preparation: Wire = { url: host.url, agent, meter: newMeter() };
    say(`Signing up ${streams} members.`);
    members.push(...(await signUpMembers(preparation, streams, signal, (done) => done % 500 === 0 && say(`${done} members.`))));
    const circles = await makeCircles(members, signal, (done) => done % 50 === 0 && say(`${done} circles of friends.`));
    if (failuresOf(preparation.meter) > 0) throw new Error(`The preparation failed: ${[...preparation.meter.failed.keys()].join(', ')}`);
    if (!(await until(() => isQuiet(host), options.quietMs))) say('Mails or notifications of the preparation are still waiting.');
    return await measure(host, options, { circles, members, meter: preparation.meter });
  } finally {
    for (const { client } of members) client.close();
    agent.destroy();
  }
}

async function measure(
  host: LoadHost,
  options: LoadOptions,
  { circles, members, meter }: { readonly circles: readonly LoadCircle[]; readonly members: readonly LoadMember[]; readonly meter: Meter },
): Promise<LoadResult> {
  const { signal, say } = options;
  const ledger = await openStreams(circles, members, options, meter);
  // The clients keep this meter. What it counted so far is preparation.
  Object.assign(meter, { ...newMeter(), failed: meter.failed });
  const acts = createActs({ circles, ledger, meter, signal });
  const samples: Sample[] = [await takeSample(host)];
  const begun = performance.now();
  const untilMs = begun + options.seconds * 1000;
  say(`The load runs for ${options.seconds} seconds.`);
  await Promise.all([
    repeat(options.writes, untilMs, signal, acts.write),
    repeat(options.churn, untilMs, signal, acts.unfriend),
    repeat(options.churn, untilMs, signal, acts.leave),
    repeat(1 / options.sampleSeconds, untilMs, signal, async () => {
      const sample = await takeSample(host);
      // Samples may overtake each other on a busy machine.
      if (sample.at > (samples.at(-1)?.at ?? 0)) samples.push(sample);
    }),
  ]);
  await until(() => ledger.pending() === 0, LAST_DELIVERY_MS);
  samples.push(await takeSample(host));
  const seconds = (performance.now() - begun) / 1000;
  const figures = {
    acknowledgedAfter: [...acts.acknowledgedAfter],
    visibleAfter: [...ledger.visibleAfter],
    counts: { ...acts.counts },
    meter: { ...meter, failed: new Map(meter.failed) },
    failures: failuresOf(meter),
  };
  const steps = options.climb ? await climb({ host, acts, ledger, meter, from: options.writes, signal, say }) : [];
  return {
    ...figures,
    seconds,
    streams: members.length,
    circles: circles.length,
    missed: ledger.pending(),
    leaks: ledger.leaks,
    samples,
    steps,
    warnings: host.log && Object.fromEntries(host.log.warnings),
  };
}
