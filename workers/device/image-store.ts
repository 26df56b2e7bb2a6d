/**
 * The images of one member on this device, in a database of their own on plain IndexedDB. The bytes are stored as `ArrayBuffer`s (WebKit
 * loses `Blob`s). The facts about each image are stored separately, so that a list reads no bytes. An image that was chosen here and not
 * yet sent is `pending`.
 *
 * A connection closes as soon as somebody deletes the database. Later calls on this store then fail, and nothing creates the database
 * again.
 */
import type { ImageKey } from '../../schemas/images/image.ts';
import { imageDatabaseName } from './database-name.ts';
import { answered, completed, opened } from './indexed-db.ts';

export interface StoredImage {
  readonly key: ImageKey;
  readonly pending: boolean;
  /** when it was stored here, in milliseconds */
  readonly at: number;
}

export interface ImageStore {
  /** the stored images, without their bytes */
  list(): Promise<readonly StoredImage[]>;
  bytes(key: ImageKey): Promise<ArrayBuffer | undefined>;
  put(image: StoredImage, bytes: ArrayBuffer): Promise<void>;
  /** Stores all of these, or none. */
  putAll(images: readonly (readonly [StoredImage, ArrayBuffer])[]): Promise<void>;
  /** Marks an image as sent: from now on it is one like all others. */
  sent(key: ImageKey): Promise<void>;
  remove(keys: readonly ImageKey[]): Promise<void>;
  close(): void;
}

const FACTS = 'facts';
const BYTES = 'bytes';

async function open(name: string, onLost: () => void): Promise<IDBDatabase> {
  const database = await opened(name, (made) => {
    made.createObjectStore(FACTS, { keyPath: 'key' });
    made.createObjectStore(BYTES);
  });
  database.onversionchange = () => {
    onLost();
    database.close();
  };
  // The browser took the storage away.
  database.onclose = onLost;
  return database;
}

/** Opens the images of this member at first use. `onLost` is called when the database is taken away. */
export function openImageStore(userId: string, onLost: () => void = () => {}): ImageStore {
  let opening: Promise<IDBDatabase> | undefined;
  let over = false;
  async function database(): Promise<IDBDatabase> {
    if (over) throw new Error('the images of this device are closed');
    opening ??= open(imageDatabaseName(userId), () => {
      over = true;
      onLost();
    });
    return opening;
  }
  async function write(change: (facts: IDBObjectStore, bytes: IDBObjectStore) => void): Promise<void> {
    const transaction = (await database()).transaction([FACTS, BYTES], 'readwrite');
    change(transaction.objectStore(FACTS), transaction.objectStore(BYTES));
    await completed(transaction);
  }

  const putAll: ImageStore['putAll'] = (images) =>
    write((facts, all) => {
      for (const [image, bytes] of images) {
        facts.put(image);
        all.put(bytes, image.key);
      }
    });

  return {
    list: async () => answered<StoredImage[]>((await database()).transaction(FACTS).objectStore(FACTS).getAll()),
    bytes: async (key) => answered<ArrayBuffer | undefined>((await database()).transaction(BYTES).objectStore(BYTES).get(key)),
    put: (image, bytes) => putAll([[image, bytes]]),
    putAll,
    sent: (key) =>
      write((facts) => {
        const found = facts.get(key);
        found.onsuccess = () => {
          if (found.result) facts.put({ ...(found.result as StoredImage), pending: false });
        };
      }),
    remove: (keys) =>
      write((facts, all) => {
        for (const key of keys) {
          facts.delete(key);
          all.delete(key);
        }
      }),
    close() {
      over = true;
      opening?.then((one) => one.close()).catch(() => undefined);
    },
  };
}

/** The channel on which pages and the leading worker say which images are chosen, shown and fetched. */
export const imageChannelName = (userId: string): string => `kith-images-${userId}`;
export type ImageMessage =
  /** an image is on this device now */
  | { readonly type: 'held'; readonly key: ImageKey }
  /** an image was chosen here */
  | { readonly type: 'kept' }
  /** no draft has these images any more: they are deleted unless a row names them */
  | { readonly type: 'let go'; readonly ids: readonly string[] }
  /** a page shows this image, which is not on this device */
  | { readonly type: 'wanted'; readonly key: ImageKey }
  /** the bytes of such an image, which no row names: nothing keeps them but the pages that show it */
  | { readonly type: 'handed'; readonly key: ImageKey; readonly bytes: ArrayBuffer }
  /** the worker can fetch images now: pages ask for those that they miss */
  | { readonly type: 'ready' };
