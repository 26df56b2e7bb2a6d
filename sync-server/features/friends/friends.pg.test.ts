import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { friendRowId, friendSchema } from '../../../schemas/friends/friend.ts';
import { invitationSchema } from '../../../schemas/friends/invitation.ts';
import { createFeatureWorld, type FeatureWorld, type Member, rowOf } from '../../../tests/support/feature-world.ts';
import { type TestDatabase, testDatabase } from '../../../tests/support/postgres.ts';

let db: TestDatabase;
let world: FeatureWorld;

beforeAll(async () => {
  db = await testDatabase();
  world = createFeatureWorld(db.database, { maxDirectFriends: 8, invitationsPerDay: 12 });
});
afterAll(async () => {
  expect(world.logged).toEqual([]);
  await world.close();
  await db.close();
});

const pair = async (): Promise<[Member, Member]> => [await world.signUp('Ana'), await world.signUp('Ben')];
const areFriends = async (a: Member, b: Member) =>
  (await db.sql`select from friends where user_id = ${a.id} and friend_id = ${b.id}`).count === 1;
const requestsTold = async (member: Member) =>
  db.sql<{ notification_type: string; related_user_id: string | null }[]>`
    select notification_type, related_user_id from notifications where user_id = ${member.id} and notification_type like 'friend_request%'
    order by created_at, id`;

