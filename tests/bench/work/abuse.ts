/** A member who uses everything that a session allows to keep the server from serving others. */
import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { POST_CONTENT_MAX } from '../../../schemas/posts/post-limits.ts';
import { MAX_CHANGES } from '../../../schemas/protocol/sync-limits.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../../schemas/protocol/version.ts';
import type { KithHost } from '../kith-host.ts';
import { newPost } from '../writes.ts';

/** connections per kind, except for the slow bodies */
const LANES = 4;
const SLOW_BODIES = 40;
const SCOPES = 40_000;
const DRIP_MS = 100;

export const kindsOfAbuse = ['writes', 'bytes', 'streams', 'pulls', 'slow bodies'] as const;
export type KindOfAbuse = (typeof kindsOfAbuse)[number];

export interface Abuse {
  /** how often each status was answered */
  readonly statuses: ReadonlyMap<number, number>;
  stop(): Promise<void>;
}

const json = (body: unknown): Buffer => Buffer.from(JSON.stringify(body));
const hugeCheckpoint = Object.fromEntries(Array.from({ length: SCOPES }, (_, n) => [n + 1, 0]));
const hugePull = json({ epoch: null, collections: { posts: { checkpoint: hugeCheckpoint, limit: 1000 } } });

/** The longest text that a post may have, in as many bytes as possible. */
function longPost(member: string): Buffer {
  const change = newPost(member, 'public');
  return json({ changes: [{ ...change, document: { ...change.document, content: '字'.repeat(POST_CONTENT_MAX) } }] });
}

/** As many writes as one request may have. */
function manyPosts(member: string): Buffer {
  const changes = Array.from({ length: MAX_CHANGES }, () => newPost(member, 'public'));
  return json({ changes: changes.map((change) => ({ ...change, document: { ...change.document, content: 'x' } })) });
}

/** Starts abuse of these kinds at once, each on some connections, as fast as it is answered. */
export async function beginAbuse(kith: KithHost, member: string, token: string, kinds: readonly KindOfAbuse[]): Promise<Abuse> {
  const statuses = new Map<number, number>();
  const agent = new Agent({ keepAlive: true, noDelay: true });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) };
  const streams = new Set<ClientRequest>();
  const slow: Socket[] = [];
  let going = true;

  async function answerTo(outgoing: ClientRequest): Promise<IncomingMessage> {
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    statuses.set(response.statusCode ?? 0, (statuses.get(response.statusCode ?? 0) ?? 0) + 1);
    response.resume();
    return response;
  }
  async function send(path: string, body: Buffer): Promise<void> {
    const outgoing = request(`${kith.url}${path}`, { method: 'POST', agent, headers: { ...headers, 'content-length': body.byteLength } });
    outgoing.end(body);
    await once(await answerTo(outgoing), 'end');
  }
  /** Opens one more stream besides the open ones. The server decides which of them ends, and when. */
  async function openStream(): Promise<void> {
    const outgoing = request(`${kith.url}/api/sync/stream`, { method: 'POST', agent: false, headers });
    streams.add(outgoing);
    outgoing.on('error', () => undefined).on('close', () => streams.delete(outgoing));
    outgoing.end('{}');
    const response = await answerTo(outgoing);
    response.on('error', () => undefined);
    if (response.statusCode === 200) await once(response, 'data');
    else await once(response, 'end');
  }
  function openSlowBody(): void {
    const socket = connect(Number(new URL(kith.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    const lines = Object.entries({ host: '127.0.0.1', ...headers, 'content-length': '900000' }).map(([name, value]) => `${name}: ${value}`);
    socket.write(['POST /api/auth/sign-in HTTP/1.1', ...lines, '', '{'].join('\r\n'));
    slow.push(socket);
  }

  const works: Record<Exclude<KindOfAbuse, 'slow bodies'>, () => Promise<void>> = {
    writes: () => send('/api/sync/push', manyPosts(member)),
    bytes: () => send('/api/sync/push', longPost(member)),
    streams: openStream,
    pulls: () => send('/api/sync/pull', hugePull),
  };
  const lane = async (work: () => Promise<void>) => {
    while (going) await work().catch(() => undefined);
  };
  const lanes = kinds.flatMap((kind) => (kind === 'slow bodies' ? [] : Array.from({ length: LANES }, () => lane(works[kind]))));
  if (kinds.includes('slow bodies')) for (let nth = 0; nth < SLOW_BODIES; nth += 1) openSlowBody();
  const drip = setInterval(() => {
    for (const socket of slow) socket.write(' ');
  }, DRIP_MS);
  return {
    statuses,
    async stop() {
      going = false;
      clearInterval(drip);
      for (const socket of slow) socket.destroy();
      for (const stream of streams) stream.destroy();
      await Promise.all(lanes);
      for (const stream of streams) stream.destroy();
      agent.destroy();
    },
  };
}
