import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { friendRowId } from '../../../schemas/friends/friend-row-id.ts';
import { settingId, settingKey } from '../../../schemas/profiles/setting-keys.ts';
import type { Member } from '../../../tests/support/circle.ts';
import { test as circleTest } from '../../../tests/support/fixtures/circle.ts';

const test = circleTest
  .extend('people', async ({ circle }) => {
    const [ana, ben, carl] = [await circle.signUp('Ana'), await circle.signUp('Ben'), await circle.signUp('Carl')];
    return { ana, ben, carl };
  })
  .extend('block', ({ circle }) => (by: Member, whom: { id: string }, value: 'on' | 'off' = 'on') => {
    const key = settingKey.blocked(whom.id);
    return circle.push(by, 'settings', { id: settingId(by.id, key), user_id: by.id, key, value });
  })
  /** how many notifications about one member another one has */
  .extend(
    'toldOf',
    ({ db }) =>
      async (member: Member, by: Member) =>
        (await db.sql`select from notifications where user_id = ${member.id} and related_user_id = ${by.id}`).count,
  );

test('a block separates the two in both directions, and their friendship ends with it', async ({
  circle,
  block,
  people: { ana, ben, carl },
}) => {
  await circle.befriend(ana, ben);
  await circle.befriend(ana, carl);
  const anas = [
    await circle.post(ana),
    await circle.post(ana, { audience: 'friends_of_friends' }),
    await circle.post(ana, { audience: 'specific', chosen: [ben] }),
  ];
  const bens = await circle.post(ben);
  const seen = async () => [
    ...(await Promise.all(anas.map(async (post) => (await circle.visibleRow(ben, 'posts', post)) !== undefined))),
    (await circle.visibleRow(ana, 'posts', bens)) !== undefined,
    (await circle.visibleRow(ben, 'profiles', ana.id)) !== undefined,
    (await circle.visibleRow(ana, 'profiles', ben.id)) !== undefined,
    (await circle.visibleRow(ana, 'contacts', ben.id)) !== undefined,
  ];
  expect(await seen()).toEqual(Array(7).fill(true));
  expect(await block(ana, ben)).toMatchObject({ code: null, document: { value: 'on' } });
  expect(await seen()).toEqual(Array(7).fill(false));
  // Nobody else is concerned, and the other member has nothing that would reveal it.
  expect(await circle.visibleRow(carl, 'posts', anas[0] ?? '')).toBeDefined();
  expect(await circle.visibleRow(ben, 'settings', settingId(ana.id, settingKey.blocked(ben.id)))).toBeUndefined();
  for (const [of, to] of [
    [ana, ben],
    [ben, ana],
  ] as const) {
    expect(await circle.visibleRow(of, 'friends', friendRowId(of.id, to.id))).toBeUndefined();
    expect(await circle.visibleRow(to, 'friends', friendRowId(of.id, to.id))).toBeUndefined();
  }
  expect(await circle.visibleRow(carl, 'friends', friendRowId(ana.id, ben.id))).toBeUndefined();
  await block(ben, ana);
  await block(ana, ben, 'off');
  expect((await circle.push(ben, 'invitations', circle.invitationDocument(ben, { member: ana.id }))).code).toBe('USER_NOT_FOUND');
  await block(ben, ana, 'off');
  expect(await seen()).toEqual(Array(7).fill(false));
  // They can become friends again, as any two can.
  await circle.befriend(ben, ana);
  expect(await seen()).toEqual(Array(7).fill(true));
});

test('a friend of a friend loses sight of the member to whom only this friendship connected them', async ({
  circle,
  block,
  people: { ana, ben, carl },
}) => {
  await circle.befriend(ana, ben);
  await circle.befriend(ana, carl);
  const post = await circle.post(ben, { audience: 'friends_of_friends' });
  expect(await circle.visibleRow(carl, 'posts', post)).toBeDefined();
  await block(ana, ben);
  expect(await circle.visibleRow(carl, 'posts', post)).toBeUndefined();
});

