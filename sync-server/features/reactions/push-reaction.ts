import * as z from 'zod/mini';
import { uuidSchema } from '../../../schemas/base/ids.ts';
import { refuse } from '../../../schemas/base/refusal.ts';
import { oneEmoji } from '../../../schemas/reactions/one-emoji.ts';
import { emojiSchema, reaction } from '../../../schemas/reactions/reaction.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { addReaction } from './add-reaction.ts';
import { removeReaction } from './remove-reaction.ts';

const idSchema = z.tuple([uuidSchema, uuidSchema, emojiSchema]);

/** What a pushed reaction means: add or remove. */
export const pushReaction: CollectionFeature['push'] = async (context, change) => {
  if (change.document._deleted === true) {
    const parts = idSchema.safeParse(change.document.id.split('|'));
    if (!parts.success) return refuse('INVALID');
    const [target_id, user_id, emoji_code] = parts.data;
    return removeReaction(context, { target_id, user_id, emoji_code });
  }
  const written = reaction.creation.safeParse(change.document);
  if (!written.success || oneEmoji(written.data.emoji_code) !== written.data.emoji_code) return refuse('INVALID');
  return addReaction(context, written.data);
};