describe('inviting', () => {
  test('by address: the sender sees the address and not whose it is, the receiver sees the sender', async () => {
    const [ana, ben] = await pair();
    const answer = await world.done(ana, 'invitations', world.invitationDocument(ana, { email: ben.email }));
    expect(invitationSchema.parse(rowOf(answer))).toEqual(rowOf(answer));
    expect(answer.document).toMatchObject({
      invited_email: ben.email,
      receiver_user_id: null,
      receiver_name: null,
      inviter_email: ana.email,
      status: 'pending',
    });
    expect(await world.held(ben, 'invitations', answer.id)).toMatchObject({
      invited_email: null,
      inviter_name: 'Ana',
      inviter_email: ana.email,
      receiver_user_id: ben.id,
    });
    expect(await requestsTold(ben)).toEqual([{ notification_type: 'friend_request_sent', related_user_id: ana.id }]);
    expect(world.mails.at(-1)).toMatchObject({ to: ben.email, template: 'friend-request', data: { inviterName: 'Ana' } });
  });

  test("the answer does not tell whether an address is a member's", async () => {
    const [ana, ben] = await pair();
    const known = await world.done(ana, 'invitations', world.invitationDocument(ana, { email: ben.email }));
    const unknown = await world.done(ana, 'invitations', world.invitationDocument(ana, { email: 'nobody@kith.test' }));
    const without = (answer: typeof known) => ({
      ...answer,
      id: '',
      document: { ...answer.document, id: '', write_id: '', created_at: '', invited_email: '' },
    });
    expect(without(known)).toEqual(without(unknown));
    expect(world.mails.at(-1)).toMatchObject({
      to: 'nobody@kith.test',
      template: 'friend-invitation',
      data: { inviterName: 'Ana', token: unknown.id },
    });
    // By id and by address at once: neither answer tells that both are the same person.
    expect((await world.push(ana, 'invitations', world.invitationDocument(ana, { member: ben.id }))).code).toBeNull();
  });

  test('an invitation waits for an address, and is found once that is verified; its sender learns nothing', async () => {
    const ana = await world.signUp('Ana');
    const email = `late-${uuid()}@kith.test`;
    const id = await world.invite(ana, { email });
    const before = await world.held(ana, 'invitations', id);
    const [{ head } = { head: -1 }] = await db.sql<{ head: number }[]>`select head from scopes where kind = 'self' and owner = ${ana.id}`;
    const late = await world.signUp('Late', { verified: false, email });
    expect(await world.held(late, 'invitations', id)).toBeUndefined();
    await world.verify(late);
    expect(await world.held(late, 'invitations', id)).toMatchObject({ inviter_name: 'Ana', receiver_user_id: late.id });
    expect(await requestsTold(late)).toEqual([{ notification_type: 'friend_request_sent', related_user_id: ana.id }]);
    expect(await world.held(ana, 'invitations', id)).toEqual(before);
    expect(await db.sql`select head from scopes where kind = 'self' and owner = ${ana.id}`).toEqual([{ head }]);
    expect((await world.respond(late, id, 'accepted')).code).toBeNull();
    expect(await areFriends(ana, late)).toBe(true);
  });

  test('an invitation and the verification of its address at the same moment do not miss each other', async () => {
    for (let round = 0; round < 6; round += 1) {
      const ana = await world.signUp('Ana');
      const email = `meanwhile-${uuid()}@kith.test`;
      const late = await world.signUp('Late', { verified: false, email });
      const [id] = await Promise.all([world.invite(ana, { email }), world.verify(late)]);
      expect(await world.held(late, 'invitations', id)).toBeDefined();
    }
  });

  test('[IN1] as oneself, [IN2] never oneself', async () => {
    const [ana, ben] = await pair();
    expect((await world.push(ana, 'invitations', world.invitationDocument(ben, { email: 'x@kith.test' }))).code).toBe('NOT_ONESELF');
    expect((await world.push(ana, 'invitations', world.invitationDocument(ana, { email: ana.email }))).code).toBe('OWN_ADDRESS');
    expect((await world.push(ana, 'invitations', world.invitationDocument(ana, { member: ana.id }))).code).toBe('OWN_ADDRESS');
    expect((await world.push(ana, 'invitations', world.invitationDocument(ana, { member: uuid() }))).code).toBe('USER_NOT_FOUND');
  });

  test('[IN3] nobody who is a friend already, [IN4] not twice, [IN5] not when the other was first', async () => {
    const [ana, ben] = await pair();
    const carl = await world.signUp('Carl');
    const twice = [world.invitationDocument(ana, { email: ben.email }), world.invitationDocument(ana, { email: ben.email })];
    const codes = await Promise.all(twice.map(async (document) => (await world.push(ana, 'invitations', document)).code));
    expect(codes.sort()).toEqual(['ALREADY_INVITED', null]);
    expect((await world.push(ben, 'invitations', world.invitationDocument(ben, { email: ana.email }))).code).toBe('INVITED_BY_THEM');
    expect((await world.push(ben, 'invitations', world.invitationDocument(ben, { member: ana.id }))).code).toBe('INVITED_BY_THEM');
    await world.befriend(ana, carl);
    expect((await world.push(ana, 'invitations', world.invitationDocument(ana, { email: carl.email }))).code).toBe('ALREADY_FRIENDS');
    expect((await world.push(carl, 'invitations', world.invitationDocument(carl, { member: ana.id }))).code).toBe('ALREADY_FRIENDS');
  });

  test('two who invite each other at the same moment end with one invitation', async () => {
    const [ana, ben] = await pair();
    const codes = await Promise.all([
      world.push(ana, 'invitations', world.invitationDocument(ana, { email: ben.email })),
      world.push(ben, 'invitations', world.invitationDocument(ben, { member: ana.id })),
    ]);
    expect(codes.map((answer) => answer.code).sort()).toEqual(['INVITED_BY_THEM', null]);
  });

  test("[IN6] not more than a day's worth, also when they are taken back", async () => {
    const ana = await world.signUp('Ana');
    for (let nth = 0; nth < 12; nth += 1) {
      const id = await world.invite(ana, { email: `guest-${nth}-${uuid()}@kith.test` });
      if (nth % 2 === 0) await world.done(ana, 'invitations', { id, _deleted: true });
    }
    const more = world.invitationDocument(ana, { email: 'one-more@kith.test' });
    expect((await world.push(ana, 'invitations', more)).code).toBe('TOO_MANY_INVITATIONS');
  });

  test('an invitation that is sent again is one, with one mail', async () => {
    const ana = await world.signUp('Ana');
    const document = { ...world.invitationDocument(ana, { email: 'again@kith.test' }), write_id: uuid() };
    const mails = world.mails.length;
    await world.done(ana, 'invitations', document);
    await world.done(ana, 'invitations', document);
    expect(world.mails.length).toBe(mails + 1);
  });
});

