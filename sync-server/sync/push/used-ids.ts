import type { Tx } from '../../db/pool/transaction.ts';

/**
 * Takes an id for something new. A command that creates calls it before it inserts. Returns false where something has or had this id: a
 * deleted thing never comes back, although a device that missed the deletion may still send it. The answer does not reveal what it was or
 * whose. Waits for another transaction that is taking this id.
 *
 * Ids that are made from what they join (reactions, memberships, friendships) may return and are not taken.
 */
export async function takeId({ tx }: { readonly tx: Tx }, id: string): Promise<boolean> {
  const [row] = await tx<{ taken: boolean }[]>`select cardinality(take_ids(array[${id}]::uuid[])) > 0 as taken`;
  return row?.taken === true;
}

/** Whether something has or had this id. Writes nothing and waits for nothing. */
export async function isUsed({ tx }: { readonly tx: Tx }, id: string): Promise<boolean> {
  return (await tx`select from used_ids where id = ${id}`).length > 0;
}
