/**
 * Images, separate from the lane of rows and after it, so that no picture delays text. The leading worker stores images that rows on this
 * device name: some before anybody looks (`fetch-ahead.ts`), and each that a page shows. It deletes those that no row names any more, such
 * as for a profile that the member may no longer see, or for a message by somebody whom the member blocks (`named-images.ts`). It sends
 * those that were chosen here (`send-images.ts`). A pending image stays while a row names it, until the server has it or refuses it, and before
 * that until its page says that no draft has it.
 *
 * A row may arrive before its image is on the server. A missing image is requested as soon as the server says that it has arrived. In case
 * that is missed it is requested again: after two seconds at first, later every five minutes, and at once when somebody looks or the
 * network is back.
 *
 * An image that a page shows and that is not here is fetched at once. If no row names it (somebody outside of the network), it is handed
 * to the pages and stored nowhere. So only this worker fetches images, once for all tabs.
 */
import { type ImageKey, imageIdOfKey } from '../../../schemas/images/image.ts';
import { type ImageFields, imageFields } from '../../../schemas/protocol/collections.ts';
import { backoff } from '../../device/backoff.ts';
import { bytesAhead, heldMostBytes, imagesAbove } from '../../device/image-bounds.ts';
import { type ImageMessage, imageChannelName, openImageStore, type StoredImage } from '../../device/image-store.ts';
import { lacksDiskSpace } from '../../device/lacks-disk-space.ts';
import type { LocalDatabase } from '../../device/open-local-database.ts';
import { readFailedPhotos } from '../../device/pending/failed-photos.ts';
import type { DeviceRealm } from '../../device/session/device-realm.ts';
import { createSignal } from '../state/signal.ts';
import { imagesAhead, ROWS_AHEAD, savesData } from './fetch-ahead.ts';
import { type AfterRestore, giveBackImages, imagesOfWrites } from './give-back-images.ts';
import type { ImageServer } from './image-server.ts';
import { trackNamedImages } from './named-images.ts';
import { createRetries, LAST_AGAIN_MS } from './retries.ts';
import { createRowsFirst } from './rows-first.ts';
import { sendImages } from './send-images.ts';

/** How many images that pages show are fetched at once. Rows use the same connections. */
const WANTED_AT_ONCE = 3;

export interface KeptImages {
  /** Somebody looks, or the network is back: requests all missing images now. */
  wake(): void;
  /** Rows began to wait to be sent, or none waits any more, or all rows have been fetched. */
  rowsMoved(): void;
  /** The server has these images now: requests those that are missing here. */
  arrived(ids: readonly string[]): void;
  /** Whether an image that was chosen here, and that a row names, is still to be sent by itself. */
  hasWaiting(): Promise<boolean>;
  close(): Promise<void>;
}

