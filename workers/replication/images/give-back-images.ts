/**
 * A server that was restored from a backup has lost images that were sent from here before. This device has the newest of them still, and
 * gives them back as it gives back rows: those that the server lacks wait to be sent again.
 */
import { type ImageKey, imageIdOfKey, imageKeysIn } from '../../../schemas/images/image.ts';
import { imageFields } from '../../../schemas/protocol/collections.ts';
import type { PushChange } from '../../../schemas/protocol/sync.ts';
import type { ImageStore } from '../../device/image-store.ts';
import type { ImageServer } from './image-server.ts';
import type { NamedImages } from './named-images.ts';
import type { RowsFirst } from './rows-first.ts';

/** What this device knows of a restore of its server. */
export interface AfterRestore {
  /** the epoch of a restored server that has yet to be asked for images; null if there is none */
  unasked(): string | null;
  /** The server of this epoch was asked for all of them. */
  asked(epoch: string): Promise<void>;
  /** lost writes that wait for what another device has yet to send back */
  waitingWrites(): readonly PushChange[];
}

/** The ids of the images that these writes name. */
export const imagesOfWrites = (writes: readonly PushChange[]): ReadonlySet<string> =>
  new Set(
    writes.flatMap(({ collection, document }) =>
      (document._deleted ? [] : (imageFields[collection] ?? [])).flatMap((field) =>
        imageKeysIn((document as Record<string, unknown>)[field]).map(imageIdOfKey),
      ),
    ),
  );

/**
 * Asks for each image that was sent from here and that a row names. What the server lacks waits from now on, and so does what only a waiting
 * write names: that row is accepted later, and its image is asked for before it is sent. Call it once all rows are those of the restored
 * server. Returns false if the server was not reached: then call it again.
 */
export async function giveBackImages(given: {
  readonly store: Pick<ImageStore, 'list' | 'waiting'>;
  readonly named: Pick<NamedImages, 'has'>;
  readonly server: Pick<ImageServer, 'received'>;
  readonly rowsFirst: RowsFirst;
  readonly waitingWrites: readonly PushChange[];
  /** the server's time */
  readonly now: () => number;
  readonly signal: AbortSignal;
}): Promise<boolean> {
  const { store, named, server, rowsFirst, now, signal } = given;
  const owed = imagesOfWrites(given.waitingWrites);

  async function isLost(key: ImageKey): Promise<boolean | null> {
    for (;;) {
      const outcome = await rowsFirst.run((limited) => server.received(key, limited), signal);
      if (signal.aborted) return null;
      // It gave way to a row.
      if (outcome === null) continue;
      if (outcome.kind === 'lost') return null;
      return outcome.kind === 'none' || (outcome.kind === 'done' && outcome.body !== 'all');
    }
  }

  for (const { key, state } of await store.list()) {
    if (state !== 'sent' || !(named.has(key) || owed.has(key))) continue;
    const lost = named.has(key) ? await isLost(key) : true;
    if (lost === null) return false;
    if (lost) await store.waiting(key, now());
  }
  return true;
}
