/**
 * A room in which all members write as fast as they are answered, each with their own stream. The measure is the number of deliveries on
 * streams, including the writer's own, per second of processor time of server and database.
 */
import type { PushChange } from '../../../schemas/protocol/sync.ts';
import { until } from '../../support/until.ts';
import type { WsFloor } from '../floors/ws-floor.ts';
import type { KithHost } from '../kith-host.ts';
import { cpuSeconds, postgresCpuSeconds } from '../process-usage.ts';
import { sum } from '../statistics.ts';
import { asFloorDocument } from '../writes.ts';
import { openReader } from './reader.ts';

export interface ChatSlice {
  readonly deliveries: number;
  /** of server and database, until the last delivery */
  readonly coreSeconds: number;
  /** of wall-clock time */
  readonly seconds: number;
}

export interface Chat {
  /** Lets the room chat for this long, then waits until every message has arrived everywhere. */
  slice(milliseconds: number): Promise<ChatSlice>;
  /** how many messages there were in all slices */
  written(): number;
}

const QUIET_WITHIN_MS = 60_000;

interface Room {
  readonly writers: readonly (() => Promise<unknown>)[];
  readonly readers: number;
  readonly delivered: () => number;
  readonly cpu: () => number;
}

function openChat({ writers, readers, delivered, cpu }: Room): Chat {
  let written = 0;
  return {
    written: () => written,
    async slice(milliseconds) {
      const [deliveredBefore, cpuBefore, begun] = [delivered(), cpu(), performance.now()];
      await Promise.all(
        writers.map(async (write) => {
          while (performance.now() - begun < milliseconds) {
            await write();
            written += 1;
          }
        }),
      );
      await until(() => delivered() === written * readers, QUIET_WITHIN_MS);
      return {
        deliveries: delivered() - deliveredBefore,
        coreSeconds: cpu() - cpuBefore,
        seconds: (performance.now() - begun) / 1000,
      };
    },
  };
}

/** `write` makes this member's next message. */
export async function openKithChat(kith: KithHost, members: readonly string[], write: (author: string) => PushChange): Promise<Chat> {
  const clients = await kith.clients(members);
  const readers = await Promise.all(clients.map((client) => openReader(client, 'group_messages')));
  return openChat({
    writers: clients.map((client, n) => () => client.push([write(members[n] ?? '')])),
    readers: members.length,
    delivered: () => sum(readers.map((reader) => reader.received())),
    cpu: () => cpuSeconds(kith.pid) + postgresCpuSeconds(kith.postmaster),
  });
}

export async function openFloorChat(
  floor: WsFloor,
  postmaster: number,
  members: readonly string[],
  write: (author: string) => PushChange,
): Promise<Chat> {
  let delivered = 0;
  const count = () => {
    delivered += 1;
  };
  const clients = await Promise.all(members.map(() => floor.connect(count)));
  return openChat({
    writers: clients.map((client, n) => () => client.write(asFloorDocument(write(members[n] ?? '')))),
    readers: members.length,
    delivered: () => delivered,
    cpu: () => cpuSeconds(floor.pid) + postgresCpuSeconds(postmaster),
  });
}
