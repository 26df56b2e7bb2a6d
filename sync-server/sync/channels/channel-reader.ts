/**
 * One open channel of one reader: server-sent events on a Node response. Nothing is read for a reader that has not taken what was written.
 * The log keeps the rest, so a slow reader costs the memory of one step at most.
 */
import type { ServerResponse } from 'node:http';
import type { Realm } from '../../../schemas/base/realm.ts';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { Channel, ClosedReason } from './channel.ts';
import type { ChannelPosition } from './channel-position.ts';

/** With more unsent bytes than this, nothing more is read for the reader. */
const MAX_UNSENT_BYTES = 48 * 1024;
const END_GRACE_MS = 2_000;
/** How long EventSource and similar clients wait after a broken connection. */
const RETRY_MS = 2_000;
/** Readers that are sent away come back spread over this time. */
const SPREAD_MS = 4_000;

/** Scopes to look at. `all` means every scope of the reader, for when the set of its scopes may have changed. */
export type Due = ReadonlySet<number> | 'all';
export const nothingDue: ReadonlySet<number> = new Set();

export interface ChannelOwner {
  readonly viewer: string;
  readonly sessionId: string;
  readonly isLive: () => Promise<boolean>;
}

export class ChannelReader {
  readonly owner: ChannelOwner;
  readonly channel: Channel;
  /** the collections whose changes may concern the reader */
  readonly collections: ReadonlySet<CollectionName>;
  /** up to where events were sent */
  position: ChannelPosition = new Map();
  /** where the current run of steps began */
  since: ChannelPosition = this.position;
  /** `position`, encoded as the reader got it */
  id = '';
  begun = false;
  ended = false;
  /** what may have moved and was not checked yet */
  due: Due = nothingDue;
  busy = false;
  /** scopes without a position that moved while a step was read: the step may have found them, as they were before */
  #heard = new Set<number>();
  /** a step could not be read; the beat tries again */
  missed = false;
  /** the scopes at the last heartbeat */
  scopes: string | null = null;
  readonly #response: ServerResponse;
  readonly #realm: Realm;
  #behindSince: number | null = null;

  constructor(response: ServerResponse, channel: Channel, owner: ChannelOwner, on: { drained(): void; closed(): void }, realm: Realm) {
    this.#response = response;
    this.#realm = realm;
    this.channel = channel;
    this.collections = new Set(
      [channel, ...channel.shown, ...(channel.parent ? [channel.parent] : [])].map(({ collection }) => collection),
    );
    this.owner = owner;
    response.req.resume();
    response.on('drain', () => {
      this.#behindSince = null;
      on.drained();
    });
    response.on('close', () => {
      this.ended = true;
      on.closed();
    });
    // A broken connection need not be logged: the `close` event that follows is enough.
    response.on('error', () => undefined);
  }

  begin(): void {
    this.begun = true;
    this.#response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
      'X-Content-Type-Options': 'nosniff',
    });
    this.#response.flushHeaders();
    this.#write(`retry: ${RETRY_MS}\n\n`);
  }

  isDue(): boolean {
    return this.due === 'all' || this.due.size > 0;
  }

  addDue(due: Due): void {
    this.due = due === 'all' || this.due === 'all' ? 'all' : new Set([...this.due, ...due]);
  }

  takeDue(): Due {
    const due = this.due;
    this.due = nothingDue;
    return due;
  }

  /** This scope has moved, and the reader has no position there. */
  hear(scope: number): void {
    if (this.busy) this.#heard.add(scope);
  }

  /** The scopes among those learned of that have a position by now. */
  takeHeard(): Due {
    const heard = new Set([...this.#heard].filter((scope) => this.position.has(scope)));
    this.#heard.clear();
    return heard;
  }

  isBehind(): boolean {
    return this.#behindSince !== null;
  }

  get behindSince(): number | null {
    return this.#behindSince;
  }

  /** Writes an event. JSON contains no line break, which would end the event. */
  send(name: string, data: unknown, id?: string): void {
    this.#write(`event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`);
  }

  /** Sends the reason and ends the channel. */
  close(reason: ClosedReason): void {
    if (this.ended) return;
    if (reason === 'server_restarts') this.#write(`retry: ${Math.round(this.#realm.Math.random() * SPREAD_MS)}\n\n`);
    this.send('closed', { channel: this.channel.name, reason });
    this.ended = true;
    this.#response.end();
    // A client that does not read would keep the connection open, and the server running.
    this.#realm.setTimeout(() => this.#response.destroy(), END_GRACE_MS).unref();
  }

  /** Cuts the connection of a client that does not read. */
  destroy(): void {
    this.#response.destroy();
  }

  #write(text: string): void {
    if (this.ended || this.#response.destroyed) return;
    this.#response.write(text);
    if (this.#response.writableLength > MAX_UNSENT_BYTES) this.#behindSince ??= this.#realm.Date.now();
  }
}
