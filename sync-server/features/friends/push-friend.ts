import * as z from 'zod/mini';
import { uuidSchema } from '../../../schemas/base/ids.ts';
import { allow, refuse } from '../../../schemas/base/refusal.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { unfriend } from './unfriend.ts';

const idSchema = z.tuple([uuidSchema, uuidSchema]);

/** What a pushed friend row means: deleting it ends the friendship. Only accepting an invitation makes a friendship. */
export const pushFriend: CollectionFeature['push'] = async (context, change) => {
  if (change.document._deleted !== true) return refuse('UNKNOWN_WRITE');
  const parts = idSchema.safeParse(change.document.id.split('|'));
  if (!parts.success) return refuse('INVALID');
  const [user_id, friend_id] = parts.data;
  const verdict = await unfriend(context, { user_id, friend_id });
  // Both may have ended it at the same time: the request is fulfilled already.
  return !verdict.allowed && verdict.code === 'NOT_FOUND' ? allow : verdict;
};
