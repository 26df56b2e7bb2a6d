import { v7 as uuid } from 'uuid';
import { describe, expect } from 'vitest';
import { groupMessage } from '../../../schemas/messages/group-message.ts';
import { MESSAGE_CONTENT_MAX } from '../../../schemas/messages/message-limits.ts';
import { reaction } from '../../../schemas/reactions/reaction.ts';
import { type Member, rowOf } from '../../../tests/support/circle.ts';
import { test as circleTest } from '../../../tests/support/fixtures/circle.ts';

const test = circleTest
  /** Ben and Carl are friends of Ana. */
  .extend('people', async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
    const [carl, stranger] = [await circle.signUp('Carl'), await circle.signUp('Stranger')];
    await circle.befriend(ana, ben);
    await circle.befriend(ana, carl);
    return { ana, ben, carl, stranger };
  })
  /** Ana's group, with Ben and Carl in it */
  .extend('group', ({ circle, people: { ana, ben, carl } }) => circle.group(ana, ben, carl))
  .extend(
    'unreadOf',
    ({ db }) =>
      async (member: Member, group: string) =>
        db.sql<{ id: string; related_user_id: string }[]>`
          select id, related_user_id from notifications
          where user_id = ${member.id} and related_group_id = ${group} and notification_type = 'group_message' and not is_read`,
  );

describe('writing', () => {
  test('a message has exactly the fields of the protocol, and only members receive it', async ({
    circle,
    group,
    people: { ben, carl, stranger },
  }) => {
    const document = circle.messageDocument(ben, group, '  who comes along?  ');
    const answer = await circle.done(ben, 'group_messages', { ...document, created_at: '2031-01-01T00:00:00.000Z', edited_at: null });
    expect(groupMessage.row.parse(rowOf(answer))).toEqual(rowOf(answer));
    expect(answer.document).toMatchObject({ content: 'who comes along?', sender_name: 'Ben', edited_at: null, is_deleted: false });
    expect(String(answer.document?.created_at) < '2031').toBe(true);
    expect(await circle.visibleRow(carl, 'group_messages', document.id)).toEqual(answer.document);
    expect(await circle.visibleRow(stranger, 'group_messages', document.id)).toBeUndefined();
    expect(await circle.push(ben, 'group_messages', { ...document, write_id: answer.document?.write_id ?? '' })).toEqual(answer);
  });

  test('[GM1] members write as themselves, [GM2] in groups they are in', async ({ circle, group, people: { ben, carl, stranger } }) => {
    expect((await circle.push(ben, 'group_messages', circle.messageDocument(carl, group))).code).toBe('NOT_ONESELF');
    for (const unknown of [group, uuid()]) {
      const answer = await circle.push(stranger, 'group_messages', circle.messageDocument(stranger, unknown));
      expect(answer).toMatchObject({ code: 'GROUP_NOT_FOUND', document: null });
    }
    const long = 'x'.repeat(MESSAGE_CONTENT_MAX + 1);
    for (const content of ['', '   ', long, 'a\0b']) {
      expect((await circle.push(ben, 'group_messages', circle.messageDocument(ben, group, content))).code).toBe('INVALID');
    }
  });

  test('[GM3] members reply to messages of the same group, even if those were deleted before it arrives', async ({
    circle,
    group,
    people: { ana, ben, carl },
  }) => {
    const first = await circle.message(ana, group);
    const reply = await circle.message(ben, group, 'I do', first);
    expect(await circle.visibleRow(carl, 'group_messages', reply)).toMatchObject({ reply_to_id: first });
    await circle.done(ana, 'group_messages', { id: first, is_deleted: true });
    await circle.message(carl, group, 'me too', first);
    const elsewhere = await circle.message(ana, await circle.group(ana));
    for (const target of [elsewhere, uuid()]) {
      const document = circle.messageDocument(ben, group, 'what?', target);
      expect((await circle.push(ben, 'group_messages', document)).code).toBe('MESSAGE_NOT_FOUND');
    }
  });

  test('[GM4] only the sender edits it, based on its present state; [GM5] never a deleted one', async ({
    circle,
    group,
    people: { ana, ben, stranger },
  }) => {
    const id = await circle.message(ben, group);
    const held = await circle.visibleRow(ben, 'group_messages', id);
    const edit = { ...held, id, write_id: uuid(), content: 'who is coming?' };
    expect((await circle.push(ana, 'group_messages', edit, [held?.write_id ?? ''])).code).toBe('NOT_ALLOWED');
    expect((await circle.push(stranger, 'group_messages', { ...edit, sender_id: stranger.id })).code).toBe('GROUP_NOT_FOUND');
    expect((await circle.push(ben, 'group_messages', { ...edit, write_id: uuid() }, [uuid()])).code).toBe('CONFLICT');
    expect((await circle.push(ben, 'group_messages', { ...edit, write_id: uuid(), reply_to_id: id }, [held?.write_id ?? ''])).code).toBe(
      'UNKNOWN_WRITE',
    );
    const edited = await circle.done(ben, 'group_messages', { ...edit, write_id: uuid() }, [held?.write_id ?? '']);
    expect(edited.document).toMatchObject({ content: 'who is coming?', edited_at: expect.stringMatching(/Z$/) });
    await circle.done(ben, 'group_messages', { id, is_deleted: true });
    const late = { ...edited.document, id, write_id: uuid(), content: 'too late' };
    expect((await circle.push(ben, 'group_messages', late, [edited.document?.write_id ?? ''])).code).toBe('MESSAGE_DELETED');
  });

  test('[GM6] only the sender deletes it; the row stays, text and reactions go', async ({
    circle,
    group,
    people: { ana, ben, carl, stranger },
  }) => {
    const id = await circle.message(ben, group, 'a secret');
    const reaction = await circle.react(carl, 'message', id);
    expect((await circle.push(ana, 'group_messages', { id, is_deleted: true })).code).toBe('NOT_ALLOWED');
    expect((await circle.push(stranger, 'group_messages', { id, is_deleted: true })).code).toBe('MESSAGE_NOT_FOUND');
    expect((await circle.push(ben, 'group_messages', { id, _deleted: true })).code).toBe('UNKNOWN_WRITE');
    await circle.done(ben, 'group_messages', { id, is_deleted: true });
    await circle.done(ben, 'group_messages', { id, is_deleted: true });
    expect(await circle.visibleRow(carl, 'group_messages', id)).toMatchObject({ is_deleted: true, content: '' });
    expect(await circle.visibleRow(carl, 'reactions', reaction)).toBeUndefined();
  });

  test('a member who left the group cannot change what they wrote there', async ({ circle, people: { ana, ben } }) => {
    const own = await circle.group(ana, ben);
    const id = await circle.message(ben, own);
    await circle.leave(ben, own);
    expect((await circle.push(ben, 'group_messages', { id, is_deleted: true })).code).toBe('MESSAGE_NOT_FOUND');
    expect((await circle.push(ben, 'group_messages', { ...circle.messageDocument(ben, own, 'x'), id })).code).toBe('GROUP_NOT_FOUND');
  });
});

