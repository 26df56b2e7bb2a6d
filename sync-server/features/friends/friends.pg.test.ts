import { v7 as uuid } from 'uuid';
import { describe, expect, onTestFinished } from 'vitest';
import { friendSchema } from '../../../schemas/friends/friend.ts';
import { friendRowId } from '../../../schemas/friends/friend-row-id.ts';
import { invitationSchema } from '../../../schemas/friends/invitation.ts';
import { type Member, rowOf } from '../../../tests/support/circle.ts';
import { test as circleTest, openCircle } from '../../../tests/support/fixtures/circle.ts';

const test = circleTest
  .extend('limits', { scope: 'file' }, () => ({ maxDirectFriends: 8, invitationsPerDay: 12, firstInvitations: 12 }))
  /** two members who do not know each other */
  .extend('people', async ({ circle }) => ({ ana: await circle.signUp('Ana'), ben: await circle.signUp('Ben') }))
  .extend(
    'areFriends',
    ({ db }) =>
      async (a: Member, b: Member) =>
        (await db.sql`select from friends where user_id = ${a.id} and friend_id = ${b.id}`).count === 1,
  )
  .extend(
    'requestsTold',
    ({ db }) =>
      async (member: Member) =>
        db.sql<{ notification_type: string; related_user_id: string | null }[]>`
          select notification_type, related_user_id from notifications
          where user_id = ${member.id} and notification_type like 'friend_request%' order by created_at, id`,
  );

