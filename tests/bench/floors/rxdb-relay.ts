/**
 * The floor of RxDB clients: RxDB alone. Two local stores with RxDB's own replication between them. Its handlers pass a pushed row on to
 * the other side at once: no network, no server, no worker.
 */
import type { RxCollection, RxReplicationWriteToMasterRow, WithDeleted } from 'rxdb';
import { type RxReplicationState, replicateRxCollection } from 'rxdb/plugins/replication';
import { Subject } from 'rxjs';
import type { AnyLocalRow } from '../../../workers/device/local-row.ts';

type Handed = { readonly documents: WithDeleted<AnyLocalRow>[]; readonly checkpoint: { readonly n: number } };

/** Passes every row that is written to `from` on to `to`, in the form in which the server would send it. */
export async function relay(from: RxCollection<AnyLocalRow>, to: RxCollection<AnyLocalRow>): Promise<{ close(): Promise<void> }> {
  const handedOver = new Subject<Handed>();
  let n = 0;
  const states: RxReplicationState<AnyLocalRow, { readonly n: number }>[] = [
    replicateRxCollection<AnyLocalRow, { readonly n: number }>({
      replicationIdentifier: 'relay-from',
      collection: from,
      push: {
        handler: async (rows: RxReplicationWriteToMasterRow<AnyLocalRow>[]) => {
          n += 1;
          const documents = rows.map(({ newDocumentState }) => ({ ...newDocumentState, pending: 0 as const, scope: 1 }));
          handedOver.next({ documents, checkpoint: { n } });
          return [];
        },
      },
    }),
    replicateRxCollection<AnyLocalRow, { readonly n: number }>({
      replicationIdentifier: 'relay-to',
      collection: to,
      pull: { handler: async () => ({ documents: [], checkpoint: { n } }), stream$: handedOver },
    }),
  ];
  for (const state of states) {
    state.error$.subscribe((error) => {
      throw error;
    });
    await state.awaitInitialReplication();
  }
  return {
    async close() {
      for (const state of states) await state.cancel();
    },
  };
}
