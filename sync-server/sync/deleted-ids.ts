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
 * Which of these ids are not free, to be called by the command that creates, before it inserts. An id counts as deleted whatever
 * collection it belonged to and whoever deleted it, so the answer says nothing of either; and so does one that something has. A
 * deletion or a creation with one of these very ids that runs at the same time is waited for, in the order of the ids.
 */
export async function usedIds(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const [row] = await tx<{ used: string[] }[]>`select used_ids(${ids as string[]}::uuid[]) as used`;
  return new Set(row?.used);
}

/** The same for one. */
export const wasDeleted = async ({ tx }: InTransaction, id: string): Promise<boolean> => (await usedIds(tx, [id])).size > 0;
