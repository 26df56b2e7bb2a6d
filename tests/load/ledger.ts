/**
 * What must arrive where, and what must not. It knows only what the load itself did, never what the server answers to reads.
 *
 * A **tie** decides whether a reader may read: a friendship, or a membership in a group. While it changes, a delivery may or may not
 * happen, because the load cannot know on which side of the commit it fell. So only what is certain is judged:
 *
 * - A row that was sent while the tie was on must arrive, unless the tie begins to change first.
 * - A row that was sent while the tie was off must not arrive before the tie begins to change. Once it is on again, the row must arrive.
 */
export interface Tie {
  state: 'on' | 'off' | 'changing';
  since: number;
  /** how often it began to change */
  changes: number;
  readonly waiting: Set<Delivery>;
  /** rows to be read once the tie is on again */
  readonly later: Set<Write>;
}

interface Delivery {
  readonly write: Write;
  readonly reader: string;
  readonly tie: Tie | null;
  /** false for a row that became readable later; its time says nothing about a new row */
  readonly timed: boolean;
}

export interface Write {
  readonly id: string;
  readonly sentAt: number;
  /** who may read it, and by which tie; null where nothing that the load does changes it */
  readonly readers: ReadonlyMap<string, Tie | null>;
  readonly arrived: Set<string>;
  refused: boolean;
}

export const newTie = (now: number): Tie => ({ state: 'on', since: now, changes: 0, waiting: new Set(), later: new Set() });

export type Ledger = ReturnType<typeof createLedger>;

export function createLedger(now: () => number = () => performance.now()) {
  const writes = new Map<string, Write>();
  const waiting = new Map<string, Delivery>();
  /** milliseconds from the act until a row was on the stream of another reader */
  const visibleAfter: number[] = [];
  const leaks: string[] = [];

  const keyOf = (write: Write, reader: string) => `${write.id} ${reader}`;

  function expect(write: Write, reader: string, tie: Tie | null, timed: boolean): void {
    const delivery = { write, reader, tie, timed };
    waiting.set(keyOf(write, reader), delivery);
    tie?.waiting.add(delivery);
  }

  function settle(delivery: Delivery): void {
    waiting.delete(keyOf(delivery.write, delivery.reader));
    delivery.tie?.waiting.delete(delivery);
  }

  return {
    visibleAfter,
    /** rows that arrived where they must not, as `<collection> <why>` */
    leaks,
    /** how many deliveries are still to come */
    pending: (): number => waiting.size,
    written: (): number => writes.size,

    /** A row is about to be sent. `sentAt` is when the act was due, so a late request counts as slow. */
    begin(id: string, readers: ReadonlyMap<string, Tie | null>, sentAt: number): Write {
      const write: Write = { id, sentAt, readers, arrived: new Set(), refused: false };
      writes.set(id, write);
      for (const [reader, tie] of readers) {
        if (tie === null || tie.state === 'on') expect(write, reader, tie, true);
        else tie.later.add(write);
      }
      return write;
    },

    /** The row was not accepted: nobody must receive it. */
    refuse(write: Write): void {
      write.refused = true;
      for (const reader of write.readers.keys()) {
        const delivery = waiting.get(keyOf(write, reader));
        if (delivery) settle(delivery);
      }
    },

    /** The request that changes this tie is about to be sent. */
    change(tie: Tie): void {
      tie.state = 'changing';
      tie.since = now();
      tie.changes += 1;
      for (const delivery of [...tie.waiting]) {
        settle(delivery);
        tie.later.add(delivery.write);
      }
    },

    /** The change was acknowledged. `readers` are those whom the tie gives access, and from whose rows it gives it. */
    changed(tie: Tie, state: 'on' | 'off'): void {
      tie.state = state;
      tie.since = now();
      if (state === 'off') return;
      for (const write of tie.later) {
        for (const [reader, by] of write.readers) {
          if (by === tie && !write.refused && !write.arrived.has(reader)) expect(write, reader, tie, false);
        }
      }
      tie.later.clear();
    },

    /** A row arrived on the device of this reader. The writer's own device need not be reported. */
    arrive(collection: string, id: string, reader: string, isOwn: boolean): void {
      if (isOwn) return;
      const write = writes.get(id);
      const tie = write?.readers.get(reader);
      if (!write || tie === undefined) leaks.push(`${collection} of an audience without this reader`);
      else if (tie?.state === 'off' && tie.since < write.sentAt) leaks.push(`${collection} after the end of a friendship or membership`);
      if (!write || write.arrived.has(reader)) return;
      write.arrived.add(reader);
      const delivery = waiting.get(keyOf(write, reader));
      if (!delivery) return;
      if (delivery.timed) visibleAfter.push(now() - write.sentAt);
      settle(delivery);
    },
  };
}
