/** Who is notified of invitations into groups and of their messages, and what is withdrawn: as `who-is-notified.pg.test.ts`. */
import { expect } from 'vitest';
import { settingKey } from '../../../schemas/profiles/setting-keys.ts';
import type { Member } from '../../../tests/support/circle.ts';
import { test } from '../../../tests/support/fixtures/notices.ts';

test.afterAll(({ seenTypes }) => {
  expect([...seenTypes].sort()).toEqual(['group_invitation', 'group_message']);
});

test('an invitation into a group notifies the invited member; cancelled, declined or blocked, that is withdrawn', async ({
  circle,
  people: { ana, ben, cleo, gus },
  acts: { set },
  notices: { expectNews, news },
}) => {
  const group = await circle.group(ana);
  await news();
  let id = '';
  const invite = async (member: Member) => {
    id = await circle.inviteToGroup(ana, group, member);
  };
  await expectNews(() => invite(ben), ['Ben: group_invitation by Ana']);
  await expectNews(() => circle.push(ana, 'invitations', { id, kind: 'group', _deleted: true }), [], ['Ben: group_invitation by Ana']);
  await expectNews(() => invite(ben), ['Ben: group_invitation by Ana']);
  await expectNews(() => circle.respondToGroup(ben, id, 'declined'), [], ['Ben: group_invitation by Ana']);
  await expectNews(() => invite(cleo), ['Cleo: group_invitation by Ana']);
  await expectNews(() => set(cleo, settingKey.blocked(ana.id), 'on'), [], ['Cleo: group_invitation by Ana']);
  await expectNews(() => invite(gus), ['Gus: group_invitation by Ana']);
  await expectNews(() => circle.respondToGroup(gus, id, 'accepted'), []);
  await expectNews(() => circle.leave(gus, group), [], ['Gus: group_invitation by Ana']);
  await expectNews(() => invite(gus), ['Gus: group_invitation by Ana']);
  await expectNews(() => circle.push(ana, 'groups', { id: group, _deleted: true }), [], ['Gus: group_invitation by Ana']);
});

test('a message notifies the others of the group once until they have read that', async ({
  circle,
  db,
  people: { ana, ben, cleo, gus },
  acts: { readAll },
  notices: { expectNews, news },
}) => {
  const group = await circle.group(ana, ben, cleo, gus);
  await db.sql`delete from notifications`;
  await news();
  let message = '';
  await expectNews(async () => {
    message = await circle.message(ana, group);
  }, ['Ben: group_message by Ana', 'Cleo: group_message by Ana', 'Gus: group_message by Ana']);
  await expectNews(() => circle.message(ana, group), []);
  // Ana has nothing unread yet; Gus and Ben are hidden from each other.
  await expectNews(() => circle.message(gus, group), ['Ana: group_message by Gus']);
  await expectNews(() => readAll(ben), []);
  await expectNews(() => circle.message(gus, group), []);
  await expectNews(() => circle.message(cleo, group), ['Ben: group_message by Cleo']);
  // A reaction to a message notifies nobody. A deleted message keeps its row, and its notifications stay.
  await expectNews(() => circle.react(ben, 'message', message), []);
  await expectNews(
    () =>
      circle.done(ana, 'group_messages', {
        id: message,
        group_id: group,
        sender_id: ana.id,
        content: '',
        reply_to_id: null,
        is_deleted: true,
      }),
    [],
  );
});

test('a group that a member left, was removed from, or that was deleted, notifies no more and withdraws what it sent', async ({
  circle,
  db,
  people: { ana, ben, cleo, gus },
  acts: { readAll },
  notices: { expectNews, news },
}) => {
  const group = await circle.group(ana, ben, cleo, gus);
  await db.sql`delete from notifications`;
  await news();
  await expectNews(
    () => circle.message(ana, group),
    ['Ben: group_message by Ana', 'Cleo: group_message by Ana', 'Gus: group_message by Ana'],
  );
  await expectNews(() => circle.leave(ben, group), [], ['Ben: group_message by Ana']);
  await expectNews(() => circle.removeFromGroup(ana, group, cleo), [], ['Cleo: group_message by Ana']);
  await expectNews(() => readAll(gus), []);
  await expectNews(() => circle.message(ana, group), ['Gus: group_message by Ana']);
  await expectNews(
    () => circle.push(ana, 'groups', { id: group, _deleted: true }),
    [],
    ['Gus: group_message by Ana', 'Gus: group_message by Ana'],
  );
});

test('a muted group notifies no more, and its unread notifications are withdrawn', async ({
  circle,
  db,
  people: { ana, ben, cleo },
  acts: { set },
  notices: { expectNews, news },
}) => {
  const group = await circle.group(ana, ben, cleo);
  const other = await circle.group(ana, ben);
  await db.sql`delete from notifications`;
  await news();
  await expectNews(() => circle.message(ana, other), ['Ben: group_message by Ana']);
  await expectNews(() => circle.message(ana, group), ['Ben: group_message by Ana', 'Cleo: group_message by Ana']);
  await expectNews(() => set(ben, settingKey.groupMuted(group), 'on'), [], ['Ben: group_message by Ana']);
  await expectNews(() => circle.message(ana, group), []);
  await expectNews(() => set(ben, settingKey.groupMuted(group), 'off'), []);
  await expectNews(() => circle.message(ana, group), ['Ben: group_message by Ana']);
});