export function keepImages(options: {
  readonly realm?: DeviceRealm;
  readonly userId: string;
  readonly database: LocalDatabase;
  readonly server: ImageServer;
  /** the server's time */
  readonly now: () => number;
  /** whether rows wait to be sent, before which no image is sent or fetched */
  readonly rowsWait: () => boolean;
  /**
   * Whether all rows were fetched, after a restore of the server anew. Until then it is not known what they name, and whom the member
   * blocks: nothing is fetched ahead, and nothing is deleted because no row names it.
   */
  readonly hasAllRows: () => boolean;
  readonly afterRestore: AfterRestore;
  /** the fields that name images, in the collections of this database; all by default */
  readonly fields?: ImageFields;
  /** of how many rows photos are fetched ahead; `ROWS_AHEAD` by default */
  readonly rowsAhead?: number;
  /** This device has no disk space for more. */
  readonly onNoDiskSpace: () => void;
}): KeptImages {
  const { userId, database, server, now, hasAllRows, afterRestore, realm = globalThis } = options;
  const closing = new AbortController();
  const { signal } = closing;
  const changed = createSignal(realm);
  const channel = new realm.BroadcastChannel(imageChannelName(userId));
  const post = (message: ImageMessage) => channel.postMessage(message);
  let storeGone = false;
  const store = openImageStore(userId, () => {
    storeGone = true;
    changed.ring();
  });
  const rowsFirst = createRowsFirst(options.rowsWait, realm);
  /** missing images */
  const retries = createRetries(realm);
  const named = trackNamedImages(database, options.fields ?? imageFields, onRowsChanged);
  /** images that are being fetched, and whether each arrived on the server since */
  const fetching = new Map<ImageKey, { arrived: boolean; readonly stopping: AbortController; done: Promise<boolean> }>();
  /** images that pages show and that are not here; the first ones are being fetched */
  const wanted = new Set<ImageKey>();
  const waiting: ImageKey[] = [];
  let answering = 0;
  /** how many bytes may be fetched before somebody looks at them */
  let ahead = 0;
  /** images that were stored since the round began */
  const storedSince = new Set<ImageKey>();
  /** images that no draft has, of which the pages said so */
  const letGo = new Set<string>();
  /** attempts in a row that did not reach the server */
  let lost = 0;
  /** whether images were cleared since the round began */
  let cleared = false;
  /** whether all rows were here when the last round looked */
  let sawAllRows = false;

  /**
   * Deletes what no row names and no draft has, and what is above the bounds of this device. While rows are missing, of the former only what
   * is hidden. Returns what stays.
   */
  async function tidy(stored: readonly StoredImage[], hasAll: boolean): Promise<readonly StoredImage[]> {
    // The small variant of a photo that is still to be sent stays with it.
    const chosen = new Set(stored.filter(({ key, state }) => state === 'waiting' && !letGo.has(key)).map(({ key }) => imageIdOfKey(key)));
    const owed = imagesOfWrites(afterRestore.waitingWrites());
    const goes = (id: string) => (hasAll ? !(named.has(id) || chosen.has(id) || owed.has(id)) : named.isHidden(id));
    const unnamed = stored.filter(({ key }) => goes(imageIdOfKey(key)));
    if (hasAll) letGo.clear();
    if (unnamed.length > 0) await store.remove(unnamed.map(({ key }) => key));
    for (const key of retries.keys()) if (!named.has(key)) retries.forget(key);
    const gone = new Set(unnamed);
    return evict(stored.filter((image) => !gone.has(image)));
  }

  async function evict(stored: readonly StoredImage[]): Promise<readonly StoredImage[]> {
    const most = await heldMostBytes();
    const above = new Set(imagesAbove(most, stored, now()));
    if (above.size > 0) await store.remove([...above]);
    const left = stored.filter(({ key }) => !above.has(key));
    ahead = bytesAhead(most, left, now());
    return left;
  }

  /** Fetches one image, once however many ask for it. Returns whether the server was reached. */
  function fetchOne(key: ImageKey): Promise<boolean> {
    const running = fetching.get(key);
    if (running) return running.done;
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    signal.addEventListener('abort', stop);
    const one = { arrived: false, stopping, done: Promise.resolve(false) };
    fetching.set(key, one);
    one.done = fetchAndKeep(key, one).finally(() => {
      signal.removeEventListener('abort', stop);
      fetching.delete(key);
    });
    return one.done;
  }

  async function fetchAndKeep(key: ImageKey, one: { arrived: boolean; readonly stopping: AbortController }): Promise<boolean> {
    const stopped = one.stopping.signal;
    const outcome = await rowsFirst.run((limited) => server.read(key, limited), stopped);
    if (stopped.aborted) return true;
    // It gave way to a row.
    if (outcome === null) return fetchAndKeep(key, one);
    if (outcome.kind === 'lost') {
      if (named.has(key)) retries.later(key, outcome.retryAfterMs);
      return false;
    }
    if (outcome.kind !== 'done') {
      if (one.arrived) {
        one.arrived = false;
        return fetchAndKeep(key, one);
      }
      if (named.has(key)) retries.later(key);
      return true;
    }
    retries.forget(key);
    // The row may have dropped it while it was being fetched.
    await named.refresh();
    if (named.isHidden(key)) return true;
    if (!named.has(key)) hand(key, outcome.body);
    else {
      try {
        await store.put({ key, state: 'held', at: now() }, outcome.body);
      } catch (error) {
        hand(key, outcome.body);
        throw error;
      }
      storedSince.add(key);
      post({ type: 'held', key });
      ahead -= outcome.body.byteLength;
      if (ahead <= 0) await evict(await store.list());
    }
    return true;
  }

  /** Ends the fetching of images that no row names any more and no page shows, and of hidden ones. */
  async function stopUnnamed(): Promise<void> {
    await named.refresh();
    for (const [key, { stopping }] of fetching) {
      if (named.isHidden(key) || !(named.has(key) || wanted.has(key))) stopping.abort();
    }
  }

  function onRowsChanged(): void {
    changed.ring();
    sending.changed();
    if (fetching.size > 0) stopUnnamed().catch(onFailure);
  }

  /** Gives an image that is not stored to the pages that show it. */
  function hand(key: ImageKey, bytes: ArrayBuffer): void {
    if (wanted.has(key) && !signal.aborted) post({ type: 'handed', key, bytes });
  }

  /** A page shows an image that it does not find here. If the server has none, the page asks again later. A hidden one is not fetched. */
  async function answer(key: ImageKey): Promise<void> {
    await named.refresh().catch(() => undefined);
    if (named.isHidden(key)) return;
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

  /** After a restore, makes wait what the server has lost. Returns false if it was not reached. */
  async function giveBack(): Promise<boolean> {
    const epoch = afterRestore.unasked();
    if (epoch === null) return true;
    const waitingWrites = afterRestore.waitingWrites();
    if (!(await giveBackImages({ store, named, server, rowsFirst, waitingWrites, now, signal }))) return false;
    await afterRestore.asked(epoch);
    sending.changed();
    return true;
  }

  /** Fetches ahead what is missing, one image after the other. Returns how long to wait before the next round. */
  async function round(): Promise<number | undefined> {
    sawAllRows = hasAllRows();
    await named.refresh();
    // If that changed, some rows are read before it and some after.
    sawAllRows &&= hasAllRows();
    const hasAll = sawAllRows;
    cleared = false;
    storedSince.clear();
    const clearedAt = await store.clearedAt();
    const stored = await tidy(await store.list(), hasAll);
    if (hasAll && !(await giveBack())) return backoff(lost++, realm);
    const here = new Set(stored.map(({ key }) => key));
    const missing = new Set<ImageKey>();
    // The server has no picture of an image that is still to be sent.
    const unsent = new Set(stored.flatMap(({ key, state }) => (state === 'waiting' ? imageIdOfKey(key) : [])));
    for (const key of imagesAhead(named.rows(), options.rowsAhead ?? ROWS_AHEAD, clearedAt)) {
      if (signal.aborted) return undefined;
      if (cleared) return 0;
      // What somebody looks at is fetched all the same.
      if (ahead <= 0 || savesData() || !hasAll) break;
      if (here.has(key) || storedSince.has(key) || unsent.has(imageIdOfKey(key))) continue;
      missing.add(key);
      if (!retries.isDue(key)) continue;
      if (!(await fetchOne(key))) return backoff(lost++, realm);
      lost = 0;
    }
    // A page asks by itself for the others that it shows.
    return retries.nextMs(missing);
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

  const onSending = (id: string | null) => post({ type: 'sending', id });
  const sending = sendImages({ realm, database, store, named, server, rowsFirst, now, onSent: changed.ring, onSending, onFailure, signal });
  channel.addEventListener('message', ({ data }: MessageEvent<ImageMessage>) => {
    if (data.type === 'kept') sending.changed();
    if (data.type === 'let go') {
      for (const id of data.ids) letGo.add(id);
      changed.ring();
    }
    if (data.type === 'cleared') {
      cleared = true;
      for (const key of data.keys) retries.forget(key);
      changed.ring();
    }
    if (data.type === 'wanted') onWanted(data.key);
    if (data.type === 'ask') onSending(sending.now());
  });
  post({ type: 'ready' });
  const running = run();

  return {
    wake() {
      retries.clear();
      lost = 0;
      changed.ring();
      sending.wake();
      post({ type: 'ready' });
    },
    rowsMoved() {
      rowsFirst.moved();
      if (!sawAllRows && hasAllRows()) changed.ring();
    },
    arrived(ids) {
      const news = new Set(ids);
      for (const key of retries.keys()) {
        if (!news.has(imageIdOfKey(key))) continue;
        retries.forget(key);
        // A page may show it, also where it is none that is fetched ahead.
        onWanted(key);
      }
      for (const [key, one] of fetching) if (news.has(imageIdOfKey(key))) one.arrived = true;
      changed.ring();
    },
    async hasWaiting() {
      await named.refresh();
      const failed = new Set((await readFailedPhotos(database)).map(({ id }) => id));
      return (await store.list()).some(({ key, state }) => state === 'waiting' && named.has(key) && !failed.has(imageIdOfKey(key)));
    },
    async close() {
      closing.abort();
      named.close();
      channel.close();
      changed.ring();
      await Promise.allSettled([running, sending.ended]);
      store.close();
    },
  };
}
