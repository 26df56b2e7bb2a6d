/** Describes the routes of `message-routes.ts` for the API document. */
import { groupMessage } from '../../../schemas/messages/group-message.ts';
import { MESSAGE_PAGE_SIZE } from '../../../schemas/messages/message-limits.ts';
import { created, idSuccess, pageOf, pageQuery, success } from '../../api-document/common.ts';
import { exampleId } from '../../api-document/examples.ts';
import { component } from '../../api-document/json-schema.ts';
import { describeOperations, failed, refused } from '../../api-document/operation.ts';
import { messageBodySchema, newMessageBodySchema } from './message-routes.ts';
import { messageViewSchema } from './message-views.ts';

component(
  'Message',
  messageViewSchema,
  'A message in a group. A deleted message keeps its place and loses its text. `reply_to_content` is the current text of the message that it replies to.',
);

const example = {
  ...groupMessage.example,
  isOwnMessage: true,
  reply_to_sender_name: null,
  reply_to_content: null,
  reactions: [],
};
export const messageReaders = 'Members of the group. Returns 404 otherwise.';
const sender = 'The sender. Returns 403 if you are in the group but did not send the message, 404 otherwise.';
const ofGroup = { id: 'The id of the group.' };

/** A message can be named by itself or below its group. */
export const messagePath = {
  id: 'The id of the group. Returns 404 if the message belongs to another group.',
  messageId: 'The id of the message.',
};

const editing = {
  summary: 'Edit a message',
  callers: sender,
  pathDescriptions: messagePath,
  body: { schema: messageBodySchema, example: { content: 'Who comes along on Sunday?' } },
  repeatable: 'key',
  success: success('The changed message.', messageViewSchema, example),
  failures: refused('MESSAGE_NOT_FOUND', 'NOT_ALLOWED', 'MESSAGE_DELETED', 'STORAGE_USED_UP'),
} as const;
const deletion = {
  summary: 'Delete a message',
  details: 'Deletes the text and the reactions. The message keeps its place, with `is_deleted: true`.',
  callers: sender,
  pathDescriptions: messagePath,
  repeatable: 'key',
  success: idSuccess(exampleId.message, 'The message was deleted.'),
  failures: refused('MESSAGE_NOT_FOUND', 'NOT_ALLOWED'),
} as const;

export const messageOperations = describeOperations('Messages', 'member', {
  'GET /groups/:id/messages': {
    id: 'listMessages',
    summary: 'List messages of a group',
    details: 'Newest first.',
    callers: messageReaders,
    pathDescriptions: ofGroup,
    query: pageQuery(MESSAGE_PAGE_SIZE),
    success: success('A page of messages.', pageOf(messageViewSchema), { items: [example], has_more: false, next_before: null }),
    failures: [failed(400), ...refused('GROUP_NOT_FOUND')],
  },
  'POST /groups/:id/messages': {
    id: 'sendMessage',
    summary: 'Send a message',
    callers: messageReaders,
    pathDescriptions: ofGroup,
    body: { schema: newMessageBodySchema, example: { id: exampleId.message, content: example.content, reply_to_id: null } },
    repeatable: 'id',
    success: created('The message.', messageViewSchema, example),
    failures: refused('GROUP_NOT_FOUND', 'MESSAGE_NOT_FOUND', 'NOT_FOUND', 'STORAGE_USED_UP', 'INVALID'),
  },
  'PUT /messages/:messageId': { id: 'editMessage', ...editing },
  'PATCH /messages/:messageId': { id: 'patchMessage', ...editing },
  'DELETE /messages/:messageId': { id: 'deleteMessage', ...deletion },
  'PUT /groups/:id/messages/:messageId': { id: 'editMessageInGroup', ...editing },
  'PATCH /groups/:id/messages/:messageId': { id: 'patchMessageInGroup', ...editing },
  'DELETE /groups/:id/messages/:messageId': { id: 'deleteMessageInGroup', ...deletion },
});
