/**
 * Images, separate from the lane of rows, so that no picture delays text. The leading worker stores the images that rows on this device
 * name. It deletes those that no row names any more, such as for a profile that the member may no longer see. It sends those that were
 * chosen here, once the row that names them was accepted. An unsent image stays while a row names
 * it, until the server has answered.
 *
 * A row may arrive before its image is on the server. A missing image is requested again: after two seconds at first, later every five
 * minutes, and at once when somebody looks or the network is back.
 */

import { backoff } from '../../../schemas/base/backoff.ts';
import { lacksDiskSpace } from '../../device/disk-space.ts';
import { type ImageMessage, imageChannelName, openImageStore, type StoredImage } from '../../device/image-store.ts';
import type { LocalDatabase } from '../../device/open-database.ts';
import { createSignal } from '../signal.ts';
import type { ImageServer } from './image-server.ts';
import { type ImageReference, imageFields, namedImages } from './named-images.ts';
import { removeImageReference } from './unname-image.ts';

/** An image that was chosen here is deleted after this time if no row names it: the member has long moved on. */
const UNNAMED_MS = 24 * 60 * 60_000;
const FIRST_AGAIN_MS = 2_000;
const LAST_AGAIN_MS = 5 * 60_000;

export interface KeptImages {
  /** Somebody looks, or the network is back: requests all missing images now. */
  wake(): void;
  close(): Promise<void>;
}

export function keepImages(options: {
  readonly userId: string;
  readonly database: LocalDatabase;
  readonly server: ImageServer;
  /** the server's time */
  readonly now: () => number;
  /** This device has no disk space for more. */
  readonly onNoDiskSpace: () => void;
}): KeptImages {
  const { userId, database, server, now } = options;
  const closing = new AbortController();
  const { signal } = closing;
  const changed = createSignal();
  const channel = new BroadcastChannel(imageChannelName(userId));
  const post = (message: ImageMessage) => channel.postMessage(message);
  let storeGone = false;
  const store = openImageStore(userId, () => {
    storeGone = true;
    changed.ring();
  });
  /** missing images: the count of attempts, and when to try again */
  const retries = new Map<string, { readonly times: number; readonly at: number }>();
  /** attempts in a row that did not reach the server */
  let lost = 0;

  function later(id: string): void {
    const times = (retries.get(id)?.times ?? 0) + 1;
    retries.set(id, { times, at: performance.now() + Math.min(LAST_AGAIN_MS, FIRST_AGAIN_MS * 2 ** (times - 1)) });
  }

  async function drop(stored: readonly StoredImage[], named: ReadonlyMap<string, ImageReference>): Promise<void> {
    const unnamed = stored.filter(({ id, unsent, at }) => !named.has(id) && !(unsent && now() - at < UNNAMED_MS));
    if (unnamed.length > 0) await store.remove(unnamed.map(({ id }) => id));
    for (const id of retries.keys()) if (!named.has(id)) retries.delete(id);
  }

  /** Sends one image. Returns whether the server was reached. */
  async function send(id: string, naming: ImageReference): Promise<boolean> {
    const bytes = await store.bytes(id);
    if (!bytes) return true;
    const outcome = await server.send(id, bytes, signal);
    if (outcome.kind === 'lost') return false;
    if (outcome.kind === 'done') await store.sent(id);
    else {
      // If the server does not know the image any more, another device has replaced it, and the new row is on its way.
      if (outcome.kind === 'refused') await removeImageReference({ database, now }, id, naming, outcome.code);
      await store.remove([id]);
    }
    return true;
  }

  async function fetchOne(id: string): Promise<boolean> {
    const outcome = await server.read(id, signal);
    if (outcome.kind === 'lost') return false;
    if (outcome.kind !== 'done') {
      later(id);
      return true;
    }
    retries.delete(id);
    // The row may have dropped it while it was being fetched.
    if (signal.aborted || !(await namedImages(database)).has(id)) return true;
    await store.put({ id, unsent: false, at: now() }, outcome.body);
    post({ type: 'held', id });
    return true;
  }

  /**
   * Does all pending work, one image after the other. Returns how long to wait before the next round, undefined for until something
   * changes.
   */
  async function round(): Promise<number | undefined> {
    const [named, stored] = [await namedImages(database), await store.list()];
    await drop(stored, named);
    const here = new Set(stored.map(({ id }) => id));
    for (const { id, unsent } of stored) {
      const naming = named.get(id);
      if (!unsent || naming?.row.unsent !== 0) continue;
      if (!(await send(id, naming))) return backoff(lost++);
      lost = 0;
    }
    for (const id of named.keys()) {
      if (signal.aborted) return undefined;
      if (here.has(id) || (retries.get(id)?.at ?? 0) > performance.now()) continue;
      if (!(await fetchOne(id))) return backoff(lost++);
      lost = 0;
    }
    const next = Math.min(...[...retries.values()].map(({ at }) => at));
    return Number.isFinite(next) ? Math.max(0, next - performance.now()) + 50 : undefined;
  }

  async function run(): Promise<void> {
    while (!signal.aborted && !storeGone) {
      let wait: number | undefined;
      try {
        wait = await round();
      } catch (error) {
        if (signal.aborted || storeGone) return;
        if (lacksDiskSpace(error)) options.onNoDiskSpace();
        else console.warn('Images could not be kept', error);
        wait = LAST_AGAIN_MS / 10;
      }
      if (!signal.aborted && !storeGone) await changed.wait(wait);
    }
  }

  const following = imageFields.map(({ collection }) => database.collections[collection].$.subscribe(() => changed.ring()));
  channel.addEventListener('message', (event: MessageEvent<ImageMessage>) => {
    if (event.data.type === 'kept') changed.ring();
  });
  const running = run();

  return {
    wake() {
      retries.clear();
      lost = 0;
      changed.ring();
    },
    async close() {
      closing.abort();
      for (const subscription of following) subscription.unsubscribe();
      channel.close();
      changed.ring();
      await running.catch(() => undefined);
      store.close();
    },
  };
}
