/**
 * No answer has an unbounded list. A long list comes in pages, without gaps or repetitions; a list that the product keeps short has a
 * maximum. The document declares both, and both are tested here with more rows than that.
 */
import { expect } from 'vitest';
import { PASSKEYS_MAX } from '../../schemas/account/sign-in-ways.ts';
import { MOST_DIRECT_FRIENDS, NETWORK_MAX } from '../../schemas/friends/friend-limits.ts';
import { MESSAGE_PAGE_SIZE } from '../../schemas/messages/message-limits.ts';
import { NOTIFICATIONS_MAX } from '../../schemas/notifications/notification-limits.ts';
import { FEED_PAGE_SIZE } from '../../schemas/posts/post-limits.ts';
import { allOperations } from '../../sync-server/docs/all-operations.ts';
import { PAGE_MAX } from '../../sync-server/http/pages.ts';
import { EMOJI_OF_TARGET_MAX, NAMED_IN_ALL_MAX, NAMED_MAX, TARGETS_MAX } from '../../sync-server/rest/reaction-groups.ts';
import { crowdOn, newIds } from '../support/crowd.ts';
import { test as serverTest } from '../support/fixtures/server.ts';
import { type Neighbours, neighboursIn } from './neighbours.ts';

/** More rows than one page. */
const MANY = PAGE_MAX + 5;

const test = serverTest
  .extend('crowd', { scope: 'file' }, ({ server }) => crowdOn(server))
  .extend('people', ({ circle, task }) => neighboursIn(circle, task.id));

type Crowd = ReturnType<typeof crowdOn>;
interface LongList {
  readonly direction: 'before' | 'after';
  /** the default page size; `PAGE_MAX` if not set */
  readonly usual?: number;
  /** makes more rows for Ana than one page has, and returns the list's path and the ids of the items */
  arrange(crowd: Crowd, people: Neighbours): Promise<readonly [path: string, ids: readonly string[]]>;
}

const longLists: Readonly<Record<string, LongList>> = {
  listPosts: { direction: 'before', usual: FEED_PAGE_SIZE, arrange: async (crowd, { ana }) => ['/posts', await crowd.posts(ana.id, MANY)] },
  listComments: {
    direction: 'after',
    async arrange(crowd, { ana }) {
      const [post = ''] = await crowd.posts(ana.id, 1);
      return [`/posts/${post}/comments`, await crowd.comments(ana.id, post, MANY)];
    },
  },
  listSentInvitations: {
    direction: 'before',
    arrange: async (crowd, { ana }) => ['/friends/invitations/sent', await crowd.invitationsFrom(ana.id, MANY)],
  },
  listReceivedInvitations: {
    direction: 'before',
    arrange: async (crowd, { ana }) => ['/friends/invitations/received', await crowd.invitationsTo(ana.id, await crowd.members(MANY))],
  },
  listBlocked: {
    direction: 'before',
    async arrange(crowd, { ana }) {
      const blocked = await crowd.members(MANY);
      await crowd.blocks(ana.id, blocked);
      return ['/friends/blocked', blocked];
    },
  },
  listGroups: { direction: 'before', arrange: async (crowd, { ana }) => ['/groups', await crowd.groups(ana.id, MANY)] },
  listMembers: {
    direction: 'after',
    async arrange(crowd, { ana }) {
      const others = await crowd.members(MANY - 1);
      const [group] = await crowd.groups(ana.id, 1, others);
      return [`/groups/${group}/members`, [ana.id, ...others]];
    },
  },
  listGroupInvitations: {
    direction: 'before',
    async arrange(crowd, { ana, ben }) {
      const groups = await crowd.groups(ben.id, MANY);
      return ['/groups/invitations', await crowd.groupInvitations(ben.id, groups, Array(MANY).fill(ana.id))];
    },
  },
  listInvitationsOfGroup: {
    direction: 'after',
    async arrange(crowd, { ana }) {
      const [group = ''] = await crowd.groups(ana.id, 1);
      const invited = await crowd.members(MANY);
      return [`/groups/${group}/invitations`, await crowd.groupInvitations(ana.id, Array(MANY).fill(group), invited)];
    },
  },
  listMessages: {
    direction: 'before',
    usual: MESSAGE_PAGE_SIZE,
    async arrange(crowd, { ana }) {
      const [group = ''] = await crowd.groups(ana.id, 1);
      return [`/groups/${group}/messages`, await crowd.messages(ana.id, group, MANY)];
    },
  },
  listSessions: {
    direction: 'before',
    async arrange(crowd, { ana }) {
      const { body } = await ana.client.get('/api/auth/sessions');
      // The session that sends this request was used after all of these.
      return ['/auth/sessions', [...(await crowd.sessions(ana.id, MANY - 1)), body.data.items[0].id]];
    },
  },
};

