/**
 * Five hundred listeners of the channel `posts`, on two processes, while twenty posts are written and one friendship ends per second.
 * Measures how long a post takes to everybody who may read it. None may be missing, and nothing may arrive after a friendship has ended.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { makeNetwork } from './circle.ts';
import { type KithHost, startKithHost } from './kith-host.ts';
import { sizeOf } from './rounds.ts';
import { report } from './row.ts';
import { seedCircle } from './seed-circle.ts';
import { spread } from './statistics.ts';
import { type ChannelListener, listenToPosts } from './work/listen-to-posts.ts';

const MEMBERS = sizeOf(250, 24);
const SECONDS = sizeOf(30, 4);
const WRITES_A_SECOND = 20;
const WARM_UP_SECONDS = 3;

const network = makeNetwork(MEMBERS);
const ids = network.members.map(({ id }) => id);

let kith: KithHost;
let other: TestServer;
beforeAll(async () => {
  const env = { RATE_LIMITS: '0' };
  kith = await startKithHost((sql) => seedCircle(sql, network), { env });
  const { database, publicUrl } = kith.server;
  if (!database) throw new Error('the server has a database of its own');
  other = await startServer({ on: database, publicUrl, env: { LOG_LEVEL: 'warn', ...env } });
});
afterAll(async () => {
  await other?.stop();
  await kith?.stop();
});

interface Written {
  readonly content: string;
  readonly author: string;
  readonly at: number;
  answeredAt: number;
  readonly friends: ReadonlySet<string>;
}

test('channels of five hundred', async (context) => {
  const random = seededRandom(7);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const urls = [kith.url, other.url];
  const tokens = new Map<string, string>();
  for (const id of ids) tokens.set(id, await kith.token(id));
  const tokenOf = (id: string) => tokens.get(id) ?? '';
  // Each member listens on both processes.
  const listeners: ChannelListener[] = [];
  for (const id of ids) listeners.push(...(await Promise.all(urls.map((url) => listenToPosts(url, id, tokenOf(id))))));

  const friends = new Map(ids.map((id) => [id, new Set<string>()]));
  for (const [one, two] of network.friendships) {
    friends.get(ids[one] ?? '')?.add(ids[two] ?? '');
    friends.get(ids[two] ?? '')?.add(ids[one] ?? '');
  }
  const clientOf = (id: string) => {
    const client = apiClient(pick(urls));
    client.use(tokenOf(id));
    return client;
  };
  /** when each pair was unfriended: requested and answered */
  const ended = new Map<string, { readonly from: number; readonly to: number }>();
  const pair = (one: string, two: string) => [one, two].sort().join(' ');
  const written: Written[] = [];
  const working: Promise<unknown>[] = [];
  async function write(): Promise<void> {
    const author = pick(ids);
    const one: Written = {
      content: `post ${written.length}`,
      author,
      at: performance.now(),
      answeredAt: 0,
      friends: new Set(friends.get(author)),
    };
    written.push(one);
    const { status } = await clientOf(author).post('/api/posts', { content: one.content, visibility_type: 'friends' });
    expect(status).toBe(201);
    one.answeredAt = performance.now();
  }
  async function part(): Promise<void> {
    const one = pick(ids.filter((id) => (friends.get(id)?.size ?? 0) > 0));
    const two = pick([...(friends.get(one) ?? [])]);
    const from = performance.now();
    ended.set(pair(one, two), { from, to: Number.POSITIVE_INFINITY });
    friends.get(one)?.delete(two);
    friends.get(two)?.delete(one);
    expect((await clientOf(one).delete(`/api/friends/${two}/unfriend`)).status).toBe(200);
    ended.set(pair(one, two), { from, to: performance.now() });
  }
  const begun = performance.now();
  const ticks = (WARM_UP_SECONDS + SECONDS) * WRITES_A_SECOND;
  for (let tick = 0; tick < ticks; tick += 1) {
    const due = begun + (tick * 1000) / WRITES_A_SECOND;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    working.push(write());
    if (tick % WRITES_A_SECOND === 0) working.push(part());
  }
  await Promise.all(working);

  const times: number[] = [];
  let [missing, leaked] = [0, 0];
  const measuredFrom = begun + WARM_UP_SECONDS * 1000;
  const mayHear = ({ author, friends: readers, at, answeredAt }: Written, member: string): 'yes' | 'no' | 'either' => {
    if (member === author) return 'yes';
    const end = ended.get(pair(author, member));
    if (!readers.has(member)) return end && end.to > at ? 'either' : 'no';
    // The post and the unfriend happened at the same time, so either order is right. A reader who had not received the post when the
    // friendship ended does not receive it any more.
    return end && end.from < answeredAt + 1000 ? 'either' : 'yes';
  };
  const expected = listeners.flatMap((listener) =>
    written.filter((one) => mayHear(one, listener.member) === 'yes').map((one) => ({ listener, one })),
  );
  await until(async () => expected.every(({ listener, one }) => listener.heard.has(one.content)), 20_000).catch(() => undefined);
  for (const { listener, one } of expected) {
    const at = listener.heard.get(one.content);
    if (at === undefined) missing += 1;
    else if (one.at >= measuredFrom) times.push(at - one.at);
  }
  for (const listener of listeners)
    for (const one of written) if (mayHear(one, listener.member) === 'no' && listener.heard.has(one.content)) leaked += 1;
  for (const listener of listeners) listener.close();

  const work = `${listeners.length} channels on two processes, ${WRITES_A_SECOND} posts a second, a friendship ends each second`;
  const { p50, p95, p99 } = spread(times);
  report(
    context,
    { work: `${work}: written → heard`, unit: 'ms', ours: { p50, p95, p99 } },
    { work: 'the same: the slowest of a hundred', unit: 'ms', ours: p99, must: { atMost: 150 } },
    { work: 'the same: not heard by who may read it', unit: '', ours: missing, must: { atMost: 0 } },
    { work: 'the same: heard by who may not', unit: '', ours: leaked, must: { atMost: 0 } },
  );
});
