import type { Tx } from '../db/transaction.ts';

/**
 * Takes an id for something new, to be called by the command that creates, before it inserts. False where something has or had it:
 * a deleted thing never comes back to life, as a device that missed the deletion may still send it. The answer says nothing of
 * what it was or whose. Whoever is about to make something with this very id is waited for.
 *
 * Ids that are made from what they join (reactions, memberships, friendships) may return and are not taken.
 */
export async function takeId({ tx }: { readonly tx: Tx }, id: string): Promise<boolean> {
  const [row] = await tx<{ taken: boolean }[]>`select cardinality(take_ids(array[${id}]::uuid[])) > 0 as taken`;
  return row?.taken === true;
}

/** Whether something has or had this id. Writes nothing and waits for nobody. */
export async function isUsed({ tx }: { readonly tx: Tx }, id: string): Promise<boolean> {
  return (await tx`select from used_ids where id = ${id}`).length > 0;
}
