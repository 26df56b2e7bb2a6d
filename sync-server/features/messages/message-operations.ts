/** Describes the routes of `message-routes.ts` for the API document. */
import { MESSAGE_CONTENT_MAX, MESSAGE_PAGE_SIZE, messageContentSchema } from '../../../schemas/messages/group-message.ts';
import { idSuccess, pageOf, pageQuery } from '../../api-document/common.ts';
import { exampleId, exampleTime } from '../../api-document/examples.ts';
import { component, note } from '../../api-document/json-schema.ts';
import { failed, type Operation, refused } from '../../api-document/operation.ts';
import { MESSAGE_PATHS, messageBodySchema, newMessageBodySchema } from './message-routes.ts';
import { messageViewSchema } from './message-views.ts';

component(
  'Message',
  messageViewSchema,
  'A message of a group. A deleted one stays in its place, without its text; what it replied to is shown as that reads now.',
);
note(messageContentSchema, `Trimmed; 1 to ${MESSAGE_CONTENT_MAX} UTF-16 code units.`);

const example = {
  id: exampleId.message,
  group_id: exampleId.group,
  sender_id: exampleId.ana,
  sender_name: 'Ana',
  sender_profile_image_url: null,
  content: 'Who comes along?',
  reply_to_id: null,
  created_at: exampleTime,
  edited_at: null,
  is_deleted: false,
  isOwnMessage: true,
  reply_to_sender_name: null,
  reply_to_content: null,
  reactions: [],
};
const ofMessage = { tag: 'Messages', access: 'member' } as const;
export const messageReaders = 'members of the group. To others it does not exist.';
const sender = 'who sent it. Other members of the group hear 403, others 404.';
const ofGroup = { id: 'The group.' };

/** The end of an operation's id, for the paths below a group. */
export const inGroup = (path: string): string => (path.startsWith('/groups/') ? 'InGroup' : '');
export const messagePath = { id: 'The group that it lies in; in another one it does not exist.', messageId: 'The message.' };

/** The operations on a message, by itself and below its group. */
const onMessage = (path: string): Operation[] => {
  const below = inGroup(path);
  return [
    ...(['PUT', 'PATCH'] as const).map(
      (method): Operation => ({
        ...ofMessage,
        method,
        path,
        id: `${method === 'PUT' ? 'edit' : 'patch'}Message${below}`,
        summary: 'Edit a message',
        callers: sender,
        pathDescriptions: messagePath,
        body: { schema: messageBodySchema, example: { content: 'Who comes along on Sunday?' } },
        repeatable: 'key',
        successes: [{ status: 200, description: 'The message as it is now.', data: messageViewSchema, example }],
        failures: refused('MESSAGE_NOT_FOUND', 'NOT_ALLOWED', 'MESSAGE_DELETED', 'STORAGE_USED_UP'),
      }),
    ),
    {
      ...ofMessage,
      method: 'DELETE',
      path,
      id: `deleteMessage${below}`,
      summary: 'Delete a message',
      details: 'Its place stays, marked as deleted; its text and its reactions go.',
      callers: sender,
      pathDescriptions: messagePath,
      repeatable: 'key',
      successes: [idSuccess(exampleId.message, 'It is deleted.')],
      failures: refused('MESSAGE_NOT_FOUND', 'NOT_ALLOWED'),
    },
  ];
};

export const messageOperations: readonly Operation[] = [
  {
    ...ofMessage,
    method: 'GET',
    path: '/groups/:id/messages',
    id: 'listMessages',
    summary: 'Messages of a group, newest first',
    callers: messageReaders,
    pathDescriptions: ofGroup,
    query: pageQuery(MESSAGE_PAGE_SIZE),
    successes: [
      {
        status: 200,
        description: 'A page.',
        data: pageOf(messageViewSchema),
        example: { items: [example], has_more: false, next_before: null },
      },
    ],
    failures: [failed(400), ...refused('GROUP_NOT_FOUND')],
  },
  {
    ...ofMessage,
    method: 'POST',
    path: '/groups/:id/messages',
    id: 'sendMessage',
    summary: 'Send a message',
    callers: messageReaders,
    pathDescriptions: ofGroup,
    body: { schema: newMessageBodySchema, example: { id: exampleId.message, content: example.content, reply_to_id: null } },
    repeatable: 'id',
    successes: [{ status: 201, description: 'The message.', data: messageViewSchema, example }],
    failures: refused('GROUP_NOT_FOUND', 'MESSAGE_NOT_FOUND', 'NOT_FOUND', 'STORAGE_USED_UP', 'INVALID'),
  },
  ...MESSAGE_PATHS.flatMap(onMessage),
];
