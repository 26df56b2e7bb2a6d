import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import { type Checkpoint, MAX_PULL_LIMIT, type PullResponse } from '../../../schemas/protocol/sync.ts';
import type { WireClient } from '../wire-client.ts';

export interface Reader {
  /** How many documents it has received since it was opened. @throws Error where a pull failed */
  held(): number;
}

/**
 * Reads one collection as a device does: by the frames of its stream, and by a pull where the stream requests one. Calls `onDocument` once
 * for each document that arrives.
 */
export async function openReader(client: WireClient, collection: CollectionName, onDocument?: (id: string) => void): Promise<Reader> {
  const held = new Set<string>();
  let atOpening = 0;
  let checkpoint: Checkpoint = {};
  let epoch: string | null = null;
  let pulling: Promise<void> = Promise.resolve();
  let failed: unknown = null;

  const hold = (id: string) => {
    if (held.has(id)) return;
    held.add(id);
    onDocument?.(id);
  };
  async function pull(): Promise<void> {
    for (let more = true; more; ) {
      const answer: PullResponse = await client.pull({ epoch, collections: { [collection]: { checkpoint, limit: MAX_PULL_LIMIT } } });
      const page = answer.collections[collection];
      for (const { id } of page?.documents ?? []) hold(id);
      checkpoint = { ...checkpoint, ...page?.checkpoint };
      epoch = answer.epoch;
      more = page?.more ?? false;
    }
  }
  await client.stream({
    onFrame: ({ scope, prev, head, collections }) => {
      for (const { id } of collections[collection]?.documents ?? []) hold(id);
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
  atOpening = held.size;
  return {
    held() {
      if (failed !== null) throw failed;
      return held.size - atOpening;
    },
  };
}
