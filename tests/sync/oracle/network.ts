/**
 * The network of one device. Every request passes through it, and everything that the server sends is audited, even what the device never
 * receives. It can be cut, lose requests and answers, send a push twice or again much later, and break off a stream in the middle of a
 * frame.
 */
import { isDeepStrictEqual } from 'node:util';
import { createParser } from 'eventsource-parser';
import { pause } from '../../../schemas/base/pause.ts';
import type { Access } from './access.ts';
import type { HistoryRealm } from './history-realm.ts';
import type { Collection } from './holdings.ts';
import type { AnsweredChange, Ledger } from './ledger.ts';
import { type Answer, type Headers, type Line, lost } from './line.ts';
import type { PushedChange } from './pushed-act.ts';
import { createSleeper, type Sleeper } from './sleeper.ts';

export const requestFaults = [
  'lose request',
  'lose answer',
  'send twice',
  'send an old push again',
  'write before the answer',
  'answer not stored',
] as const;
/** Answers of others on the way: a network that asks to sign in first, and a proxy that gives up after the server has answered. */
export const foreignAnswers = ['captive portal', 'error of a proxy'] as const;
export type RequestFault = (typeof requestFaults)[number] | (typeof foreignAnswers)[number];
/** Faults of the device's own store, which only some devices have. They are counted when they occur. */
export const meetsTheStore: ReadonlySet<string> = new Set<RequestFault>(['write before the answer', 'answer not stored']);
/** What happens to the server while it carries out a push. */
export const disasters = [
  'kill -9 before commit',
  'kill -9 at commit',
  'kill -9 after commit',
  'kill -9 before the answer',
  'restart Postgres',
] as const;
/** The same in a simulated circle. */
export const serverFaults = [
  'the server dies at a statement',
  'the server dies after a commit',
  'the server dies before the answer',
  'a deadlock',
  'a serialization failure',
  'a connection to Postgres is lost',
  'a commit is not heard',
] as const;
/** How a simulated server ends at any time: requests in work are cut off, or finished. */
export const waysToEnd = ['kill the server', 'close the server'] as const;
export type WayToEnd = (typeof waysToEnd)[number];
export type Disaster = (typeof disasters | typeof serverFaults)[number];
/** Those that a pull can have. */
export const faultsOfPulls: ReadonlySet<RequestFault | Disaster | null> = new Set<RequestFault | Disaster | null>([
  'lose request',
  'lose answer',
  'answer not stored',
  ...foreignAnswers,
]);
const page = (status: number, title: string) =>
  new Response(`<!doctype html><title>${title}</title>`, { status, headers: { 'content-type': 'text/html' } });
/** Some answer as if the page were the one that was asked for, some that it is refused. */
const portals = [200, 403, 511];
const isDisaster = (fault: RequestFault | Disaster | null): fault is Disaster =>
  [...disasters, ...serverFaults].some((one) => one === fault);

export interface NetworkOptions {
  readonly ledger: Ledger;
  readonly line: Line;
  readonly member: string;
  readonly access: Access;
  /** Makes this disaster happen during the next request. Resolves to a function that tells afterwards whether it happened. */
  readonly strike?: ((disaster: Disaster) => Promise<() => Promise<boolean>>) | undefined;
}

/** A page of a pull, or a frame. */
interface Parts {
  readonly collections: Readonly<
    Record<string, { readonly documents: readonly Record<string, unknown>[]; readonly removed: readonly [string, number][] }>
  >;
}

const TIMEOUT = 408;
/** so often a request is sent with a new token */
const ATTEMPTS = 3;
/** A killed server must be back within a minute of asking. Hours may pass between two requests. */
const AGAIN_MS = 20;
const MOST_REQUESTS = 3000;

