/** Writes rows into Kith's local store and does nothing else: no network, no server, no screen. */
import type { CollectionName } from '../../../../schemas/protocol/collections.ts';
import { browserStorage } from '../../../../workers/device/browser-storage.ts';
import { toLocal } from '../../../../workers/device/local-row.ts';
import { openLocalDatabase } from '../../../../workers/device/open-local-database.ts';
import type { FloorRequest, FloorResult } from './floor-messages.ts';

/** As many rows as a page of replication has. */
const BATCH = 200;

self.onmessage = async ({ data }: MessageEvent<FloorRequest>) => {
  const begun = performance.now();
  const database = await openLocalDatabase({ userId: 'floor', storage: browserStorage(), multiInstance: true });
  const opened = performance.now();
  for (const [name, documents] of Object.entries(data)) {
    const collection = name as CollectionName;
    for (let from = 0; from < documents.length; from += BATCH) {
      const rows = documents.slice(from, from + BATCH).map((document) => toLocal(collection, document));
      const { error } = await database.collections[collection].bulkInsert(rows);
      if (error.length > 0) throw new Error('a row was refused by the store');
    }
  }
  const result: FloorResult = { openMs: opened - begun, writeMs: performance.now() - opened };
  self.postMessage(result);
};
