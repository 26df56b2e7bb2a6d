/** What a member does with one photo that is not sent. It changes the row like any edit, in the local store only. */
import { refuse, type Verdict } from '../../../schemas/base/refusal.ts';
import type { Photo } from '../../../schemas/images/photo.ts';
import { post } from '../../../schemas/posts/post.ts';
import type { UnsentOfRow } from '../../data/photos/unsent-photos.ts';
import type { LocalStore } from '../../data/store/local-store.tsx';
import { deleteMessage, editMessage } from '../messages/write-message.ts';
import { deletePost, editPost } from '../posts/write-post.ts';

/** A post or a message. */
export type RowWithPhotos = Exclude<UnsentOfRow, { readonly collection: 'profiles' }>;
type Named = Pick<RowWithPhotos, 'collection'> & { readonly row: Pick<RowWithPhotos['row'], 'id'> };

/** Changes the photos that the row has by now. */
async function changePhotos(
  store: LocalStore,
  { collection, row: { id } }: Named,
  change: (photos: readonly Photo[]) => readonly Photo[],
): Promise<Verdict> {
  const row = await store.collections[collection].findOne(id).exec();
  if (!row) return refuse('NOT_FOUND');
  const photos = [...change(row.photos)];
  if (!('author_id' in row)) return editMessage(store, id, { photos });
  return editPost(store, id, { ...post.textOf(row), photos });
}

/** Puts another photo in the place of this one. The description stays. */
export const replacePhoto = (store: LocalStore, named: Named, id: string, by: Photo): Promise<Verdict> =>
  changePhotos(store, named, (photos) => photos.map((photo) => (photo.id === id ? { ...by, alt: photo.alt } : photo)));

/** Whether the row would say nothing without this photo. */
export const isLastWord = ({ row: { content, photos } }: RowWithPhotos, id: string): boolean =>
  content === '' && photos.every((photo) => photo.id === id);

/**
 * Takes a photo out. A row that would say nothing without it is refused as `INVALID`. The bytes stay here for a day: until the server has the
 * change, it can be taken back.
 */
export const removePhoto = (store: LocalStore, named: Named, id: string): Promise<Verdict> =>
  changePhotos(store, named, (photos) => photos.filter((photo) => photo.id !== id));

/** Deletes the post or the message. */
export const deleteRow = (store: LocalStore, { collection, row: { id } }: Named): Promise<Verdict> =>
  collection === 'posts' ? deletePost(store, id) : deleteMessage(store, id);
