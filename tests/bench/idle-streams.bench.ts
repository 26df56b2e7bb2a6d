/** What an idle stream costs: the server's memory per stream, with 200 and with 2,000 members online. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/until.ts';
import { makeNetwork } from './circle.ts';
import { connectionsOf } from './connections.ts';
import { startWsFloor, type WsFloor } from './floors/ws-floor.ts';
import { type KithHost, startKithHost } from './kith-host.ts';
import { type MemoryProbe, openMemoryProbe, WITH_DEBUGGER } from './memory.ts';
import { sizeOf } from './rounds.ts';
import { report } from './row.ts';
import { seedCircle } from './seed-circle.ts';

const FEW = 200;
const MANY = sizeOf(2000, 600);
/** Opened and closed before the measurement, a few at a time. One-time costs of the first streams do not count. */
const WARM_UP = { times: 10, streams: 20 };
/** how many streams are opened at the same time */
const LANES = 16;

const network = makeNetwork(MANY);

let kith: KithHost;
let floor: WsFloor;
beforeAll(async () => {
  kith = await startKithHost((sql) => seedCircle(sql, network), { env: { NODE_OPTIONS: WITH_DEBUGGER } });
  floor = await startWsFloor('row', WITH_DEBUGGER);
});
afterAll(async () => {
  await kith?.stop();
  await floor?.stop();
});

type Open = (nth: number) => Promise<() => void>;

async function openMany(from: number, to: number, open: Open): Promise<(() => void)[]> {
  const closers: (() => void)[] = [];
  let next = from;
  const lane = async () => {
    while (next < to) {
      next += 1;
      closers.push(await open(next - 1));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return closers;
}

interface Cost {
  readonly streams: number;
  /** bytes per stream, without garbage */
  readonly held: number;
  /** bytes per stream as the machine sees it, before garbage is collected */
  readonly taken: number;
}

async function costs(probe: MemoryProbe, port: number, open: Open): Promise<Cost[]> {
  const { established: standing } = connectionsOf(port);
  for (let n = 0; n < WARM_UP.times; n += 1) {
    for (const close of await openMany(0, WARM_UP.streams, open)) close();
  }
  // A connection that closes later would reduce the measured memory.
  await until(() => connectionsOf(port).established <= standing, 30_000);
  const heldBefore = await probe.usedBytes();
  const takenBefore = probe.allocatedBytes();
  const found: Cost[] = [];
  for (const streams of [FEW, MANY]) {
    await openMany(found.at(-1)?.streams ?? 0, streams, open);
    const taken = (probe.allocatedBytes() - takenBefore) / streams;
    found.push({ streams, taken, held: ((await probe.usedBytes()) - heldBefore) / streams });
  }
  probe.close();
  return found;
}

test('idle streams', async (context) => {
  const clients = await kith.clients(network.members.map((member) => member.id));
  const ours = await costs(await openMemoryProbe(kith.pid, kith.server.output()), kith.server.port, async (nth) => {
    const stream = await clients[nth]?.stream();
    return () => stream?.close();
  });
  const raw = await costs(await openMemoryProbe(floor.pid, floor.output()), floor.port, async () => (await floor.connect()).close);

  expect(Math.min(...[...ours, ...raw].map((cost) => cost.held))).toBeGreaterThan(0);
  ours.forEach(({ streams, held, taken }, n) => {
    const kib = (bytes = Number.NaN) => bytes / 1024;
    const same = { unit: 'KiB', floorName: 'raw ws', must: { atMost: 3 }, aim: { atMost: 1.5 } };
    const work = `${streams.toLocaleString('en')} idle streams: memory of the server for each`;
    report(
      context,
      { ...same, work: `${work}, in use`, ours: kib(held), floor: kib(raw[n]?.held) },
      { ...same, work: `${work}, taken`, ours: kib(taken), floor: kib(raw[n]?.taken) },
    );
  });
});
