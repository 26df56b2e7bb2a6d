/** What the receiver of an invitation learns of the inviter's table, and who is notified when a seat becomes free. */
import { v7 as uuid } from 'uuid';
import { describe, expect } from 'vitest';
import type { Member } from '../../../tests/support/circle.ts';
import { test as circleTest, openCircle } from '../../../tests/support/fixtures/circle.ts';
import { deleteMember } from '../account/delete-member.ts';
import { refreshAllSeats } from './seats.ts';

const limits = { maxDirectFriends: 2, invitationsPerDay: 40, firstInvitations: 40 };

interface Invited {
  readonly hanna: Member;
  readonly friends: readonly [Member, Member];
  readonly theo: Member;
  readonly zoe: Member;
  /** the invitation to Theo by his address, the one to Zoe by her id */
  readonly toTheo: string;
  readonly toZoe: string;
}

const test = circleTest
  .extend('limits', { scope: 'file' }, () => limits)
  /** Hanna's table is full, and two more people are invited. */
  .extend('invited', async ({ circle }): Promise<Invited> => {
    const hanna = await circle.signUp('Hanna');
    const friends = [await circle.signUp('Ana'), await circle.signUp('Ben')] as const;
    const theo = await circle.signUp('Theo');
    const zoe = await circle.signUp('Zoe');
    const toTheo = await circle.invite(hanna, { email: theo.email });
    for (const friend of friends) await circle.befriend(hanna, friend);
    const toZoe = await circle.invite(hanna, { member: zoe.id });
    return { hanna, friends, theo, zoe, toTheo, toZoe };
  })
  .extend(
    'noticesOf',
    ({ db }) =>
      (member: Member) =>
        db.sql<{ id: string; is_read: boolean; related_user_id: string | null; related_invitation_id: string }[]>`
          select id, is_read, related_user_id, related_invitation_id from notifications
          where user_id = ${member.id} and notification_type = 'friend_request_sent' order by created_at, id`,
  );

const wish = (id: string) => ({ id, kind: 'friend', status: 'pending', waits_for_seat: true });

describe('the seat in an invitation', () => {
  test('is shown to its receiver alone, and follows the table in the same transaction', async ({ circle, invited }) => {
    const { hanna, friends, theo, zoe, toTheo, toZoe } = invited;
    expect(await circle.visibleRow(theo, 'invitations', toTheo)).toMatchObject({ seat: 'taken', waits_for_seat: false });
    expect(await circle.visibleRow(zoe, 'invitations', toZoe)).toMatchObject({ seat: 'taken' });
    for (const id of [toTheo, toZoe]) expect(await circle.visibleRow(hanna, 'invitations', id)).toMatchObject({ seat: null });
    await circle.unfriend(hanna, friends[0]);
    expect(await circle.visibleRow(theo, 'invitations', toTheo)).toMatchObject({ seat: 'free' });
    expect((await circle.respond(zoe, toZoe, 'accepted')).code).toBeNull();
    expect(await circle.visibleRow(theo, 'invitations', toTheo)).toMatchObject({ seat: 'taken' });
    expect(await circle.visibleRow(zoe, 'invitations', toZoe)).toMatchObject({ seat: null, status: 'accepted' });
  });

  test('moves the receiver and nobody else', async ({ circle, db, invited: { hanna, friends, theo } }) => {
    const headOf = async (member: Member) =>
      (await db.sql<{ head: string }[]>`select head from scopes where kind = 'self' and owner = ${member.id}`)[0]?.head;
    const before = [await headOf(hanna), await headOf(theo)];
    await circle.unfriend(friends[1], hanna);
    expect(await headOf(theo)).not.toBe(before[1]);
    const changed = await db.sql`
      select c.doc_id from changes c join scopes s on s.id = c.scope_id
      where s.kind = 'self' and s.owner = ${hanna.id} and c.seq > ${before[0] ?? 0} and c.collection = 'invitations'
        and c.doc_id in (select id::text from friend_invitations where status = 'pending')`;
    expect(changed).toEqual([]);
  });

  test('is right after an account was deleted, and after the server got more seats or fewer', async ({ circle, db, invited }) => {
    const { friends, theo, toTheo } = invited;
    const seat = async () => (await circle.visibleRow(theo, 'invitations', toTheo))?.seat;
    const larger = openCircle(db.database, { ...limits, maxDirectFriends: 3 });
    await refreshAllSeats(larger.engine);
    expect(await seat()).toBe('free');
    await larger.close();
    await refreshAllSeats(circle.engine);
    expect(await seat()).toBe('taken');
    await circle.engine.run({ userId: friends[0].id }, uuid(), async (context) => {
      await deleteMember(context);
      return { allowed: true };
    });
    expect(await seat()).toBe('free');
  });
});

