import * as z from 'zod/mini';
import { joinId, timestampSchema, uuidSchema } from '../base/ids.ts';
import { noHiddenCharacters, storableText, visibleText } from '../base/text.ts';
import { emojiSchema } from '../reactions/reaction.ts';
import { groupRoleSchema } from './group-roles.ts';

export const GROUP_NAME_MAX = 300;
export const GROUP_DESCRIPTION_MAX = 2000;

export const groupNameSchema = z.string().check(visibleText, z.minLength(1), z.maxLength(GROUP_NAME_MAX), storableText, noHiddenCharacters);
export const groupDescriptionSchema = z.nullable(z.string().check(visibleText, z.maxLength(GROUP_DESCRIPTION_MAX), storableText));

export const groupEmojiSchema = z.nullable(emojiSchema);

/** A group as it is sent. Its owner is the member with that role; the founder may have left. */
export const groupSchema = z.object({
  id: uuidSchema,
  name: groupNameSchema,
  description: groupDescriptionSchema,
  /** stands for the group where space is tight; null if nobody has chosen one */
  emoji: groupEmojiSchema,
  founder_id: uuidSchema,
  created_at: timestampSchema,
});
export type Group = z.infer<typeof groupSchema>;

/** A description as it is stored: trimmed by its schema, and null if nothing remains. */
export const storedDescription = (written: string | null): string | null => (written === '' ? null : written);

export const groupMemberSchema = z.object({
  /** `joinId(group_id, user_id)` */
  id: z.string().check(z.maxLength(73)),
  group_id: uuidSchema,
  user_id: uuidSchema,
  user_name: z.string(),
  user_profile_image_url: z.nullable(z.string()),
  role: groupRoleSchema,
  joined_at: timestampSchema,
});
export type GroupMember = z.infer<typeof groupMemberSchema>;
export const groupMemberId = (groupId: string, userId: string): string => joinId(groupId, userId);
