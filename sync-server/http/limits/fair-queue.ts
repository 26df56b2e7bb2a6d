import { type QueueLimits, unavailable } from './bounded-queue.ts';

/**
 * Runs a limited amount of work at a time, in fair turns by owner: a free place goes to the owner who was served least recently. So an
 * owner who queues much waits for it alone, and an owner with one piece of work waits for one turn of each other at most. The work of one
 * owner runs in the order in which it came. Work beyond `waiting` is refused at once.
 */
export interface FairQueue {
  run<T>(owner: string, work: () => Promise<T>): Promise<T>;
}

interface Owner {
  /** which turn of the queue this owner had last; 0 if none */
  servedAt: number;
  running: number;
  readonly waiting: (() => void)[];
}

export function createFairQueue({ running: most, waiting: mostWaiting, refusal = unavailable }: QueueLimits): FairQueue {
  /** owners with work that runs or waits */
  const owners = new Map<string, Owner>();
  let running = 0;
  let waiting = 0;
  let turns = 0;

  function begin(owner: Owner): void {
    turns += 1;
    owner.servedAt = turns;
    owner.running += 1;
  }

  /** The owner whose work comes next. */
  function nextOwner(): Owner | undefined {
    let next: Owner | undefined;
    for (const owner of owners.values()) {
      if (owner.waiting.length > 0 && (next === undefined || owner.servedAt < next.servedAt)) next = owner;
    }
    return next;
  }

  function end(name: string, owner: Owner): void {
    owner.running -= 1;
    if (owner.running === 0 && owner.waiting.length === 0) owners.delete(name);
    // The place is handed over directly, so that newer work cannot slip in first.
    const next = nextOwner();
    const start = next?.waiting.shift();
    if (!next || !start) {
      running -= 1;
      return;
    }
    waiting -= 1;
    begin(next);
    start();
  }

  return {
    async run(name, work) {
      if (running >= most && waiting >= mostWaiting) throw refusal();
      const owner = owners.get(name) ?? { servedAt: 0, running: 0, waiting: [] };
      owners.set(name, owner);
      if (running >= most) {
        waiting += 1;
        await new Promise<void>((resolve) => owner.waiting.push(resolve));
      } else {
        running += 1;
        begin(owner);
      }
      try {
        return await work();
      } finally {
        end(name, owner);
      }
    },
  };
}
