/**
 * The images of one member on this device, in a database of their own on plain IndexedDB. The bytes are stored as `ArrayBuffer`s (WebKit
 * loses `Blob`s). The facts about each image are stored separately, so that a list reads no bytes.
 *
 * Where the disk is full, images that the server has make way for a new one. After any other failure the connection is closed, and the
 * next call opens another one. A connection closes as soon as somebody deletes the database. Later calls on this store then fail, and
 * nothing creates the database again.
 */
import type { ImageKey } from '../../schemas/images/image.ts';
import { imageDatabaseName } from './database-name.ts';
import { imagesToClear, imagesToFree } from './image-bounds.ts';
import { answered, completed, opened } from './indexed-db.ts';
import { lacksDiskSpace } from './lacks-disk-space.ts';

/** `waiting`: chosen here, and to be sent. `sent`: chosen here, and the server has it. `held`: any other. */
export type ImageState = 'waiting' | 'sent' | 'held';

export interface NewImage {
  readonly key: ImageKey;
  readonly state: ImageState;
  /** when it was stored here, or sent, in milliseconds of the server's time */
  readonly at: number;
}

export interface StoredImage extends NewImage {
  /** in bytes */
  readonly size: number;
  /** about when it was last shown */
  readonly usedAt: number;
}

export interface ImageStore {
  /** the stored images, without their bytes */
  list(): Promise<readonly StoredImage[]>;
  bytes(key: ImageKey): Promise<ArrayBuffer | undefined>;
  /** The bytes of an image that is shown now. */
  shown(key: ImageKey, now: number): Promise<ArrayBuffer | undefined>;
  put(image: NewImage, bytes: ArrayBuffer): Promise<void>;
  /** Stores all of these, or none. */
  putAll(images: readonly (readonly [NewImage, ArrayBuffer])[]): Promise<void>;
  /** The server has this image now. */
  sent(key: ImageKey, now: number): Promise<void>;
  /** The server no longer has this image, which was sent from here. */
  waiting(key: ImageKey, now: number): Promise<void>;
  remove(keys: readonly ImageKey[]): Promise<void>;
  /** Deletes what was fetched from the server, and returns what that was. */
  clear(now: number): Promise<readonly ImageKey[]>;
  /** when that was done last, in milliseconds of the server's time; 0 for never */
  clearedAt(): Promise<number>;
  close(): void;
}

const FACTS = 'facts';
const BYTES = 'bytes';
const TIMES = 'times';
const CLEARED = 'cleared';
/** How exactly it is known when an image was last shown: more would be a write for each look. */
const USED_WITHIN_MS = 6 * 60 * 60_000;

