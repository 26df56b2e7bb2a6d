/**
 * A member's device without a browser: a local store in its own IndexedDB, the engine of the replication worker, and a network that a test
 * can cut, slow down or make lose answers.
 */
import { randomUUID } from 'node:crypto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { type CollectionName, imageFields } from '../../schemas/protocol/collections.ts';
import { PROTOCOL_HEADER } from '../../schemas/protocol/version.ts';
import type { LocalStore } from '../../src/data/store/local-store.tsx';
import type { LocalRow } from '../../workers/device/local-row.ts';
import { type LocalCollections, type LocalDatabase, openLocalDatabase } from '../../workers/device/open-local-database.ts';
import type { Outbox } from '../../workers/device/outbox.ts';
import { OUTBOX_ID } from '../../workers/device/outbox-id.ts';
import { createServerClock, type ServerClock } from '../../workers/device/server-clock.ts';
import type { Tokens } from '../../workers/device/session/session.ts';
import { createStorage } from '../../workers/device/store/storage.ts';
import type { SyncStatus } from '../../workers/device/sync-status.ts';
import { bringFirstPage } from '../../workers/replication/down/first-page.ts';
import type { StreamTiming } from '../../workers/replication/down/stream.ts';
import { createImageServer } from '../../workers/replication/images/image-server.ts';
import { type KeptImages, keepImages } from '../../workers/replication/images/keep-images.ts';
import { type Replicator, startReplicator } from '../../workers/replication/replicator.ts';
import { createSyncServer } from '../../workers/replication/server.ts';
import type { ApiClient } from './api-client.ts';
import { PASSWORD } from './circle.ts';
import { diskOf } from './disk.ts';
import { realmWith } from './realm-with.ts';
import { until } from './until.ts';

export type Device = Awaited<ReturnType<typeof openDevice>>;

export interface DeviceNetwork {
  up: boolean;
  /** called before a request is sent; a throw means that the request never arrives */
  before?: (path: string, body: unknown) => void | Promise<void>;
  /** called once the server has answered; a throw means that the answer is lost */
  after?: (path: string, body: { readonly collections?: Readonly<Record<string, unknown>> }) => void | Promise<void>;
  /** called with the status of each answer */
  answered?: (path: string, status: number) => void;
  /** the protocol version that the device claims to speak */
  version?: number;
  /** returns whether an event of the stream arrives */
  arrives?: (event: string) => boolean;
}

/** The stream without the events that are lost. */
function lossy(response: Response, network: DeviceNetwork): Response {
  let rest = '';
  const decoder = new TextDecoder();
  const events = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const pieces = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
      rest = pieces.pop() ?? '';
      for (const event of pieces) {
        if (network.arrives?.(event) ?? true) controller.enqueue(new TextEncoder().encode(`${event}\n\n`));
      }
    },
  });
  return new Response(response.body?.pipeThrough(events) ?? null, { status: response.status, headers: response.headers });
}

/** The member whose device it is. */
export interface DeviceOwner {
  readonly id: string;
  readonly email: string;
  readonly client: ApiClient;
}

export interface DeviceOptions {
  readonly collections: readonly CollectionName[];
  /** how the device signs in; by default with email address and password */
  readonly openSession?: () => Promise<{ readonly accessToken: string }>;
  readonly online?: boolean;
  readonly streamTiming?: StreamTiming;
  /** whether it keeps images, in the IndexedDB that the test sets up: one device of each member */
  readonly images?: boolean;
  /** by how many milliseconds its clock is wrong */
  readonly wrongBy?: number;
  /** whether it begins with the first page, as after signing in in a browser; called when that is stored, or not */
  readonly onFirstPage?: (isThere: boolean) => void | Promise<void>;
}

