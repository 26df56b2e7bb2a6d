import type { LocalStore } from '../../data/store/local-store.tsx';

export interface Person {
  readonly name: string;
  readonly imageUrl: string | null;
}

/** The signed-in member's name and image, for the rows they write. The row shows these values until the server answers. */
export async function readOwnPerson(store: LocalStore): Promise<Person> {
  const profile = await store.collections.profiles.findOne(store.userId).exec();
  return { name: profile?.name ?? '', imageUrl: profile?.profile_image_url ?? null };
}
