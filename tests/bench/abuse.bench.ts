/**
 * How much one member can slow down the others: a page of the feed while a new account abuses the server, against the same page without
 * abuse.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCircle, makeNetwork } from './circle.ts';
import { type KithHost, startKithHost } from './kith-host.ts';
import { alternate, inSequence, sizeOf } from './rounds.ts';
import { report } from './row.ts';
import { seedCircle } from './seed-circle.ts';
import { spread } from './statistics.ts';
import { beginAbuse, type KindOfAbuse, kindsOfAbuse } from './work/abuse.ts';

const ROUNDS = sizeOf(5, 1);
const PAGES_A_ROUND = sizeOf(120, 30);
const WARM_UPS = 2;
const PAGE = 40;

/** Each kind of abuse by itself, and all of them together. */
const abuses: Readonly<Record<string, readonly KindOfAbuse[]>> = {
  ...Object.fromEntries(kindsOfAbuse.map((kind) => [kind, [kind]])),
  'everything at once': kindsOfAbuse,
};

const circle = makeCircle({ friends: 8, postsEach: 50, commentsPerPost: 2 }, Date.now());
/** Each round has a new abuser, whose budgets are still full. */
const abusers = Object.keys(abuses).length * (ROUNDS + WARM_UPS);
const strangers = makeNetwork(circle.members.length + abusers).members.slice(circle.members.length);

let kith: KithHost;
beforeAll(async () => {
  const everybody = { ...circle, members: [...circle.members, ...strangers] };
  kith = await startKithHost((sql) => seedCircle(sql, everybody), { env: { RATE_LIMITS: '1' } });
});
afterAll(() => kith?.stop());

test('a feed while another member abuses the server', async (context) => {
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
  const abused = (kinds: readonly KindOfAbuse[]) => async () => {
    const stranger = waiting.shift();
    if (!stranger) throw new Error('there is no abuser left');
    const abuse = await beginAbuse(kith, stranger.id, await kith.token(stranger.id), kinds);
    const times = await inSequence(PAGES_A_ROUND, page);
    await abuse.stop();
    for (const status of abuse.statuses.keys()) statuses.add(status);
    return times;
  };
  const works = {
    alone: () => inSequence(PAGES_A_ROUND, page),
    ...Object.fromEntries(Object.entries(abuses).map(([name, kinds]) => [name, abused(kinds)])),
  };
  const times: Record<string, number[][]> = await alternate(ROUNDS, works, WARM_UPS);
  // Proves that it was abuse: some requests were carried out, some refused, and some had to wait.
  expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 400, 429]));
  for (const name of Object.keys(abuses)) {
    report(context, {
      work: `a page of the feed, while another member abuses the server: ${name}`,
      unit: 'ms',
      ours: spread((times[name] ?? []).flat()),
      floor: spread((times.alone ?? []).flat()),
      floorName: 'alone',
      must: { atMost: 2 },
      aim: { atMost: 1.2 },
    });
  }
});
