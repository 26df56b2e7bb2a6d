/** Devices of members who write and read without end while servers, the proxy's targets and the database go away and come back. */
import { openStream } from '../support/sync-client.ts';
import type { Device } from './three-servers.ts';
import { postDocument, pullPosts, pushPost } from './three-servers.ts';

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
  /** the longest time from a write to its acknowledgement since this was last asked, in milliseconds; also of the one under way */
  longestWait(): number;
  /** whether its stream is open */
  streams(): boolean;
  /** the longest time without an open stream since this was last asked, in milliseconds; also of the one under way */
  longestDark(): number;
  /** Ends the stream, and resolves when the write under way is acknowledged. */
  stop(): Promise<void>;
}

/** Begins to write and to read through the proxy at this address, with a pause of `pauseMs` after each acknowledgement. */
export function keepBusy(url: string, device: Device, pauseMs: number): BusyDevice {
  const server = { url } as Parameters<typeof pushPost>[0];
  const acknowledged: string[] = [];
  const heardFrom = new Set<string>();
  let stopping = false;
  let writtenAt: number | null = null;
  let longest = 0;
  let darkSince: number | null = performance.now();
  let dark = 0;

  async function write(): Promise<void> {
    while (!stopping) {
      const document = postDocument(device, `post ${acknowledged.length} of ${device.member}`);
      writtenAt = performance.now();
      for (;;) {
        const pushed = await inTime(pushPost(server, device, document)).catch(() => null);
        if (pushed?.answer?.code === null) break;
        if (pushed?.answer) throw new Error(`a post was refused: ${pushed.answer.code}`);
        await pause(RETRY_MS);
      }
      acknowledged.push(document.id);
      longest = Math.max(longest, performance.now() - writtenAt);
      writtenAt = null;
      await pause(pauseMs);
    }
  }

  async function read(): Promise<void> {
    while (!stopping) {
      const stream = await openStream(`${url}/api/sync/stream`, device.headers).catch(() => null);
      let seen = 0;
      while (stream && !stopping && !stream.ended() && stream.response.statusCode === 200) {
        if (darkSince !== null && stream.named('open').length > 0) {
          dark = Math.max(dark, performance.now() - darkSince);
          darkSince = null;
        }
        const frames = stream.frames();
        for (; seen < frames.length; seen += 1) {
          for (const { author_id } of (frames[seen]?.collections.posts?.documents ?? []) as unknown as { author_id: string }[])
            heardFrom.add(author_id);
        }
        await pause(20);
      }
      darkSince ??= performance.now();
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
    longestWait() {
      const found = Math.max(longest, writtenAt === null ? 0 : performance.now() - writtenAt);
      longest = 0;
      return found;
    },
    streams: () => darkSince === null,
    longestDark() {
      const found = Math.max(dark, darkSince === null ? 0 : performance.now() - darkSince);
      dark = 0;
      return found;
    },
    async stop() {
      stopping = true;
      await working;
    },
  };
}

/** What a fresh device of this member receives through the proxy. */
export const pulledBy = (url: string, { device }: BusyDevice) => pullPosts({ url } as Parameters<typeof pullPosts>[0], device);
