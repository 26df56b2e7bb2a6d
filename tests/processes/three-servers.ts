/** Three real servers over one database, and what devices of a member do with them: push, and read a stream. */
import { v7 as uuid } from 'uuid';
import type { PushAnswer } from '../../schemas/protocol/sync.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../schemas/protocol/version.ts';
import { befriend, clientOf, type Person, person, register } from '../support/people.ts';
import { testDatabase } from '../support/postgres.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openStream } from '../support/sync-client.ts';

export type ThreeServers = Awaited<ReturnType<typeof startThree>>;

/** A session of this person, good at every server. */
export interface Device {
  /** the session */
  readonly id: string;
  readonly member: string;
  readonly headers: Record<string, string>;
}

/** Signs somebody in on a device that speaks the protocol alone. */
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

export async function startThree(env: Readonly<Record<string, string>> = {}) {
  const database = await testDatabase();
  // Members know one address, whichever server answers there.
  const publicUrl = 'http://localhost:3000';
  const start = () => startServer({ on: database, publicUrl, env: { LOG_LEVEL: 'warn', ...env } });
  const servers: TestServer[] = await Promise.all([start(), start(), start()]);
  const [first] = servers as [TestServer];
  const [ana, ben] = [person('Ana'), person('Ben')];
  const ids = new Map<Person, string>();
  for (const who of [ana, ben]) ids.set(who, (await register(first, who)).id);
  await befriend(first, ana, ben);

  return {
    database,
    servers,
    ana,
    ben,
    befriend: () => befriend(first, ana, ben),
    device: (who: Person): Promise<Device> => deviceOn(first, who, ids.get(who) ?? ''),
    async close() {
      for (const server of servers) await server.stop();
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
  write_id: uuid(),
});

/** One push of one post; throws where there is no answer, and hands back what is no 200. */
export async function pushPost(
  server: TestServer,
  device: Device,
  document: ReturnType<typeof postDocument>,
): Promise<{ status: number; answer: PushAnswer | undefined }> {
  const response = await fetch(`${server.url}/api/sync/push`, {
    method: 'POST',
    headers: device.headers,
    body: JSON.stringify({ changes: [{ collection: 'posts', assumed: [], document }] }),
  });
  const body = (await response.json()) as { answers?: PushAnswer[] };
  return { status: response.status, answer: body.answers?.[0] };
}
