import type { Post } from '../../../schemas/posts/post.ts';
import { useOwnId } from '../../data/store/local-store.tsx';
import { PhotoGrid } from '../../ui/photos/photo-grid.tsx';
import { firstName } from '../people/first-name.ts';
import type { PersonOf } from '../people/use-people.ts';
import { FailedPhotos, useFailedAmong } from '../photos/failed-photos.tsx';
import { openPhoto } from '../photos/opened-photo.ts';

/** The photos of a post, under its text. Their author sees which ones the server refused. */
export function PostPhotos({
  post: { id, author_id, photos },
  personOf,
}: {
  readonly post: Pick<Post, 'id' | 'author_id' | 'photos'>;
  readonly personOf: PersonOf;
}) {
  const userId = useOwnId();
  const failed = useFailedAmong(photos);
  return (
    <>
      <PhotoGrid
        photos={photos}
        from={author_id === userId ? null : firstName(personOf(author_id).name)}
        failed={failed}
        onOpen={(photoId) => openPhoto({ collection: 'posts', rowId: id, photoId })}
      />
      <FailedPhotos count={failed.length} />
    </>
  );
}