test('a member can list whom they have blocked, and nobody else can', async ({ circle, block, people: { ana, ben, carl } }) => {
  const blockedBy = async (member: Member) =>
    (await circle.rest(member, 'GET', '/friends/blocked')).body.data.items.map(({ id, name }: { id: string; name: string }) => [id, name]);
  expect(await blockedBy(ana)).toEqual([]);
  await block(ana, ben);
  await block(ana, carl);
  expect(await blockedBy(ana)).toEqual([
    [carl.id, 'Carl'],
    [ben.id, 'Ben'],
  ]);
  expect(await blockedBy(ben)).toEqual([]);
  expect((await circle.rest(ana, 'DELETE', `/profiles/${carl.id}/block`)).status).toBe(200);
  expect(await blockedBy(ana)).toEqual([[ben.id, 'Ben']]);
});

test('friends of friends are separated, too', async ({ circle, block, people: { ana, ben, carl } }) => {
  await circle.befriend(ana, carl);
  await circle.befriend(carl, ben);
  const post = await circle.post(ana, { audience: 'public' });
  expect(await circle.visibleRow(ben, 'posts', post)).toBeDefined();
  await block(ben, ana);
  expect(await circle.visibleRow(ben, 'posts', post)).toBeUndefined();
  expect(await circle.visibleRow(carl, 'posts', post)).toBeDefined();
});

test('[BL1] nobody blocks themselves; whether somebody exists is not revealed', async ({ circle, db, block, people: { ana, ben } }) => {
  expect((await block(ana, ana)).code).toBe('NOT_ALLOWED');
  const known = await block(ana, ben);
  const unknown = await block(ana, { id: uuid() });
  expect([known.code, unknown.code]).toEqual([null, null]);
  expect(await db.sql`select from blocks where blocker_id = ${ana.id}`).toHaveLength(1);
  expect((await circle.push(ana, 'settings', { id: settingId(ben.id, 'theme'), user_id: ben.id, key: 'theme', value: 'dark' })).code).toBe(
    'NOT_ONESELF',
  );
});

test('pending invitations between the two are deleted, and their notifications about each other', async ({
  circle,
  block,
  toldOf: notificationsAbout,
  people: { ana, ben, carl },
}) => {
  await circle.befriend(ana, carl);
  await circle.befriend(ana, ben);
  await circle.befriend(carl, ben);
  const group = await circle.group(ana, carl);
  const intoGroup = await circle.inviteToGroup(ana, group, ben);
  const post = await circle.post(carl);
  const comment = await circle.comment(ana, post);
  await circle.react(ben, 'comment', comment);
  expect([await notificationsAbout(ana, ben), await notificationsAbout(ben, ana)].every((count) => count > 0)).toBe(true);
  const dora = await circle.signUp('Dora');
  const asked = await circle.invite(dora, { email: ana.email });

  await block(ana, ben);
  await block(ana, dora);
  expect([await notificationsAbout(ana, ben), await notificationsAbout(ben, ana), await notificationsAbout(ana, dora)]).toEqual([0, 0, 0]);
  for (const member of [ana, ben]) expect(await circle.visibleRow(member, 'invitations', intoGroup)).toBeUndefined();
  expect((await circle.respondToGroup(ben, intoGroup, 'accepted')).code).toBe('INVITATION_NOT_FOUND');
  for (const member of [ana, dora]) expect(await circle.visibleRow(member, 'invitations', asked)).toBeUndefined();
  expect((await circle.respond(ana, asked, 'accepted')).code).toBe('INVITATION_NOT_FOUND');

  // On a common friend's post and in a shared group both go on; neither is notified of the other.
  await circle.react(ben, 'comment', comment, '🎉');
  expect(await notificationsAbout(ana, ben)).toBe(0);
  await circle.join(carl, await circle.group(carl, ana), ben);
  await circle.done(ben, 'comments', circle.commentDocument(ben, post));
  expect(await circle.notifications(ana)).not.toContain('post_commented Ben');
});