describe('answering', () => {
  test('accepting makes two rows, each in the scope of its own side, and tells the sender', async () => {
    const [ana, ben] = await pair();
    const id = await world.invite(ana, { email: ben.email });
    const answer = await world.respond(ben, id, 'accepted');
    expect(answer).toMatchObject({ code: null, document: { status: 'accepted', inviter_email: null } });
    const mine = await world.held(ana, 'friends', friendRowId(ana.id, ben.id));
    expect(friendSchema.safeParse(mine).success).toBe(true);
    expect(await world.held(ana, 'friends', friendRowId(ben.id, ana.id))).toBeDefined();
    expect(await world.held(ana, 'contacts', ben.id)).toMatchObject({ email: ben.email });
    expect(await world.held(ana, 'invitations', id)).toMatchObject({ receiver_user_id: ben.id, receiver_name: 'Ben', invited_email: null });
    expect(await requestsTold(ana)).toEqual([{ notification_type: 'friend_request_accepted', related_user_id: ben.id }]);
  });

  test.each(['email', 'member'] as const)('a refusal by %s tells its sender, and whose address it was only if they knew', async (by) => {
    const [ana, ben] = await pair();
    const id = await world.invite(ana, by === 'email' ? { email: ben.email } : { member: ben.id });
    expect((await world.respond(ben, id, 'declined')).code).toBeNull();
    expect(await requestsTold(ana)).toEqual([
      { notification_type: 'friend_request_declined', related_user_id: by === 'email' ? null : ben.id },
    ]);
    expect(await world.held(ana, 'invitations', id)).toMatchObject({
      status: 'declined',
      receiver_user_id: by === 'email' ? null : ben.id,
    });
    expect(await areFriends(ana, ben)).toBe(false);
    await world.invite(ana, { email: ben.email });
  });

  test('[IN7] only the receiver answers, [IN8] only once', async () => {
    const [ana, ben] = await pair();
    const id = await world.invite(ana, { email: ben.email });
    expect((await world.respond(ana, id, 'accepted')).code).toBe('INVITATION_NOT_FOUND');
    expect((await world.respond(await world.signUp('Carl'), id, 'accepted')).code).toBe('INVITATION_NOT_FOUND');
    const codes = await Promise.all([
      world.respond(ben, id, 'accepted'),
      world.respond(ben, id, 'declined'),
      world.respond(ben, id, 'accepted'),
    ]);
    expect(codes.filter((answer) => answer.code === null)).toHaveLength(1);
    expect(codes.filter((answer) => answer.code === 'INVITATION_ANSWERED')).toHaveLength(2);
  });

  test('[IN9] a circle never grows beyond its seats, however many accept at once', async () => {
    const host = await world.signUp('Host');
    const guests = await Promise.all(Array.from({ length: 16 }, (_, nth) => world.signUp(`Guest${nth}`)));
    const invitations = await Promise.all(guests.map((guest) => world.invite(guest, { member: host.id })));
    const answers = await Promise.all(invitations.map((id) => world.respond(host, id, 'accepted')));
    expect(answers.filter((answer) => answer.code === null)).toHaveLength(8);
    expect(answers.filter((answer) => answer.code === 'CIRCLE_FULL')).toHaveLength(8);
    const [count] = await db.sql`select count(*)::int as friends from friends where user_id = ${host.id} or friend_id = ${host.id}`;
    expect(count).toEqual({ friends: 16 });

    const late = await world.signUp('Late');
    const id = await world.invite(host, { member: late.id });
    expect((await world.respond(late, id, 'accepted')).code).toBe('THEIR_CIRCLE_FULL');
    expect(await world.held(late, 'invitations', id)).toMatchObject({ status: 'pending' });
  });

  test('sixteen who were invited by one with eight seats: eight get in', async () => {
    const generous = createFeatureWorld(db.database, { maxDirectFriends: 8, invitationsPerDay: 20 });
    const host = await generous.signUp('Host');
    const guests = await Promise.all(Array.from({ length: 16 }, (_, nth) => generous.signUp(`Guest${nth}`)));
    const invitations = await Promise.all(guests.map((guest) => generous.invite(host, { email: guest.email })));
    const answers = await Promise.all(guests.map((guest, nth) => generous.respond(guest, invitations[nth] ?? '', 'accepted')));
    expect(answers.filter((answer) => answer.code === null)).toHaveLength(8);
    expect(answers.filter((answer) => answer.code === 'THEIR_CIRCLE_FULL')).toHaveLength(8);
    await generous.close();
  });

  test('accepting settles what else was pending between the two', async () => {
    const [ana, ben] = await pair();
    const byAddress = await world.invite(ana, { email: ben.email });
    const byId = await world.invite(ana, { member: ben.id });
    await world.respond(ben, byId, 'accepted');
    for (const member of [ana, ben]) expect(await world.held(member, 'invitations', byAddress)).toMatchObject({ status: 'accepted' });
  });
});

