/** What one member can take from the others: a page of the feed, asked for while a new account abuses the server, against the same alone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCircle, makeNetwork } from './circle.ts';
import { type KithHost, startKithHost } from './kith-host.ts';
import { alternate, inSequence, many } from './rounds.ts';
import { report } from './row.ts';
import { seedCircle } from './seed-circle.ts';
import { spread } from './statistics.ts';
import { beginAbuse } from './work/abuse.ts';

const ROUNDS = many(6, 2);
const PAGES_A_ROUND = many(150, 50);
const WARM_UPS = 2;
const PAGE = 40;

const circle = makeCircle({ friends: 8, postsEach: 50, commentsPerPost: 2 }, Date.now());
/** Each round has an abuser who has not used up anything yet. */
const strangers = makeNetwork(circle.members.length + ROUNDS + WARM_UPS).members.slice(circle.members.length);

let kith: KithHost;
beforeAll(async () => {
  const everybody = { ...circle, members: [...circle.members, ...strangers] };
  kith = await startKithHost((sql) => seedCircle(sql, everybody), { env: { RATE_LIMITS: '1' } });
});
afterAll(() => kith?.stop());

test('a feed while somebody abuses the server', async (context) => {
  const readers = await kith.clients(circle.members.map(({ id }) => id));
  let turn = 0;
  const page = async (): Promise<number> => {
    const reader = readers[turn % readers.length];
    turn += 1;
    const begun = performance.now();
    const answer = await reader?.pull({
      epoch: null,
      collections: { posts: { checkpoint: {}, limit: PAGE }, comments: { checkpoint: {}, limit: PAGE } },
    });
    expect(answer?.collections.posts?.documents.length).toBeGreaterThan(0);
    return performance.now() - begun;
  };
  const statuses = new Set<number>();
  const waiting = [...strangers];
  const works = {
    alone: () => inSequence(PAGES_A_ROUND, page),
    abused: async () => {
      const stranger = waiting.shift();
      if (!stranger) throw new Error('there is no abuser left');
      const abuse = await beginAbuse(kith, stranger.id, await kith.token(stranger.id));
      const times = await inSequence(PAGES_A_ROUND, page);
      await abuse.stop();
      for (const status of abuse.statuses.keys()) statuses.add(status);
      return times;
    },
  };
  const times = await alternate(ROUNDS, works, WARM_UPS);
  // It was abuse: some of it was carried out, some refused, and some had to wait.
  expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 400, 429]));
  report(context, {
    work: 'a page of the feed, while another member abuses the server',
    unit: 'ms',
    ours: spread(times.abused.flat()),
    floor: spread(times.alone.flat()),
    floorName: 'alone',
    must: { atMost: 2 },
    aim: { atMost: 1.2 },
  });
});