export class Network {
  up = true;
  /** the fault of the next push or pull */
  fault: RequestFault | Disaster | null = null;
  /** after how many bytes the next stream breaks off */
  cutStreamAfter = Number.POSITIVE_INFINITY;
  /** the refused writes of which this device has received the answer, with their codes; the device must show them to its member */
  readonly refused = new Map<string, string>();
  /** the write ids that the server has answered, whatever the answer was, if this device has received it */
  readonly answered = new Set<string>();
  /** the write ids that the server has accepted since its database was kept, if this device has received it */
  readonly #acceptedSince = new Set<string>();
  /** those of them that the server has lost since, and has yet to be given back */
  readonly owed = new Set<string>();
  /** Writes once more to a row that was just sent. Resolves to whether it could. Only devices that send by themselves set it. */
  writeAgain: ((changes: readonly PushedChange[]) => Promise<boolean>) | null = null;
  /** Makes the next write of the worker to its store fail. Only devices that send by themselves set it. */
  failToStore: (() => void) | null = null;
  /** the device behind it, which can sleep */
  readonly sleeper: Sleeper;
  readonly #given: NetworkOptions;
  readonly #streams = new Set<AbortController>();
  readonly #accepted: string[] = [];
  /** rows that were made on this device and have no answer yet, numbered in order: rows that refer to them must come after them */
  readonly #unsent = new Map<string, number>();
  #made = 0;
  #portals = 0;

  constructor(given: NetworkOptions) {
    this.#given = given;
    this.sleeper = createSleeper(given.ledger.realm);
  }

  /** Counts what has happened to this device. */
  count(event: string): void {
    this.#given.ledger.coverage.count(event);
  }

  /** Something is wrong with this device. */
  complain(what: string): void {
    this.#given.ledger.complain(`${this.#given.member}: ${what}`);
  }

  get realm(): HistoryRealm {
    return this.#given.ledger.realm;
  }

  /** Called for each new row and each deletion on this device, as they are written. */
  wrote(kind: 'new row' | 'deletion', id: string): void {
    if (kind === 'new row' && !this.#unsent.has(id)) this.#unsent.set(id, ++this.#made);
    if (kind === 'deletion') this.#unsent.delete(id);
  }

  /** A fault that only a push can have waits for one. */
  #takeFault(path: string): RequestFault | Disaster | null {
    const { fault } = this;
    if (fault === 'write before the answer' && !path.endsWith('/push')) return null;
    this.fault = null;
    return fault;
  }

  /** A comment must not come before its post, a message before its group, a reaction before its target. */
  #mustBeInOrder(body: string): void {
    const waiting = new Map(this.#unsent);
    for (const { collection, document } of (JSON.parse(body) as { changes: PushedChange[] }).changes) {
      const own = waiting.get(document.id) ?? 0;
      waiting.delete(document.id);
      for (const field of ['post_id', 'group_id', 'target_id']) {
        // A group that the device does not have can be changed after a message was written to it. Then the group did not come first.
        if (!document._deleted && (waiting.get(String(document[field])) ?? own) < own)
          this.#given.ledger.complain(`${collection} ${document.id} was sent before what its ${field} names, which was written first`);
      }
    }
  }

  databaseKept(): void {
    this.#acceptedSince.clear();
  }

  databasePutBack(): void {
    for (const id of this.#acceptedSince) this.owed.add(id);
  }

  cut(): void {
    this.up = false;
    this.cutStreams();
  }

  cutStreams(): void {
    for (const stream of this.#streams) stream.abort();
    this.#streams.clear();
  }

  /** whether rows were made here that have no answer yet */
  get hasUnsent(): boolean {
    return this.#unsent.size > 0;
  }

  get openStreams(): number {
    return this.#streams.size;
  }

  /** A device that gives up does not get the answer. The server may carry the request out. */
  readonly fetch: typeof fetch = (input, init) => {
    const path = new URL(String(input), 'http://device').pathname;
    const body = String(init?.body ?? '{}');
    const signal = init?.signal ?? undefined;
    if (path.endsWith('/stream')) return this.#stream(path, body, signal);
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      signal?.addEventListener('abort', () => reject(signal.reason));
      this.#request(path, body, signal).then(resolve, reject);
    });
  };

