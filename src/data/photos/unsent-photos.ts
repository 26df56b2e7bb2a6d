/**
 * The photos that the server knows by the rows that name them, and lacks. Each is in one state: `waiting` or `sending` by itself, or `failed`
 * until its author acts. Counted and shown from the store alone.
 */
import { useEffect, useState } from 'react';
import { imageIdOfKey, imageKeysIn } from '../../../schemas/images/image.ts';
import type { Photo } from '../../../schemas/images/photo.ts';
import type { ImageMessage } from '../../../workers/device/image-store.ts';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { type FailedPhoto, forgetFailedPhotos, readFailedPhotos } from '../../../workers/device/pending/failed-photos.ts';
import { followRows } from '../../../workers/device/pending/pending-rows.ts';
import { useFailedPhotos } from '../outbox.ts';
import { type LocalStore, useStore } from '../store/local-store.tsx';

type NamedBy<C extends 'posts' | 'group_messages'> = { readonly collection: C; readonly row: LocalRow<C> };
type Naming = NamedBy<'posts'> | NamedBy<'group_messages'> | { readonly collection: 'profiles'; readonly row: LocalRow<'profiles'> };

export interface UnsentPhoto {
  readonly id: string;
  /** null for the photo of a profile */
  readonly photo: Photo | null;
  /** its place among the photos of its row, from 1 */
  readonly nth: number;
  readonly failed: FailedPhoto | null;
}

/** A row, and those of its photos that are not sent. */
export type UnsentOfRow = Naming & { readonly photos: readonly UnsentPhoto[] };

const loadImageStore = () => import('../../../workers/device/image-store.ts');

async function waitingIds(userId: string): Promise<ReadonlySet<string>> {
  const images = (await loadImageStore()).openImageStore(userId);
  try {
    return new Set((await images.list()).filter(({ state }) => state === 'waiting').map(({ key }) => imageIdOfKey(key)));
  } finally {
    images.close();
  }
}

/** The rows of this member with photos that the server lacks, those with the newest write first. Rows that it lacks too are no part of it. */
export async function readUnsentPhotos({ userId, collections, database }: LocalStore): Promise<readonly UnsentOfRow[]> {
  const waiting = await waitingIds(userId);
  if (waiting.size === 0) return [];
  const [failures, own, posts, messages] = await Promise.all([
    readFailedPhotos(database),
    collections.profiles.findOne(userId).exec(),
    collections.posts.find({ selector: { author_id: userId } }).exec(),
    collections.group_messages.find({ selector: { sender_id: userId } }).exec(),
  ]);
  const named: Naming[] = [
    ...(own ? [{ collection: 'profiles', row: own.toJSON() as LocalRow<'profiles'> } as const] : []),
    ...posts.map((row) => ({ collection: 'posts', row: row.toJSON() as LocalRow<'posts'> }) as const),
    ...messages.map((row) => ({ collection: 'group_messages', row: row.toJSON() as LocalRow<'group_messages'> }) as const),
  ];
  const failed = new Map(failures.map((one) => [one.id, one]));
  const found = named.flatMap((naming): UnsentOfRow[] => {
    const { collection, row } = naming;
    const images = collection === 'profiles' ? imageKeysIn(row.profile_image_url).map((id) => ({ id })) : row.photos;
    const photos = images.flatMap((image, at): UnsentPhoto[] => {
      const failure = failed.get(image.id) ?? null;
      // A photo goes with its row as long as that waits, unless it has failed before.
      if (!waiting.has(image.id) || (row.pending === 1 && !failure)) return [];
      return [{ id: image.id, photo: 'thumbhash' in image ? image : null, nth: at + 1, failed: failure }];
    });
    return photos.length > 0 ? [{ ...naming, photos }] : [];
  });
  return found.sort((a, b) => (a.row.write_id < b.row.write_id ? 1 : -1));
}

/** These photos are sent again, as they are. */
export async function retryPhotos({ database, userId }: LocalStore, ids: readonly string[]): Promise<void> {
  await forgetFailedPhotos(database, ids);
  const { imageChannelName } = await loadImageStore();
  const channel = new BroadcastChannel(imageChannelName(userId));
  channel.postMessage({ type: 'kept' } satisfies ImageMessage);
  channel.close();
}

export interface UnsentPhotos {
  /** undefined until they are read */
  readonly rows: readonly UnsentOfRow[] | undefined;
  /** the one that is being sent */
  readonly sending: string | null;
}

/** Several changes at the same time are read once. */
const TOGETHER_MS = 50;

/** The photos that are not sent, kept current. */
export function useUnsentPhotos(): UnsentPhotos {
  const store = useStore();
  const failed = useFailedPhotos();
  const [rows, setRows] = useState<readonly UnsentOfRow[]>();
  const [sending, setSending] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has failed is read with the rows
  useEffect(() => {
    let over = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const endings: (() => void)[] = [];
    const read = () => {
      timer = undefined;
      readUnsentPhotos(store).then(
        (found) => over || setRows(found),
        (error: unknown) => console.warn('Could not read the photos that are not sent', error),
      );
    };
    const soon = () => {
      timer ??= setTimeout(read, TOGETHER_MS);
    };
    const follow = async () => {
      const { imageChannelName } = await loadImageStore();
      if (over) return;
      const channel = new BroadcastChannel(imageChannelName(store.userId));
      channel.addEventListener('message', ({ data }: MessageEvent<ImageMessage>) => {
        if (data.type === 'sending') setSending(data.id);
        // Whatever the worker and other pages do with images, the store may say something else now.
        soon();
      });
      channel.postMessage({ type: 'ask' } satisfies ImageMessage);
      endings.push(() => channel.close());
    };
    follow().catch((error: unknown) => console.warn('Could not follow the photos', error));
    endings.push(followRows(store.database, soon));
    read();
    return () => {
      over = true;
      clearTimeout(timer);
      for (const end of endings) end();
    };
  }, [store, failed]);
  return { rows, sending };
}
