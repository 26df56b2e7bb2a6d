/** Three real servers over one database, and what a member's devices do with them: push, and read a stream. */
import { v7 as uuid } from 'uuid';
import type { PullResponse, PushAnswer } from '../../schemas/protocol/sync.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../schemas/protocol/version.ts';
import { type Member, PASSWORD } from '../support/circle.ts';
import { openCircle } from '../support/fixtures/circle.ts';
import { clientOf, type Person } from '../support/people.ts';
import { startPgbouncer } from '../support/pgbouncer.ts';
import { testDatabase } from '../support/postgres.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openStream } from '../support/sync-client.ts';

/** Fewer than the servers have transactions at once. */
const POOLED_CONNECTIONS = 5;

export type ThreeServers = Awaited<ReturnType<typeof startThree>>;

/** A session of this member, valid at every server. */
export interface Device {
  /** the id of the session */
  readonly id: string;
  readonly member: string;
  readonly headers: Record<string, string>;
}

/** Signs a member in on a device that speaks only the protocol. */
export async function deviceOn(server: TestServer, who: Person, member: string): Promise<Device> {
  const client = await clientOf(server, who);
  const sessions = await client.get('/api/auth/sessions');
  return {
    id: sessions.body.data.items.find((session: { current: boolean }) => session.current).id,
    member,
    headers: {
      authorization: `Bearer ${client.token()}`,
      'content-type': 'application/json',
      [PROTOCOL_HEADER]: String(PROTOCOL_VERSION),
    },
  };
}

/**
 * Three built servers over one database, behind PgBouncer where `pooled`. Members are created directly in the database, by the product's
 * own commands.
 */
export async function startThree(settings: Readonly<Record<string, string>> = {}, pooled = false) {
  const database = await testDatabase();
  const pooler = pooled ? await startPgbouncer(database.url, POOLED_CONNECTIONS) : null;
  const env = { ...settings, ...(pooler ? { DATABASE_POOLER_URL: pooler.url } : {}) };
  // Members know one address, whichever server answers there.
  const publicUrl = 'http://localhost:3000';
  const start = () => startServer({ on: database, publicUrl, env: { LOG_LEVEL: 'warn', ...env } });
  const servers = await Promise.all([start(), start(), start()]);
  const circle = openCircle(database.database);

  return {
    database,
    servers,
    circle,
    /** Two new members who are friends. */
    async pair(): Promise<{ readonly ana: Member; readonly ben: Member }> {
      const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
      await circle.befriend(ana, ben);
      return { ana, ben };
    },
    /** Signs a member in on a device. */
    device: (who: Member): Promise<Device> => deviceOn(servers[0], { ...who, password: PASSWORD }, who.id),
    async close() {
      await circle.close();
      await Promise.all(servers.map((server) => server.stop()));
      await pooler?.stop();
      await database.close();
    },
  };
}

export const streamOn = (server: TestServer, device: Device) => openStream(`${server.url}/api/sync/stream`, device.headers);
export type OpenedStream = Awaited<ReturnType<typeof streamOn>>;

export const postDocument = (by: Device, content: string) => ({
  id: uuid(),
  author_id: by.member,
  content,
  visibility_type: 'friends',
  specific_user_ids: [],
  photos: [],
  write_id: uuid(),
});

/** Pushes one post. Returns any answer, also one that is not 200, and throws if there is none. */
export async function pushPost(
  server: TestServer,
  device: Device,
  document: ReturnType<typeof postDocument>,
): Promise<{ status: number; answer: PushAnswer | undefined; code: string | undefined }> {
  const response = await fetch(`${server.url}/api/sync/push`, {
    method: 'POST',
    headers: device.headers,
    body: JSON.stringify({ changes: [{ collection: 'posts', assumed: [], document }] }),
  });
  const body = (await response.json()) as { answers?: PushAnswer[]; code?: string };
  return { status: response.status, answer: body.answers?.[0], code: body.code };
}

/** The ids of all posts that an empty device receives. */
export async function pullPosts(server: TestServer, device: Device): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  let checkpoint = {};
  let epoch: string | null = null;
  for (let isMore = true; isMore; ) {
    const response: Response = await fetch(`${server.url}/api/sync/pull`, {
      method: 'POST',
      headers: device.headers,
      body: JSON.stringify({ epoch, collections: { posts: { checkpoint, limit: 500 } } }),
    });
    const body = (await response.json()) as PullResponse;
    const page = body.collections?.posts;
    if (!page) throw new Error(`a pull was answered with ${response.status}`);
    epoch = body.epoch;
    for (const document of page.documents) ids.add(document.id);
    checkpoint = { ...checkpoint, ...page.checkpoint };
    isMore = page.more;
  }
  return ids;
}