  async #request(path: string, body: string, signal: AbortSignal | undefined): Promise<Response> {
    if (!this.up) throw lost();
    this.#given.ledger.coverage.count(`request: ${path}`);
    const fault = this.#takeFault(path);
    if (fault && !isDisaster(fault) && !meetsTheStore.has(fault)) this.#given.ledger.coverage.count(`fault: ${fault}`);
    if (path.endsWith('/push')) this.#mustBeInOrder(body);
    if (fault === 'lose request') throw lost();
    if (fault === 'captive portal') return page(portals[this.#portals++ % portals.length] ?? 200, 'Sign in to this network');
    const response = path.endsWith('/push') ? await this.#push(path, body, fault) : await this.#pull(path, body);
    if (fault === 'write before the answer' && path.endsWith('/push')) {
      const { changes } = JSON.parse(body) as { changes: PushedChange[] };
      if (await this.writeAgain?.(changes)) this.#given.ledger.coverage.count(`fault: ${fault}`);
    }
    if (fault === 'answer not stored' && this.failToStore) {
      this.failToStore();
      this.#given.ledger.coverage.count(`fault: ${fault}`);
    }
    if (!this.up || fault === 'lose answer' || signal?.aborted) throw lost();
    if (fault === 'error of a proxy') return page(502, 'Bad gateway');
    if (path.endsWith('/push') && response.ok) this.#remember(body, await response.clone().text());
    return response;
  }

  /** Sends a request unchanged, with a token that is still good, and resolves to the whole answer. */
  async #send(method: string, path: string, body: string | Buffer | undefined, headers: Headers = {}): Promise<Answer> {
    const { line, access } = this.#given;
    const once = () => line.send(method, path, body, { ...this.#headers, ...headers });
    let answer = await once();
    // Where hours pass while it is under way, a new token is too old as well.
    for (let attempt = 1; answer.status === 401 && attempt < ATTEMPTS; attempt += 1) {
      await access.renew();
      answer = await once();
    }
    return answer;
  }

  get #headers(): Record<string, string> {
    return { 'content-type': 'application/json', authorization: `Bearer ${this.#given.access.token}`, 'kith-protocol': '1' };
  }

  /** Repeats a request until the server has answered. Before that it is unknown whether the server carried it out. */
  async untilAnswered(method: string, path: string, body: string | Buffer | undefined, headers: Headers = {}): Promise<Answer> {
    for (let request = 1; request <= MOST_REQUESTS; request += 1) {
      try {
        const answer = await this.#send(method, path, body, headers);
        // A body of which a piece is late arrives too slowly, and is sent again.
        if (answer.status < 500 && answer.status !== TIMEOUT) return answer;
      } catch {
        // The server or its database was killed: it comes back.
      }
      await pause(AGAIN_MS, this.realm);
    }
    throw new Error(`no answer to ${MOST_REQUESTS} requests to ${path}`);
  }

  /** The bytes of a photo as a device asks for them. Resolves to the status, or to null where the device never gets the answer. */
  async readPhoto(id: string, key: string): Promise<number | null> {
    if (!this.up) return null;
    const { ledger, member } = this.#given;
    const since = ledger.oracle.moment;
    const answer = await this.#send('GET', `/api/images/${key}`, undefined).catch(() => null);
    if (answer?.status === 200) ledger.photoSent(member, id, since);
    return this.up && answer ? answer.status : null;
  }

  #remember(body: string, text: string): void {
    const { changes } = JSON.parse(body) as { changes: PushedChange[] };
    const { answers } = JSON.parse(text) as { answers: AnsweredChange[] };
    changes.forEach(({ document: sentDocument }, at) => {
      const answer = answers[at];
      if (answer) {
        this.#unsent.delete(sentDocument.id);
        this.answered.add(sentDocument.write_id);
        this.owed.delete(sentDocument.write_id);
      }
      if (answer?.code === null) {
        this.#acceptedSince.add(sentDocument.write_id);
        // After a restore a write may have to wait for another.
        this.refused.delete(sentDocument.write_id);
      }
      if (!answer || answer.code === null) return;
      const { document: theirs, code } = answer;
      // Where the result is as intended, nothing has to be shown: a deletion of a row that does not exist, a conflict with an identical
      // row.
      const asMeant = sentDocument._deleted
        ? theirs === null
        : code === 'CONFLICT' &&
          theirs !== null &&
          Object.entries(sentDocument).every(([field, value]) => field === 'write_id' || isDeepStrictEqual(theirs[field], value));
      if (!asMeant) this.refused.set(sentDocument.write_id, code);
    });
  }

