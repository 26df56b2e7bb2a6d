import type { RxCollection } from 'rxdb';
import { blockedIn, withoutBlocked } from '../../../schemas/friends/blocked-ids.ts';
import { type ImageKey, imageIdOfKey, imageKeysIn } from '../../../schemas/images/image.ts';
import { type CollectionName, type ImageFields, imageAuthors } from '../../../schemas/protocol/collections.ts';
import type { AnyLocalRow, LocalRow } from '../../device/local-row.ts';
import type { LocalDatabase } from '../../device/open-local-database.ts';
import type { StoredRow } from '../../device/write-rows.ts';
import { followRows } from './follow-rows.ts';

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
  /** the member whose row it is */
  readonly author: string;
  /** when the row was created, as it says */
  readonly createdAt: string;
  readonly references: readonly ImageReference[];
}

/**
 * Which image is named by which stored rows, in memory (`follow-rows.ts`). Rows by a member whom this member blocks are stored in places that
 * both share, and hidden. They name no image as long as the block lasts.
 */
export interface NamedImages {
  /** Reads what changed since the last call. Afterwards the memory is as the store was at some moment after this call. */
  refresh(): Promise<void>;
  /** whether a row names this image, in whichever size */
  has(image: ImageKey): boolean;
  /** a row that names it */
  get(image: ImageKey): ImageReference | undefined;
  /** whether hidden rows name it, and no other */
  isHidden(image: ImageKey): boolean;
  /** the rows that name images */
  rows(): readonly NamingRow[];
  close(): void;
}

const authorOf = ({ author }: NamingRow): string => author;

export function trackNamedImages(database: LocalDatabase, fields: ImageFields, onChange: () => void): NamedImages {
  /** by collection and id */
  const rowsByKey = new Map<string, NamingRow>();
  /** by the id of an image, the rows that name it */
  const named = new Map<string, Map<string, NamingRow>>();
  /** by the id of a setting, the member whom it blocks */
  const blockedBySetting = new Map<string, string>();
  let blocked: ReadonlySet<string> = new Set();

  function takeNaming(collection: CollectionName, rowId: string, row: StoredRow | undefined): void {
    const rowKey = `${collection} ${rowId}`;
    for (const { key } of rowsByKey.get(rowKey)?.references ?? []) {
      const id = imageIdOfKey(key);
      const rows = named.get(id);
      rows?.delete(rowKey);
      if (rows?.size === 0) named.delete(id);
    }
    rowsByKey.delete(rowKey);
    if (!row) return;
    const references = (fields[collection] ?? []).flatMap((field) =>
      imageKeysIn(row[field]).map((key): ImageReference => ({ collection, field, rowId, key })),
    );
    if (references.length === 0) return;
    const { created_at: createdAt, [imageAuthors[collection] ?? '']: author } = row;
    const naming: NamingRow = { rowId, author: String(author ?? ''), createdAt: String(createdAt ?? ''), references };
    rowsByKey.set(rowKey, naming);
    for (const { key } of references) {
      const id = imageIdOfKey(key);
      named.set(id, (named.get(id) ?? new Map<string, NamingRow>()).set(rowKey, naming));
    }
  }

  function takeSetting(rowId: string, row: StoredRow | undefined): void {
    const id = row ? blockedIn(row as unknown as LocalRow<'settings'>) : null;
    if (id === null && !blockedBySetting.delete(rowId)) return;
    if (id !== null) blockedBySetting.set(rowId, id);
    blocked = new Set(blockedBySetting.values());
  }

  const collectionOf = (name: CollectionName) => database.collections[name] as unknown as RxCollection<AnyLocalRow> | undefined;
  const take: Partial<Record<CollectionName, (rowId: string, row: StoredRow | undefined) => void>> = { settings: takeSetting };
  for (const name of Object.keys(fields) as CollectionName[]) take[name] = (rowId, row) => takeNaming(name, rowId, row);
  const followed = (Object.keys(take) as CollectionName[]).flatMap((name) => {
    // Tests open few collections, and not always the settings.
    const [collection, takeRow] = [collectionOf(name), take[name]];
    return collection && takeRow ? followRows(collection, takeRow, onChange) : [];
  });
  let reading: Promise<unknown> = Promise.resolve();

  const naming = (image: ImageKey): readonly NamingRow[] => [...(named.get(imageIdOfKey(image))?.values() ?? [])];
  const shown = (rows: readonly NamingRow[]) => withoutBlocked(rows, blocked, authorOf);
  const get = (image: ImageKey): ImageReference | undefined => {
    const id = imageIdOfKey(image);
    return shown(naming(image))[0]?.references.find(({ key }) => imageIdOfKey(key) === id);
  };

  return {
    refresh() {
      const done = reading.then(async () => {
        const read = await Promise.allSettled(followed.map((rows) => rows.read()));
        const failed = read.find((one) => one.status === 'rejected');
        if (failed) throw failed.reason;
      });
      reading = done.catch(() => undefined);
      return done;
    },
    has: (image) => get(image) !== undefined,
    get,
    isHidden: (image) => get(image) === undefined && naming(image).length > 0,
    rows: () => shown([...rowsByKey.values()]),
    close() {
      for (const rows of followed) rows.close();
    },
  };
}
