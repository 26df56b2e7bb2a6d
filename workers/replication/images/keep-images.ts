/**
 * Images, separate from the lane of rows, so that no picture delays text. The leading worker stores the images that rows on this device
 * name. It deletes those that no row names any more, such as for a profile that the member may no longer see. It sends those that were
 * chosen here, once the row that names them was accepted. A pending image stays while a row names it, until the server has answered, and
 * before that until its page says that no draft has it.
 *
 * A row may arrive before its image is on the server. A missing image is requested as soon as the server says that it has arrived. In case
 * that is missed it is requested again: after two seconds at first, later every five minutes, and at once when somebody looks or the
 * network is back.
 *
 * An image that a page shows and that is not here is fetched at once. If no row names it (somebody outside of the network), it is handed
 * to the pages and stored nowhere. So only this worker fetches images, once for all tabs.
 */

import type { RxCollection } from 'rxdb';
import { type ImageKey, imageIdOfKey } from '../../../schemas/images/image.ts';
import { type ImageFields, imageFields } from '../../../schemas/protocol/collections.ts';
import { backoff } from '../../device/backoff.ts';
import { type ImageMessage, imageChannelName, openImageStore, type StoredImage } from '../../device/image-store.ts';
import { lacksDiskSpace } from '../../device/lacks-disk-space.ts';
import type { AnyLocalRow } from '../../device/local-row.ts';
import type { LocalDatabase } from '../../device/open-local-database.ts';
import { rowsById } from '../../device/write-rows.ts';
import { createSignal } from '../state/signal.ts';
import type { ImageServer } from './image-server.ts';
import { type ImageReference, trackNamedImages } from './named-images.ts';
import { removeImageReference } from './remove-image-reference.ts';

const FIRST_AGAIN_MS = 2_000;
const LAST_AGAIN_MS = 5 * 60_000;
/** How many images that pages show are fetched at once. Rows use the same connections. */
const WANTED_AT_ONCE = 3;

export interface KeptImages {
  /** Somebody looks, or the network is back: requests all missing images now. */
  wake(): void;
  /** The server has these images now: requests those that are missing here. */
  arrived(ids: readonly string[]): void;
  /** Whether an image that was chosen here, and that a row names, is still to be sent. */
  hasWaiting(): Promise<boolean>;
  close(): Promise<void>;
}