describe('taking back', () => {
  test('[IN10] only the sender cancels, and only while it is pending; the receiver loses it and what they were told', async () => {
    const [ana, ben] = await pair();
    const document = world.invitationDocument(ana, { email: ben.email });
    await world.done(ana, 'invitations', document);
    expect((await world.push(ben, 'invitations', { id: document.id, _deleted: true })).code).toBe('INVITATION_NOT_FOUND');
    await world.done(ana, 'invitations', { id: document.id, _deleted: true });
    for (const member of [ana, ben]) expect(await world.held(member, 'invitations', document.id)).toBeUndefined();
    expect(await requestsTold(ben)).toEqual([]);
    expect((await world.respond(ben, document.id, 'accepted')).code).toBe('INVITATION_NOT_FOUND');
    expect((await world.push(ana, 'invitations', { id: document.id, _deleted: true })).code).toBe('INVITATION_NOT_FOUND');
    expect((await world.push(ana, 'invitations', document)).code).toBe('INVITATION_NOT_FOUND');
    const again = await world.invite(ana, { email: ben.email });
    await world.respond(ben, again, 'declined');
    expect((await world.push(ana, 'invitations', { id: again, _deleted: true })).code).toBe('INVITATION_ANSWERED');
  });

  test('[FR1] only one of the two ends a friendship; it ends for both, with all that it gave', async () => {
    const [ana, ben] = await pair();
    const dora = await world.signUp('Dora');
    await world.befriend(ana, ben);
    await world.befriend(ben, dora);
    const post = await world.post(ana, { audience: 'friends_of_friends' });
    const comment = await world.comment(dora, post);
    await world.react(ana, 'comment', comment);
    expect(await world.told(dora)).toEqual(['comment_reaction Ana']);

    expect((await world.push(dora, 'friends', { id: friendRowId(ana.id, ben.id), _deleted: true })).code).toBe('NOT_ONESELF');
    expect((await world.push(ana, 'friends', { id: friendRowId(ana.id, dora.id), user_id: ana.id })).code).toBe('UNKNOWN_WRITE');
    expect(await Promise.all([world.unfriend(ana, ben), world.unfriend(ben, ana)])).toMatchObject([{ code: null }, { code: null }]);
    expect([await areFriends(ana, ben), await areFriends(ben, ana)]).toEqual([false, false]);
    for (const [collection, id] of [
      ['posts', post],
      ['profiles', ana.id],
      ['contacts', ana.id],
      ['friends', friendRowId(ana.id, ben.id)],
      ['friends', friendRowId(ben.id, ana.id)],
    ] as const) {
      expect(await world.held(collection === 'friends' && id.startsWith(ben.id) ? ana : ben, collection, id)).toBeUndefined();
    }
    // A friend of the friend loses what came by way of them, and what they were told of it.
    expect(await world.held(dora, 'comments', comment)).toBeUndefined();
    expect(await world.told(dora)).toEqual([]);
    expect([...(await requestsTold(ana)), ...(await requestsTold(ben))]).toHaveLength(1);
    await world.befriend(ben, ana);
    expect(await world.held(dora, 'comments', comment)).toBeDefined();
  });

  test('nobody tells by a friend row or an invitation of others whether it is there', async () => {
    const [ana, ben] = await pair();
    const carl = await world.signUp('Carl');
    const id = await world.invite(ana, { email: ben.email });
    for (const unknown of [id, uuid()]) {
      expect(await world.respond(carl, unknown, 'accepted')).toMatchObject({ code: 'INVITATION_NOT_FOUND', document: null });
      expect(await world.push(carl, 'invitations', { id: unknown, _deleted: true })).toMatchObject({
        code: 'INVITATION_NOT_FOUND',
        document: null,
      });
    }
    expect((await world.push(carl, 'contacts', { id: ana.id, email: 'x@kith.test' })).code).toBe('UNKNOWN_WRITE');
  });
});

test('befriending and parting say whose scopes may have changed: both sides and all their friends', async () => {
  const [ana, ben] = await pair();
  const dora = await world.signUp('Dora');
  await world.befriend(ben, dora);
  const moved: string[][] = [];
  const id = await world.invite(ana, { member: ben.id });
  const { respond } = await import('./respond.ts');
  const { unfriend } = await import('./unfriend.ts');
  const watch = (context: Parameters<typeof respond>[0]) => ({
    ...context,
    membersMoved: (members: readonly string[]) => void moved.push([...members].sort()),
  });
  await world.engine.run({ userId: ben.id }, uuid(), (context) => respond(watch(context), { id, status: 'accepted' }));
  await world.engine.run({ userId: ana.id }, uuid(), (context) => unfriend(watch(context), { user_id: ana.id, friend_id: ben.id }));
  const all = [ana.id, ben.id, dora.id].sort();
  expect(moved).toEqual([all, all]);
});
