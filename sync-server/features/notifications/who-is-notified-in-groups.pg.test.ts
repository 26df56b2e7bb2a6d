/** Who is notified of invitations into groups and of their messages, and what is withdrawn: as `who-is-notified.pg.test.ts`. */
import { expect } from 'vitest';
import { mutedUntil, muteValue } from '../../../schemas/groups/muted.ts';
import { settingKey } from '../../../schemas/profiles/setting-keys.ts';
import type { Member } from '../../../tests/support/circle.ts';
import { test } from '../../../tests/support/fixtures/notices.ts';
import { until } from '../../../tests/support/until.ts';

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

test('a group that is muted until a time notifies again by itself when the time has come', async ({
  circle,
  db,
  people: { ana, ben },
  acts: { set },
  notices: { expectNews, news },
}) => {
  const group = await circle.group(ana, ben);
  const key = settingKey.groupMuted(group);
  const inAMoment = async (ms: number) =>
    (await db.sql<{ at: string }[]>`select iso_time(accepted_at() + ${ms} * interval '1 millisecond') as at`)[0]?.at ?? '';
  await db.sql`delete from notifications`;
  await news();
  await expectNews(() => circle.message(ana, group), ['Ben: group_message by Ana']);
  // A time that has passed mutes nothing, and withdraws nothing.
  await expectNews(async () => set(ben, key, await inAMoment(-1)), []);
  await expectNews(async () => set(ben, key, await inAMoment(3_600_000)), [], ['Ben: group_message by Ana']);
  await expectNews(() => circle.message(ana, group), []);
  await set(ben, key, await inAMoment(0));
  await until(async () => !(await db.sql`select has_muted(${ben.id}, ${group}) as muted`)[0]?.muted);
  await expectNews(() => circle.message(ana, group), ['Ben: group_message by Ana']);
});

test('a value mutes in the database as it does on a device', async ({ db }) => {
  const times = [-86_400_000, -1000, 60_000, 3_600_000, 86_400_000 * 400].map((ms) => muteValue(Date.now() + ms));
  for (const value of ['on', 'off', '0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', ...times]) {
    const [answer] = await db.sql`select mutes(${value})`;
    expect(answer?.mutes, value).toBe(mutedUntil(value) > Date.now());
  }
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
