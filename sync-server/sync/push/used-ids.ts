import type { Tx } from '../../db/pool/transaction.ts';

/**
 * Takes an id for something new. A command that creates calls it before it inserts. Returns false where something has or had this id: a
 * deleted thing never comes back, although a device that missed the deletion may still send it. The answer does not reveal what it was or
 * whose. Waits for another transaction that is taking this id.
 *
 * Ids that are made from what they join (reactions, memberships, friendships) may return and are not taken.
 */
export const takeId = ({ tx }: { readonly tx: Tx }, id: string): Promise<boolean> => takeIds({ tx }, [id]);

/** The same for several different ids: false where one of them was in use. The others are taken nevertheless, so the caller refuses. */
export async function takeIds({ tx }: { readonly tx: Tx }, ids: readonly string[]): Promise<boolean> {
  const [row] = await tx<{ taken: number }[]>`select cardinality(take_ids(${ids as string[]}::uuid[])) as taken`;
  return row?.taken === ids.length;
}

/** Which of these ids something has or had, in lower case. Writes nothing and waits for nothing. */
export async function usedAmong({ tx }: { readonly tx: Tx }, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx<{ id: string }[]>`select id from used_ids where id = any (${ids as string[]}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
}
