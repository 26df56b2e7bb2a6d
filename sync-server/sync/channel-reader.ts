/**
 * One open channel of one reader: server-sent events on a Node response. Nothing is read for a reader who has not taken what was
 * written; the log keeps it, so what they cost is one step of it at most.
 */
import type { ServerResponse } from 'node:http';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { Channel, ClosedReason } from './channel.ts';
import type { ChannelPosition } from './channel-position.ts';

/** More than this unsent, and nothing more is read for them. */
const MAX_UNSENT_BYTES = 48 * 1024;
const END_GRACE_MS = 2_000;
/** After a connection that broke, EventSource and its like wait for so long. */
const RETRY_MS = 2_000;
/** Readers that are sent away come back over so long. */
const SPREAD_MS = 4_000;

/** Scopes to look at; `all` of those that the reader is in, where these may be others than before. */
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
  /** of which news may concern them */
  readonly collections: ReadonlySet<CollectionName>;
  /** up to where they were told */
  position: ChannelPosition = new Map();
  /** where the steps began that are under way */
  since: ChannelPosition = this.position;
  /** the same as `position`, as they were given it */
  id = '';
  begun = false;
  ended = false;
  /** what may have moved and was not looked for yet */
  due: Due = nothingDue;
  busy = false;
  /** a step could not be read; the beat tries again */
  missed = false;
  /** the scopes at the last slow look */
  scopes: string | null = null;
  readonly #response: ServerResponse;
  #behindSince: number | null = null;

  constructor(response: ServerResponse, channel: Channel, owner: ChannelOwner, on: { drained(): void; closed(): void }) {
    this.#response = response;
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
    // A connection that breaks is no event for the log: the close that follows says all.
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

  isBehind(): boolean {
    return this.#behindSince !== null;
  }

  get behindSince(): number | null {
    return this.#behindSince;
  }

  /** Writes an event; JSON holds no line break, which would end it. */
  send(name: string, data: unknown, id?: string): void {
    this.#write(`event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`);
  }

  /** Says why, and ends. */
  close(reason: ClosedReason): void {
    if (this.ended) return;
    if (reason === 'server_restarts') this.#write(`retry: ${Math.round(Math.random() * SPREAD_MS)}\n\n`);
    this.send('closed', { channel: this.channel.name, reason });
    this.ended = true;
    this.#response.end();
    // One that does not read would keep the connection, and with it the server, from ending.
    setTimeout(() => this.#response.destroy(), END_GRACE_MS).unref();
  }

  /** Cuts the connection: for a reader that does not read. */
  destroy(): void {
    this.#response.destroy();
  }

  #write(text: string): void {
    if (this.ended || this.#response.destroyed) return;
    this.#response.write(text);
    if (this.#response.writableLength > MAX_UNSENT_BYTES) this.#behindSince ??= Date.now();
  }
}
