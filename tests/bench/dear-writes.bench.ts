/**
 * What one write costs that moves many rows: a rename in many groups, and the audience of a post with many comments. What the server and
 * the device of a friend feel, against the same write with nothing to move; and how much a member gets through who does it again and again,
 * against a server without limits.
 */
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CollectionName, collectionNames } from '../../schemas/protocol/collections.ts';
import type { Checkpoint } from '../../schemas/protocol/sync.ts';
import { comments, openInvitations, ownGroups } from '../support/dear-writes.ts';
import { makeCircle } from './circle.ts';
import { type KithHost, startKithHost } from './kith-host.ts';
import { alternate, inSequence, sizeOf } from './rounds.ts';
import { report } from './row.ts';
import { seedCircle } from './seed-circle.ts';
import { spread } from './statistics.ts';
import type { WireClient } from './wire-client.ts';

const GROUPS = sizeOf(1_000, 100);
const INVITATIONS = 50;
const COMMENTS = sizeOf(5_000, 500);
const ROUNDS = sizeOf(5, 2);
/** how often the member repeats it who does so again and again */
const REPEATED = 10;

const circle = makeCircle({ friends: 2, postsEach: 1, commentsPerPost: 0 }, Date.now());
const [victim, lively, quiet] = circle.members.map(({ id }) => id) as [string, string, string];
const posts = { lively: uuid(), quiet: uuid() };

const hosts: KithHost[] = [];
async function start(env: Readonly<Record<string, string>>): Promise<KithHost> {
  const host = await startKithHost(
    async (sql) => {
      await seedCircle(sql, circle);
      await ownGroups(sql, lively, GROUPS + INVITATIONS);
      await openInvitations(sql, lively, victim, INVITATIONS);
      await sql`
        insert into group_members (group_id, user_id, role, write_id)
        select group_id, ${victim}, 'member', gen_random_uuid() from group_members m
        where user_id = ${lively}
          and not exists (select from group_invitations i where i.group_id = m.group_id) and m.group_id <> ${circle.groups[0]?.id ?? ''}`;
    },
    { env },
  );
  hosts.push(host);
  for (const [author, id] of [
    [lively, posts.lively],
    [quiet, posts.quiet],
  ] as const) {
    expect(await ask(host, author, 'POST', '/posts', { id, content: 'a post', visibility_type: 'private' })).toBe(201);
  }
  await comments(host.sql, posts.lively, quiet, COMMENTS);
  await host.sql`analyze`;
  return host;
}

