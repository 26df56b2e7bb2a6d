import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { refuse } from '../../../schemas/base/refusal.ts';
import { groupMemberId } from '../../../schemas/groups/group-member-id.ts';
import { settingId, settingKey } from '../../../schemas/profiles/setting-keys.ts';
import { test as storeTest } from '../../../tests/support/fixtures/local-store.ts';
import type { TestStore } from '../../../tests/support/local-store.ts';
import { firstUnread, markRead } from './read-position.ts';
import { deleteMessage, editMessage, sendMessage } from './write-message.ts';

const ana = randomUUID();
const ben = randomUUID();
const group = randomUUID();
const joined = '2026-01-01T00:00:00.000Z';
const test = storeTest
  .override('userId', () => ana)
  .override('collections', () => ['groups', 'group_members', 'group_messages', 'profiles', 'settings'])
  /** Ana is a member of the group. */
  .extend('membership', { auto: true }, async ({ store }) => {
    await store.storeRow('groups', {
      id: group,
      name: 'Sunday table',
      description: null,
      emoji: null,
      founder_id: ben,
      created_at: joined,
    });
    await store.storeRow('group_members', {
      id: groupMemberId(group, ana),
      group_id: group,
      user_id: ana,
      user_name: 'Ana',
      user_profile_image_url: null,
      role: 'member',
      joined_at: joined,
    });
  });

async function messageOf(store: TestStore, sender_id: string, created_at = '2026-01-02T00:00:00.000Z', group_id = group): Promise<string> {
  const id = randomUUID();
  await store.storeRow('group_messages', {
    id,
    group_id,
    sender_id,
    sender_name: 'Somebody',
    sender_profile_image_url: null,
    content: 'Soup?',
    photos: [],
    reply_to_id: null,
    created_at,
    edited_at: null,
    is_deleted: false,
  });
  return id;
}
const held = async (store: TestStore, id: string) => (await store.collections.group_messages.findOne(id).exec())?.toJSON();

test('a message is trimmed, is pending, and sorts after accepted messages', async ({ store }) => {
  const accepted = await messageOf(store, ben, '2099-01-01T00:00:00.000Z');
  expect(
    (await sendMessage(store, group, { id: randomUUID(), text: { content: ' Stew \n', photos: [] }, replyTo: accepted })).allowed,
  ).toBe(true);
  const [newest] = await store.collections.group_messages
    .find({ selector: { group_id: group }, sort: [{ group_id: 'asc' }, { newest: 'asc' }] })
    .exec();
  expect(newest?.toJSON()).toMatchObject({ content: 'Stew', reply_to_id: accepted, sender_id: ana, pending: 1, scope: 0 });
});

test('sending one draft twice makes one message, and what was typed since then gets its own', async ({ store }) => {
  const id = randomUUID();
  for (const text of ['Once', 'Once', 'Once more']) {
    expect(await sendMessage(store, group, { id, text: { content: text, photos: [] }, replyTo: null })).toEqual({ allowed: true });
  }
  const rows = await store.collections.group_messages.find().exec();
  expect(rows.map(({ content }) => content).toSorted()).toEqual(['Once', 'Once more']);
});

test('a message is refused if it is blank, too long, to a group of others, or a reply into another group', async ({ store }) => {
  for (const text of [' \n', 'x'.repeat(5001)])
    expect(await sendMessage(store, group, { id: randomUUID(), text: { content: text, photos: [] }, replyTo: null })).toEqual(
      refuse('INVALID'),
    );
  expect(await sendMessage(store, randomUUID(), { id: randomUUID(), text: { content: 'Hello', photos: [] }, replyTo: null })).toEqual(
    refuse('GROUP_NOT_FOUND'),
  );
  const elsewhere = await messageOf(store, ben, undefined, randomUUID());
  expect(await sendMessage(store, group, { id: randomUUID(), text: { content: 'Hello', photos: [] }, replyTo: elsewhere })).toEqual(
    refuse('MESSAGE_NOT_FOUND'),
  );
});

test('a member edits and deletes only their own messages, and never edits a deleted one', async ({ store }) => {
  const [own, other] = [await messageOf(store, ana), await messageOf(store, ben)];
  expect(await editMessage(store, other, { content: 'Stew' })).toEqual(refuse('NOT_ALLOWED'));
  expect(await deleteMessage(store, other)).toEqual(refuse('NOT_ALLOWED'));
  expect((await editMessage(store, own, { content: 'Stew' })).allowed).toBe(true);
  expect(await held(store, own)).toMatchObject({ content: 'Stew', pending: 1 });
  expect((await deleteMessage(store, own)).allowed).toBe(true);
  expect(await held(store, own)).toMatchObject({ content: '', is_deleted: true });
  expect(await editMessage(store, own, { content: 'Again' })).toEqual(refuse('MESSAGE_DELETED'));
});

test('the first unread message is by another member and after the read position, which never moves back', async ({ store }) => {
  const before = await messageOf(store, ben, '2025-12-31T00:00:00.000Z');
  const first = await messageOf(store, ben, '2026-01-02T00:00:00.000Z');
  await messageOf(store, ana, '2026-01-03T00:00:00.000Z');
  const last = await messageOf(store, ben, '2026-01-04T00:00:00.000Z');
  expect(await firstUnread(store, group, joined)).toBe(first);
  await markRead(store, group, '2026-01-02T00:00:00.000Z');
  expect(await firstUnread(store, group, joined)).toBe(last);
  await markRead(store, group, '2026-01-04T00:00:00.000Z');
  await markRead(store, group, '2026-01-02T00:00:00.000Z');
  expect(await firstUnread(store, group, joined)).toBeNull();
  expect(before).not.toBe(first);
});

test('a position that would pass only own messages is not written', async ({ store }) => {
  const position = async () => (await store.collections.settings.findOne(settingId(ana, settingKey.groupRead(group))).exec())?.value;
  const times = [2, 3, 4, 5].map((day) => `2026-01-0${day}T00:00:00.000Z`) as [string, string, string, string];
  for (const [nth, sender] of [ben, ana, ben, ana].entries()) await messageOf(store, sender, times[nth]);
  await markRead(store, group, times[0]);
  await markRead(store, group, times[1]);
  expect(await position()).toBe(times[0]);
  // The newest message that is on the screen may be an own one, below one by another member.
  await markRead(store, group, times[3]);
  expect(await position()).toBe(times[3]);
});

test('of two positions stored at the same time, in either order, the later one counts', async ({ store }) => {
  const [near, far] = ['2026-01-02T00:00:00.000Z', '2026-01-04T00:00:00.000Z'];
  for (const times of [
    [near, far],
    [far, near],
  ]) {
    const elsewhere = randomUUID();
    for (const time of times) await messageOf(store, ben, time, elsewhere);
    await Promise.all(times.map((time) => markRead(store, elsewhere, time)));
    const id = settingId(ana, settingKey.groupRead(elsewhere));
    expect((await store.collections.settings.findOne(id).exec())?.value).toBe(far);
  }
});
