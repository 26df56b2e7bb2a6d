/**
 * Which images leave a device that holds too many. What waits to be sent never does, nor the small picture that belongs to it: it is nowhere
 * else. What was fetched goes first, that which was not shown for longest before the rest. What was sent from here goes last: for a while the
 * device can give it back.
 */
import { type ImageKey, imageIdOfKey } from '../../schemas/images/image.ts';
import type { StoredImage } from './image-store.ts';

const MB = 1024 * 1024;
const DAY_MS = 24 * 60 * 60_000;
/** Images that were sent from here count as fetched ones after this time, and the oldest of them above this size. */
const SENT_DAYS = 14;
const SENT_MOST_BYTES = 100 * MB;
const HELD_MOST_BYTES = 300 * MB;
/** The share of what the browser gives this origin. The rows need the rest. */
const HELD_SHARE = 1 / 10;
/** So much is deleted at a time that it is not needed for each new image. */
const DOWN_TO = 0.95;
/** Above this nothing is fetched before somebody looks at it. Below what is deleted down to, or one would undo the other for ever. */
const AHEAD_UP_TO = 0.9;
/** Lists show many small pictures, a viewer one large one at a time. So a large one counts as not shown for this much longer. */
const LARGE_BYTES = 100 * 1024;
const LARGE_OLDER_MS = 30 * DAY_MS;

/** How many bytes of fetched images this device may hold. */
export async function heldMostBytes(): Promise<number> {
  const estimate = await globalThis.navigator?.storage?.estimate?.().catch(() => undefined);
  return Math.min(HELD_MOST_BYTES, (estimate?.quota ?? Number.POSITIVE_INFINITY) * HELD_SHARE);
}

const isLarge = ({ key, size }: StoredImage): boolean => key === imageIdOfKey(key) && size > LARGE_BYTES;
const shownAt = (image: StoredImage): number => image.usedAt - (isLarge(image) ? LARGE_OLDER_MS : 0);
const sum = (images: readonly StoredImage[]): number => images.reduce((bytes, { size }) => bytes + size, 0);

/** The images that may be deleted, those first that go first: the fetched ones, and those that were sent from here. */
function deletable(stored: readonly StoredImage[], now: number): { readonly held: StoredImage[]; readonly sent: StoredImage[] } {
  const waiting = new Set(stored.flatMap(({ key, state }) => (state === 'waiting' ? imageIdOfKey(key) : [])));
  const free = stored.filter(({ key }) => !waiting.has(imageIdOfKey(key)));
  const own = free.filter(({ state, at }) => state === 'sent' && now - at < SENT_DAYS * DAY_MS).sort((a, b) => b.at - a.at);
  let bytes = 0;
  const sent = own.filter(({ size }) => {
    bytes += size;
    return bytes <= SENT_MOST_BYTES;
  });
  const isSent = new Set(sent);
  const held = free.filter((image) => !isSent.has(image)).sort((a, b) => shownAt(a) - shownAt(b));
  return { held, sent: sent.reverse() };
}

/** The first of these with at least so many bytes together. */
function firstOf(images: readonly StoredImage[], bytes: number): ImageKey[] {
  const keys: ImageKey[] = [];
  let left = bytes;
  for (const { key, size } of images) {
    if (left <= 0) break;
    keys.push(key);
    left -= size;
  }
  return keys;
}

/**
 * What a member may clear from this device: what was fetched. What was chosen here stays in both sizes, sent or not, because a restored
 * server may have lost it.
 */
export function imagesToClear(stored: readonly StoredImage[]): ImageKey[] {
  const chosen = new Set(stored.flatMap(({ key, state }) => (state === 'held' ? [] : imageIdOfKey(key))));
  return stored.map(({ key }) => key).filter((key) => !chosen.has(imageIdOfKey(key)));
}

/** What to delete where more is held than may be. */
export function imagesAbove(most: number, stored: readonly StoredImage[], now: number): ImageKey[] {
  const { held } = deletable(stored, now);
  const bytes = sum(held);
  return bytes > most ? firstOf(held, bytes - most * DOWN_TO) : [];
}

/** What to delete where the disk has no space for so many bytes. */
export function imagesToFree(bytes: number, stored: readonly StoredImage[], now: number): ImageKey[] {
  const { held, sent } = deletable(stored, now);
  return firstOf([...held, ...sent], bytes);
}

/** How many bytes may be fetched before somebody looks at them. */
export const bytesAhead = (most: number, stored: readonly StoredImage[], now: number): number =>
  Math.max(0, most * AHEAD_UP_TO - sum(deletable(stored, now).held));
