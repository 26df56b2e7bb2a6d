/** The streams that are open in this process, and their owners. Knows nothing of what is sent to them. */
import type { ServerResponse } from 'node:http';
import type { Realm } from '../../../schemas/base/realm.ts';
import { type EncodedEvents, encodeEvent, encodeEvents, eventText, rawEventText, StreamReader } from './stream-reader.ts';

export interface OpenReader {
  readonly reader: StreamReader;
  readonly isLive: () => Promise<boolean>;
  readonly lookedAt: boolean;
  /** the scopes at the last heartbeat or at the opening; null until the stream was opened */
  scopes: string | null;
  /** the session ended before the stream was opened */
  revoked: boolean;
}

/** Who opens a stream. Every beat calls `isLive` to check the session. `lookedAt` sets the pace of the heartbeats. */
export interface StreamOwner {
  readonly viewer: string;
  readonly sessionId: string;
  readonly lookedAt: boolean;
  readonly isLive: () => Promise<boolean>;
}

/** A browser has one stream, and a few more while tabs hand over. */
export const MAX_STREAMS_OF_SESSION = 6;

/** Makes a device pull. */
export const pullMark = eventText('pull', {});

export type OpenReaders = ReturnType<typeof createOpenReaders>;

export function createOpenReaders({ onLastClosed, realm }: { readonly onLastClosed: () => void; readonly realm: Realm }) {
  const readers = new Set<OpenReader>();
  const readersOf = new Map<string, Set<OpenReader>>();

  function remove(one: OpenReader): void {
    readers.delete(one);
    const ofViewer = readersOf.get(one.reader.viewer);
    ofViewer?.delete(one);
    if (ofViewer?.size === 0) readersOf.delete(one.reader.viewer);
    if (readers.size === 0) onLastClosed();
  }

  const opened = (): OpenReader[] => [...readers].filter((one) => one.scopes !== null);

  return {
    /** the number of streams, including those that are not open yet */
    count: () => readers.size,
    viewers: () => [...readersOf.keys()],
    isHere: (viewer: string): boolean => readersOf.has(viewer),
    opened,
    remove,
    /** Adds a reader whose stream is not open yet. */
    add(response: ServerResponse, { viewer, sessionId, lookedAt, isLive }: StreamOwner): OpenReader {
      const one: OpenReader = {
        isLive,
        lookedAt,
        scopes: null,
        revoked: false,
        reader: new StreamReader(response, { viewer, sessionId }, () => remove(one), realm),
      };
      readers.add(one);
      readersOf.set(viewer, (readersOf.get(viewer) ?? new Set()).add(one));
      return one;
    },
    /**
     * To be called for each stream that was opened. Where its session has too many open streams, the oldest ones end. Counted only now,
     * since of many that open at once none could end before.
     */
    endSurplus({ reader: { viewer, sessionId } }: OpenReader): void {
      const all = [...(readersOf.get(viewer) ?? [])].filter(({ reader, scopes }) => reader.sessionId === sessionId && scopes !== null);
      const open = all.filter(({ reader }) => !reader.ended);
      for (const { reader } of open.slice(0, Math.max(0, open.length - MAX_STREAMS_OF_SESSION))) reader.end();
    },
    /**
     * Writes its frames to each viewer, and only a pull mark to each of these members: the pull brings what the frames would. Returns how
     * much was written, over all streams.
     */
    deliver(frames: ReadonlyMap<string, readonly string[]>, members: ReadonlySet<string>): { frames: number; bytes: number } {
      const sent = { frames: 0, bytes: 0 };
      // Readers of the same scopes get the same bytes.
      const encoded = new Map<string, EncodedEvents>();
      for (const viewer of new Set([...frames.keys(), ...members])) {
        const list = members.has(viewer) ? [] : (frames.get(viewer) ?? []);
        const own = list.join(',');
        const events = encoded.get(own) ?? encodeEvents(own === '' ? pullMark : rawEventText('frames', `[${own}]`));
        encoded.set(own, events);
        for (const { reader, scopes } of readersOf.get(viewer) ?? []) {
          if (scopes === null || !reader.write(events)) continue;
          sent.frames += list.length;
          sent.bytes += events.bytes.byteLength;
        }
      }
      return sent;
    },
    /** Writes to each viewer which images have arrived for them. A reader that is behind misses it, and asks again by itself. */
    tellImages(images: ReadonlyMap<string, readonly string[]>): void {
      for (const [viewer, ids] of images) {
        const events = encodeEvent('images', { ids });
        for (const { reader, scopes } of readersOf.get(viewer) ?? []) if (scopes !== null) reader.write(events);
      }
    },
    closeSession(sessionId: string): void {
      for (const one of readers) {
        if (one.reader.sessionId !== sessionId) continue;
        one.revoked = true;
        if (one.scopes !== null) one.reader.end();
      }
    },
    /** Ends streams whose session has ended, and cuts readers that have been behind for too long. */
    async closeDead(maxBehindMs: number): Promise<void> {
      const asked = opened().map(async ({ reader, isLive }) => {
        const since = reader.behindSince;
        if (since !== null && realm.Date.now() - since > maxBehindMs) reader.destroy();
        else if (!(await isLive())) reader.end();
      });
      await Promise.all(asked);
    },
  };
}