const tokens = new Map<string, string>();
/** The status of a request of this member. */
async function ask(host: KithHost, member: string, method: string, path: string, body: unknown): Promise<number> {
  const key = `${host.url} ${member}`;
  const token = tokens.get(key) ?? (await host.token(member));
  tokens.set(key, token);
  const response = await fetch(`${host.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.text();
  return response.status;
}

let kith: KithHost;
beforeAll(async () => {
  kith = await start({ RATE_LIMITS: '0' });
});
afterAll(async () => {
  for (const host of hosts) await host.stop();
});

/** A device that pulls what has changed since the last time. */
function deviceOf(client: WireClient) {
  const checkpoints: Partial<Record<CollectionName, Checkpoint>> = {};
  let epoch: string | null = null;
  return async (): Promise<{ readonly rows: number; readonly bytes: number }> => {
    let [rows, bytes] = [0, 0];
    for (let more = true; more; ) {
      const answer = await client.pull({
        epoch,
        collections: Object.fromEntries(collectionNames.map((name) => [name, { checkpoint: checkpoints[name] ?? {}, limit: 1_000 }])),
      });
      epoch = answer.epoch;
      more = false;
      for (const name of collectionNames) {
        const page = answer.collections[name];
        if (!page) continue;
        checkpoints[name] = page.checkpoint;
        more ||= page.more;
        rows += page.documents.length + page.removed.length;
        bytes += page.documents.length + page.removed.length > 0 ? JSON.stringify(page).length : 0;
      }
    }
    return { rows, bytes };
  };
}

let names = 0;
const rename = (host: KithHost, member: string): Promise<number> => {
  names += 1;
  return ask(host, member, 'PUT', '/profiles/me', { name: `Member ${names}` });
};
let audiences = 0;
const changeAudience = (host: KithHost, member: string, id: string): Promise<number> => {
  audiences += 1;
  // Friends, and friends of friends: two scopes that a friend reads.
  const visibility_type = audiences % 2 ? 'friends' : 'friends_of_friends';
  return ask(host, member, 'PUT', `/posts/${id}`, { content: 'a post', visibility_type });
};

const acts = {
  [`a rename with ${GROUPS + INVITATIONS} groups and invitations`]: {
    dear: (host: KithHost) => rename(host, lively),
    cheap: (host: KithHost) => rename(host, quiet),
    cheapName: 'in no group',
    moves: GROUPS + 3 * INVITATIONS + 2,
  },
  [`another audience for a post with ${COMMENTS} comments`]: {
    dear: (host: KithHost) => changeAudience(host, lively, posts.lively),
    cheap: (host: KithHost) => changeAudience(host, quiet, posts.quiet),
    cheapName: 'no comments',
    moves: 2 * (COMMENTS + 1),
  },
} as const;

test.for(Object.entries(acts))('%s', async ([work, { dear, cheap, cheapName, moves }], context) => {
  const [client] = await kith.clients([victim]);
  if (!client) throw new Error('the victim has no client');
  const pull = deviceOf(client);
  await pull();
  const measured = (act: (host: KithHost) => Promise<number>) => async () => {
    const begun = performance.now();
    expect(await act(kith)).toBe(200);
    const server = performance.now() - begun;
    const pulled = performance.now();
    return { server, ...(await pull()), device: performance.now() - pulled };
  };
  // Twice each, so that an audience that changes back and forth is the same for both.
  const twice = (act: (host: KithHost) => Promise<number>) => () => inSequence(2, measured(act));
  const results = await alternate(ROUNDS, { dear: twice(dear), cheap: twice(cheap) });
  const [dears, cheaps] = [results.dear.flat(), results.cheap.flat()];
  const spreadOf = (sample: typeof dears, what: 'server' | 'device' | 'rows' | 'bytes') => spread(sample.map((one) => one[what]));
  const floorName = cheapName;
  report(
    context,
    { work: `${work}: answered`, unit: 'ms', ours: spreadOf(dears, 'server'), floor: spreadOf(cheaps, 'server'), floorName },
    {
      work: 'the same: a friend’s device fetches it',
      unit: 'ms',
      ours: spreadOf(dears, 'device'),
      floor: spreadOf(cheaps, 'device'),
      floorName,
    },
    { work: 'the same: rows that come and go there', unit: '', ours: spreadOf(dears, 'rows'), floor: spreadOf(cheaps, 'rows'), floorName },
    {
      work: 'the same: bytes, before they are compressed',
      unit: 'B',
      ours: spreadOf(dears, 'bytes'),
      floor: spreadOf(cheaps, 'bytes'),
      floorName,
    },
  );
  expect(spreadOf(dears, 'rows').p50).toBeGreaterThan(moves / 4);
});

test('what a member gets through who does it again and again', async (context) => {
  const limited = await start({ RATE_LIMITS: '1' });
  for (const [work, { dear, moves }] of Object.entries(acts)) {
    const through = async (host: KithHost) => (await inSequence(REPEATED, () => dear(host))).filter((status) => status === 200).length;
    report(context, {
      work: `${work}, ${REPEATED} times in a row: rows that move`,
      unit: '',
      ours: (await through(limited)) * moves,
      floor: (await through(kith)) * moves,
      floorName: 'without limits',
      must: { atMost: 0.6 },
    });
    // The next act begins with a full budget.
    await limited.server.restart();
  }
});