describe('inviting', () => {
  test('by address: the sender sees the address but not its owner, the receiver sees the sender', async ({
    circle,
    requestsTold: requestNotifications,
    people: { ana, ben },
  }) => {
    const answer = await circle.done(ana, 'invitations', circle.invitationDocument(ana, { email: ben.email }));
    expect(invitationSchema.parse(rowOf(answer))).toEqual(rowOf(answer));
    expect(answer.document).toMatchObject({
      invited_email: ben.email,
      receiver_user_id: null,
      receiver_name: null,
      inviter_email: ana.email,
      status: 'pending',
    });
    expect(await circle.visibleRow(ben, 'invitations', answer.id)).toMatchObject({
      invited_email: null,
      inviter_name: 'Ana',
      inviter_email: ana.email,
      receiver_user_id: ben.id,
    });
    expect(await requestNotifications(ben)).toEqual([{ notification_type: 'friend_request_sent', related_user_id: ana.id }]);
    expect(circle.mails.at(-1)).toMatchObject({ to: ben.email, template: 'friend-request', data: { inviterName: 'Ana' } });
  });

  test("the answer does not reveal whether an address is a member's", async ({ circle, people: { ana, ben } }) => {
    const known = await circle.done(ana, 'invitations', circle.invitationDocument(ana, { email: ben.email }));
    const unknown = await circle.done(ana, 'invitations', circle.invitationDocument(ana, { email: 'nobody@kith.test' }));
    const without = (answer: typeof known) => ({
      ...answer,
      id: '',
      document: { ...answer.document, id: '', write_id: '', created_at: '', invited_email: '' },
    });
    expect(without(known)).toEqual(without(unknown));
    expect(circle.mails.at(-1)).toMatchObject({
      to: 'nobody@kith.test',
      template: 'friend-invitation',
      data: { inviterName: 'Ana', token: unknown.id },
    });
    // By id and by address at the same time: neither answer reveals that both are the same person.
    expect((await circle.push(ana, 'invitations', circle.invitationDocument(ana, { member: ben.id }))).code).toBeNull();
  });

  test('an invitation waits for an address, and is found once that is verified; its sender learns nothing', async ({
    circle,
    db,
    areFriends,
    requestsTold: requestNotifications,
  }) => {
    const ana = await circle.signUp('Ana');
    const email = `late-${uuid()}@kith.test`;
    const id = await circle.invite(ana, { email });
    const before = await circle.visibleRow(ana, 'invitations', id);
    const [{ head } = { head: -1 }] = await db.sql<{ head: number }[]>`select head from scopes where kind = 'self' and owner = ${ana.id}`;
    const late = await circle.signUp('Late', { verified: false, email });
    expect(await circle.visibleRow(late, 'invitations', id)).toBeUndefined();
    await circle.verify(late);
    expect(await circle.visibleRow(late, 'invitations', id)).toMatchObject({ inviter_name: 'Ana', receiver_user_id: late.id });
    expect(await requestNotifications(late)).toEqual([{ notification_type: 'friend_request_sent', related_user_id: ana.id }]);
    expect(await circle.visibleRow(ana, 'invitations', id)).toEqual(before);
    expect(await db.sql`select head from scopes where kind = 'self' and owner = ${ana.id}`).toEqual([{ head }]);
    expect((await circle.respond(late, id, 'accepted')).code).toBeNull();
    expect(await areFriends(ana, late)).toBe(true);
  });

  test('an invitation and the verification of its address at the same moment do not miss each other', async ({ circle }) => {
    for (let round = 0; round < 6; round += 1) {
      const ana = await circle.signUp('Ana');
      const email = `meanwhile-${uuid()}@kith.test`;
      const late = await circle.signUp('Late', { verified: false, email });
      const [id] = await Promise.all([circle.invite(ana, { email }), circle.verify(late)]);
      expect(await circle.visibleRow(late, 'invitations', id)).toBeDefined();
    }
  });

  test('[IN1] members invite only as themselves, [IN2] and never themselves', async ({ circle, people: { ana, ben } }) => {
    expect((await circle.push(ana, 'invitations', circle.invitationDocument(ben, { email: 'x@kith.test' }))).code).toBe('NOT_ONESELF');
    expect((await circle.push(ana, 'invitations', circle.invitationDocument(ana, { email: ana.email }))).code).toBe('OWN_ADDRESS');
    expect((await circle.push(ana, 'invitations', circle.invitationDocument(ana, { member: ana.id }))).code).toBe('OWN_ADDRESS');
    expect((await circle.push(ana, 'invitations', circle.invitationDocument(ana, { member: uuid() }))).code).toBe('USER_NOT_FOUND');
  });

  test('[IN3] nobody who is a friend already, [IN4] nobody twice, [IN5] nobody who invited first', async ({
    circle,
    people: { ana, ben },
  }) => {
    const carl = await circle.signUp('Carl');
    const twice = [circle.invitationDocument(ana, { email: ben.email }), circle.invitationDocument(ana, { email: ben.email })];
    const codes = await Promise.all(twice.map(async (document) => (await circle.push(ana, 'invitations', document)).code));
    expect(codes.sort()).toEqual(['ALREADY_INVITED', null]);
    expect((await circle.push(ben, 'invitations', circle.invitationDocument(ben, { email: ana.email }))).code).toBe('INVITED_BY_THEM');
    expect((await circle.push(ben, 'invitations', circle.invitationDocument(ben, { member: ana.id }))).code).toBe('INVITED_BY_THEM');
    await circle.befriend(ana, carl);
    expect((await circle.push(ana, 'invitations', circle.invitationDocument(ana, { email: carl.email }))).code).toBe('ALREADY_FRIENDS');
    expect((await circle.push(carl, 'invitations', circle.invitationDocument(carl, { member: ana.id }))).code).toBe('ALREADY_FRIENDS');
  });

  test('two members who invite each other at the same moment end with one invitation', async ({ circle, people: { ana, ben } }) => {
    const codes = await Promise.all([
      circle.push(ana, 'invitations', circle.invitationDocument(ana, { email: ben.email })),
      circle.push(ben, 'invitations', circle.invitationDocument(ben, { member: ana.id })),
    ]);
    expect(codes.map((answer) => answer.code).sort()).toEqual(['INVITED_BY_THEM', null]);
  });

  test('[IN6] no more than the daily limit, even if some are cancelled', async ({ circle }) => {
    const ana = await circle.signUp('Ana');
    for (let nth = 0; nth < 12; nth += 1) {
      const id = await circle.invite(ana, { email: `guest-${nth}-${uuid()}@kith.test` });
      if (nth % 2 === 0) await circle.done(ana, 'invitations', { id, _deleted: true });
    }
    const more = circle.invitationDocument(ana, { email: 'one-more@kith.test' });
    expect((await circle.push(ana, 'invitations', more)).code).toBe('TOO_MANY_INVITATIONS');
  });

  test('[IN11] a member without friends reaches few addresses by mail, known or not, and cancelling frees none', async ({ circle, db }) => {
    const few = openCircle(db.database, { maxDirectFriends: 8, invitationsPerDay: 12, firstInvitations: 3 });
    onTestFinished(() => few.close());
    const [eve, ana, ben] = [await few.signUp('Eve'), await few.signUp('Ana'), await few.signUp('Ben')];
    const send = async (to: { email: string } | { member: string }) =>
      (await few.push(eve, 'invitations', few.invitationDocument(eve, to))).code;
    const stranger = () => ({ email: `stranger-${uuid()}@kith.test` });
    const first = await few.invite(eve, stranger());
    await few.done(eve, 'invitations', { id: first, _deleted: true });
    expect([await send({ email: ana.email }), await send(stranger())]).toEqual([null, null]);
    const mails = few.mails.length;
    expect([await send(stranger()), await send({ email: ben.email })]).toEqual(Array(2).fill('TOO_MANY_FIRST_INVITATIONS'));
    expect(few.mails.length).toBe(mails);
    const refused = await few.rest(eve, 'POST', '/friends/invite', stranger());
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'TOO_MANY_FIRST_INVITATIONS', message: expect.stringContaining('accepted') },
    });
    // Members whom she has met here she may invite.
    expect(await send({ member: ben.id })).toBeNull();
    const friend = await few.signUp('Finn');
    await few.befriend(eve, friend);
    expect(await send(stranger())).toBeNull();
    await few.unfriend(eve, friend);
    await db.sql`update friend_invitations set created_at = created_at - interval '8 days' where inviter_id = ${eve.id}`;
    expect([await send(stranger()), circle.logged]).toEqual([null, []]);
  });

  test('an invitation that is sent again is one, with one mail', async ({ circle }) => {
    const ana = await circle.signUp('Ana');
    const document = { ...circle.invitationDocument(ana, { email: 'again@kith.test' }), write_id: uuid() };
    const mails = circle.mails.length;
    await circle.done(ana, 'invitations', document);
    await circle.done(ana, 'invitations', document);
    expect(circle.mails.length).toBe(mails + 1);
  });
});