export function keepImages(options: {
  readonly userId: string;
  readonly database: LocalDatabase;
  readonly server: ImageServer;
  /** the server's time */
  readonly now: () => number;
  /** the fields that name images, in the collections of this database; all by default */
  readonly fields?: ImageFields;
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
  const retries = new Map<ImageKey, { readonly times: number; readonly at: number }>();
  const named = trackNamedImages(database, options.fields ?? imageFields, () => changed.ring());
  /** images that are being fetched, and whether each arrived on the server since */
  const fetching = new Map<ImageKey, { arrived: boolean; readonly done: Promise<boolean> }>();
  /** images that pages show and that are not here; the first ones are being fetched */
  const wanted = new Set<ImageKey>();
  const waiting: ImageKey[] = [];
  let answering = 0;
  /** images that no draft has, of which the pages said so */
  const letGo = new Set<string>();
  /** attempts in a row that did not reach the server */
  let lost = 0;

  function later(key: ImageKey): void {
    const times = (retries.get(key)?.times ?? 0) + 1;
    retries.set(key, { times, at: performance.now() + Math.min(LAST_AGAIN_MS, FIRST_AGAIN_MS * 2 ** (times - 1)) });
  }

  async function drop(stored: readonly StoredImage[]): Promise<void> {
    // The small variant of a photo that is still to be sent stays with it.
    const chosen = new Set(stored.filter(({ key, pending }) => pending && !letGo.has(key)).map(({ key }) => imageIdOfKey(key)));
    const unnamed = stored.filter(({ key }) => !named.has(key) && !chosen.has(imageIdOfKey(key)));
    letGo.clear();
    if (unnamed.length > 0) await store.remove(unnamed.map(({ key }) => key));
    for (const key of retries.keys()) if (!named.has(key)) retries.delete(key);
  }

  /** Whether the server has accepted the state of the row that names it. */
  async function isAccepted({ collection, rowId }: ImageReference): Promise<boolean> {
    const rows = await rowsById(database.collections[collection] as unknown as RxCollection<AnyLocalRow>, [rowId]);
    return rows.get(rowId)?.pending === 0;
  }

  /** Sends one image. Returns whether the server was reached. */
  async function send(key: ImageKey, naming: ImageReference): Promise<boolean> {
    const bytes = await store.bytes(key);
    if (!bytes) return true;
    const outcome = await server.send(key, bytes, signal);
    if (outcome.kind === 'lost') return false;
    if (outcome.kind === 'done') await store.sent(key);
    else {
      // If the server does not know the image any more, another device has replaced it, and the new row is on its way.
      if (outcome.kind === 'refused') await removeImageReference({ database, now }, key, naming, outcome.code);
      await store.remove([key, naming.key]);
    }
    return true;
  }

  /** Fetches one image, once however many ask for it. Returns whether the server was reached. */
  function fetchOne(key: ImageKey): Promise<boolean> {
    const running = fetching.get(key);
    if (running) return running.done;
    const one = { arrived: false, done: Promise.resolve(false) };
    fetching.set(key, one);
    one.done = fetchAndKeep(key, () => one.arrived).finally(() => fetching.delete(key));
    return one.done;
  }

  async function fetchAndKeep(key: ImageKey, arrivedSince: () => boolean): Promise<boolean> {
    const outcome = await server.read(key, signal);
    if (outcome.kind === 'lost') return false;
    if (outcome.kind !== 'done') {
      if (named.has(key) && !arrivedSince()) later(key);
      return true;
    }
    retries.delete(key);
    if (signal.aborted) return true;
    // The row may have dropped it while it was being fetched.
    await named.refresh();
    if (!named.has(key)) hand(key, outcome.body);
    else {
      try {
        await store.put({ key, pending: false, at: now() }, outcome.body);
      } catch (error) {
        hand(key, outcome.body);
        throw error;
      }
      post({ type: 'held', key });
    }
    return true;
  }

  /** Gives an image that is not stored to the pages that show it. */
  function hand(key: ImageKey, bytes: ArrayBuffer): void {
    if (wanted.has(key) && !signal.aborted) post({ type: 'handed', key, bytes });
  }

  /** A page shows an image that it does not find here. If the server has none, the page asks again later. */
  async function answer(key: ImageKey): Promise<void> {
    const stored = await store.list().catch(() => []);
    if (signal.aborted) return;
    if (stored.some((one) => one.key === key)) post({ type: 'held', key });
    else if (await fetchOne(key)) lost = 0;
  }

  function answerNext(): void {
    while (answering < WANTED_AT_ONCE && !signal.aborted) {
      const key = waiting.shift();
      if (key === undefined) return;
      answering += 1;
      answer(key)
        .catch(onFailure)
        .finally(() => {
          answering -= 1;
          wanted.delete(key);
          answerNext();
        });
    }
  }

  function onWanted(key: ImageKey): void {
    if (wanted.has(key)) return;
    wanted.add(key);
    waiting.push(key);
    answerNext();
  }

  function onFailure(error: unknown): void {
    if (signal.aborted || storeGone) return;
    if (lacksDiskSpace(error)) options.onNoDiskSpace();
    else console.warn('Could not keep images; trying again later', error);
  }

  /**
   * Does all pending work, one image after the other. Returns how long to wait before the next round, undefined for until something
   * changes.
   */
  async function round(): Promise<number | undefined> {
    await named.refresh();
    const stored = await store.list();
    await drop(stored);
    const here = new Set(stored.map(({ key }) => key));
    for (const { key, pending } of stored) {
      const naming = named.get(key);
      if (!pending || !naming || !(await isAccepted(naming))) continue;
      if (!(await send(key, naming))) return backoff(lost++);
      lost = 0;
    }
    for (const key of named.keys()) {
      if (signal.aborted) return undefined;
      if (here.has(key) || (retries.get(key)?.at ?? 0) > performance.now()) continue;
      if (!(await fetchOne(key))) return backoff(lost++);
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
        onFailure(error);
        wait = LAST_AGAIN_MS / 10;
      }
      if (!signal.aborted && !storeGone) await changed.wait(wait);
    }
  }

  channel.addEventListener('message', ({ data }: MessageEvent<ImageMessage>) => {
    if (data.type === 'kept') changed.ring();
    if (data.type === 'let go') {
      for (const id of data.ids) letGo.add(id);
      changed.ring();
    }
    if (data.type === 'wanted') onWanted(data.key);
  });
  post({ type: 'ready' });
  const running = run();

  return {
    wake() {
      retries.clear();
      lost = 0;
      changed.ring();
      post({ type: 'ready' });
    },
    arrived(ids) {
      const news = new Set(ids);
      for (const key of retries.keys()) if (news.has(imageIdOfKey(key))) retries.delete(key);
      for (const [key, one] of fetching) if (news.has(imageIdOfKey(key))) one.arrived = true;
      changed.ring();
    },
    async hasWaiting() {
      await named.refresh();
      return (await store.list()).some(({ key, pending }) => pending && named.has(key));
    },
    async close() {
      closing.abort();
      named.close();
      channel.close();
      changed.ring();
      await running.catch(() => undefined);
      store.close();
    },
  };
}