  async #push(path: string, body: string, fault: RequestFault | Disaster | null): Promise<Response> {
    const { ledger, member } = this.#given;
    return ledger.write(async () => {
      const once = async (sent: string): Promise<Response> => {
        const from = this.realm.Date.now();
        const { status, text, date } = await this.untilAnswered('POST', path, sent);
        if (status === 200) {
          const { changes } = JSON.parse(sent) as { changes: PushedChange[] };
          const { answers } = JSON.parse(text) as { answers: AnsweredChange[] };
          ledger.pushed(member, changes, answers, from);
          if (answers.every(({ code }) => code === null)) this.#accepted.push(sent);
        } else ledger.complain(`a push was answered ${status}: ${text}`);
        return new Response(text, { status, headers: { 'content-type': 'application/json', date } });
      };
      if (fault === 'send twice') await once(body);
      const befell = isDisaster(fault) ? await this.#given.strike?.(fault) : undefined;
      const response = await once(body);
      if (await befell?.()) ledger.coverage.count(`fault: ${fault}`);
      const old = this.#accepted[Math.floor(this.#accepted.length / 2)];
      if (fault === 'send an old push again' && old !== undefined) await once(old);
      return response;
    });
  }

  async #pull(path: string, body: string): Promise<Response> {
    const { ledger, member } = this.#given;
    const since = ledger.oracle.moment;
    const { status, text, date } = await this.#send('POST', path, body);
    if (status === 200) {
      const page = JSON.parse(text) as Parts & { check: Record<string, [string, Record<string, unknown> | null][]> };
      this.#audit(page, since, 'a pull');
      for (const [collection, checked] of Object.entries(page.check)) {
        const rows = checked.flatMap(([, row]) => (row ? [row] : []));
        ledger.sent(member, collection, rows, since, 'a question in a pull');
      }
    } else if (status < 500 && status !== TIMEOUT) ledger.complain(`a pull was answered ${status}: ${text}`);
    return new Response(text, { status, headers: { 'content-type': 'application/json', date } });
  }

  #audit({ collections }: Parts, since: number, by: 'a pull' | 'a frame'): void {
    const { ledger, member } = this.#given;
    for (const [collection, { documents, removed }] of Object.entries(collections)) {
      ledger.sent(member, collection, documents, since, by);
      ledger.reportedRemoved(member, collection as Collection, removed, by);
    }
  }

  async #stream(path: string, body: string, signal: AbortSignal | undefined): Promise<Response> {
    const { ledger } = this.#given;
    if (!this.up) throw lost();
    const cutting = new AbortController();
    this.#streams.add(cutting);
    // Taken before the request: on a slow machine the first frames may have left long before the answer is seen here.
    const since = ledger.oracle.moment;
    const until = signal ? AbortSignal.any([signal, cutting.signal]) : cutting.signal;
    const open = () => this.#given.line.open(path, body, this.#headers, until);
    let response = await open();
    if (response.status === 401) {
      await this.#given.access.renew();
      response = await open();
    }
    if (!response.ok || !response.body) return response;
    const parser = createParser({
      onEvent: ({ event, data }) => {
        if (event !== 'frames') return;
        for (const frame of JSON.parse(data) as Parts[]) this.#audit(frame, since, 'a frame');
      },
    });
    const decoder = new TextDecoder();
    let passed = 0;
    const limit = this.cutStreamAfter;
    this.cutStreamAfter = Number.POSITIVE_INFINITY;
    const audited = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          parser.feed(decoder.decode(chunk, { stream: true }));
          const bytesLeft = limit - passed;
          passed += chunk.length;
          if (chunk.length <= bytesLeft) return controller.enqueue(chunk);
          ledger.coverage.count('fault: stream cut in mid-frame');
          controller.enqueue(chunk.subarray(0, Math.max(0, bytesLeft)));
          controller.error(lost());
          cutting.abort();
        },
      }),
    );
    return new Response(audited, {
      status: 200,
      headers: { 'content-type': 'text/event-stream', date: response.headers.get('date') ?? '' },
    });
  }
}