test('every list of the document that has pages is tested here', () => {
  const goingOn = allOperations.filter(({ query }) => query?.before !== undefined || query?.after !== undefined).map(({ id }) => id);
  expect(goingOn.sort()).toEqual(Object.keys(longLists).sort());
});

test.for(Object.entries(longLists))(
  '%s comes page by page, also within one millisecond',
  async ([id, { direction, usual = PAGE_MAX, arrange }], { crowd, people }) => {
    const { client } = people.ana;
    const [path, ids] = await arrange(crowd, people);
    const sorted = [...ids].sort();
    const expected = direction === 'after' ? sorted : sorted.reverse();
    if (id === 'listSessions') expected.unshift(...expected.splice(expected.indexOf(ids.at(-1) ?? ''), 1));

    const read = async (query = '') => (await client.get(`/api${path}${query}`)).body.data;
    const idsOf = ({ items }: { items: { id: string; user_id?: string }[] }) =>
      items.map((item) => (id === 'listMembers' ? item.user_id : item.id));
    const next = (part: Record<string, string>) => `${direction}=${encodeURIComponent(part[`next_${direction}`] ?? '')}`;

    const first = await read();
    expect([idsOf(first), first.has_more]).toEqual([expected.slice(0, usual), true]);
    const largest = await read(`?limit=${PAGE_MAX * 10}`);
    expect(idsOf(largest)).toEqual(expected.slice(0, PAGE_MAX));
    const rest = await read(`?limit=${PAGE_MAX}&${next(largest)}`);
    expect(idsOf(rest)).toEqual(expected.slice(PAGE_MAX));
    expect(rest.has_more ?? false).toBe(false);

    const seen: unknown[] = [];
    for (let part = await read('?limit=10'); ; part = await read(`?limit=10&${next(part)}`)) {
      seen.push(...idsOf(part));
      if (!part.has_more) break;
    }
    expect(seen).toEqual(expected);
    for (const query of ['limit=0', 'limit=x', 'limit=1.5', `${direction}=yesterday`, `${direction}=2026-01-01T00:00:00.000Z,x`])
      expect([query, (await client.get(`/api${path}?${query}`)).status]).toEqual([query, 400]);
  },
);

test('a list that fits in one page has nothing but its items', async ({ circle, people: { ana, ben, dora } }) => {
  await circle.invite(dora, { member: ana.id });
  await circle.invite(ana, { email: 'somebody@kith.test' });
  const group = await circle.group(ben);
  await circle.inviteToGroup(ben, group, ana);
  await circle.group(ana);
  await ana.client.put(`/api/profiles/${newIds(1)[0]}/block`);
  for (const path of ['/friends/invitations/sent', '/friends/invitations/received', '/friends/blocked', '/groups', '/groups/invitations'])
    expect([path, Object.keys((await ana.client.get(`/api${path}`)).body.data)]).toEqual([path, ['items']]);
  expect(Object.keys((await ben.client.get(`/api/groups/${group}/invitations`)).body.data)).toEqual(['items']);
  expect(Object.keys((await ana.client.get('/api/auth/sessions')).body.data)).toEqual(['items']);
});

test('a group shows at most a page of its pending invitations, and none of them to members who may not invite', async ({
  crowd,
  people: { ana, ben },
}) => {
  const [group = ''] = await crowd.groups(ana.id, 1, [ben.id]);
  const invited = await crowd.members(MANY + 5);
  await crowd.groupInvitations(ana.id, Array(5).fill(group), invited.slice(0, 5), 'declined');
  const open = await crowd.groupInvitations(ana.id, Array(MANY).fill(group), invited.slice(5));
  const { body } = await ana.client.get(`/api/groups/${group}`);
  expect(body.data.pendingInvitations.map(({ id }: { id: string }) => id)).toEqual(open.sort().slice(0, PAGE_MAX));
  expect((await ben.client.get(`/api/groups/${group}`)).body.data.pendingInvitations).toEqual([]);
  expect((await ben.client.get(`/api/groups/${group}/invitations`)).body.data).toEqual({ items: [] });
});

