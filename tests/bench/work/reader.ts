import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { Checkpoint, PullResponse } from '../../../schemas/protocol/sync.ts';
import { MAX_PULL_LIMIT } from '../../../schemas/protocol/sync-limits.ts';
import type { WireClient } from '../wire-client.ts';

export interface Reader {
  /** How many documents it has received since it was opened. @throws Error where a pull failed */
  received(): number;
}

/**
 * Reads one collection as a device does: by the frames of its stream, and by a pull where the stream requests one. Calls `onDocument` once
 * for each document that arrives.
 */
export async function openReader(client: WireClient, collection: CollectionName, onDocument?: (id: string) => void): Promise<Reader> {
  const received = new Set<string>();
  let atOpening = 0;
  let checkpoint: Checkpoint = {};
  let epoch: string | null = null;
  let pulling: Promise<void> = Promise.resolve();
  let failed: unknown = null;

  const receive = (id: string) => {
    if (received.has(id)) return;
    received.add(id);
    onDocument?.(id);
  };
  async function pull(): Promise<void> {
    for (let more = true; more; ) {
      const answer: PullResponse = await client.pull({ epoch, collections: { [collection]: { checkpoint, limit: MAX_PULL_LIMIT } } });
      const page = answer.collections[collection];
      for (const { id } of page?.documents ?? []) receive(id);
      checkpoint = { ...checkpoint, ...page?.checkpoint };
      epoch = answer.epoch;
      more = page?.more ?? false;
    }
  }
  await client.stream({
    onFrame: ({ scope, prev, head, collections }) => {
      for (const { id } of collections[collection]?.documents ?? []) receive(id);
      const known = checkpoint[scope];
      // After a gap the checkpoint stays, so the pull fetches what is missing from where this reader really was.
      if (typeof known === 'number' && prev <= known) checkpoint = { ...checkpoint, [scope]: Math.max(known, head) };
    },
    onPull: () => {
      pulling = pulling.then(pull).catch((error: unknown) => {
        failed = error;
      });
    },
  });
  await pull();
  atOpening = received.size;
  return {
    received() {
      if (failed !== null) throw failed;
      return received.size - atOpening;
    },
  };
}
