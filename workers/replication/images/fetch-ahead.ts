/**
 * Which images are fetched before somebody looks at them. Faces, because they are small and in each list. Photos in the size in which lists
 * show them, of the rows that are read first: a feed of years would fill the device with what nobody scrolls to. A large one never is.
 * After the member has cleared the images of this device, only newer ones: the others come again when somebody looks at them.
 */
import { writtenAt } from '../../../schemas/base/write-id.ts';
import { type ImageKey, imageIdOfKey } from '../../../schemas/images/image.ts';
import type { NamingRow } from './named-images.ts';

/** Of so many rows with photos, the newest of all collections together, the photos are fetched ahead. */
export const ROWS_AHEAD = 200;

/** An image that a row names by its address has one size, which is small. */
const isFace = (key: ImageKey): boolean => key === imageIdOfKey(key);
const newestFirst = (a: string, b: string): number => (a === b ? 0 : a < b ? 1 : -1);

/**
 * The images to fetch ahead, those that come first first: the newest faces, then the photos of the newest rows. None from before
 * `clearedAt`, in milliseconds.
 */
export function imagesAhead(rows: readonly NamingRow[], most: number, clearedAt = 0): readonly ImageKey[] {
  const byRow = rows.map(({ rowId, createdAt, references }) => ({ rowId, createdAt, keys: references.map(({ key }) => key) }));
  const faces = byRow
    // The id of a face says when it was chosen; its row may be older.
    .flatMap(({ keys }) => keys.filter((key) => isFace(key) && !(writtenAt(key) < clearedAt)))
    .sort(newestFirst);
  const photos = byRow
    .map(({ keys, ...row }) => ({ ...row, keys: keys.filter((key) => !isFace(key)) }))
    .filter(({ createdAt, keys }) => keys.length > 0 && !(Date.parse(createdAt) < clearedAt))
    .sort((a, b) => newestFirst(a.createdAt, b.createdAt) || newestFirst(a.rowId, b.rowId))
    .slice(0, most)
    .flatMap(({ keys }) => keys);
  return [...new Set([...faces, ...photos])];
}

/** Whether the member has asked the browser to save data. Then only what they look at is fetched. */
export const savesData = (): boolean =>
  (globalThis.navigator as { readonly connection?: { readonly saveData?: boolean } } | undefined)?.connection?.saveData === true;
