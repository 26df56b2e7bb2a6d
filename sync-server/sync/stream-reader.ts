/**
 * One open stream: server-sent events, written to the connection itself so that what the reader has not taken yet can be
 * counted. A reader that falls behind costs a bounded amount of memory: its events are dropped, and once it has caught up it is
 * told to pull.
 */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { StreamEvents } from '../../schemas/protocol/sync.ts';

/** More than this unsent, and events are dropped. */
export const MAX_UNSENT_BYTES = 48 * 1024;
const END_GRACE_MS = 2_000;

export interface StreamReader {
  readonly viewer: string;
  readonly sessionId: string;
  /** Sends the head of the answer; events may follow. */
  begin(headers: OutgoingHttpHeaders): void;
  /** Writes these events whole or, where too much is waiting, drops them and leaves one pull mark in their place. */
  write(events: EncodedEvents): void;
  /** since when it has been behind, in milliseconds since the epoch, or null */
  behindSince(): number | null;
  end(): void;
  /** Cuts the connection: for a reader that does not read. */
  destroy(): void;
}

/** Events as they travel, encoded once for all who get them. */
export interface EncodedEvents {
  readonly bytes: Buffer;
  /** the same as a chunk of an answer whose length is not known */
  readonly chunk: Buffer;
}

export function encodeEvents(text: string): EncodedEvents {
  const size = Buffer.byteLength(text);
  const head = `${size.toString(16)}\r\n`;
  const chunk = Buffer.from(`${head}${text}\r\n`);
  return { bytes: chunk.subarray(head.length, head.length + size), chunk };
}

export const eventText = <Name extends keyof StreamEvents>(name: Name, data: StreamEvents[Name]): string =>
  rawEventText(name, JSON.stringify(data));

/** The same, where the data are encoded already. JSON holds no line break, which would end an event. */
export const rawEventText = (name: keyof StreamEvents, json: string): string => `event: ${name}\ndata: ${json}\n\n`;

export const encodeEvent = <Name extends keyof StreamEvents>(name: Name, data: StreamEvents[Name]): EncodedEvents =>
  encodeEvents(eventText(name, data));

const pullMark = encodeEvent('pull', {});

export function createStreamReader(
  response: ServerResponse,
  who: { readonly viewer: string; readonly sessionId: string },
  onClosed: () => void,
): StreamReader {
  let behind: number | null = null;
  let draining = false;
  // Each write of Node's answer is four, framed anew for every reader; the connection takes the chunk that all share. An answer
  // that waits for another one on the same connection has none yet, and keeps to its own writes.
  const { socket } = response;
  const line = socket ?? response;

  const send = (events: EncodedEvents) => {
    draining = !line.write(socket && response.chunkedEncoding ? events.chunk : events.bytes);
  };
  const onDrain = () => {
    draining = false;
    if (behind === null || response.writableEnded) return;
    behind = null;
    send(pullMark);
  };
  line.on('drain', onDrain);
  response.on('close', () => {
    // The connection may serve on.
    line.off('drain', onDrain);
    onClosed();
  });
  // A connection that breaks is no event for the log: the close that follows says all.
  response.on('error', () => undefined);

  return {
    ...who,
    begin(headers) {
      response.writeHead(200, headers);
      response.flushHeaders();
    },
    write(events) {
      if (behind !== null || response.writableEnded || response.destroyed) return;
      if (line.writableLength + events.bytes.byteLength <= MAX_UNSENT_BYTES) send(events);
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
