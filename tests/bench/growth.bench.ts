/**
 * How other members on the same server affect a circle. A full circle and its member are measured next to the demo's six people, and next
 * to copies of them: ten, a hundred and a thousand times as many. A member sees the same each time, so nothing may take longer.
 */
import { expect, test } from 'vitest';
import { makeCircle } from './circle.ts';
import { type KithHost, startKithHost } from './kith-host.ts';
import { multiplyDemo } from './multiply-demo.ts';
import { alternate, inSequence, sizeOf } from './rounds.ts';
import { type Bound, report } from './row.ts';
import { seedCircle } from './seed-circle.ts';
import { median } from './statistics.ts';
import { openKithChat } from './work/chat.ts';
import { coldSync, resync } from './work/cold-sync.ts';
import { openKithWriting } from './work/commands.ts';
import { openPostToFriends } from './work/post-to-friends.ts';
import { newMessage } from './writes.ts';

const TIMES = sizeOf(1, 0) === 1 ? [10, 100, 1000] : [100];
const ROUNDS = sizeOf(3, 2);
const POSTS = sizeOf(30, 10);
const SLICE_MS = sizeOf(1000, 500);
const COLD_SYNCS = 2;
const RESYNCS = sizeOf(30, 10);

const circle = makeCircle({ friends: 8, postsEach: 50, commentsPerPost: 2 }, Date.now());
const ids = circle.members.map((member) => member.id);
const [member = '', ...friends] = ids;
const [group] = circle.groups;

/** The circle on a server with this many copies of the demo's people. */
const startAmong = (times: number): Promise<KithHost> =>
  startKithHost(
    async (sql) => {
      await multiplyDemo(sql, times);
      await seedCircle(sql, circle);
    },
    { flags: ['--demo'] },
  );

/** Every work by name. Each call returns a number: the time it took, or its throughput. */
async function openWorks(kith: KithHost) {
  const post = await openPostToFriends(kith, member, friends);
  const chat = await openKithChat(
    kith,
    (group?.members ?? []).map((place) => ids[place] ?? ''),
    (sender) => newMessage(sender, group?.id ?? ''),
  );
  const write = await openKithWriting(kith, ids.slice(0, 8), circle);
  const [client] = await kith.clients([member]);
  if (!client) throw new Error('nobody reads');
  return {
    post: async () => median(await inSequence(POSTS, post)),
    resync: async () => {
      const { upToDate } = await coldSync(client);
      return median(await inSequence(RESYNCS, () => resync(client, upToDate)));
    },
    coldSync: async () => median((await inSequence(COLD_SYNCS, () => coldSync(client))).map((run) => run.allMs)),
    chat: async () => {
      const { deliveries, coreSeconds } = await chat.slice(SLICE_MS);
      return deliveries / coreSeconds;
    },
    commands: () => write(SLICE_MS),
  };
}

const slower = { must: { atMost: 1.5 }, aim: { atMost: 1.2 } };
const less = { must: { atLeast: 1 / 1.5 }, aim: { atLeast: 1 / 1.2 } };
const rows: Record<keyof Awaited<ReturnType<typeof openWorks>>, { what: string; unit: string; must: Bound; aim: Bound }> = {
  post: { what: 'a post to 8 friends', unit: 'ms', ...slower },
  resync: { what: 'a resync with nothing new', unit: 'ms', ...slower },
  coldSync: { what: 'a cold sync', unit: 'ms', ...slower },
  chat: { what: 'a chat of 8, deliveries a core-second', unit: '1/s', ...less },
  commands: { what: 'posts of 8 at once', unit: '1/s', ...less },
};

/** The last copy must be complete, so its member reads as much as in the original. An incomplete copy would look fast. */
async function expectWholeCopy(kith: KithHost, last: number): Promise<void> {
  const found = await kith.sql<{ id: string }[]>`
    select id from users where email in ('hanna@kith.example', ${`copy${last}.hanna@kith.example`})`;
  const [one, other] = await kith.clients(found.map((row) => row.id));
  if (!one || !other) throw new Error('Hanna has no copy');
  const [first, copy] = [await coldSync(one), await coldSync(other)];
  expect(first.documents).toBeGreaterThan(50);
  expect(copy.documents).toBe(first.documents);
}

test.for(TIMES)('among %i times as many', async (times, context) => {
  // Both servers are new, so that what the works themselves write is the same on both.
  const [small, large] = [await startAmong(1), await startAmong(times)];
  try {
    const [few, many] = [await openWorks(small), await openWorks(large)];
    const [{ members } = { members: 0 }] = await large.sql<{ members: number }[]>`select count(*)::int as members from users`;
    expect(members).toBe(6 * times + ids.length);
    await expectWholeCopy(large, times);
    for (const name of Object.keys(rows) as (keyof typeof rows)[]) {
      const { what, ...row } = rows[name];
      const taken = await alternate(ROUNDS, { few: few[name], many: many[name] });
      report(context, {
        ...row,
        work: `${what}, among ${(6 * times).toLocaleString('en')} others`,
        ours: median(taken.many),
        floor: median(taken.few),
        floorName: 'among 6',
      });
    }
  } finally {
    await small.stop();
    await large.stop();
  }
});
