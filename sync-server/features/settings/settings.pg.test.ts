import type { Sql } from 'postgres';
import { v7 as uuid } from 'uuid';
import { describe, expect } from 'vitest';
import { settingId, settingKey } from '../../../schemas/profiles/setting-keys.ts';
import { SETTINGS_MAX } from '../../../schemas/profiles/setting-limits.ts';
import type { Member } from '../../../tests/support/circle.ts';
import { test as circleTest } from '../../../tests/support/fixtures/circle.ts';
import { countStored } from '../count-stored.ts';

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

test('a mark of all notifications reads those up to its time, in one step of the log, and never moves back', async ({
  circle,
  db,
  set,
  people: { ana, ben },
}) => {
  for (const content of ['one', 'two', 'three']) await circle.post(ana, { content });
  const read = async () =>
    (await db.sql`select is_read from notifications where user_id = ${ben.id} order by created_at`).map((row) => row.is_read);
  const times = await db.sql<{ at: string }[]>`
    select iso_time(created_at) as at from notifications where user_id = ${ben.id} order by created_at`;
  const at = (nth: number): string => times.at(nth)?.at ?? '';
  const before = await read();
  const write = {
    id: settingId(ben.id, 'notifications_read'),
    user_id: ben.id,
    key: settingKey.notificationsRead,
    write_id: uuid(),
    value: at(-2),
  };
  expect(await circle.push(ben, 'settings', write)).toMatchObject({ code: null, document: { value: at(-2) } });
  const after = [...before.slice(0, -1).fill(true), false];
  expect(await read()).toEqual(after);
  const writes = await db.sql`
    select distinct xmin::text from notifications where user_id = ${ben.id} and write_id = ${write.write_id}
    union select xmin::text from settings where user_id = ${ben.id} and key = ${write.key}`;
  expect(writes).toHaveLength(1);
  // The same write again, and an older mark that comes late.
  expect((await circle.push(ben, 'settings', write)).code).toBeNull();
  expect(await set(ben, write.key, at(0))).toMatchObject({ code: null, document: { value: at(-2) } });
  expect(await read()).toEqual(after);
  expect((await set(ben, write.key, 'now')).code).toBe('INVALID');
  expect((await circle.push(ana, 'settings', { ...write, write_id: uuid() })).code).toBe('NOT_ONESELF');
});

test('a mark of all notifications is accepted from a member with as many settings as there may be', async ({
  db,
  set,
  people: { ben },
}) => {
  await db.sql`
    insert into settings (user_id, key, value, write_id)
    select ${ben.id}, concat('blocked|', gen_random_uuid()), 'off', ${uuid()} from generate_series(1, ${SETTINGS_MAX})`;
  expect((await set(ben, settingKey.theme, 'dark')).code).toBe('TOO_MANY_SETTINGS');
  expect((await set(ben, settingKey.notificationsRead, '2026-05-02T10:00:00.000Z')).code).toBeNull();
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

describe('settings about what does not exist', () => {
  const blocked = (id: string) => settingKey.blocked(id);

  test('a block of nobody is answered like any other, again and again, and keeps no row', async ({
    circle,
    db,
    set,
    people: { ana, ben },
  }) => {
    const nobody = uuid();
    const document = (id: string) => ({
      id: settingId(ana.id, blocked(id)),
      user_id: ana.id,
      key: blocked(id),
      value: 'on',
      write_id: uuid(),
    });
    const [known, unknown] = [document(ben.id), document(nobody)];
    const answers = [await circle.push(ana, 'settings', known), await circle.push(ana, 'settings', unknown)] as const;
    expect(answers[1]).toEqual({ id: unknown.id, code: null, document: { ...unknown, scope: answers[0].document?.scope } });
    expect(Object.keys(answers[1].document ?? {}).sort()).toEqual(Object.keys(answers[0].document ?? {}).sort());
    // The answer was lost, and the device sends it again.
    expect(await circle.push(ana, 'settings', unknown)).toEqual(answers[1]);
    expect(await set(ana, blocked(nobody), 'off')).toMatchObject({ code: null, document: { value: 'off' } });
    const asked = await Promise.all([ben.id, uuid()].map((id) => circle.rest(ana, 'PUT', `/profiles/${id}/block`)));
    expect(asked.map(({ status, body }) => [status, body.data.blocked])).toEqual([
      [200, true],
      [200, true],
    ]);
    const kept = await db.sql`select key from settings where user_id = ${ana.id}`;
    expect(kept.map(({ key }) => key)).toEqual([blocked(ben.id)]);
  });

  test('a member without any row of their own is answered with a scope too', async ({ circle }) => {
    const carl = await circle.signUp('Carl');
    const answer = await circle.push(carl, 'settings', {
      id: settingId(carl.id, blocked(uuid())),
      ...{ user_id: carl.id, key: '', value: 'on' },
    });
    expect(answer.code).toBe('INVALID');
    const key = blocked(uuid());
    const unknown = await circle.push(carl, 'settings', { id: settingId(carl.id, key), user_id: carl.id, key, value: 'on' });
    expect(unknown.document?.scope).toBeGreaterThan(0);
    const theme = await circle.push(carl, 'settings', { id: settingId(carl.id, 'theme'), user_id: carl.id, key: 'theme', value: 'dark' });
    expect(theme.document?.scope).toBe(unknown.document?.scope);
  });
});

describe('many settings', () => {
  /** Gives a member this many settings. */
  const fill = (sql: Sql, { id }: Member, count: number) => sql`
    insert into settings (user_id, key, value, write_id)
    select ${id}, 'group_muted|' || gen_random_uuid(), 'on', gen_random_uuid() from generate_series(1, ${count})`;

  test('[PR3] a member has at most 1,000, however many are set at the same moment; those that exist still change', async ({
    circle,
    db,
    set,
    people: { ana, ben },
  }) => {
    await fill(db.sql, ben, SETTINGS_MAX - 2);
    await set(ben, settingKey.theme, 'dark');
    const groups = await Promise.all(Array.from({ length: 4 }, () => circle.group(ben, ana)));
    const answers = await Promise.all(groups.map((group) => set(ben, settingKey.groupMuted(group), 'on')));
    expect(answers.map(({ code }) => code).sort()).toEqual(['TOO_MANY_SETTINGS', 'TOO_MANY_SETTINGS', 'TOO_MANY_SETTINGS', null]);
    const [held] = await db.sql<{ count: number }[]>`select count(*)::int as count from settings where user_id = ${ben.id}`;
    expect(held?.count).toBe(SETTINGS_MAX);
    expect((await circle.rest(ben, 'PUT', '/profiles/me', { theme: 'light' })).body.data.theme).toBe('light');
    // A block of nobody is answered alike.
    for (const id of [ana.id, uuid()]) {
      expect(await set(ben, settingKey.blocked(id), 'on')).toMatchObject({ code: 'TOO_MANY_SETTINGS', document: null });
      expect(await circle.rest(ben, 'PUT', `/profiles/${id}/block`)).toMatchObject({ status: 409, body: { code: 'TOO_MANY_SETTINGS' } });
    }
  });

  test('they count as storage', async ({ db, people: { ana } }) => {
    const { texts } = await countStored(db.sql, ana.id);
    await fill(db.sql, ana, 100);
    expect((await countStored(db.sql, ana.id)).texts).toBeGreaterThan(texts + 100 * 400);
  });
});