async function open(name: string, isNew: boolean, onLost: () => void): Promise<IDBDatabase> {
  const database = await opened(name, (made, { abort }) => {
    // It was there before, so somebody has deleted it.
    if (!isNew) return abort();
    made.createObjectStore(FACTS, { keyPath: 'key' });
    made.createObjectStore(BYTES);
    made.createObjectStore(TIMES);
  }).catch((error: unknown) => {
    if (!isNew && (error as Error).name === 'AbortError') onLost();
    throw error;
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
  let wasOpen = false;
  let over = false;
  async function database(): Promise<IDBDatabase> {
    if (over) throw new Error('the images of this device are closed');
    opening ??= open(imageDatabaseName(userId), !wasOpen, () => {
      over = true;
      onLost();
    });
    const database = await opening;
    wasOpen = true;
    return database;
  }

  /** Uses the connection. If that fails it is not used again, unless the disk is full: that is no fault of the connection. */
  async function use<T>(work: (database: IDBDatabase) => Promise<T>): Promise<T> {
    const used = opening;
    try {
      return await work(await database());
    } catch (error) {
      if (!lacksDiskSpace(error) && !over) forget(used ?? opening);
      throw error;
    }
  }
  function forget(failed: Promise<IDBDatabase> | undefined): void {
    failed?.then((one) => one.close()).catch(() => undefined);
    if (opening === failed) opening = undefined;
  }

  const write = (
    change: (facts: IDBObjectStore, bytes: IDBObjectStore) => void,
    durability: IDBTransactionDurability = 'default',
  ): Promise<void> =>
    use(async (connection) => {
      const transaction = connection.transaction([FACTS, BYTES], 'readwrite', { durability });
      change(transaction.objectStore(FACTS), transaction.objectStore(BYTES));
      await completed(transaction);
    });
  const list = () => use((connection) => answered<StoredImage[]>(connection.transaction(FACTS).objectStore(FACTS).getAll()));
  const remove: ImageStore['remove'] = (keys) =>
    write((facts, all) => {
      for (const key of keys) {
        facts.delete(key);
        all.delete(key);
      }
    });

  /** What was chosen here is on the disk before it counts as stored. The server can send all others again. */
  const store = (images: Parameters<ImageStore['putAll']>[0]): Promise<void> =>
    write(
      (facts, all) => {
        for (const [image, bytes] of images) {
          facts.put({ ...image, size: bytes.byteLength, usedAt: image.at } satisfies StoredImage);
          all.put(bytes, image.key);
        }
      },
      images.some(([{ state }]) => state === 'waiting') ? 'strict' : 'default',
    );
  const putAll: ImageStore['putAll'] = async (images) => {
    try {
      await store(images);
    } catch (error) {
      if (!lacksDiskSpace(error)) throw error;
      const [bytes, now] = [images.reduce((sum, [, one]) => sum + one.byteLength, 0), Math.max(...images.map(([{ at }]) => at))];
      const keys = imagesToFree(2 * bytes, await list(), now);
      if (keys.length === 0) throw error;
      await remove(keys);
      await store(images);
    }
  };

  return {
    list,
    bytes: (key) => use((connection) => answered<ArrayBuffer | undefined>(connection.transaction(BYTES).objectStore(BYTES).get(key))),
    async shown(key, now) {
      const [bytes, facts] = await use((connection) => {
        const transaction = connection.transaction([FACTS, BYTES]);
        return Promise.all([
          answered<ArrayBuffer | undefined>(transaction.objectStore(BYTES).get(key)),
          answered<StoredImage | undefined>(transaction.objectStore(FACTS).get(key)),
        ]);
      });
      // It is shown even if that cannot be stored.
      if (facts && now - facts.usedAt > USED_WITHIN_MS) change(key, { usedAt: now }).catch(() => undefined);
      return bytes;
    },
    put: (image, bytes) => putAll([[image, bytes]]),
    putAll,
    sent: (key, now) => change(key, { state: 'sent', at: now }),
    // Once all are marked, this device does not ask the restored server again.
    waiting: (key, now) => change(key, { state: 'waiting', at: now }, 'strict'),
    remove,
    async clear(now) {
      const keys = imagesToClear(await list());
      // Deleted first: a full disk then has space for the time.
      await remove(keys);
      await use(async (connection) => {
        const transaction = connection.transaction(TIMES, 'readwrite');
        transaction.objectStore(TIMES).put(now, CLEARED);
        await completed(transaction);
      });
      return keys;
    },
    clearedAt: async () =>
      (await use((connection) => answered<number | undefined>(connection.transaction(TIMES).objectStore(TIMES).get(CLEARED)))) ?? 0,
    close() {
      over = true;
      opening?.then((one) => one.close()).catch(() => undefined);
    },
  };

  function change(key: ImageKey, fields: Partial<StoredImage>, durability?: IDBTransactionDurability): Promise<void> {
    return write((facts) => {
      const found = facts.get(key);
      found.onsuccess = () => {
        if (found.result) facts.put({ ...(found.result as StoredImage), ...fields });
      };
    }, durability);
  }
}

/** The channel on which pages and the leading worker say which images are chosen, shown and fetched. */
export const imageChannelName = (userId: string): string => `kith-images-${userId}`;
export type ImageMessage =
  /** an image is on this device now */
  | { readonly type: 'held'; readonly key: ImageKey }
  /** an image was chosen here, or is to be sent again */
  | { readonly type: 'kept' }
  /** from the worker: the image that is being sent now; at each change, and in answer to `ask` */
  | { readonly type: 'sending'; readonly id: string | null }
  /** a page asks which image is being sent */
  | { readonly type: 'ask' }
  /** no draft has these images any more: they are deleted unless a row names them */
  | { readonly type: 'let go'; readonly ids: readonly string[] }
  /** a page shows this image, which is not on this device */
  | { readonly type: 'wanted'; readonly key: ImageKey }
  /** the bytes of such an image, which no row names: nothing keeps them but the pages that show it */
  | { readonly type: 'handed'; readonly key: ImageKey; readonly bytes: ArrayBuffer }
  /** these were cleared from this device by its member */
  | { readonly type: 'cleared'; readonly keys: readonly ImageKey[] }
  /** the worker can fetch images now: pages ask for those that they miss */
  | { readonly type: 'ready' };
