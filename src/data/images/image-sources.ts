/**
 * The images that this page shows. Each is read once for all components that show it, from those stored on this device. The page fetches
 * none itself: it asks the leading worker for an image that is not here, and the worker stores it or hands it over
 * (`workers/replication/images/`). Where no worker can start, the same code runs in the page.
 */
import { v7 as uuid } from 'uuid';
import { createTopic } from '../../../schemas/base/topic.ts';
import { type ImageKey, imageIdOfKey, imageKeyOf, imageTypeOf, imageUrl, smallImageKey } from '../../../schemas/images/image.ts';
import { imagesToClear } from '../../../workers/device/image-bounds.ts';
import {
  type ImageMessage,
  type ImageStore,
  imageChannelName,
  type NewImage,
  openImageStore,
  type StoredImage,
} from '../../../workers/device/image-store.ts';
import { lacksDiskSpace } from '../../../workers/device/lacks-disk-space.ts';
import { type SyncMessage, syncChannelName } from '../../../workers/device/sync-status.ts';
import { isSignedIn, signedInMember } from '../session/session.ts';
import { pageClock } from '../store/page-clock.ts';
import type { KeptPhoto } from './images.ts';
import type { HeldImages, ImagesHere } from './images-here.ts';

/** The image may still be on its way to the server, or this device may have no network, or no worker leads now. */
const FIRST_AGAIN_MS = 4_000;
const LAST_AGAIN_MS = 5 * 60_000;
/** An image that is no longer shown stays this long, so that a page that shows it again has it at once. */
const IDLE_MS = 30_000;

interface Shown {
  readonly listeners: Set<(source: string | undefined) => void>;
  source: string | undefined;
  /** what the source shows */
  file: Blob | undefined;
  timer: ReturnType<typeof setTimeout> | undefined;
  idle: ReturnType<typeof setTimeout> | undefined;
  tries: number;
}

interface Images {
  readonly userId: string;
  readonly store: ImageStore;
  readonly channel: BroadcastChannel;
  readonly shown: Map<ImageKey, Shown>;
}

let current: Images | undefined;
/** images were stored on this device, or cleared from it */
const moved = createTopic();

function letGo(images: Images): void {
  if (current === images) current = undefined;
  images.channel.close();
  images.store.close();
  for (const { source, timer, idle } of images.shown.values()) {
    if (source) URL.revokeObjectURL(source);
    clearTimeout(timer);
    clearTimeout(idle);
  }
}

/** The images of the signed-in member. Nobody else's are opened: a tab that has not learned of a sign-out would create them anew. */
function imagesNow(): Images | undefined {
  const userId = signedInMember();
  if (current && current.userId !== userId) letGo(current);
  if (userId === undefined || !isSignedIn(userId)) return undefined;
  if (current) return current;
  const images: Images = {
    userId,
    store: openImageStore(userId, () => letGo(images)),
    channel: new BroadcastChannel(imageChannelName(userId)),
    shown: new Map(),
  };
  images.channel.addEventListener('message', ({ data }: MessageEvent<ImageMessage>) => {
    if (data.type === 'ready') {
      for (const [key, shown] of images.shown) {
        if (shown.source || shown.listeners.size === 0) continue;
        shown.tries = 0;
        ask(images, key, shown);
      }
    }
    if (data.type === 'cleared') letCleared(images, data.keys);
    if (data.type === 'held' || data.type === 'kept' || data.type === 'cleared') moved.announce();
    if (data.type !== 'held' && data.type !== 'handed') return;
    const shown = images.shown.get(data.key);
    if (!shown || shown.source) return;
    if (data.type === 'handed') show(shown, data.bytes);
    else void look(images, data.key, shown);
  });
  current = images;
  return images;
}

function show(shown: Shown, bytes: ArrayBuffer): void {
  // Once nothing shows it, nothing would release the URL.
  if (shown.source || shown.listeners.size === 0) return;
  clearTimeout(shown.timer);
  shown.file = new Blob([bytes], { type: imageTypeOf(new Uint8Array(bytes)) ?? '' });
  shown.source = URL.createObjectURL(shown.file);
  for (const listener of shown.listeners) listener(shown.source);
}

/** Looks for the image on this device. Returns whether it is there. */
async function look(images: Images, key: ImageKey, shown: Shown): Promise<boolean> {
  // If it cannot be read, the worker is asked, as if it were missing.
  const bytes = await images.store.shown(key, pageClock.now()).catch(() => undefined);
  if (bytes) show(shown, bytes);
  return bytes !== undefined;
}

/** These are not on this device any more. What is still shown of them is asked for again, once somebody sees the page. */
function letCleared(images: Images, keys: readonly ImageKey[]): void {
  for (const key of keys) {
    const shown = images.shown.get(key);
    if (!shown?.source) continue;
    URL.revokeObjectURL(shown.source);
    shown.source = undefined;
    shown.file = undefined;
    shown.tries = 0;
    for (const listener of shown.listeners) listener(undefined);
    whenSeen(() => find(images, key, shown));
  }
}

