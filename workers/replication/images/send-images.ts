/**
 * Sends the images that were chosen here, once the row that names them was accepted: one at a time, those of the row that was written last
 * first, in parts. An image that fails waits by itself, and the others go on. An image that its row no longer names stops in the middle.
 * A photo that the server refuses, or fails at again and again, has failed, and stays as it is until its author acts (`failed-photos.ts`).
 * Nothing here deletes the bytes of an image that a row names, but for a profile's that the server will never accept.
 */
import type { RxCollection } from 'rxdb';
import type { Realm } from '../../../schemas/base/realm.ts';
import { type ImageKey, imageIdOfKey } from '../../../schemas/images/image.ts';
import { SERVER_FAILED_CODE } from '../../../schemas/protocol/sync-codes.ts';
import { backoff } from '../../device/backoff.ts';
import type { ImageStore } from '../../device/image-store.ts';
import type { AnyLocalRow } from '../../device/local-row.ts';
import type { LocalDatabase } from '../../device/open-local-database.ts';
import { addFailedPhoto, type FailedPhoto, forgetFailedPhotos, readFailedPhotos } from '../../device/pending/failed-photos.ts';
import { rowsById } from '../../device/write-rows.ts';
import { createSignal } from '../state/signal.ts';
import type { ImageServer } from './image-server.ts';
import type { ImageReference, NamedImages } from './named-images.ts';
import { removeImageReference } from './remove-image-reference.ts';
import { createRetries, LAST_AGAIN_MS } from './retries.ts';
import type { RowsFirst } from './rows-first.ts';
import { beginUpload, type Ending, type Line, sendImage, type Upload } from './send-image.ts';

/** So often in a row the server may fail at a photo. That takes four minutes if nobody looks. */
const MOST_FAILURES = 8;

export interface Sending {
  /** the image that is being sent; null for none */
  now(): string | null;
  /** Rows or images have changed: something else may come first now. */
  changed(): void;
  /** Tries everything that waits now. */
  wake(): void;
  /** Resolves when nothing is sent any more, after the signal was aborted. */
  readonly ended: Promise<void>;
}

interface Candidate {
  readonly key: ImageKey;
  readonly naming: ImageReference;
  readonly writeId: string;
}

