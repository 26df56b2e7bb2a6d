import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { settingId } from '../../../schemas/profiles/profile.ts';
import { settingKey } from '../../../schemas/profiles/setting-kinds.ts';
import { createFeatureWorld, type FeatureWorld, type Member } from '../../../tests/support/feature-world.ts';
import { type TestDatabase, testDatabase } from '../../../tests/support/postgres.ts';

let db: TestDatabase;
let world: FeatureWorld;
let ana: Member;
let ben: Member;
let carl: Member;

beforeAll(async () => {
  db = await testDatabase();
  world = createFeatureWorld(db.database);
});
beforeEach(async () => {
  [ana, ben, carl] = await Promise.all([world.signUp('Ana'), world.signUp('Ben'), world.signUp('Carl')]);
});
afterAll(async () => {
  expect(world.logged).toEqual([]);
  await world.close();
  await db.close();
});

const block = (by: Member, whom: { id: string }, value: 'on' | 'off' = 'on') => {
  const key = settingKey.blocked(whom.id);
  return world.push(by, 'settings', { id: settingId(by.id, key), user_id: by.id, key, value });
};
const toldOf = async (member: Member, by: Member) =>
  (await db.sql`select from notifications where user_id = ${member.id} and related_user_id = ${by.id}`).count;

test('the two leave each other, in both directions, and come back when the block ends', async () => {
  await world.befriend(ana, ben);
  await world.befriend(ana, carl);
  const anas = [
    await world.post(ana),
    await world.post(ana, { audience: 'friends_of_friends' }),
    await world.post(ana, { audience: 'specific', chosen: [ben] }),
  ];
  const bens = await world.post(ben);
  const seen = async () => [
    ...(await Promise.all(anas.map(async (post) => (await world.held(ben, 'posts', post)) !== undefined))),
    (await world.held(ana, 'posts', bens)) !== undefined,
    (await world.held(ben, 'profiles', ana.id)) !== undefined,
    (await world.held(ana, 'profiles', ben.id)) !== undefined,
    (await world.held(ana, 'contacts', ben.id)) !== undefined,
  ];
  expect(await seen()).toEqual(Array(7).fill(true));
  expect(await block(ana, ben)).toMatchObject({ code: null, document: { value: 'on' } });
  expect(await seen()).toEqual(Array(7).fill(false));
  // Nobody else is concerned, and the other holds nothing that would tell.
  expect(await world.held(carl, 'posts', anas[0] ?? '')).toBeDefined();
  expect(await world.held(ben, 'settings', settingId(ana.id, settingKey.blocked(ben.id)))).toBeUndefined();
  await block(ben, ana);
  await block(ana, ben, 'off');
  expect(await seen()).toEqual(Array(7).fill(false));
  await block(ben, ana, 'off');
  expect(await seen()).toEqual(Array(7).fill(true));
});

test('friends of friends are parted, too', async () => {
  await world.befriend(ana, carl);
  await world.befriend(carl, ben);
  const post = await world.post(ana, { audience: 'public' });
  expect(await world.held(ben, 'posts', post)).toBeDefined();
  await block(ben, ana);
  expect(await world.held(ben, 'posts', post)).toBeUndefined();
  expect(await world.held(carl, 'posts', post)).toBeDefined();
});

test('[BL1] nobody blocks themselves; whether somebody is there is not told', async () => {
  expect((await block(ana, ana)).code).toBe('NOT_ALLOWED');
  const known = await block(ana, ben);
  const unknown = await block(ana, { id: uuid() });
  expect([known.code, unknown.code]).toEqual([null, null]);
  expect(await db.sql`select from blocks where blocker_id = ${ana.id}`).toHaveLength(1);
  expect((await world.push(ana, 'settings', { id: settingId(ben.id, 'theme'), user_id: ben.id, key: 'theme', value: 'dark' })).code).toBe(
    'NOT_ONESELF',
  );
});

test('what is pending between the two goes, and what they were told of each other', async () => {
  await world.befriend(ana, carl);
  await world.befriend(ana, ben);
  await world.befriend(carl, ben);
  const group = await world.group(ana, carl);
  const intoGroup = await world.inviteToGroup(ana, group, ben);
  const post = await world.post(carl);
  const comment = await world.comment(ana, post);
  await world.react(ben, 'comment', comment);
  expect([await toldOf(ana, ben), await toldOf(ben, ana)].every((count) => count > 0)).toBe(true);
  const dora = await world.signUp('Dora');
  const asked = await world.invite(dora, { email: ana.email });

  await block(ana, ben);
  await block(ana, dora);
  expect([await toldOf(ana, ben), await toldOf(ben, ana), await toldOf(ana, dora)]).toEqual([0, 0, 0]);
  for (const member of [ana, ben]) expect(await world.held(member, 'invitations', intoGroup)).toBeUndefined();
  expect((await world.respondToGroup(ben, intoGroup, 'accepted')).code).toBe('INVITATION_NOT_FOUND');
  for (const member of [ana, dora]) expect(await world.held(member, 'invitations', asked)).toBeUndefined();
  expect((await world.respond(ana, asked, 'accepted')).code).toBe('INVITATION_NOT_FOUND');

  // On a common friend's post and in a shared group both go on; neither is told of the other.
  await world.react(ben, 'comment', comment, '🎉');
  expect(await toldOf(ana, ben)).toBe(0);
  await world.join(carl, await world.group(carl, ana), ben);
  await world.done(ben, 'comments', world.commentDocument(ben, post));
  expect(await world.told(ana)).not.toContain('post_commented Ben');
});

test('between them nobody is there to invite, and an address looks like any other', async () => {
  await block(ben, ana);
  expect((await world.push(ana, 'invitations', world.invitationDocument(ana, { member: ben.id }))).code).toBe('USER_NOT_FOUND');
  const mails = world.mails.length;
  const sent = await world.done(ana, 'invitations', world.invitationDocument(ana, { email: ben.email }));
  expect(sent.document).toMatchObject({ status: 'pending', invited_email: ben.email, receiver_user_id: null });
  expect(await world.held(ben, 'invitations', sent.id)).toBeUndefined();
  expect(world.mails.length).toBe(mails);
  await world.verify(ben);
  expect(await world.held(ben, 'invitations', sent.id)).toBeUndefined();
  await block(ben, ana, 'off');
  await world.befriend(ben, carl);
  const group = await world.group(carl, ben);
  await world.befriend(carl, ana);
  await block(carl, ana);
  const intoGroup = world.groupInvitationDocument(carl, group, { member: ana.id });
  expect((await world.push(carl, 'invitations', intoGroup)).code).toBe('USER_NOT_FOUND');
});

test('a block and a reaction at the same moment: nothing is told in the end', async () => {
  await world.befriend(ana, carl);
  await world.befriend(carl, ben);
  const post = await world.post(carl);
  for (let round = 0; round < 12; round += 1) {
    const comment = await world.comment(ana, post, `nr ${round}`);
    const [blocked] = await Promise.all([block(ana, ben), world.push(ben, 'reactions', world.reactionDocument(ben, 'comment', comment))]);
    expect(blocked.code).toBeNull();
    expect(await toldOf(ana, ben)).toBe(0);
    await block(ana, ben, 'off');
  }
});
