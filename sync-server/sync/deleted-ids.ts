/**
 * A deleted uuid never comes back to life: a device that missed the deletion may still send the document that was deleted.
 * Ids that are made from what they join (reactions, memberships, friendships) may return and are not remembered.
 */
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { Tx } from '../db/transaction.ts';

type InTransaction = { readonly tx: Tx };

/** To be called by the command that deletes, in its transaction. */
export async function rememberDeleted({ tx }: InTransaction, collection: CollectionName, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx`select remember_deleted(${ids as string[]}::uuid[], ${collection})`;
}

/**
 * To be called by the command that creates, before it inserts. An id counts as deleted whatever collection it belonged to and
 * whoever deleted it, so the answer says nothing of either. A deletion of this very id that runs at the same time is waited for.
 */
export async function wasDeleted({ tx }: InTransaction, id: string): Promise<boolean> {
  const [row] = await tx<{ deleted: boolean }[]>`select was_deleted(${id}) as deleted`;
  return row?.deleted === true;
}
