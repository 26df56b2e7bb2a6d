/**
 * The images that this page shows, each read once for all who show it. They come from what this device holds; what a row names and the worker does
 * not keep (of people outside one's network), or has not fetched yet, is asked of the server after a moment.
 */
import { v7 as uuid } from 'uuid';
import { imageIdOf, imageUrl } from '../../schemas/images/image.ts';
import { lacksDiskSpace } from '../../workers/device/disk-space.ts';
import { type ImageMessage, type ImageStore, imageChannelName, openImageStore } from '../../workers/device/image-store.ts';
import { type SyncMessage, syncChannelName } from '../../workers/device/sync-status.ts';
import { pageClock } from './page-clock.ts';
import { accessToken, isSignedIn, signedInMember } from './session.ts';

/** The worker fetches what it keeps; a page that asks as well would fetch it twice. */
const WORKER_MS = 1500;
/** It may be on its way to the server still, or this device without a network. */
const FIRST_AGAIN_MS = 4_000;
const LAST_AGAIN_MS = 5 * 60_000;
/** An image that nobody shows is there at once for a page that shows it again. */
const IDLE_MS = 30_000;

interface Shown {
  readonly listeners: Set<(source: string | undefined) => void>;
  source: string | undefined;
  timer: ReturnType<typeof setTimeout> | undefined;
  idle: ReturnType<typeof setTimeout> | undefined;
  tries: number;
}

interface Images {
  readonly userId: string;
  readonly store: ImageStore;
  readonly channel: BroadcastChannel;
  readonly shown: Map<string, Shown>;
}

let current: Images | undefined;

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

/** Those of the member who is signed in. Nobody else's are opened: a tab that has not heard of a sign-out would make them anew. */
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
    const shown = data.type === 'held' ? images.shown.get(data.id) : undefined;
    if (data.type === 'held' && shown && !shown.source) void look(images, data.id, shown);
  });
  current = images;
  return images;
}

function show(shown: Shown, bytes: ArrayBuffer): void {
  if (shown.source) return;
  clearTimeout(shown.timer);
  shown.source = URL.createObjectURL(new Blob([bytes]));
  for (const listener of shown.listeners) listener(shown.source);
}

/** What this device holds. */
async function look(images: Images, id: string, shown: Shown): Promise<boolean> {
  // Where it cannot be read the server is asked, as where there is none.
  const bytes = await images.store.bytes(id).catch(() => undefined);
  if (bytes) show(shown, bytes);
  return bytes !== undefined;
}

async function fetched(id: string): Promise<ArrayBuffer | undefined> {
  const token = await accessToken();
  if (token === null) return undefined;
  try {
    const response = await fetch(imageUrl(id), { headers: { authorization: `Bearer ${token}` }, cache: 'no-store' });
    const isImage = response.ok && response.headers.get('content-type')?.startsWith('image/');
    return isImage ? await response.arrayBuffer() : undefined;
  } catch {
    return undefined;
  }
}

function ask(images: Images, id: string, shown: Shown, afterMs: number): void {
  clearTimeout(shown.timer);
  shown.timer = setTimeout(async () => {
    if (current !== images || shown.listeners.size === 0 || (await look(images, id, shown))) return;
    const bytes = await fetched(id);
    if (bytes) show(shown, bytes);
    else ask(images, id, shown, Math.min(LAST_AGAIN_MS, FIRST_AGAIN_MS * 2 ** shown.tries++));
  }, afterMs);
}

/** Calls back with where to show this image from, as soon as it is there. The answer ends that. */
export function followImage(url: string, listener: (source: string | undefined) => void): () => void {
  const images = imagesNow();
  const id = imageIdOf(url);
  if (!images || id === null) return () => {};
  const known = images.shown.get(id);
  const shown: Shown = known ?? { listeners: new Set(), source: undefined, timer: undefined, idle: undefined, tries: 0 };
  images.shown.set(id, shown);
  clearTimeout(shown.idle);
  shown.listeners.add(listener);
  if (shown.source) listener(shown.source);
  else if (shown.listeners.size === 1) {
    void look(images, id, shown).then((found) => {
      if (!found && !shown.source) ask(images, id, shown, WORKER_MS);
    });
  }
  return () => {
    shown.listeners.delete(listener);
    if (shown.listeners.size > 0) return;
    clearTimeout(shown.timer);
    shown.idle = setTimeout(() => {
      images.shown.delete(id);
      if (shown.source) URL.revokeObjectURL(shown.source);
    }, IDLE_MS);
  };
}

/** Where to show it from, if it is shown already. */
export function shownNow(url: string): string | undefined {
  const id = imageIdOf(url);
  return id === null || current?.userId !== signedInMember() ? undefined : current?.shown.get(id)?.source;
}

/** What a page says to the connection where a write found no room. */
function reportNoDiskSpace(userId: string): void {
  const channel = new BroadcastChannel(syncChannelName(userId));
  const full: SyncMessage = { type: 'full' };
  channel.postMessage(full);
  channel.close();
}

export async function keepImage(bytes: ArrayBuffer): Promise<string> {
  const images = imagesNow();
  if (!images) throw new Error('nobody is signed in');
  const id = uuid();
  try {
    await images.store.put({ id, unsent: true, at: pageClock.now() }, bytes);
  } catch (error) {
    if (lacksDiskSpace(error)) reportNoDiskSpace(images.userId);
    throw error;
  }
  const told: ImageMessage = { type: 'kept' };
  images.channel.postMessage(told);
  return imageUrl(id);
}
