/** Describes the routes of `notification-routes.ts` for the API document. */
import * as z from 'zod/mini';
import { uuidSchema } from '../../../schemas/base/ids.ts';
import { NOTIFICATION_DAYS, NOTIFICATIONS_MAX, notificationSchema } from '../../../schemas/notifications/notification.ts';
import { SNIPPET_LENGTH } from '../../../schemas/notifications/snippet.ts';
import { personSchema } from '../../../schemas/profiles/person.ts';
import { idSuccess, listOf } from '../../api-document/common.ts';
import { benAsPerson, exampleId, exampleTime } from '../../api-document/examples.ts';
import { component, note } from '../../api-document/json-schema.ts';
import { type Operation, refused } from '../../api-document/operation.ts';

const notificationViewSchema = component(
  'Notification',
  z.extend(z.omit(notificationSchema, { related_user_name: true, related_user_profile_image_url: true }), {
    related_user: z.nullable(personSchema),
    related_post: note(
      z.nullable(z.object({ content: z.string() })),
      `The first ${SNIPPET_LENGTH} characters of the post, as far as the reader may read it now.`,
    ),
  }),
  'Something that happened. It names what it is about by ids; texts are those of now.',
);

const example = {
  id: exampleId.notification,
  user_id: exampleId.ana,
  notification_type: 'post_commented',
  is_read: false,
  created_at: exampleTime,
  related_user_id: exampleId.ben,
  related_post_id: exampleId.post,
  related_comment_id: exampleId.comment,
  related_group_id: null,
  related_invitation_id: null,
  emoji_code: null,
  related_user: benAsPerson,
  related_post: { content: 'The plum cake is in the oven. Who comes over on Sunday?' },
};
const ofNotification = { tag: 'Notifications', access: 'member' } as const;
const pathDescriptions = { id: 'The notification.' };

export const notificationOperations: readonly Operation[] = [
  {
    ...ofNotification,
    method: 'GET',
    path: '/notifications',
    id: 'listNotifications',
    summary: 'What happened lately',
    callers: 'any member; each sees their own.',
    successes: [
      {
        status: 200,
        description: `Of the last ${NOTIFICATION_DAYS} days, newest first, at most ${NOTIFICATIONS_MAX}.`,
        data: z.extend(listOf(NOTIFICATIONS_MAX, notificationViewSchema), { unread_count: z.number().check(z.int(), z.nonnegative()) }),
        example: { items: [example], unread_count: 1 },
      },
    ],
  },
  {
    ...ofNotification,
    method: 'PUT',
    path: '/notifications/read-all',
    id: 'readAllNotifications',
    summary: 'Mark all as read',
    callers: 'any member, for themselves.',
    repeatable: 'key',
    successes: [{ status: 200, description: 'All are read.', data: z.object({ is_read: z.literal(true) }), example: { is_read: true } }],
  },
  {
    ...ofNotification,
    method: 'PUT',
    path: '/notifications/:id/read',
    id: 'readNotification',
    summary: 'Mark one as read',
    callers: 'whom it is for.',
    pathDescriptions: pathDescriptions,
    repeatable: 'key',
    successes: [
      {
        status: 200,
        description: 'It is read.',
        data: z.object({ id: uuidSchema, is_read: z.literal(true) }),
        example: { id: exampleId.notification, is_read: true },
      },
    ],
    failures: refused('NOT_FOUND'),
  },
  {
    ...ofNotification,
    method: 'DELETE',
    path: '/notifications/:id',
    id: 'deleteNotification',
    summary: 'Delete one',
    callers: 'whom it is for.',
    pathDescriptions: pathDescriptions,
    repeatable: 'key',
    successes: [idSuccess(exampleId.notification, 'It is gone.')],
    failures: refused('NOT_FOUND'),
  },
];