describe('reactions to messages', () => {
  test('have the shape of all reactions, are the same from two devices, and can be removed', async ({
    circle,
    group,
    people: { ana, ben, carl, stranger },
  }) => {
    const message = await circle.message(ana, group);
    const answer = await circle.done(ben, 'reactions', circle.reactionDocument(ben, 'message', message));
    expect(reaction.row.parse(rowOf(answer))).toEqual(rowOf(answer));
    const again = await circle.done(ben, 'reactions', circle.reactionDocument(ben, 'message', message));
    expect(again.document?.write_id).toBe(answer.document?.write_id);
    expect(await circle.visibleRow(carl, 'reactions', answer.id)).toMatchObject({ target_type: 'message', user_name: 'Ben' });
    expect(await circle.visibleRow(stranger, 'reactions', answer.id)).toBeUndefined();
    await circle.done(ben, 'reactions', { id: answer.id, _deleted: true });
    expect(await circle.visibleRow(carl, 'reactions', answer.id)).toBeUndefined();
    const returned = await circle.done(ben, 'reactions', circle.reactionDocument(ben, 'message', message));
    expect(returned.document?.write_id).not.toBe(answer.document?.write_id);
  });

  test('never to something hidden or deleted', async ({ circle, group, people: { ana, ben, stranger } }) => {
    const message = await circle.message(ana, group);
    for (const unknown of [message, uuid()]) {
      const answer = await circle.push(stranger, 'reactions', circle.reactionDocument(stranger, 'message', unknown));
      expect(answer).toMatchObject({ code: 'TARGET_NOT_FOUND', document: null });
    }
    await circle.done(ana, 'group_messages', { id: message, is_deleted: true });
    expect((await circle.push(ben, 'reactions', circle.reactionDocument(ben, 'message', message))).code).toBe('MESSAGE_DELETED');
  });

  test('a message cannot have the id of a post: the reactions to one would be taken for those to the other', async ({
    circle,
    people: { ana, ben, carl },
  }) => {
    const post = await circle.post(ana);
    const own = await circle.group(ana, ben, carl);
    const answer = await circle.push(ana, 'group_messages', { ...circle.messageDocument(ana, own), id: post });
    expect(answer).toMatchObject({ code: 'MESSAGE_NOT_FOUND', document: null });
  });
});

describe('notifications of messages', () => {
  test('at most one unread for a group, never of their own messages', async ({ circle, unreadOf, people: { ana, ben, carl } }) => {
    const own = await circle.group(ana, ben, carl);
    await Promise.all([circle.message(ana, own), circle.message(ben, own), circle.message(ana, own), circle.message(carl, own)]);
    for (let nth = 0; nth < 3; nth += 1) await circle.message(ben, own);
    expect(await unreadOf(ana, own)).toHaveLength(1);
    const [first] = await unreadOf(carl, own);
    expect(await unreadOf(carl, own)).toHaveLength(1);
    await circle.done(carl, 'notifications', { id: first?.id ?? '', is_read: true });
    expect(await unreadOf(carl, own)).toHaveLength(0);
    await circle.message(ana, own);
    expect(await unreadOf(carl, own)).toHaveLength(1);

    const alone = await circle.group(ana, ben);
    await circle.message(ben, alone);
    expect(await unreadOf(ben, alone)).toHaveLength(0);
    const [notified] = await unreadOf(ana, alone);
    expect(await circle.visibleRow(ana, 'notifications', notified?.id ?? '')).toMatchObject({
      related_group_id: alone,
      related_user_name: 'Ben',
    });
  });
});