test('neither of the two can invite the other by id, and an address looks like any other', async ({
  circle,
  block,
  people: { ana, ben, carl },
}) => {
  await block(ben, ana);
  expect((await circle.push(ana, 'invitations', circle.invitationDocument(ana, { member: ben.id }))).code).toBe('USER_NOT_FOUND');
  const mails = circle.mails.length;
  const sent = await circle.done(ana, 'invitations', circle.invitationDocument(ana, { email: ben.email }));
  expect(sent.document).toMatchObject({ status: 'pending', invited_email: ben.email, receiver_user_id: null });
  expect(await circle.visibleRow(ben, 'invitations', sent.id)).toBeUndefined();
  expect(circle.mails.length).toBe(mails);
  await circle.verify(ben);
  expect(await circle.visibleRow(ben, 'invitations', sent.id)).toBeUndefined();
  await block(ben, ana, 'off');
  await circle.befriend(ben, carl);
  const group = await circle.group(carl, ben);
  await circle.befriend(carl, ana);
  await block(carl, ana);
  const intoGroup = circle.groupInvitationDocument(carl, group, { member: ana.id });
  expect((await circle.push(carl, 'invitations', intoGroup)).code).toBe('USER_NOT_FOUND');
});

test('a block and a reaction at the same moment: in the end there is no notification', async ({
  circle,
  block,
  toldOf: notificationsAbout,
  people: { ana, ben, carl },
}) => {
  await circle.befriend(ana, carl);
  await circle.befriend(carl, ben);
  const post = await circle.post(carl);
  for (let round = 0; round < 12; round += 1) {
    const comment = await circle.comment(ana, post, `nr ${round}`);
    const [blocked] = await Promise.all([block(ana, ben), circle.push(ben, 'reactions', circle.reactionDocument(ben, 'comment', comment))]);
    expect(blocked.code).toBeNull();
    expect(await notificationsAbout(ana, ben)).toBe(0);
    await block(ana, ben, 'off');
  }
});

test('a common friend names neither to the other, and no path leads from one to the other', async ({
  circle,
  block,
  people: { ana, ben, carl },
}) => {
  const dora = await circle.signUp('Dora');
  for (const friend of [ana, ben]) await circle.befriend(carl, friend);
  await circle.befriend(ben, dora);
  const post = await circle.post(carl, { audience: 'friends_of_friends' });
  for (const writer of [ben, dora]) await circle.comment(writer, post);
  const pathTo = async (viewer: typeof ana, person: typeof ana) =>
    (await circle.rest(viewer, 'GET', `/extended-friends/connection-path?to_user_id=${person.id}&op_user_id=${carl.id}`)).status;
  const namedTo = async (viewer: typeof ana, friend: typeof ana): Promise<string[]> =>
    (await circle.rest(viewer, 'GET', `/friends/${friend.id}/detail`)).body.data.friends.map(({ user_id }: { user_id: string }) => user_id);
  expect(await pathTo(ana, ben)).toBe(200);
  expect(await pathTo(ana, dora)).toBe(200);
  expect(await namedTo(ana, carl)).toContain(ben.id);

  await block(ana, ben);
  // Only Ben connects Ana to Dora.
  expect([await pathTo(ana, ben), await pathTo(ben, ana), await pathTo(ana, dora)]).toEqual([404, 404, 404]);
  expect(await namedTo(ana, carl)).not.toContain(ben.id);
  expect(await namedTo(ben, carl)).not.toContain(ana.id);

  await block(ana, ben, 'off');
  expect([await pathTo(ana, ben), await pathTo(ana, dora)]).toEqual([200, 200]);
  expect(await namedTo(ben, carl)).toContain(ana.id);
});
