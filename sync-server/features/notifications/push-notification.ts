import * as z from 'zod/mini';
import { uuidSchema } from '../../../schemas/base/ids.ts';
import { allow, refuse, type Verdict } from '../../../schemas/base/refusal.ts';
import { notification } from '../../../schemas/notifications/notification.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { deleteNotification } from './delete-notification.ts';
import { markRead } from './mark-read.ts';

const markedNotificationSchema = z.pick(notification.row, { id: true, is_read: true });

/** What a pushed notification means: mark as read, delete. If it was withdrawn before that, the request is fulfilled already. */
export const pushNotification: CollectionFeature['push'] = async (context, change) => {
  if (change.document._deleted === true) {
    const id = uuidSchema.safeParse(change.document.id);
    return id.success ? allowIfMissing(await deleteNotification(context, { id: id.data })) : refuse('INVALID');
  }
  const marked = markedNotificationSchema.safeParse(change.document);
  if (!marked.success) return refuse('INVALID');
  return marked.data.is_read ? allowIfMissing(await markRead(context, marked.data)) : refuse('UNKNOWN_WRITE');
};

const allowIfMissing = (verdict: Verdict): Verdict => (!verdict.allowed && verdict.code === 'NOT_FOUND' ? allow : verdict);
