/** What one post costs while nobody else writes: eight friends are online, and their friend writes every 400 ms. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCircle } from './circle.ts';
import type { KithHost } from './kith-host.ts';
import { cpuSeconds, postgresCpuSeconds } from './process-usage.ts';
import { alternate, sizeOf } from './rounds.ts';
import { report } from './row.ts';
import { seedCircle } from './seed-circle.ts';
import { measured, ofEachVersion, startVersions } from './versions.ts';
import { createArrivals } from './work/arrivals.ts';
import { newPost } from './writes.ts';

const ROUNDS = sizeOf(5, 2);
const POSTS_A_ROUND = sizeOf(50, 12);
const PAUSE_MS = 400;

const circle = makeCircle({ friends: 8, postsEach: 25, commentsPerPost: 2 }, Date.now());
const [author, ...friends] = circle.members.map((member) => member.id) as [string, ...string[]];

let versions: Awaited<ReturnType<typeof startVersions>>;
beforeAll(async () => {
  versions = await startVersions((sql) => seedCircle(sql, circle));
});
afterAll(() => versions?.stop());

interface Cost {
  readonly server: number;
  readonly postgres: number;
  readonly bytes: number;
  readonly log: number;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** Opens the streams. Each call writes one round and returns the cost of one post in it. */
async function openWriting(kith: KithHost): Promise<() => Promise<Cost>> {
  const arrivals = createArrivals(friends.length);
  const notified = createArrivals(friends.length);
  let bytes = 0;
  const [writer, ...readers] = await kith.clients([author, ...friends]);
  if (!writer) throw new Error('nobody writes');
  await writer.stream();
  await Promise.all(
    readers.map((reader) =>
      reader.stream({
        onBytes: (count) => {
          bytes += count;
        },
        onDocument(collection, document) {
          if (collection === 'posts') arrivals.arrived(document.id);
          else if (collection === 'notifications') notified.arrived(String(document.related_post_id));
        },
      }),
    ),
  );
  const used = async () => {
    const [log] = await kith.sql<{ at: string }[]>`select pg_current_wal_insert_lsn() - '0/0' as at`;
    return { server: cpuSeconds(kith.pid), postgres: postgresCpuSeconds(kith.postmaster), bytes, log: Number(log?.at) };
  };
  return async () => {
    const before = await used();
    for (let n = 0; n < POSTS_A_ROUND; n += 1) {
      const post = newPost(author);
      const { id } = post.document;
      await Promise.all([arrivals.time(id, () => writer.push([post])), notified.time(id, async () => undefined), pause()]);
    }
    const after = await used();
    const each = (name: keyof Cost) => (after[name] - before[name]) / POSTS_A_ROUND;
    return { server: 1000 * each('server'), postgres: 1000 * each('postgres'), bytes: each('bytes'), log: each('log') };
  };
}

test('one post every 400 ms', async (context) => {
  const works = await ofEachVersion(versions.hosts, openWriting);
  const costs = await alternate(ROUNDS, { app: works.app, ...(works.before ? { before: works.before } : {}) });
  expect(costs.app).toHaveLength(ROUNDS);
  const row = (work: string, unit: string, name: keyof Cost) => report(context, { work, unit, ...measured(costs, (cost) => [cost[name]]) });
  row('a post every 400 ms, 8 friends online: processor time of the server', 'ms', 'server');
  row('the same: of Postgres', 'ms', 'postgres');
  row('the same: sent on the streams of all 8', 'B', 'bytes');
  row('the same: written to the log of Postgres', 'B', 'log');
});