describe('waiting for a seat', () => {
  test('the inviter is notified once, and the wish stays on the invitation', async ({ circle, invited, noticesOf }) => {
    const { hanna, theo, zoe, toTheo, toZoe } = invited;
    expect((await circle.respond(theo, toTheo, 'accepted')).code).toBe('THEIR_CIRCLE_FULL');
    const written = await circle.done(theo, 'invitations', wish(toTheo));
    expect(written.document).toMatchObject({ waits_for_seat: true, seat: 'taken', status: 'pending' });
    await circle.done(theo, 'invitations', wish(toTheo));
    expect((await circle.rest(zoe, 'POST', `/friends/invitations/${toZoe}/wait`)).status).toBe(200);
    // Hanna typed Theo's address, and does not learn from his wish whose it is.
    expect(await noticesOf(hanna)).toMatchObject([
      { related_user_id: null, related_invitation_id: toTheo },
      { related_user_id: zoe.id, related_invitation_id: toZoe },
    ]);
    expect(await circle.visibleRow(hanna, 'invitations', toTheo)).toMatchObject({
      waits_for_seat: true,
      seat: null,
      receiver_user_id: null,
    });
  });

  test('[IN12] only the receiver waits, while the invitation is pending', async ({ circle, invited }) => {
    const { hanna, theo, zoe, toTheo, friends } = invited;
    for (const other of [hanna, zoe, friends[0]]) {
      expect((await circle.push(other, 'invitations', wish(toTheo))).code).toBe('INVITATION_NOT_FOUND');
      expect((await circle.rest(other, 'POST', `/friends/invitations/${toTheo}/wait`)).status).toBe(404);
    }
    await circle.respond(theo, toTheo, 'declined');
    expect((await circle.push(theo, 'invitations', wish(toTheo))).code).toBe('INVITATION_ANSWERED');
  });

  test('all who wait are notified of a free seat, the first to accept has it, and the others wait on', async ({
    circle,
    invited,
    noticesOf,
  }) => {
    const { hanna, friends, theo, zoe, toTheo, toZoe } = invited;
    const [first] = await noticesOf(theo);
    await circle.done(theo, 'invitations', wish(toTheo));
    await circle.done(zoe, 'invitations', wish(toZoe));
    const mails = circle.mails.length;
    await circle.unfriend(hanna, friends[0]);
    const [second, ...more] = await noticesOf(theo);
    expect(more).toEqual([]);
    expect(second).toMatchObject({ related_user_id: hanna.id, is_read: false });
    expect(second?.id).not.toBe(first?.id);
    expect(circle.mails.slice(mails)).toEqual(
      [
        { to: theo.email, template: 'seat-free', data: { inviterName: 'Hanna' }, about: hanna.id, unlessRead: second?.id },
        { to: zoe.email, template: 'seat-free', data: { inviterName: 'Hanna' }, about: hanna.id, unlessRead: expect.any(String) },
      ].sort((a, b) => (circle.mails[mails]?.to === a.to ? -1 : circle.mails[mails]?.to === b.to ? 1 : 0)),
    );

    const codes = await Promise.all([circle.respond(theo, toTheo, 'accepted'), circle.respond(zoe, toZoe, 'accepted')]);
    expect(codes.map(({ code }) => code).sort()).toEqual(['THEIR_CIRCLE_FULL', null].sort());
    const [loser, id] = codes[0]?.code ? [theo, toTheo] : [zoe, toZoe];
    expect(await circle.visibleRow(loser, 'invitations', id)).toMatchObject({ seat: 'taken', waits_for_seat: true });
    const before = (await noticesOf(loser))[0]?.id;
    await circle.unfriend(friends[1], hanna);
    expect((await noticesOf(loser))[0]?.id).not.toBe(before);
    // Hanna still knows who waits, and no longer who waited.
    expect((await noticesOf(hanna)).map((row) => row.related_invitation_id)).toEqual([id]);
  });

  test('a block frees a seat, and the member who blocks or is blocked is not notified', async ({ circle, invited, noticesOf }) => {
    const { hanna, friends, theo, zoe, toTheo, toZoe } = invited;
    await circle.done(theo, 'invitations', wish(toTheo));
    await circle.done(zoe, 'invitations', wish(toZoe));
    const before = (await noticesOf(theo))[0]?.id;
    await circle.done(zoe, 'settings', { id: `${zoe.id}|blocked|${hanna.id}`, user_id: zoe.id, key: `blocked|${hanna.id}`, value: 'on' });
    await circle.done(hanna, 'settings', {
      id: `${hanna.id}|blocked|${friends[0].id}`,
      user_id: hanna.id,
      key: `blocked|${friends[0].id}`,
      value: 'on',
    });
    expect((await noticesOf(theo))[0]?.id).not.toBe(before);
    expect(await noticesOf(zoe)).toEqual([]);
  });

  test('a wish that arrives after the seat became free is answered at once', async ({ circle, invited, noticesOf }) => {
    const { hanna, friends, theo, toTheo } = invited;
    const before = (await noticesOf(theo))[0]?.id;
    await circle.unfriend(hanna, friends[0]);
    expect((await noticesOf(theo))[0]?.id).toBe(before);
    await circle.done(theo, 'invitations', wish(toTheo));
    expect((await noticesOf(theo))[0]?.id).not.toBe(before);
    expect(await noticesOf(hanna)).toEqual([]);
  });

  test('the mail comes also to a member who has switched such notifications off', async ({ circle, invited, noticesOf }) => {
    const { hanna, friends, theo, toTheo } = invited;
    await circle.done(theo, 'settings', {
      id: `${theo.id}|notify_friend_request_sent`,
      user_id: theo.id,
      key: 'notify_friend_request_sent',
      value: 'off',
    });
    await circle.done(theo, 'invitations', wish(toTheo));
    await circle.unfriend(hanna, friends[0]);
    expect(await noticesOf(theo)).toEqual([]);
    expect(circle.mails.at(-1)).toEqual({ to: theo.email, template: 'seat-free', data: { inviterName: 'Hanna' }, about: hanna.id });
  });
});
