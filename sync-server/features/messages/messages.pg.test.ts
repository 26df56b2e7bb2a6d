import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { groupMessageSchema, MESSAGE_CONTENT_MAX } from '../../../schemas/messages/group-message.ts';
import { reactionSchema } from '../../../schemas/reactions/reaction.ts';
import { createFeatureWorld, type FeatureWorld, type Member, rowOf } from '../../../tests/support/feature-world.ts';
import { type TestDatabase, testDatabase } from '../../../tests/support/postgres.ts';

let db: TestDatabase;
let world: FeatureWorld;
let ana: Member;
let ben: Member;
let carl: Member;
let stranger: Member;
let group: string;

beforeAll(async () => {
  db = await testDatabase();
  world = createFeatureWorld(db.database);
  [ana, ben, carl, stranger] = await Promise.all(
    ['Ana', 'Ben', 'Carl', 'Stranger'].map((name) => world.signUp(name)) as [
      Promise<Member>,
      Promise<Member>,
      Promise<Member>,
      Promise<Member>,
    ],
  );
  await world.befriend(ana, ben);
  await world.befriend(ana, carl);
  group = await world.group(ana, ben, carl);
});
afterAll(async () => {
  expect(world.logged).toEqual([]);
  await world.close();
  await db.close();
});

const unreadOf = async (member: Member, of = group) =>
  db.sql<{ id: string; related_user_id: string }[]>`
    select id, related_user_id from notifications
    where user_id = ${member.id} and related_group_id = ${of} and notification_type = 'group_message' and not is_read`;

describe('writing', () => {
  test('a message has exactly the fields of the protocol, and members alone hold it', async () => {
    const document = world.messageDocument(ben, group, '  who comes along?  ');
    const answer = await world.done(ben, 'group_messages', { ...document, created_at: '2031-01-01T00:00:00.000Z', edited_at: null });
    expect(groupMessageSchema.parse(rowOf(answer))).toEqual(rowOf(answer));
    expect(answer.document).toMatchObject({ content: 'who comes along?', sender_name: 'Ben', edited_at: null, is_deleted: false });
    expect(String(answer.document?.created_at) < '2031').toBe(true);
    expect(await world.held(carl, 'group_messages', document.id)).toEqual(answer.document);
    expect(await world.held(stranger, 'group_messages', document.id)).toBeUndefined();
    expect(await world.push(ben, 'group_messages', { ...document, write_id: answer.document?.write_id ?? '' })).toEqual(answer);
  });

  test('[GM1] as oneself, [GM2] in a group that one is in', async () => {
    expect((await world.push(ben, 'group_messages', world.messageDocument(carl, group))).code).toBe('NOT_ONESELF');
    for (const unknown of [group, uuid()]) {
      const answer = await world.push(stranger, 'group_messages', world.messageDocument(stranger, unknown));
      expect(answer).toMatchObject({ code: 'GROUP_NOT_FOUND', document: null });
    }
    const long = 'x'.repeat(MESSAGE_CONTENT_MAX + 1);
    for (const content of ['', '   ', long, 'a\0b']) {
      expect((await world.push(ben, 'group_messages', world.messageDocument(ben, group, content))).code).toBe('INVALID');
    }
  });

  test('[GM3] one replies to what stands in the same group, also when it was deleted meanwhile', async () => {
    const first = await world.message(ana, group);
    const reply = await world.message(ben, group, 'I do', first);
    expect(await world.held(carl, 'group_messages', reply)).toMatchObject({ reply_to_id: first });
    await world.done(ana, 'group_messages', { id: first, is_deleted: true });
    await world.message(carl, group, 'me too', first);
    const elsewhere = await world.message(ana, await world.group(ana));
    for (const target of [elsewhere, uuid()]) {
      const document = world.messageDocument(ben, group, 'what?', target);
      expect((await world.push(ben, 'group_messages', document)).code).toBe('MESSAGE_NOT_FOUND');
    }
  });

  test('[GM4] only its sender edits it, upon what they know; [GM5] never a deleted one', async () => {
    const id = await world.message(ben, group);
    const held = await world.held(ben, 'group_messages', id);
    const edit = { ...held, id, write_id: uuid(), content: 'who is coming?' };
    expect((await world.push(ana, 'group_messages', edit, [held?.write_id ?? ''])).code).toBe('NOT_ALLOWED');
    expect((await world.push(stranger, 'group_messages', { ...edit, sender_id: stranger.id })).code).toBe('GROUP_NOT_FOUND');
    expect((await world.push(ben, 'group_messages', { ...edit, write_id: uuid() }, [uuid()])).code).toBe('CONFLICT');
    expect((await world.push(ben, 'group_messages', { ...edit, write_id: uuid(), reply_to_id: id }, [held?.write_id ?? ''])).code).toBe(
      'UNKNOWN_WRITE',
    );
    const edited = await world.done(ben, 'group_messages', { ...edit, write_id: uuid() }, [held?.write_id ?? '']);
    expect(edited.document).toMatchObject({ content: 'who is coming?', edited_at: expect.stringMatching(/Z$/) });
    await world.done(ben, 'group_messages', { id, is_deleted: true });
    const late = { ...edited.document, id, write_id: uuid(), content: 'too late' };
    expect((await world.push(ben, 'group_messages', late, [edited.document?.write_id ?? ''])).code).toBe('MESSAGE_DELETED');
  });

  test('[GM6] only its sender deletes it; the place stays, text and reactions go', async () => {
    const id = await world.message(ben, group, 'a secret');
    const reaction = await world.react(carl, 'message', id);
    expect((await world.push(ana, 'group_messages', { id, is_deleted: true })).code).toBe('NOT_ALLOWED');
    expect((await world.push(stranger, 'group_messages', { id, is_deleted: true })).code).toBe('MESSAGE_NOT_FOUND');
    expect((await world.push(ben, 'group_messages', { id, _deleted: true })).code).toBe('UNKNOWN_WRITE');
    await world.done(ben, 'group_messages', { id, is_deleted: true });
    await world.done(ben, 'group_messages', { id, is_deleted: true });
    expect(await world.held(carl, 'group_messages', id)).toMatchObject({ is_deleted: true, content: '' });
    expect(await world.held(carl, 'reactions', reaction)).toBeUndefined();
  });

  test('who is out of the group cannot touch what they wrote there', async () => {
    const own = await world.group(ana, ben);
    const id = await world.message(ben, own);
    await world.leave(ben, own);
    expect((await world.push(ben, 'group_messages', { id, is_deleted: true })).code).toBe('MESSAGE_NOT_FOUND');
    expect((await world.push(ben, 'group_messages', { ...world.messageDocument(ben, own, 'x'), id })).code).toBe('GROUP_NOT_FOUND');
  });
});

