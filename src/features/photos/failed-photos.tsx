import { lazy, Suspense } from 'react';
import { useFailedPhotos } from '../../data/outbox.ts';

const none: readonly string[] = [];

/** The ids of those of these photos that the server refused. */
export function useFailedAmong(photos: readonly { readonly id: string }[]): readonly string[] {
  const failed = useFailedPhotos();
  if (failed.length === 0) return none;
  const refused = new Set(failed.map(({ id }) => id));
  return photos.flatMap(({ id }) => (refused.has(id) ? id : []));
}

const load = () => import('./failed-photos-said.tsx');
const Line = lazy(async () => ({ default: (await load()).FailedPhotosLine }));
const Note = lazy(async () => ({ default: (await load()).FailedPhotosNote }));

/** Says under a post or a message that so many of its photos were not sent, and leads to the outbox. Nothing where all were sent. */
export function FailedPhotos(props: { readonly count: number; readonly short?: boolean }) {
  return (
    props.count > 0 && (
      <Suspense>
        <Line {...props} />
      </Suspense>
    )
  );
}

/** Says on other pages that photos were not sent. */
export const FailedPhotosNote = () =>
  useFailedPhotos().length > 0 && (
    <Suspense>
      <Note />
    </Suspense>
  );
