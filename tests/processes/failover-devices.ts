/** Devices of members who write and read without end while servers, the proxy's targets and the database go away and come back. */

import { openStream } from '../support/sync-client.ts';
import type { Device } from './three-servers.ts';
import { postDocument, pullPosts, pushPost } from './three-servers.ts';

const PAUSE_MS = 100;
const RETRY_MS = 100;
/** A request that got no answer by then is sent again, with the same write id. */
const PATIENCE_MS = 5_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), PATIENCE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

export interface BusyDevice {
  readonly device: Device;
  /** the ids of acknowledged posts, in order */
  readonly acknowledged: readonly string[];
  /** authors of posts that came over the stream */
  readonly heardFrom: ReadonlySet<string>;
  /** the longest time without an acknowledgement since this was last asked, in milliseconds */
  longestSilence(): number;
  /** whether a stream is open that was opened after this time */
  streamsSince(at: number): boolean;
  /** Ends the stream, and resolves when the write under way is acknowledged. */
  stop(): Promise<void>;
}

/** Begins to write and to read through the proxy at this address. */
export function keepBusy(url: string, device: Device): BusyDevice {
  const server = { url } as Parameters<typeof pushPost>[0];
  const acknowledged: string[] = [];
  const heardFrom = new Set<string>();
  let stopping = false;
  let lastAt = performance.now();
  let longest = 0;
  let openedAt: number | null = null;

  async function write(): Promise<void> {
    while (!stopping) {
      const document = postDocument(device, `post ${acknowledged.length} of ${device.member}`);
      for (;;) {
        const pushed = await inTime(pushPost(server, device, document)).catch(() => null);
        if (pushed?.answer?.code === null) break;
        if (pushed?.answer) throw new Error(`a post was refused: ${pushed.answer.code}`);
        await pause(RETRY_MS);
      }
      acknowledged.push(document.id);
      longest = Math.max(longest, performance.now() - lastAt);
      lastAt = performance.now();
      await pause(PAUSE_MS);
    }
  }

  async function read(): Promise<void> {
    while (!stopping) {
      const stream = await openStream(`${url}/api/sync/stream`, device.headers).catch(() => null);
      let seen = 0;
      while (stream && !stopping && !stream.ended() && stream.response.statusCode === 200) {
        if (openedAt === null && stream.named('open').length > 0) openedAt = performance.now();
        const frames = stream.frames();
        for (; seen < frames.length; seen += 1) {
          for (const { author_id } of (frames[seen]?.collections.posts?.documents ?? []) as unknown as { author_id: string }[])
            heardFrom.add(author_id);
        }
        await pause(20);
      }
      openedAt = null;
      stream?.close();
      if (!stopping) await pause(RETRY_MS);
    }
  }

  const working = Promise.all([write(), read()]);
  working.catch(() => undefined);
  return {
    device,
    acknowledged,
    heardFrom,
    longestSilence() {
      const found = Math.max(longest, performance.now() - lastAt);
      longest = 0;
      return found;
    },
    streamsSince: (at) => openedAt !== null && openedAt >= at,
    async stop() {
      stopping = true;
      await working;
    },
  };
}

/** What a fresh device of this member receives through the proxy. */
export const pulledBy = (url: string, { device }: BusyDevice) => pullPosts({ url } as Parameters<typeof pullPosts>[0], device);
