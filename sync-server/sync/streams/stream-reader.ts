/**
 * One open stream of server-sent events. It writes to the connection itself, so that it can count what the reader has not taken yet. A
 * reader that falls behind costs a bounded amount of memory: its events are dropped, and once it has caught up it gets a pull mark.
 */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { Realm } from '../../../schemas/base/realm.ts';
import type { StreamEvents } from '../../../schemas/protocol/sync.ts';

/** With more unsent bytes than this, events are dropped. */
export const MAX_UNSENT_BYTES = 48 * 1024;
const END_GRACE_MS = 2_000;

/** Events as they travel, encoded once for all their readers. */
export interface EncodedEvents {
  readonly bytes: Buffer;
  /** the same as one chunk of a chunked response */
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

/** The same for data that is encoded already. JSON contains no line break, which would end an event. */
export const rawEventText = (name: keyof StreamEvents, json: string): string => `event: ${name}\ndata: ${json}\n\n`;

export const encodeEvent = <Name extends keyof StreamEvents>(name: Name, data: StreamEvents[Name]): EncodedEvents =>
  encodeEvents(eventText(name, data));

const pullMark = encodeEvent('pull', {});

/**
 * A browser's request takes as much memory as everything else that a stream keeps. The server adapter waits for the end of the response
 * only to clean up after the body, and the body is discarded here as it arrives.
 */
function releaseRequest(response: ServerResponse): void {
  const { req: request } = response;
  request.resume();
  request.headers = {};
  request.rawHeaders = [];
  response.removeAllListeners('close');
}

/** There are thousands of these, open and idle. Each keeps its state on the object, and all share the methods. */
export class StreamReader {
  readonly viewer: string;
  readonly sessionId: string;
  readonly #response: ServerResponse;
  readonly #realm: Realm;
  /**
   * Where events are written. One write on Node's response becomes four, framed anew for every reader; the connection takes the chunk that
   * all readers share. A response that waits behind another one on the same connection has no connection yet, so it uses its own writes.
   */
  readonly #line: Writable;
  #behindSince: number | null = null;
  #draining = false;

  constructor(
    response: ServerResponse,
    owner: { readonly viewer: string; readonly sessionId: string },
    onClosed: () => void,
    realm: Realm = globalThis,
  ) {
    this.viewer = owner.viewer;
    this.sessionId = owner.sessionId;
    this.#response = response;
    this.#realm = realm;
    this.#line = response.socket ?? response;
    releaseRequest(response);
    const onDrain = () => this.#drained();
    this.#line.on('drain', onDrain);
    response.on('close', () => {
      // The connection may serve other requests.
      this.#line.off('drain', onDrain);
      onClosed();
    });
    // A broken connection need not be logged: the `close` event that follows is enough.
    response.on('error', () => undefined);
  }

  #send(events: EncodedEvents): void {
    const framed = this.#line !== this.#response && this.#response.chunkedEncoding;
    this.#draining = !this.#line.write(framed ? events.chunk : events.bytes);
  }

  #drained(): void {
    this.#draining = false;
    if (this.#behindSince === null || this.#response.writableEnded) return;
    this.#behindSince = null;
    this.#send(pullMark);
  }

  /** Sends the headers of the response. Events may follow. */
  begin(headers: OutgoingHttpHeaders): void {
    this.#response.writeHead(200, headers);
    this.#response.flushHeaders();
  }

  /** Writes these events whole, and returns true. Where too much is waiting, drops them and leaves one pull mark in their place. */
  write(events: EncodedEvents): boolean {
    if (this.#behindSince !== null || this.ended) return false;
    if (this.#line.writableLength + events.bytes.byteLength <= MAX_UNSENT_BYTES) {
      this.#send(events);
      return true;
    }
    if (this.#draining) this.#behindSince = this.#realm.Date.now();
    // Little is waiting, so no drain would come: the events alone were too large.
    else this.#send(pullMark);
    return false;
  }

  /** since when it has been behind, in milliseconds since the epoch, or null */
  get behindSince(): number | null {
    return this.#behindSince;
  }

  get ended(): boolean {
    return this.#response.writableEnded || this.#response.destroyed;
  }

  end(): void {
    this.#response.end();
    // A client that does not read would keep the connection open, and the server running.
    this.#realm.setTimeout(() => this.#response.destroy(), END_GRACE_MS).unref();
  }

  /** Cuts the connection of a client that does not read. */
  destroy(): void {
    this.#response.destroy();
  }
}