export function sendImages(options: {
  readonly realm: Realm;
  readonly database: LocalDatabase;
  readonly store: Pick<ImageStore, 'list' | 'bytes' | 'sent' | 'remove'>;
  readonly named: NamedImages;
  readonly server: Pick<ImageServer, 'received' | 'sendPart'>;
  readonly rowsFirst: RowsFirst;
  /** the server's time */
  readonly now: () => number;
  /** called when the server has another image */
  readonly onSent: () => void;
  /** called with the image that is being sent from now on; null for none */
  readonly onSending: (id: string | null) => void;
  readonly onFailure: (error: unknown) => void;
  /** ends everything */
  readonly signal: AbortSignal;
}): Sending {
  const { database, store, named, server, rowsFirst, now, onSent, onSending, onFailure, signal, realm } = options;
  const changed = createSignal(realm);
  const retries = createRetries(realm);
  const line: Line = { roundTripMs: Number.POSITIVE_INFINITY };
  const uploads = new Map<ImageKey, Upload>();
  /** how often in a row the server failed at an image */
  const failures = new Map<ImageKey, number>();
  /** the image that is being sent, or was last */
  let current: { readonly key: ImageKey; readonly bytes: ArrayBuffer; readonly stopping: AbortController } | null = null;
  let hasChanged = false;
  let sending: string | null = null;
  /** attempts in a row that did not reach the server */
  let lost = 0;

  /** The images to send, those that come first first. */
  async function candidates(): Promise<Candidate[]> {
    await named.refresh();
    const failed = await readFailedPhotos(database);
    await forgetFailedPhotos(
      database,
      failed.flatMap(({ id }) => (named.has(id) ? [] : id)),
    );
    const isFailed = new Set<string>(failed.map(({ id }) => id));
    const found: Candidate[] = [];
    for (const { key, state } of await store.list()) {
      const naming = named.get(key);
      // Of a photo, the large one is sent.
      if (state !== 'waiting' || !naming || imageIdOfKey(key) !== key || isFailed.has(key)) continue;
      const rows = await rowsById(database.collections[naming.collection] as unknown as RxCollection<AnyLocalRow>, [naming.rowId]);
      const row = rows.get(naming.rowId);
      // The server takes no image before it has accepted the row that names it.
      if (row?.pending === 0) found.push({ key, naming, writeId: row.write_id });
    }
    const order = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
    return found.sort((a, b) => order(b.writeId, a.writeId) || order(a.key, b.key));
  }

  /** Ends what is being sent if its row names it no longer. */
  async function stopUnnamed(): Promise<void> {
    await named.refresh();
    if (current && !named.has(current.key)) current.stopping.abort();
  }

  async function settle({ key, naming }: Candidate, ending: Ending): Promise<void> {
    if (ending.kind === 'left') return;
    const fail = (code: FailedPhoto['code']) => addFailedPhoto(database, { id: key, rowId: naming.rowId, code });
    const failed = ending.kind === 'lost' && ending.atServer ? (failures.get(key) ?? 0) + 1 : 0;
    if (failed > 0) failures.set(key, failed);
    else failures.delete(key);
    if (failed >= MOST_FAILURES && naming.collection !== 'profiles') {
      await fail(SERVER_FAILED_CODE);
    } else if (ending.kind === 'lost' || ending.kind === 'none') {
      // None: another device has replaced it and the new row is on its way, or the server was restored and gets the row again.
      retries.later(key, ending.kind === 'lost' ? ending.retryAfterMs : 0);
      return;
    } else if (ending.kind === 'sent') {
      await store.sent(key, now());
      onSent();
    } else if (naming.collection === 'profiles') {
      await removeImageReference({ database, now, realm }, key, naming, ending.code);
      await store.remove([key]);
    } else {
      await fail(ending.code);
    }
    retries.forget(key);
    uploads.delete(key);
    failures.delete(key);
    current = null;
  }

  function say(id: string | null): void {
    if (id !== sending && !signal.aborted) onSending(id);
    sending = id;
  }

  /** Sends what comes next. Returns how long to wait before the next turn, undefined for until something changes. */
  async function turn(): Promise<number | undefined> {
    hasChanged = false;
    const waiting = await candidates();
    const keys = new Set(waiting.map(({ key }) => key));
    for (const key of [...retries.keys(), ...uploads.keys()]) {
      if (keys.has(key)) continue;
      retries.forget(key);
      // A row that is written again is pending for a while, and its images go on afterwards.
      if (named.has(key)) continue;
      uploads.delete(key);
      failures.delete(key);
    }
    const next = waiting.find(({ key }) => retries.isDue(key));
    if (!next) {
      current = null;
      return retries.nextMs();
    }
    const { key } = next;
    const bytes = current?.key === key ? current.bytes : await store.bytes(key);
    if (!bytes) {
      retries.later(key);
      return 0;
    }
    if (signal.aborted) return undefined;
    const upload = uploads.get(key) ?? beginUpload(bytes, line);
    uploads.set(key, upload);
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    signal.addEventListener('abort', stop);
    current = { key, bytes, stopping };
    say(key);
    try {
      const isNext = () => !hasChanged;
      const ending = await sendImage({ realm, server, rowsFirst, line, key, bytes, upload, isNext, signal: stopping.signal });
      if (signal.aborted) return undefined;
      await settle(next, ending);
      if (ending.kind === 'lost' && !ending.atServer) return backoff(lost++, realm);
      lost = 0;
      return 0;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      let wait: number | undefined;
      try {
        wait = await turn();
      } catch (error) {
        if (signal.aborted) return;
        onFailure(error);
        wait = LAST_AGAIN_MS / 10;
      }
      if (wait === 0 || signal.aborted) continue;
      say(null);
      await changed.wait(wait);
    }
  }

  signal.addEventListener('abort', changed.ring);
  return {
    now: () => sending,
    changed() {
      hasChanged = true;
      changed.ring();
      stopUnnamed().catch(onFailure);
    },
    wake() {
      retries.clear();
      lost = 0;
      changed.ring();
    },
    ended: run(),
  };
}