function whenSeen(act: () => void): void {
  if (document.visibilityState === 'visible') act();
  else document.addEventListener('visibilitychange', () => whenSeen(act), { once: true });
}

function find(images: Images, key: ImageKey, shown: Shown): void {
  const isMissing = () => !shown.source && shown.listeners.size > 0 && current === images;
  if (!isMissing()) return;
  void look(images, key, shown).then((found) => {
    if (!found && isMissing()) ask(images, key, shown);
  });
}

/** Asks the worker for an image that is not on this device, and again as long as it is shown and missing. */
function ask(images: Images, key: ImageKey, shown: Shown): void {
  const wanted: ImageMessage = { type: 'wanted', key };
  images.channel.postMessage(wanted);
  clearTimeout(shown.timer);
  shown.timer = setTimeout(
    async () => {
      if (current !== images || shown.listeners.size === 0 || (await look(images, key, shown)) || shown.source) return;
      ask(images, key, shown);
    },
    Math.min(LAST_AGAIN_MS, FIRST_AGAIN_MS * 2 ** shown.tries++),
  );
}

/**
 * Calls `listener` with the URL to show this image from, as soon as there is one. The returned function ends that: the URL stays valid for
 * `idleMs` milliseconds after the last of those who show it.
 */
export function followImage(url: string, listener: (source: string | undefined) => void, idleMs = IDLE_MS): () => void {
  const images = imagesNow();
  const key = imageKeyOf(url);
  if (!images || key === null) return () => {};
  const known = images.shown.get(key);
  const shown: Shown = known ?? { listeners: new Set(), source: undefined, file: undefined, timer: undefined, idle: undefined, tries: 0 };
  images.shown.set(key, shown);
  clearTimeout(shown.idle);
  shown.listeners.add(listener);
  if (shown.source) listener(shown.source);
  else if (shown.listeners.size === 1) find(images, key, shown);
  return () => {
    shown.listeners.delete(listener);
    if (shown.listeners.size > 0) return;
    clearTimeout(shown.timer);
    shown.idle = setTimeout(() => {
      images.shown.delete(key);
      if (shown.source) URL.revokeObjectURL(shown.source);
    }, idleMs);
  };
}

function shownImage(url: string): Shown | undefined {
  const key = imageKeyOf(url);
  return key === null || current?.userId !== signedInMember() ? undefined : current?.shown.get(key);
}

/** The URL to show it from, if it is already shown. */
export const shownNow = (url: string): string | undefined => shownImage(url)?.source;

/** The image itself, if it is shown, with its type. */
export const shownFile = (url: string): Blob | undefined => shownImage(url)?.file;

/** Sends to the connection that a write failed because the disk is full. */
function reportNoDiskSpace(userId: string): void {
  const channel = new BroadcastChannel(syncChannelName(userId));
  const full: SyncMessage = { type: 'full' };
  channel.postMessage(full);
  channel.close();
}

async function keep(kept: (id: string, at: number) => readonly (readonly [NewImage, ArrayBuffer])[]): Promise<string> {
  const images = imagesNow();
  if (!images) throw new Error('nobody is signed in');
  const id = uuid();
  try {
    await images.store.putAll(kept(id, pageClock.now()));
  } catch (error) {
    if (lacksDiskSpace(error)) reportNoDiskSpace(images.userId);
    throw error;
  }
  // The browser may ask its member: here they see what for.
  void navigator.storage?.persist?.().catch(() => false);
  const message: ImageMessage = { type: 'kept' };
  images.channel.postMessage(message);
  return id;
}

export const keepImage = async (bytes: ArrayBuffer): Promise<string> =>
  imageUrl(await keep((id, at) => [[{ key: id, state: 'waiting', at }, bytes]]));

export const keepPhoto = ({ large, small }: KeptPhoto): Promise<string> =>
  keep((id, at) => [
    [{ key: id, state: 'waiting', at }, large],
    [{ key: smallImageKey(id), state: 'held', at }, small],
  ]);

export const storedPhoto = async (id: string): Promise<ArrayBuffer | undefined> => imagesNow()?.store.bytes(id);

const held = (images: readonly StoredImage[]): HeldImages => ({
  count: new Set(images.map(({ key }) => imageIdOfKey(key))).size,
  bytes: images.reduce((bytes, { size }) => bytes + size, 0),
});

export async function imagesHere(): Promise<ImagesHere> {
  const stored = (await imagesNow()?.store.list()) ?? [];
  const fetched = new Set(imagesToClear(stored));
  return { all: held(stored), fetched: held(stored.filter(({ key }) => fetched.has(key))) };
}

export async function clearFetched(): Promise<void> {
  const images = imagesNow();
  if (!images) throw new Error('nobody is signed in');
  const keys = await images.store.clear(pageClock.now());
  const message: ImageMessage = { type: 'cleared', keys };
  images.channel.postMessage(message);
  letCleared(images, keys);
  moved.announce();
}

/** Calls `listener` when images were stored on this device, or cleared from it, in any tab. The returned function ends that. */
export function onImagesMoved(listener: () => void): () => void {
  imagesNow();
  return moved.subscribe(listener);
}
