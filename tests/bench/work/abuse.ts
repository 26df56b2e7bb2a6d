/** A member who does what they can to keep the others from being served, with everything that a session allows. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { POST_CONTENT_MAX } from '../../../schemas/posts/post.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../../schemas/protocol/version.ts';
import type { KithHost } from '../kith-host.ts';
import { newPost } from '../writes.ts';

/** connections of each kind */
const WRITERS = 4;
const PULLERS = 4;
const SLOW_BODIES = 40;
const SCOPES = 40_000;
const DRIP_MS = 100;

export interface Abuse {
  /** how often each status was answered */
  readonly statuses: ReadonlyMap<number, number>;
  stop(): Promise<void>;
}

const hugeCheckpoint = Object.fromEntries(Array.from({ length: SCOPES }, (_, n) => [n + 1, 0]));
const hugePull = Buffer.from(JSON.stringify({ epoch: null, collections: { posts: { checkpoint: hugeCheckpoint, limit: 1000 } } }));

/** Begins at once: the longest posts and pulls with huge checkpoints as fast as they are answered, and bodies that never end. */
export async function beginAbuse(kith: KithHost, member: string, token: string): Promise<Abuse> {
  const statuses = new Map<number, number>();
  const agent = new Agent({ keepAlive: true, noDelay: true });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) };
  let going = true;

  async function send(path: string, body: Buffer): Promise<void> {
    const outgoing = request(`${kith.url}${path}`, { method: 'POST', agent, headers: { ...headers, 'content-length': body.byteLength } });
    outgoing.end(body);
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    statuses.set(response.statusCode ?? 0, (statuses.get(response.statusCode ?? 0) ?? 0) + 1);
  }
  const longPost = (): Buffer => {
    const change = newPost(member, 'public');
    return Buffer.from(
      JSON.stringify({ changes: [{ ...change, document: { ...change.document, content: '字'.repeat(POST_CONTENT_MAX) } }] }),
    );
  };
  const lane = async (send: () => Promise<void>) => {
    while (going) await send().catch(() => undefined);
  };
  const { port } = new URL(kith.url);
  const slow = Array.from({ length: SLOW_BODIES }, (): Socket => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    const lines = Object.entries({ host: '127.0.0.1', ...headers, 'content-length': '900000' }).map(([name, value]) => `${name}: ${value}`);
    socket.write(['POST /api/auth/sign-in HTTP/1.1', ...lines, '', '{'].join('\r\n'));
    return socket;
  });
  const drip = setInterval(() => {
    for (const socket of slow) socket.write(' ');
  }, DRIP_MS);
  const lanes = [
    ...Array.from({ length: WRITERS }, () => lane(() => send('/api/sync/push', longPost()))),
    ...Array.from({ length: PULLERS }, () => lane(() => send('/api/sync/pull', hugePull))),
  ];
  return {
    statuses,
    async stop() {
      going = false;
      clearInterval(drip);
      for (const socket of slow) socket.destroy();
      await Promise.all(lanes);
      agent.destroy();
    },
  };
}