export async function openDevice(url: string, member: DeviceOwner, options: DeviceOptions) {
  const indexedDB = new IDBFactory();
  const name = `kith-${randomUUID()}`;
  const disk = diskOf(name);
  const network: DeviceNetwork = { up: options.online ?? true };
  /** `answer`: the status, what it asks to wait, and after how many milliseconds it came */
  const requests: { readonly path: string; readonly body: Record<string, unknown>; answer?: string }[] = [];
  const signIn = async () => {
    const { body } = await member.client.post('/api/auth/sign-in', { email: member.email, password: PASSWORD, session: 'token' });
    return { accessToken: body.data.access_token as string };
  };
  const { openSession = signIn } = options;
  let token = (await openSession()).accessToken;
  const streams = new Set<AbortController>();
  /** the requests for images that reached the server */
  const imageRequests: string[] = [];

  const unreliable: typeof fetch = async (input, init) => {
    const path = String(input).slice(url.length);
    const body = JSON.parse(String(init?.body ?? '{}'));
    if (!network.up) throw new TypeError('the network is cut');
    const request: (typeof requests)[number] = { path, body };
    requests.push(request);
    const begun = performance.now();
    await network.before?.(path, body);
    const cut = new AbortController();
    if (path.endsWith('/stream')) streams.add(cut);
    const signal = init?.signal ? AbortSignal.any([init.signal, cut.signal]) : cut.signal;
    const headers = new Headers(init?.headers);
    if (network.version !== undefined) headers.set(PROTOCOL_HEADER, String(network.version));
    const response = await fetch(input, { ...init, headers, signal });
    const wait = response.headers.get('retry-after');
    request.answer = `${response.status}${wait ? `, again after ${wait} s` : ''} (${Math.round(performance.now() - begun)} ms)`;
    network.answered?.(path, response.status);
    await network.after?.(path, body);
    if (!network.up) throw new TypeError('the network is cut');
    return path.endsWith('/stream') && response.ok ? lossy(response, network) : response;
  };
  const unreliableForImages: typeof fetch = async (input, init) => {
    const request = `${init?.method ?? 'GET'} ${String(input).slice(url.length)}`;
    if (network.up) imageRequests.push(request);
    const response = network.up ? await fetch(input, init) : null;
    if (!network.up || !response) throw new TypeError('the network is cut');
    return response;
  };
  let wrongBy = options.wrongBy ?? 0;
  let clock: ServerClock;
  const tokens: Pick<Tokens, 'get' | 'renew'> = {
    get: async () => ({ kind: 'token', token }),
    renew: async (rejected) => (rejected === token ? { kind: 'expired' } : { kind: 'token', token }),
  };
  const server = createSyncServer({
    origin: url,
    realm: realmWith({ fetch: unreliable }),
    clock: { reading: (at) => clock.reading(at), take: (heard) => clock.take(heard) },
    tokens,
  });
  const imageServer = createImageServer({ origin: url, realm: realmWith({ fetch: unreliableForImages }), tokens });

  let database: LocalDatabase;
  let replicator: Replicator;
  let images: KeptImages | null = null;
  const seen: SyncStatus[] = [];
  /** whether rows waited, each time that this was reported */
  const rowsWaited: boolean[] = [];

  async function start(): Promise<void> {
    clock = createServerClock({ Date: { now: () => Date.now() + wrongBy }, performance });
    const storage = createStorage({ indexedDB, IDBKeyRange });
    database = await openLocalDatabase({ userId: member.id, storage, multiInstance: false, collections: options.collections, name });
    replicator = await startReplicator({
      database,
      server,
      clock,
      onStatus: (status) => void seen.push(status),
      onImages: (ids) => images?.arrived(ids),
      onRowsMoved() {
        rowsWaited.push(replicator.rowsWait());
        images?.rowsMoved();
      },
      ...(options.streamTiming ? { streamTiming: options.streamTiming } : {}),
    });
    if (!options.images) return;
    const here = Object.entries(imageFields).filter(([name]) => options.collections.some((one) => one === name));
    images = keepImages({
      ...{ userId: member.id, database, server: imageServer, now: clock.now, fields: Object.fromEntries(here) },
      rowsWait: replicator.rowsWait,
      hasAllRows: replicator.hasAllRows,
      afterRestore: replicator.afterRestore,
      onNoDiskSpace: replicator.outOfDiskSpace,
    });
  }
  async function stop(): Promise<void> {
    await replicator.close();
    await images?.close();
    await database.close();
  }
  if (options.onFirstPage) {
    clock = createServerClock({ Date: { now: () => Date.now() + wrongBy }, performance });
    const { signal } = new AbortController();
    const api = { indexedDB, IDBKeyRange };
    await options.onFirstPage(await bringFirstPage({ userId: member.id, name, api, server, clock, signal }));
  }
  await start();

  return {
    member,
    network,
    disk,
    /** the server's time, as the device knows it */
    get clock() {
      return clock;
    },
    /** Sets the device's clock, as an offset from the right time in milliseconds. */
    setClock(ms: number) {
      wrongBy = ms;
    },
    requests,
    imageRequests,
    seen,
    rowsWaited,
    /** where its databases are stored */
    indexedDB,
    get status() {
      return replicator.status;
    },
    get database() {
      return database;
    },
    /** what the writing functions receive */
    get store(): LocalStore {
      return {
        userId: member.id,
        database,
        collections: database.collections as unknown as LocalCollections,
        clock,
        connection: { outOfDiskSpace: () => replicator.outOfDiskSpace() },
      } as LocalStore;
    },
    cut() {
      network.up = false;
      for (const stream of streams) stream.abort();
      streams.clear();
    },
    reconnect() {
      network.up = true;
      replicator.wake();
      images?.wake();
    },
    wake: () => replicator.wake(),
    /** the member looks at the device, or no longer does */
    lookedAt: (looking: boolean) => replicator.lookedAt(looking),
    retry: () => replicator.retry(),
    doubt: () => replicator.doubt(),
    /** what discarding a pending write requests from the worker */
    takeBack: (collection: CollectionName, id: string, writeId: string) => replicator.takeBack({ collection, id, writeId }),
    tabOpened: () => replicator.tabOpened(),
    /** signs the member in again after their session has ended */
    async signIn() {
      token = (await openSession()).accessToken;
      replicator.retry();
    },
    /** ends this device's session, as another device would */
    async endSession() {
      const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string };
      return member.client.delete(`/api/auth/sessions/${claims.sid}`);
    },
    /** simulates closing the browser and opening it again */
    async restart() {
      await stop();
      await start();
    },
    stop,
    async rows<C extends CollectionName>(collection: C): Promise<LocalRow<C>[]> {
      const documents = await database.collections[collection].find().exec();
      return documents.map((document) => document.toJSON() as unknown as LocalRow<C>);
    },
    async refused(): Promise<Outbox['entries']> {
      const held = await database.getLocal<Outbox>(OUTBOX_ID);
      return held ? (held.toJSON().data as Outbox).entries : [];
    },
    /** Everything is sent, everything is fetched and the stream is open. */
    live: () =>
      until(() => replicator.status.kind === 'live' && replicator.status.pending === 0, 20_000).catch((error: unknown) => {
        const last = requests
          .slice(-8)
          .map(({ path, body, answer }) => `${path} ${answer ?? 'not answered'} ${JSON.stringify(body).slice(0, 300)}`);

        throw new Error(`${error}\n${JSON.stringify(replicator.status)}\n${last.join('\n')}`);
      }),
    until: (holds: () => boolean | Promise<boolean>) => until(holds, 20_000),
  };
}
