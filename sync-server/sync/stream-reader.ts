/**
 * One open stream: server-sent events, written to the Node response itself so that what the reader has not taken yet can be
 * counted. A reader that falls behind costs a bounded amount of memory: its events are dropped, and once it has caught up it is
 * told to pull.
 */
import type { ServerResponse } from 'node:http';
import type { StreamEvents } from '../../schemas/protocol/sync.ts';

/** More than this unsent, and events are dropped. */
export const MAX_UNSENT_BYTES = 48 * 1024;
const END_GRACE_MS = 2_000;

export interface StreamReader {
  readonly viewer: string;
  readonly sessionId: string;
  /** Writes these bytes whole or, where too much is waiting, drops them and leaves one pull mark in their place. */
  write(bytes: Buffer | string): void;
  /** since when it has been behind, in milliseconds since the epoch, or null */
  behindSince(): number | null;
  end(): void;
  /** Cuts the connection: for a reader that does not read. */
  destroy(): void;
}

export const encodeEvent = <Name extends keyof StreamEvents>(name: Name, data: StreamEvents[Name]): string =>
  encodeRaw(name, JSON.stringify(data));

/** The same, where the data are encoded already. JSON holds no line break, which would end an event. */
export const encodeRaw = (name: keyof StreamEvents, json: string): string => `event: ${name}\ndata: ${json}\n\n`;

const pullMark = encodeEvent('pull', {});

export function createStreamReader(
  response: ServerResponse,
  who: { readonly viewer: string; readonly sessionId: string },
  onClosed: () => void,
): StreamReader {
  let behind: number | null = null;
  let draining = false;

  const send = (bytes: Buffer | string) => {
    draining = !response.write(bytes);
  };
  response.on('drain', () => {
    draining = false;
    if (behind === null) return;
    behind = null;
    send(pullMark);
  });
  response.on('close', onClosed);
  // A connection that breaks is no event for the log: the close that follows says all.
  response.on('error', () => undefined);

  return {
    ...who,
    write(bytes) {
      if (behind !== null || response.writableEnded || response.destroyed) return;
      if (response.writableLength + Buffer.byteLength(bytes) <= MAX_UNSENT_BYTES) send(bytes);
      else if (draining) behind = Date.now();
      // Nothing much is waiting, so no drain would come: the events alone were too large.
      else send(pullMark);
    },
    behindSince: () => behind,
    end() {
      response.end();
      // One that does not read would keep the connection, and with it the server, from ending.
      setTimeout(() => response.destroy(), END_GRACE_MS).unref();
    },
    destroy: () => response.destroy(),
  };
}
