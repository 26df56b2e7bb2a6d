/**
 * A device that follows the rules of the protocol and keeps everything in memory: as correct as the real one, and cheap enough for
 * thousands. Rows, checkpoints, pending writes and frames of the stream are handled as docs/protocol.md says.
 */
import { createParser } from 'eventsource-parser';
import { newId } from '../../../schemas/base/new-id.ts';
import { type Collection, collections } from './holdings.ts';
import type { Ledger } from './ledger.ts';
import type { Network } from './network.ts';
import type { PushedChange } from './pushed-act.ts';

export type Row = { readonly id: string; readonly scope: number; readonly write_id: string } & Readonly<Record<string, unknown>>;
type State = number | readonly [number, number] | null;
type Checkpoint = Readonly<Record<string, State>>;
type Heads = Readonly<Record<string, number>>;
interface Part {
  readonly documents: readonly Row[];
  readonly removed: readonly (readonly [string, number])[];
}
interface Page extends Part {
  /** id prefixes, each with a scope: stored rows that match both must be checked */
  readonly recheck: readonly (readonly [string, number])[];
  readonly checkpoint: Checkpoint;
  readonly more: boolean;
}
interface PullAnswer {
  readonly epoch: string;
  readonly heads: Heads;
  readonly collections: Readonly<Partial<Record<Collection, Page>>>;
  readonly check: Readonly<Partial<Record<Collection, readonly (readonly [string, Row | null])[]>>>;
}
interface Frame {
  readonly scope: number;
  readonly prev: number;
  readonly head: number;
  readonly collections: Readonly<Partial<Record<Collection, Part>>>;
}

/** A write as the member makes it; the replica adds what sync needs. */
export interface Intent {
  readonly collection: Collection;
  readonly id: string;
  readonly deleted?: boolean;
  readonly fields: Readonly<Record<string, unknown>>;
}

type Waiting = PushedChange & { readonly collection: Collection };

const PAGES_AT_MOST = 10_000;

export class Replica {
  readonly network: Network;
  readonly #ledger: Ledger;
  /** by how many milliseconds its clock is wrong */
  #wrongBy: number;
  readonly #held = new Map<Collection, Map<string, Row>>();
  readonly #checkpoints = new Map<Collection, Checkpoint>();
  /** the checkpoints before the last page: a device that is killed in between may find these */
  #before: Map<Collection, Checkpoint> | null = null;
  readonly #recheck = new Map<Collection, Set<string>>();
  #waiting: Waiting[] = [];
  #epoch: string | null = null;
  /** the heads up to which everything is stored, while they are known */
  #seen: Map<number, number> | null = null;
  #left = new Set<number>();
  #lane: Promise<unknown> = Promise.resolve();
  #streaming: AbortController | null = null;
  #needsPull = true;

  constructor(ledger: Ledger, network: Network, wrongBy: number) {
    this.#ledger = ledger;
    this.network = network;
    this.#wrongBy = wrongBy;
    this.#forgetAll();
  }