test('friends, the network and an audience are no longer than the largest circle', async ({
  crowd,
  circle,
  people: { ana, ben, cleo },
}) => {
  // With Ben, Ana has one friend more than the limit, and so has Ben. The last three are beyond the largest network.
  const friends = await crowd.members(MOST_DIRECT_FRIENDS);
  const further = await crowd.members(NETWORK_MAX, { held: false });
  const last = await crowd.members(3);
  await crowd.befriend(ana.id, friends);
  await crowd.befriend(ben.id, friends);
  await crowd.befriend(friends[0] ?? '', [...further, ...last]);
  const post = await circle.post(ana, { audience: 'friends_of_friends' });
  const { client } = ana;
  const target = { target_user_id: ben.id };
  const lists = {
    '/friends': (await client.get('/api/friends')).body.data.items,
    '/friends/{id}/detail': (await client.get(`/api/friends/${ben.id}/detail`)).body.data.friends,
    get_user_friends_list: (await client.post('/api/rpc/get_user_friends_list', target)).body.data.items,
    get_user_relationship_data: (await client.post('/api/rpc/get_user_relationship_data', target)).body.data.items,
    '/posts/{id}/audience': (await client.get(`/api/posts/${post}/audience`)).body.data.items,
  };
  expect(Object.fromEntries(Object.entries(lists).map(([path, items]) => [path, items.length]))).toEqual({
    '/friends': MOST_DIRECT_FRIENDS,
    '/friends/{id}/detail': MOST_DIRECT_FRIENDS,
    get_user_friends_list: MOST_DIRECT_FRIENDS,
    get_user_relationship_data: MOST_DIRECT_FRIENDS,
    '/posts/{id}/audience': NETWORK_MAX,
  });
  const network = (await client.get('/api/friends/network')).body.data.items.map((one: { user_id: string }) => one.user_id);
  expect(network.sort()).toEqual([...friends, ben.id, cleo.id].sort());
});

test('notifications and passkeys', async ({ crowd, people: { ana } }) => {
  await crowd.notifications(ana.id, NOTIFICATIONS_MAX + 1);
  expect((await ana.client.get('/api/notifications')).body.data).toMatchObject({ unread_count: NOTIFICATIONS_MAX });
  await crowd.passkeys(ana.id, PASSKEYS_MAX + 1);
  expect((await ana.client.get('/api/auth/sign-in-ways')).body.data.passkeys).toHaveLength(PASSKEYS_MAX);
});

test('reactions: a limited number of targets, the most frequent emoji, the first people; all are counted', async ({
  crowd,
  people: { ana, ben },
}) => {
  const [crowdedPost = '', ...posts] = await crowd.posts(ana.id, 1 + NAMED_IN_ALL_MAX / NAMED_MAX / 2);
  const animals = Array.from({ length: EMOJI_OF_TARGET_MAX + 5 }, (_, nth) => String.fromCodePoint(0x1f400 + nth));
  const everybody = await crowd.members(NAMED_MAX + 20);
  await crowd.reactions(ana.id, [crowdedPost], everybody.slice(0, 1), animals);
  await crowd.reactions(ana.id, [crowdedPost], [ben.id, ...everybody], ['🎉']);
  const read = async (...ids: string[]) => ben.client.get(`/api/posts/reactions?target_type=post&target_ids=${ids.join(',')}`);

  const [{ reactions }] = (await read(crowdedPost)).body.data.items;
  expect(reactions).toHaveLength(EMOJI_OF_TARGET_MAX);
  expect(reactions[0]).toMatchObject({ emoji_code: '🎉', count: NAMED_MAX + 21, user_reacted: true });
  const first = [ben.id, ...everybody].sort().slice(0, NAMED_MAX);
  expect(reactions[0].users.map((user: { user_id: string }) => user.user_id)).toEqual(first);
  expect((await ben.client.get(`/api/posts/${crowdedPost}`)).body.data.reactions).toEqual(reactions);

  await crowd.reactions(ana.id, posts, everybody.slice(0, NAMED_MAX), ['👍', '👏']);
  const groups = (await read(crowdedPost, ...posts)).body.data.items.flatMap((item: { reactions: object[] }) => item.reactions);
  expect(groups).toHaveLength(EMOJI_OF_TARGET_MAX + 2 * posts.length);
  const named = groups.map((group: { users: object[] }) => group.users.length);
  expect([Math.min(...named), named.reduce((sum: number, one: number) => sum + one)]).toEqual([1, NAMED_IN_ALL_MAX]);
  for (const group of groups.slice(EMOJI_OF_TARGET_MAX)) expect(group.count).toBe(NAMED_MAX);

  expect((await read(...newIds(TARGETS_MAX))).body.data.items).toHaveLength(TARGETS_MAX);
  expect((await read(...newIds(TARGETS_MAX + 1))).status).toBe(422);
});
