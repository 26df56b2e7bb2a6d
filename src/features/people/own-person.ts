import type { LocalStore } from '../../data/local-store.tsx';

export interface Person {
  readonly name: string;
  readonly imageUrl: string | null;
}

/** The member themself, for the rows that they write: until the server answers, the row shows what stands here. */
export async function readOwnPerson(store: LocalStore): Promise<Person> {
  const profile = await store.collections.profiles.findOne(store.userId).exec();
  return { name: profile?.name ?? '', imageUrl: profile?.profile_image_url ?? null };
}