  #forgetAll(): void {
    for (const collection of collections) {
      this.#held.set(collection, new Map());
      this.#checkpoints.set(collection, {});
      this.#recheck.set(collection, new Set());
    }
    this.#before = null;
    this.#seen = null;
    this.#left.clear();
    this.#needsPull = true;
  }

  #rowsOf(collection: Collection): Map<string, Row> {
    return this.#held.get(collection) as Map<string, Row>;
  }

  /** Runs one job at a time: a push, a pull, or what the stream brought. */
  #inLane<T>(job: () => Promise<T>): Promise<T> {
    const done = this.#lane.then(job);
    this.#lane = done.catch(() => undefined);
    return done;
  }

  get streaming(): boolean {
    return this.#streaming !== null;
  }
  get pendingCount(): number {
    return this.#waiting.length;
  }

  /** The rows that this device has received from the server. */
  held(collection: Collection): readonly Row[] {
    return [...this.#rowsOf(collection).values()];
  }

  /** The rows that the member sees: those of the server, changed by their pending writes. */
  rows(collection: Collection): readonly Row[] {
    const rows = new Map(this.#rowsOf(collection));
    for (const { collection: name, document } of this.#waiting) {
      if (name !== collection) continue;
      if (document._deleted) rows.delete(document.id);
      else rows.set(document.id, { scope: 0, ...rows.get(document.id), ...document });
    }
    return [...rows.values()];
  }

  write({ collection, id, deleted, fields }: Intent): void {
    const held = this.#rowsOf(collection).get(id);
    const own = this.#waiting.filter((one) => one.collection === collection && one.document.id === id);
    const write_id = this.#nextWriteId();
    if (deleted) this.network.wrote('deletion', id);
    else if (!held && own.length === 0) this.network.wrote('new row', id);
    const { scope: _scope, ...row } = this.rows(collection).find((one) => one.id === id) ?? { scope: 0 };
    this.#waiting.push({
      collection,
      assumed: [...(held ? [held.write_id] : []), ...own.map(({ document }) => document.write_id)],
      document: { ...row, ...fields, id, write_id, ...(deleted ? { _deleted: true } : {}) },
    });
  }

  setClock(wrongBy: number): void {
    this.#wrongBy = wrongBy;
  }

  /** Greater than every pending write id, whatever the clock shows. */
  #nextWriteId(): string {
    const last = this.#waiting.at(-1)?.document.write_id;
    const after = last === undefined ? 0 : Number.parseInt(last.replace('-', '').slice(0, 12), 16) + 1;
    const { realm } = this.#ledger;
    return newId(Math.max(realm.Date.now() + this.#wrongBy, after), realm);
  }

  /**
   * Sends pending changes, at most `atOnce` per request, until all are answered or the network fails. Resolves to true where all are
   * answered.
   */
  send(atOnce = 100): Promise<boolean> {
    return this.#inLane(async () => {
      while (this.#waiting.length > 0) {
        const changes = this.#waiting.slice(0, atOnce);
        const answers = await this.#ask<{ answers: readonly { id: string; code: string | null; document: Row | null }[] }>('push', {
          changes,
        });
        if (!answers) return false;
        this.#waiting = this.#waiting.slice(changes.length);
        changes.forEach(({ collection, document }, at) => {
          const answer = answers.answers[at];
          if (!answer) return;
          if (answer.document) this.#rowsOf(collection).set(document.id, answer.document);
          else {
            this.#rowsOf(collection).delete(document.id);
            if (answer.code !== null || !document._deleted) this.#recheck.get(collection)?.add(document.id);
          }
        });
      }
      return true;
    });
  }

  async #ask<T>(endpoint: 'pull' | 'push', body: unknown): Promise<T | null> {
    try {
      const response = await this.network.fetch(`/api/sync/${endpoint}`, { method: 'POST', body: JSON.stringify(body) });
      return response.ok ? ((await response.json()) as T) : null;
    } catch {
      return null;
    }
  }

  /** Pulls at most this many pages. Resolves to true where there is nothing more to fetch. */
  pull(limit = 200, pages = PAGES_AT_MOST): Promise<boolean> {
    return this.#inLane(() => this.#pull(limit, pages));
  }

  async #pull(limit: number, pages: number): Promise<boolean> {
    this.#seen = null;
    this.#needsPull = true;
    for (let page = 0; page < pages; page += 1) {
      this.#dropLeft();
      const answer = await this.#ask<PullAnswer>('pull', {
        epoch: this.#epoch,
        collections: Object.fromEntries(collections.map((name) => [name, { checkpoint: this.#checkpoints.get(name), limit }])),
        check: this.#doubtful(),
      });
      if (!answer) return false;
      if (this.#epoch !== null && this.#epoch !== answer.epoch) {
        this.#forgetAll();
        this.#epoch = answer.epoch;
        continue;
      }
      this.#epoch = answer.epoch;
      this.#take(answer);
      if (collections.some((name) => answer.collections[name]?.more || (this.#recheck.get(name)?.size ?? 0) > 0)) continue;
      if (this.#left.size > 0) continue;
      this.#seen = new Map(Object.entries(answer.heads).map(([scope, head]) => [Number(scope), head]));
      this.#needsPull = false;
      return true;
    }
    if (pages === PAGES_AT_MOST) this.#ledger.complain('a pull does not end');
    return false;
  }

  #doubtful(): Partial<Record<Collection, string[]>> {
    const check: Partial<Record<Collection, string[]>> = {};
    for (const name of collections) {
      const checkpoint = this.#checkpoints.get(name) ?? {};
      const unknown = this.held(name).filter((row) => (checkpoint[row.scope] ?? null) === null);
      const ids = new Set([...unknown.map(({ id }) => id), ...(this.#recheck.get(name) ?? [])]);
      if (ids.size > 0) check[name] = [...ids].slice(0, 500);
    }
    return check;
  }

  /** Rows of left scopes are deleted with the page after the one that set their checkpoint to null. */
  #dropLeft(): void {
    if (this.#left.size === 0) return;
    for (const rows of this.#held.values()) for (const [id, row] of rows) if (this.#left.has(row.scope)) rows.delete(id);
    this.#left.clear();
    this.#before = null;
  }

  #take({ heads, collections: pages, check }: PullAnswer): void {
    this.#before = new Map(this.#checkpoints);
    for (const name of collections) {
      const page = pages[name];
      const rows = this.#rowsOf(name);
      if (page) {
        this.#apply(rows, page);
        const checkpoint: Record<string, State> = { ...this.#checkpoints.get(name), ...page.checkpoint };
        for (const scope of Object.keys(checkpoint)) if (!(scope in heads)) checkpoint[scope] = null;
        this.#checkpoints.set(name, checkpoint);
      }
      for (const [id, row] of check[name] ?? []) {
        if (row) rows.set(id, row);
        else if (!page?.documents.some((one) => one.id === id)) rows.delete(id);
        this.#recheck.get(name)?.delete(id);
      }
      for (const [beginning, scope] of page?.recheck ?? [])
        for (const row of rows.values()) if (row.scope === scope && row.id.startsWith(beginning)) this.#recheck.get(name)?.add(row.id);
      for (const row of rows.values()) if (!(row.scope in heads)) this.#left.add(row.scope);
    }
  }

  #apply(rows: Map<string, Row>, { documents, removed }: Part): void {
    const brought = new Set(documents.map(({ id }) => id));
    for (const [id, scope] of removed) if (!brought.has(id) && rows.get(id)?.scope === scope) rows.delete(id);
    for (const row of documents) rows.set(row.id, row);
  }

  /** Opens a stream and follows it until it is closed or breaks. */
  openStream(): void {
    if (this.#streaming) return;
    const closing = new AbortController();
    this.#streaming = closing;
    this.#follow(closing).catch(() => undefined);
  }

  closeStream(): void {
    this.#streaming?.abort();
    this.#streaming = null;
  }

  async #follow(closing: AbortController): Promise<void> {
    try {
      const response = await this.network.fetch('/api/sync/stream', { method: 'POST', body: '{}', signal: closing.signal });
      if (!response.ok || !response.body) return;
      const decoder = new TextDecoder();
      const parser = createParser({ onEvent: ({ event, data }) => this.#hear(event ?? '', data) });
      for await (const chunk of response.body) parser.feed(decoder.decode(chunk, { stream: true }));
    } catch {
      // Broken. The caller opens another stream if it wants one.
    } finally {
      if (this.#streaming === closing) this.#streaming = null;
    }
  }

  #hear(event: string, data: string): void {
    const background = (job: () => Promise<unknown>) =>
      void this.#inLane(job).catch((error: unknown) => this.#ledger.complain(String(error)));
    if (event === 'open' || event === 'pull') background(() => this.#pull(200, PAGES_AT_MOST));
    if (event === 'frames') {
      const frames = JSON.parse(data) as Frame[];
      background(async () => {
        for (const frame of frames) this.#takeFrame(frame);
        if (this.#needsPull) await this.#pull(200, PAGES_AT_MOST);
      });
    }
    if (event === 'heartbeat') {
      const { heads } = JSON.parse(data) as { heads: Heads };
      background(async () => {
        if (this.#misses(heads)) await this.#pull(200, PAGES_AT_MOST);
      });
    }
  }

  #misses(heads: Heads): boolean {
    const seen = this.#seen;
    if (!seen) return true;
    const entries = Object.entries(heads);
    return entries.length !== seen.size || entries.some(([scope, head]) => (seen.get(Number(scope)) ?? -1) < head);
  }

  #takeFrame(frame: Frame): void {
    const seen = this.#seen;
    if (!seen) return;
    const at = seen.get(frame.scope) ?? (frame.prev === 0 ? 0 : null);
    if (at === null || at < frame.prev) {
      this.#seen = null;
      this.#needsPull = true;
      return;
    }
    if (frame.head <= at) return;
    seen.set(frame.scope, frame.head);
    for (const name of collections) {
      this.#checkpoints.set(name, { ...this.#checkpoints.get(name), [frame.scope]: frame.head });
      const part = frame.collections[name];
      if (part) this.#apply(this.#rowsOf(name), part);
    }
  }

  /** The device was killed after it stored the rows of a page and before it stored the checkpoint. */
  loseLastCheckpoint(): boolean {
    if (!this.#before) return false;
    for (const [name, checkpoint] of this.#before) this.#checkpoints.set(name, checkpoint);
    this.#before = null;
    this.#seen = null;
    // State in memory is lost as well. While a checkpoint still has a scope, the rows of that scope must stay.
    this.#left.clear();
    this.#needsPull = true;
    return true;
  }

  /** Copies everything that this device has stored or has pending, like a copy of its disk. The returned function restores it. */
  copy(): () => void {
    const held = new Map([...this.#held].map(([name, rows]) => [name, new Map(rows)]));
    const checkpoints = new Map(this.#checkpoints);
    const recheck = new Map([...this.#recheck].map(([name, ids]) => [name, new Set(ids)]));
    const waiting = [...this.#waiting];
    const left = new Set(this.#left);
    const epoch = this.#epoch;
    return () => {
      for (const name of collections) {
        this.#held.set(name, new Map(held.get(name)));
        this.#checkpoints.set(name, checkpoints.get(name) ?? {});
        this.#recheck.set(name, new Set(recheck.get(name)));
      }
      this.#waiting = [...waiting];
      this.#left = new Set(left);
      this.#epoch = epoch;
      this.#before = null;
      this.#seen = null;
      this.#needsPull = true;
    };
  }

  /** Settles when the lane is empty. */
  quiet(): Promise<void> {
    return this.#inLane(async () => undefined);
  }

  get behind(): boolean {
    return this.#needsPull;
  }
}
