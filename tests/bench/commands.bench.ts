/**
 * Commands of many members at the same time, whose audiences overlap, with up to 65 readers per post; against plain INSERTs by as many
 * writers.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeNetwork } from './circle.ts';
import { startWsFloor, type WsFloor } from './floors/ws-floor.ts';
import { type KithHost, startKithHost } from './kith-host.ts';
import { alternate, sizeOf } from './rounds.ts';
import { report } from './row.ts';
import { seedCircle } from './seed-circle.ts';
import { median } from './statistics.ts';
import { closest, openKithWriting, openPlainInserts } from './work/commands.ts';

const ROUNDS = sizeOf(3, 2);
const SLICE_MS = sizeOf(1500, 500);
const WARM_UPS = sizeOf(2, 1);

const network = makeNetwork(256);

let kith: KithHost;
let floor: WsFloor;
beforeAll(async () => {
  kith = await startKithHost((sql) => seedCircle(sql, network));
  floor = await startWsFloor('row');
});
afterAll(async () => {
  await kith?.stop();
  await floor?.stop();
});

test.for([1, 8, 32])('commands of %i at once', async (writers, context) => {
  const members = closest(network, writers);
  const write = await openKithWriting(kith, members, network);
  const plain = await openPlainInserts(floor, members);
  const works = {
    kith: () => write(SLICE_MS),
    floor: () => plain.write(SLICE_MS),
  };
  const rates = await alternate(ROUNDS, works, WARM_UPS);
  await plain.close();
  expect(rates.kith.every((rate) => rate > 0)).toBe(true);
  report(context, {
    work: `posts of ${writers} at once, up to 65 readers each`,
    unit: '1/s',
    ours: median(rates.kith),
    floor: median(rates.floor),
    floorName: 'plain INSERT',
    must: { atLeast: 0.25 },
    aim: { atLeast: 0.5 },
  });
});

test('deadlocks meanwhile', async (context) => {
  report(context, { work: 'deadlocks meanwhile', unit: '', ours: await kith.deadlocks(), must: { atMost: 0 } });
});