describe('answering', () => {
  test('accepting makes two rows, each in the scope of its own side, and notifies the sender', async ({
    circle,
    requestsTold: requestNotifications,
    people: { ana, ben },
  }) => {
    const id = await circle.invite(ana, { email: ben.email });
    const answer = await circle.respond(ben, id, 'accepted');
    expect(answer).toMatchObject({ code: null, document: { status: 'accepted', inviter_email: null } });
    const mine = await circle.visibleRow(ana, 'friends', friendRowId(ana.id, ben.id));
    expect(friendSchema.safeParse(mine).success).toBe(true);
    expect(await circle.visibleRow(ana, 'friends', friendRowId(ben.id, ana.id))).toBeDefined();
    expect(await circle.visibleRow(ana, 'contacts', ben.id)).toMatchObject({ email: ben.email });
    expect(await circle.visibleRow(ana, 'invitations', id)).toMatchObject({
      receiver_user_id: ben.id,
      receiver_name: 'Ben',
      invited_email: null,
    });
    expect(await requestNotifications(ana)).toEqual([{ notification_type: 'friend_request_accepted', related_user_id: ben.id }]);
  });

  test.for(['email', 'member'] as const)(
    'a refusal by %s notifies the sender, and says whose address it was only if they knew',
    async (by, { circle, areFriends, requestsTold: requestNotifications, people: { ana, ben } }) => {
      const id = await circle.invite(ana, by === 'email' ? { email: ben.email } : { member: ben.id });
      expect((await circle.respond(ben, id, 'declined')).code).toBeNull();
      expect(await requestNotifications(ana)).toEqual([
        { notification_type: 'friend_request_declined', related_user_id: by === 'email' ? null : ben.id },
      ]);
      expect(await circle.visibleRow(ana, 'invitations', id)).toMatchObject({
        status: 'declined',
        receiver_user_id: by === 'email' ? null : ben.id,
      });
      expect(await areFriends(ana, ben)).toBe(false);
      await circle.invite(ana, { email: ben.email });
    },
  );

  test('[IN7] only the receiver answers, [IN8] only once', async ({ circle, people: { ana, ben } }) => {
    const id = await circle.invite(ana, { email: ben.email });
    expect((await circle.respond(ana, id, 'accepted')).code).toBe('INVITATION_NOT_FOUND');
    expect((await circle.respond(await circle.signUp('Carl'), id, 'accepted')).code).toBe('INVITATION_NOT_FOUND');
    const codes = await Promise.all([
      circle.respond(ben, id, 'accepted'),
      circle.respond(ben, id, 'declined'),
      circle.respond(ben, id, 'accepted'),
    ]);
    expect(codes.filter((answer) => answer.code === null)).toHaveLength(1);
    expect(codes.filter((answer) => answer.code === 'INVITATION_ANSWERED')).toHaveLength(2);
  });

  test('[IN9] a circle never grows beyond its seats, however many accept at the same time', async ({ circle, db }) => {
    const host = await circle.signUp('Host');
    const guests = await Promise.all(Array.from({ length: 16 }, (_, nth) => circle.signUp(`Guest${nth}`)));
    const invitations = await Promise.all(guests.map((guest) => circle.invite(guest, { member: host.id })));
    const answers = await Promise.all(invitations.map((id) => circle.respond(host, id, 'accepted')));
    expect(answers.filter((answer) => answer.code === null)).toHaveLength(8);
    expect(answers.filter((answer) => answer.code === 'CIRCLE_FULL')).toHaveLength(8);
    const [count] = await db.sql`select count(*)::int as friends from friends where user_id = ${host.id} or friend_id = ${host.id}`;
    expect(count).toEqual({ friends: 16 });

    const late = await circle.signUp('Late');
    const id = await circle.invite(host, { member: late.id });
    expect((await circle.respond(late, id, 'accepted')).code).toBe('THEIR_CIRCLE_FULL');
    expect(await circle.visibleRow(late, 'invitations', id)).toMatchObject({ status: 'pending' });
  });

  test('sixteen people invited by a member with eight seats: eight get in', async ({ db }) => {
    const generous = openCircle(db.database);
    const host = await generous.signUp('Host');
    const guests = await Promise.all(Array.from({ length: 16 }, (_, nth) => generous.signUp(`Guest${nth}`)));
    const invitations = await Promise.all(guests.map((guest) => generous.invite(host, { email: guest.email })));
    const answers = await Promise.all(guests.map((guest, nth) => generous.respond(guest, invitations[nth] ?? '', 'accepted')));
    expect(answers.filter((answer) => answer.code === null)).toHaveLength(8);
    expect(answers.filter((answer) => answer.code === 'THEIR_CIRCLE_FULL')).toHaveLength(8);
  });

  test('accepting settles the other pending invitations between the two', async ({ circle, people: { ana, ben } }) => {
    const byAddress = await circle.invite(ana, { email: ben.email });
    const byId = await circle.invite(ana, { member: ben.id });
    await circle.respond(ben, byId, 'accepted');
    for (const member of [ana, ben])
      expect(await circle.visibleRow(member, 'invitations', byAddress)).toMatchObject({ status: 'accepted' });
  });
});

