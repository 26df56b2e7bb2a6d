import { normalizeMangoQuery, prepareQuery, type RxCollection } from 'rxdb';
import { type ImageKey, imageIdOfKey, imageKeysIn } from '../../../schemas/images/image.ts';
import type { CollectionName, ImageFields } from '../../../schemas/protocol/collections.ts';
import type { AnyLocalRow } from '../../device/local-row.ts';
import type { LocalDatabase } from '../../device/open-local-database.ts';
import { rowsById, type StoredRow } from '../../device/write-rows.ts';

/** A row that names an image. */
export interface ImageReference {
  readonly collection: CollectionName;
  readonly field: string;
  readonly rowId: string;
  /** the image in the size in which lists show it */
  readonly key: ImageKey;
}

/** The images of a row, in the sizes in which lists show them. */
export interface NamingRow {
  readonly rowId: string;
  /** when the row was created, as it says */
  readonly createdAt: string;
  readonly keys: readonly ImageKey[];
}

/**
 * Which image is named by which stored rows, in memory. Every row is read once, and afterwards only rows that changed, in any tab. Changes
 * can be announced in another order than they were made, so an announcement only says which rows to read.
 */
export interface NamedImages {
  /** Reads what changed since the last call. Afterwards the memory is as the store was at some moment after this call. */
  refresh(): Promise<void>;
  /** whether a row names this image, in whichever size */
  has(image: ImageKey): boolean;
  /** a row that names it */
  get(image: ImageKey): ImageReference | undefined;
  /** the rows that name images */
  rows(): readonly NamingRow[];
  close(): void;
}

/** Rows that are still to be read: these, or all. */
type Unread = Set<string> | 'all';

export function trackNamedImages(database: LocalDatabase, fields: ImageFields, onChange: () => void): NamedImages {
  const followed = (Object.keys(fields) as CollectionName[]).map((name) => {
    const collection = database.collections[name] as unknown as RxCollection<AnyLocalRow>;
    return { name, collection, fields: fields[name] ?? [], naming: new Map<string, NamingRow>(), unread: 'all' as Unread };
  });
  type Followed = (typeof followed)[number];
  /** by the id of an image, the rows that name it */
  const named = new Map<string, Map<string, ImageReference>>();

  function take({ name, fields, naming }: Followed, rowId: string, row: StoredRow | undefined): void {
    const key = `${name} ${rowId}`;
    for (const image of naming.get(rowId)?.keys ?? []) {
      const id = imageIdOfKey(image);
      const rows = named.get(id);
      rows?.delete(key);
      if (rows?.size === 0) named.delete(id);
    }
    naming.delete(rowId);
    if (!row || row._deleted) return;
    const images = fields.flatMap((field) => imageKeysIn(row[field]).map((image) => ({ image, field })));
    if (images.length === 0) return;
    for (const { image, field } of images) {
      const id = imageIdOfKey(image);
      const rows = named.get(id) ?? new Map<string, ImageReference>();
      named.set(id, rows.set(key, { collection: name, field, rowId, key: image }));
    }
    const { created_at: createdAt } = row;
    naming.set(rowId, { rowId, createdAt: String(createdAt ?? ''), keys: images.map(({ image }) => image) });
  }

  async function read(one: Followed): Promise<void> {
    const { unread, collection } = one;
    if (unread !== 'all' && unread.size === 0) return;
    one.unread = new Set();
    try {
      const rows = unread === 'all' ? await allRows(collection) : await rowsById(collection, [...unread]);
      for (const id of unread === 'all' ? new Set([...one.naming.keys(), ...rows.keys()]) : unread) take(one, id, rows.get(id));
    } catch (error) {
      one.unread = unread === 'all' ? 'all' : new Set([...unread, ...one.unread]);
      throw error;
    }
  }

  const subscriptions = followed.map((one) =>
    one.collection.storageInstance.changeStream().subscribe(({ events }) => {
      if (one.unread !== 'all') for (const { documentId } of events) one.unread.add(documentId);
      onChange();
    }),
  );
  let reading: Promise<unknown> = Promise.resolve();

  return {
    refresh() {
      const done = reading.then(async () => void (await Promise.all(followed.map(read))));
      reading = done.catch(() => undefined);
      return done;
    },
    has: (image) => named.has(imageIdOfKey(image)),
    get: (image) => named.get(imageIdOfKey(image))?.values().next().value,
    rows: () => followed.flatMap(({ naming }) => [...naming.values()]),
    close() {
      for (const subscription of subscriptions) subscription.unsubscribe();
    },
  };
}

async function allRows({ schema, storageInstance }: RxCollection<AnyLocalRow>): Promise<Map<string, StoredRow>> {
  const query = normalizeMangoQuery(schema.jsonSchema, { selector: { _deleted: { $eq: false } } as never });
  const { documents } = await storageInstance.query(prepareQuery(schema.jsonSchema, query));
  return new Map((documents as unknown as StoredRow[]).map((row) => [row.id, row]));
}
