/** A notification and the setting that forbids it at the same moment: whichever commits first, nothing unread is left. */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { settingId, settingKey } from '../../../schemas/profiles/setting-keys.ts';
import type { PushAnswer } from '../../../schemas/protocol/sync.ts';
import type { Member } from '../../../tests/support/circle.ts';
import { test as circleTest, type OpenCircle } from '../../../tests/support/fixtures/circle.ts';
import { begin, untilWaiting } from '../../../tests/support/lock-waits.ts';
import { setSetting } from './set-setting.ts';

const test = circleTest
  /** Ana and Ben are friends, and both in a group. */
  .extend('people', async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
    await circle.befriend(ana, ben);
    return { ana, ben, group: await circle.group(ana, ben) };
  })
  .extend('unreadOf', ({ db }) => async (member: Member): Promise<string[]> => {
    const rows = await db.sql<{ notification_type: string }[]>`
      select notification_type from notifications where user_id = ${member.id} and not is_read and notification_type in ('post_created', 'group_message')`;
    return rows.map((row) => row.notification_type);
  });

interface Story {
  readonly key: string;
  readonly value: string;
  /** the act that notifies Ben */
  act(): Promise<PushAnswer>;
}

const stories = ['a type that is switched off', 'a group that is muted'] as const;
const storyOf = (
  name: (typeof stories)[number],
  circle: OpenCircle,
  { ana, group }: { readonly ana: Member; readonly group: string },
): Story =>
  name === 'a group that is muted'
    ? {
        key: settingKey.groupMuted(group),
        value: 'on',
        act: () => circle.push(ana, 'group_messages', circle.messageDocument(ana, group)),
      }
    : { key: settingKey.notify('post_created'), value: 'off', act: () => circle.push(ana, 'posts', circle.postDocument(ana)) };

test.for(stories)(
  '%s waits for a notification that is being written, and withdraws it',
  async (name, { circle, db, elsewhere, people, unreadOf }) => {
    const { ben } = people;
    const { key, value, act } = storyOf(name, circle, people);
    const both: Promise<PushAnswer>[] = [];
    await db.sql.begin(async (tx) => {
      // The notification is written, and its transaction waits here to record it.
      await tx`select from scopes where kind = 'self' and owner = ${ben.id} for update`;
      both.push(act());
      await untilWaiting(db.sql);
      both.push(elsewhere.push(ben, 'settings', { id: settingId(ben.id, key), user_id: ben.id, key, value }));
      await untilWaiting(db.sql, 2);
    });
    expect((await Promise.all(both)).map(({ code }) => code)).toEqual([null, null]);
    expect(await unreadOf(ben)).toEqual([]);
  },
);

test.for(stories)(
  '%s and is not committed yet is waited for by the notification',
  async (name, { circle, db, elsewhere, people, unreadOf }) => {
    const { ben } = people;
    const { key, value, act } = storyOf(name, circle, people);
    let acting: { readonly ended: Promise<PushAnswer> } | undefined;
    await elsewhere.engine.run({ userId: ben.id }, uuid(), async (context) => {
      const verdict = await setSetting(context, { user_id: ben.id, key, value });
      acting = await begin(db.sql, act);
      return verdict;
    });
    expect((await acting?.ended)?.code).toBeNull();
    expect(await unreadOf(ben)).toEqual([]);
  },
);