describe('cancelling', () => {
  test('[IN10] only the sender cancels, and only while it is pending; the receiver loses it with its notification', async ({
    circle,
    requestsTold: requestNotifications,
    people: { ana, ben },
  }) => {
    const document = circle.invitationDocument(ana, { email: ben.email });
    await circle.done(ana, 'invitations', document);
    expect((await circle.push(ben, 'invitations', { id: document.id, _deleted: true })).code).toBe('INVITATION_NOT_FOUND');
    await circle.done(ana, 'invitations', { id: document.id, _deleted: true });
    for (const member of [ana, ben]) expect(await circle.visibleRow(member, 'invitations', document.id)).toBeUndefined();
    expect(await requestNotifications(ben)).toEqual([]);
    expect((await circle.respond(ben, document.id, 'accepted')).code).toBe('INVITATION_NOT_FOUND');
    expect((await circle.push(ana, 'invitations', { id: document.id, _deleted: true })).code).toBe('INVITATION_NOT_FOUND');
    expect((await circle.push(ana, 'invitations', document)).code).toBe('INVITATION_NOT_FOUND');
    const again = await circle.invite(ana, { email: ben.email });
    await circle.respond(ben, again, 'declined');
    expect((await circle.push(ana, 'invitations', { id: again, _deleted: true })).code).toBe('INVITATION_ANSWERED');
  });

  test('[FR1] only one of the two ends a friendship; it ends for both, with everything that it gave', async ({
    circle,
    areFriends,
    requestsTold: requestNotifications,
    people: { ana, ben },
  }) => {
    const dora = await circle.signUp('Dora');
    await circle.befriend(ana, ben);
    await circle.befriend(ben, dora);
    const post = await circle.post(ana, { audience: 'friends_of_friends' });
    const comment = await circle.comment(dora, post);
    await circle.react(ana, 'comment', comment);
    expect(await circle.notifications(dora)).toEqual(['comment_reaction Ana']);

    expect((await circle.push(dora, 'friends', { id: friendRowId(ana.id, ben.id), _deleted: true })).code).toBe('NOT_ONESELF');
    expect((await circle.push(ana, 'friends', { id: friendRowId(ana.id, dora.id), user_id: ana.id })).code).toBe('UNKNOWN_WRITE');
    expect(await Promise.all([circle.unfriend(ana, ben), circle.unfriend(ben, ana)])).toMatchObject([{ code: null }, { code: null }]);
    expect([await areFriends(ana, ben), await areFriends(ben, ana)]).toEqual([false, false]);
    for (const [collection, id] of [
      ['posts', post],
      ['profiles', ana.id],
      ['contacts', ana.id],
      ['friends', friendRowId(ana.id, ben.id)],
      ['friends', friendRowId(ben.id, ana.id)],
    ] as const) {
      expect(await circle.visibleRow(collection === 'friends' && id.startsWith(ben.id) ? ana : ben, collection, id)).toBeUndefined();
    }
    // A friend of the friend loses what they saw through them, and the notifications about it.
    expect(await circle.visibleRow(dora, 'comments', comment)).toBeUndefined();
    expect(await circle.notifications(dora)).toEqual([]);
    expect([...(await requestNotifications(ana)), ...(await requestNotifications(ben))]).toHaveLength(1);
    await circle.befriend(ben, ana);
    expect(await circle.visibleRow(dora, 'comments', comment)).toBeDefined();
  });

  test('friend rows and invitations of others get the same answer, whether they exist or not', async ({ circle, people: { ana, ben } }) => {
    const carl = await circle.signUp('Carl');
    const id = await circle.invite(ana, { email: ben.email });
    for (const unknown of [id, uuid()]) {
      expect(await circle.respond(carl, unknown, 'accepted')).toMatchObject({ code: 'INVITATION_NOT_FOUND', document: null });
      expect(await circle.push(carl, 'invitations', { id: unknown, _deleted: true })).toMatchObject({
        code: 'INVITATION_NOT_FOUND',
        document: null,
      });
    }
    expect((await circle.push(carl, 'contacts', { id: ana.id, email: 'x@kith.test' })).code).toBe('UNKNOWN_WRITE');
  });
});

