import { expect, test } from 'vitest';
import { allow, refuse } from '../base/refusal.ts';
import { checkReact } from '../reactions/reaction-rules.ts';
import { checkDeleteMessage, checkEditMessage, checkSendMessage } from './message-rules.ts';

const ana = { userId: 'ana' };

test('[GM1] [GM2] [GM3] who may write where', () => {
  const facts = { role: 'member', replyFound: true } as const;
  expect(checkSendMessage(ana, { sender_id: 'ana' }, facts)).toEqual(allow);
  expect(checkSendMessage(ana, { sender_id: 'ben' }, facts)).toEqual(refuse('NOT_ONESELF'));
  expect(checkSendMessage(ana, { sender_id: 'ana' }, { role: null, replyFound: false })).toEqual(refuse('GROUP_NOT_FOUND'));
  expect(checkSendMessage(ana, { sender_id: 'ana' }, { ...facts, replyFound: false })).toEqual(refuse('MESSAGE_NOT_FOUND'));
});

test('[GM4] [GM5] [GM6] who may edit and delete what', () => {
  const facts = { visible: true, sender_id: 'ana', is_deleted: false };
  expect([checkEditMessage(ana, facts), checkDeleteMessage(ana, facts)]).toEqual([allow, allow]);
  const deleted = { ...facts, is_deleted: true };
  expect([checkEditMessage(ana, deleted), checkDeleteMessage(ana, deleted)]).toEqual([refuse('MESSAGE_DELETED'), allow]);
  const others = { ...deleted, sender_id: 'ben' };
  for (const check of [checkEditMessage, checkDeleteMessage]) {
    expect(check(ana, others)).toEqual(refuse('NOT_ALLOWED'));
    expect(check(ana, { ...facts, visible: false })).toEqual(refuse('MESSAGE_NOT_FOUND'));
  }
});

test('[RX3] a deleted message takes no reaction, and the refusal says that it was a message', () => {
  const reaction = { id: 'm|ana|👍', target_type: 'message', target_id: 'm', user_id: 'ana', emoji_code: '👍' } as const;
  expect(checkReact(ana, reaction, { targetVisible: true, targetDeleted: true })).toEqual(refuse('MESSAGE_DELETED'));
});
