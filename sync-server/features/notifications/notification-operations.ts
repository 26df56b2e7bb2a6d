/** Describes the routes of `notification-routes.ts` for the API document. */
import * as z from 'zod/mini';
import { uuidSchema } from '../../../schemas/base/ids.ts';
import { notification } from '../../../schemas/notifications/notification.ts';
import { NOTIFICATION_DAYS, NOTIFICATIONS_MAX } from '../../../schemas/notifications/notification-limits.ts';
import { SNIPPET_LENGTH } from '../../../schemas/notifications/snippet.ts';
import { personSchema } from '../../../schemas/profiles/person.ts';
import { idSuccess, listOf, success } from '../../api-document/common.ts';
import { benAsPerson, exampleId } from '../../api-document/examples.ts';
import { component, note } from '../../api-document/json-schema.ts';
import { describeOperations, refused } from '../../api-document/operation.ts';

const notificationViewSchema = component(
  'Notification',
  z.extend(z.omit(notification.row, { related_user_name: true, related_user_profile_image_url: true }), {
    related_user: z.nullable(personSchema),
    related_post: note(
      z.nullable(z.object({ content: z.string() })),
      `The first ${SNIPPET_LENGTH} characters of the post. Null if you can no longer read it.`,
    ),
  }),
  'Something that happened. The ids name what it is about. Names and texts are current.',
);

const { related_user_name: _name, related_user_profile_image_url: _image, ...stored } = notification.example;
const example = {
  ...stored,
  related_user: benAsPerson,
  related_post: { content: 'The plum cake is in the oven. Who comes over on Sunday?' },
};
const pathDescriptions = { id: 'The id of the notification.' };

export const notificationOperations = describeOperations('Notifications', 'member', {
  'GET /notifications': {
    id: 'listNotifications',
    summary: 'List your notifications',
    success: success(
      `The notifications of the last ${NOTIFICATION_DAYS} days, newest first, at most ${NOTIFICATIONS_MAX}.`,
      z.extend(listOf(NOTIFICATIONS_MAX, notificationViewSchema), { unread_count: z.number().check(z.int(), z.nonnegative()) }),
      { items: [example], unread_count: 1 },
    ),
  },
  'PUT /notifications/read-all': {
    id: 'readAllNotifications',
    summary: 'Mark all notifications as read',
    repeatable: 'key',
    success: success('All your notifications are read.', z.object({ is_read: z.literal(true) }), { is_read: true }),
  },
  'PUT /notifications/:id/read': {
    id: 'readNotification',
    summary: 'Mark a notification as read',
    callers: 'The member who received the notification. Returns 404 otherwise.',
    pathDescriptions,
    repeatable: 'key',
    success: success('The notification is read.', z.object({ id: uuidSchema, is_read: z.literal(true) }), {
      id: exampleId.notification,
      is_read: true,
    }),
    failures: refused('NOT_FOUND'),
  },
  'DELETE /notifications/:id': {
    id: 'deleteNotification',
    summary: 'Delete a notification',
    callers: 'The member who received the notification. Returns 404 otherwise.',
    pathDescriptions,
    repeatable: 'key',
    success: idSuccess(exampleId.notification, 'The notification was deleted.'),
    failures: refused('NOT_FOUND'),
  },
});