test('befriending and unfriending name whose scopes may have changed: both sides and all their friends', async ({
  circle,
  people: { ana, ben },
}) => {
  const dora = await circle.signUp('Dora');
  await circle.befriend(ben, dora);
  const moved: string[][] = [];
  const id = await circle.invite(ana, { member: ben.id });
  const { respond } = await import('./invitations/respond.ts');
  const { unfriend } = await import('./unfriend.ts');
  const watch = (context: Parameters<typeof respond>[0]) => ({
    ...context,
    membersMoved: (members: readonly string[]) => void moved.push([...members].sort()),
  });
  await circle.engine.run({ userId: ben.id }, uuid(), (context) => respond(watch(context), { id, status: 'accepted' }));
  await circle.engine.run({ userId: ana.id }, uuid(), (context) => unfriend(watch(context), { user_id: ana.id, friend_id: ben.id }));
  const all = [ana.id, ben.id, dora.id].sort();
  expect(moved).toEqual([all, all]);
});

test('of several friends who connect two members, the one of the longest friendship is named', async ({ circle }) => {
  const [ana, dora] = [await circle.signUp('Ana'), await circle.signUp('Dora')];
  // In the order of their ids they would come as they signed up.
  const [emil, fay] = [await circle.signUp('Emil'), await circle.signUp('Fay')];
  for (const friend of [fay, emil]) await circle.befriend(ana, friend);
  for (const friend of [emil, fay]) await circle.befriend(friend, dora);
  const network = (await circle.rest(ana, 'GET', '/friends/network')).body.data.items;
  expect(network.find(({ user_id }: { user_id: string }) => user_id === dora.id)).toMatchObject({ through_friend_name: 'Fay' });
  const rows = (await circle.rest(ana, 'POST', '/rpc/get_user_relationship_data', { target_user_id: dora.id })).body.data.items;
  expect(rows.map((row: { through_friend_name: string }) => row.through_friend_name)).toEqual(['Fay', 'Emil']);
});
