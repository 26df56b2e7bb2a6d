/** An invitation that is sent again: to the same address, once a day, and its sender does not learn whose address it is. */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { test } from '../../../../tests/support/fixtures/circle.ts';

test('[IN13] its sender sends it again once a day, while it is pending', async ({ circle, db }) => {
  const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
  const email = `late-${uuid()}@kith.test`;
  const id = await circle.invite(ana, { email });
  const again = (by = ana) => circle.rest(by, 'POST', `/friends/invitations/${id}/send-again`, {});
  expect(await again()).toMatchObject({ status: 409, body: { code: 'SENT_TODAY' } });
  await db.sql`update friend_invitations set mailed_at = now() - interval '25 hours' where id = ${id}`;
  expect(await again(ben)).toMatchObject({ status: 404, body: { code: 'INVITATION_NOT_FOUND' } });
  const mails = circle.mails.length;
  const answers = await Promise.all([again(), again()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(circle.mails.slice(mails)).toMatchObject([{ to: email, template: 'friend-invitation', data: { inviterName: 'Ana', token: id } }]);
});

test('a member, and a member who blocks the sender, look the same to the sender', async ({ circle, db }) => {
  const [ana, ben, carl] = [await circle.signUp('Ana'), await circle.signUp('Ben'), await circle.signUp('Carl')];
  await circle.done(carl, 'settings', { id: `${carl.id}|blocked|${ana.id}`, user_id: carl.id, key: `blocked|${ana.id}`, value: 'on' });
  const ids = [await circle.invite(ana, { email: ben.email }), await circle.invite(ana, { email: carl.email })];
  await db.sql`update friend_invitations set mailed_at = now() - interval '25 hours' where inviter_id = ${ana.id}`;
  const mails = circle.mails.length;
  for (const id of ids) expect((await circle.rest(ana, 'POST', `/friends/invitations/${id}/send-again`, {})).status).toBe(200);
  expect(circle.mails.slice(mails)).toMatchObject([{ to: ben.email, template: 'friend-request' }]);
  await circle.respond(ben, ids[0] ?? '', 'accepted');
  expect(await circle.rest(ana, 'POST', `/friends/invitations/${ids[0]}/send-again`, {})).toMatchObject({ status: 409 });
});