describe('reactions to messages', () => {
  test('have the shape of all reactions, are the same from two devices, and can be taken back', async () => {
    const message = await world.message(ana, group);
    const answer = await world.done(ben, 'reactions', world.reactionDocument(ben, 'message', message));
    expect(reactionSchema.parse(rowOf(answer))).toEqual(rowOf(answer));
    const again = await world.done(ben, 'reactions', world.reactionDocument(ben, 'message', message));
    expect(again.document?.write_id).toBe(answer.document?.write_id);
    expect(await world.held(carl, 'reactions', answer.id)).toMatchObject({ target_type: 'message', user_name: 'Ben' });
    expect(await world.held(stranger, 'reactions', answer.id)).toBeUndefined();
    await world.done(ben, 'reactions', { id: answer.id, _deleted: true });
    expect(await world.held(carl, 'reactions', answer.id)).toBeUndefined();
    const returned = await world.done(ben, 'reactions', world.reactionDocument(ben, 'message', message));
    expect(returned.document?.write_id).not.toBe(answer.document?.write_id);
  });

  test('never to what one cannot see or what was deleted', async () => {
    const message = await world.message(ana, group);
    for (const unknown of [message, uuid()]) {
      const answer = await world.push(stranger, 'reactions', world.reactionDocument(stranger, 'message', unknown));
      expect(answer).toMatchObject({ code: 'TARGET_NOT_FOUND', document: null });
    }
    await world.done(ana, 'group_messages', { id: message, is_deleted: true });
    expect((await world.push(ben, 'reactions', world.reactionDocument(ben, 'message', message))).code).toBe('MESSAGE_DELETED');
  });

  test('a message does not bear the id of a post: the reactions to one would be taken for those to the other', async () => {
    const post = await world.post(ana);
    const own = await world.group(ana, ben, carl);
    const answer = await world.push(ana, 'group_messages', { ...world.messageDocument(ana, own), id: post });
    expect(answer).toMatchObject({ code: 'MESSAGE_NOT_FOUND', document: null });
  });
});

describe('what members are told', () => {
  test('at most one unread of a group, never of what they wrote themselves', async () => {
    const own = await world.group(ana, ben, carl);
    await Promise.all([world.message(ana, own), world.message(ben, own), world.message(ana, own), world.message(carl, own)]);
    for (let nth = 0; nth < 3; nth += 1) await world.message(ben, own);
    expect(await unreadOf(ana, own)).toHaveLength(1);
    const [first] = await unreadOf(carl, own);
    expect(await unreadOf(carl, own)).toHaveLength(1);
    await world.done(carl, 'notifications', { id: first?.id ?? '', is_read: true });
    expect(await unreadOf(carl, own)).toHaveLength(0);
    await world.message(ana, own);
    expect(await unreadOf(carl, own)).toHaveLength(1);

    const alone = await world.group(ana, ben);
    await world.message(ben, alone);
    expect(await unreadOf(ben, alone)).toHaveLength(0);
    const [told] = await unreadOf(ana, alone);
    expect(await world.held(ana, 'notifications', told?.id ?? '')).toMatchObject({ related_group_id: alone, related_user_name: 'Ben' });
  });
});
