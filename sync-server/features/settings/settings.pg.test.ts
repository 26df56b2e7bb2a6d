import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { settingId } from '../../../schemas/profiles/profile.ts';
import { settingKey } from '../../../schemas/profiles/setting-kinds.ts';
import type { Member } from '../../../tests/support/circle.ts';
import { test as circleTest } from '../../../tests/support/fixtures/circle.ts';

const test = circleTest
  /** Ana and Ben are friends. */
  .extend('people', async ({ circle }) => {
    const [ana, ben] = await Promise.all([circle.signUp('Ana'), circle.signUp('Ben')]);
    await circle.befriend(ana, ben);
    return { ana, ben };
  })
  .extend(
    'set',
    ({ circle }) =>
      (member: Member, key: string, value: string) =>
        circle.push(member, 'settings', { id: settingId(member.id, key), user_id: member.id, key, value }),
  )
  /** how many notifications of messages in a group a member has */
  .extend(
    'toldOfGroup',
    ({ db }) =>
      async (member: Member, group: string) =>
        (
          await db.sql`select from notifications where user_id = ${member.id} and related_group_id = ${group} and notification_type = 'group_message'`
        ).count,
  );

test('a read position only moves forward, whichever device writes later', async ({ circle, set, people: { ana, ben } }) => {
  const group = await circle.group(ana, ben);
  const key = settingKey.groupRead(group);
  const further = '2026-05-02T10:00:00.000Z';
  await set(ben, key, '2026-05-02T09:00:00.000Z');
  await set(ben, key, further);
  const late = await set(ben, key, '2026-05-01T23:00:00.000Z');
  expect(late).toMatchObject({ code: null, document: { value: further } });
  expect(await circle.visibleRow(ana, 'settings', settingId(ben.id, key))).toBeUndefined();
});

test('a member who mutes a group is not notified of its messages, until they unmute it', async ({
  circle,
  set,
  toldOfGroup: groupNotifications,
  people: { ana, ben },
}) => {
  const group = await circle.group(ana, ben);
  expect((await set(ben, settingKey.groupMuted(group), 'on')).code).toBeNull();
  await circle.message(ana, group);
  expect(await groupNotifications(ben, group)).toBe(0);
  await set(ben, settingKey.groupMuted(group), 'off');
  await circle.message(ana, group);
  expect(await groupNotifications(ben, group)).toBe(1);
});

test('a type that is switched off notifies nobody', async ({ circle, set, people: { ana, ben } }) => {
  await set(ben, settingKey.notify('post_created'), 'off');
  await circle.post(ana);
  expect(await circle.notifications(ben)).not.toContain('post_created Ana');
  const held = await circle.visibleRow(ben, 'settings', settingId(ben.id, settingKey.notify('post_created')));
  expect((await set(ben, settingKey.notify('post_created'), 'on')).code).toBe('CONFLICT');
  await circle.done(ben, 'settings', { ...held, id: held?.id ?? '', write_id: uuid(), value: 'on' }, [held?.write_id ?? '']);
  await circle.post(ana);
  expect(await circle.notifications(ben)).toContain('post_created Ana');
});

test('two devices make the same choice at the same moment: one receives the choice of the other', async ({ db, set, people: { ana } }) => {
  const key = settingKey.notify('post_created');
  // A row that is inserted and then rolled back: both writers have looked and found nothing when they may go on.
  const between = await db.sql.reserve();
  await between`begin`;
  await between`insert into settings (user_id, key, value, write_id) values (${ana.id}, ${key}, 'on', ${uuid()})`;
  const sets = Promise.all(['off', 'on'].map((value) => set(ana, key, value)));
  await expect.poll(async () => (await db.sql`select from pg_locks where not granted`).count).toBeGreaterThanOrEqual(2);
  await between`rollback`;
  between.release();
  const answers = await sets;
  expect(answers.map(({ code }) => code).sort()).toEqual(['CONFLICT', null]);
  const [row] = await db.sql<{ value: string }[]>`select value from settings where user_id = ${ana.id} and key = ${key}`;
  for (const { document } of answers) expect(document).toMatchObject({ value: row?.value });
});

test('settings for a group are deleted with the membership; from outside there is nothing to set', async ({
  circle,
  db,
  set,
  people: { ana, ben },
}) => {
  const group = await circle.group(ana, ben);
  const key = settingKey.groupMuted(group);
  await set(ben, key, 'on');
  await circle.leave(ben, group);
  expect(await circle.visibleRow(ben, 'settings', settingId(ben.id, key))).toBeUndefined();
  for (const unknown of [group, uuid()]) {
    expect(await set(ben, settingKey.groupMuted(unknown), 'on')).toMatchObject({ code: null, document: null });
  }
  expect(await db.sql`select from settings where user_id = ${ben.id} and key = ${key}`).toHaveLength(0);
});

test('reading on and leaving at the same moment: no setting is left', async ({ circle, db, set, people: { ana, ben } }) => {
  for (let round = 0; round < 6; round += 1) {
    const group = await circle.group(ana, ben);
    const answers = await Promise.all([set(ben, settingKey.groupRead(group), '2026-05-02T10:00:00.000Z'), circle.leave(ben, group)]);
    expect(answers.map((answer) => answer.code)).toEqual([null, null]);
    expect(await db.sql`select from settings where user_id = ${ben.id} and key = ${settingKey.groupRead(group)}`).toHaveLength(0);
  }
});
