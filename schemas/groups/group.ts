import * as z from 'zod/mini';
import { entity } from '../base/entity.ts';
import { timestampSchema, uuidSchema } from '../base/ids.ts';
import { noHiddenCharacters, storableText, visibleText } from '../base/text-checks.ts';
import { emojiSchema } from '../reactions/reaction.ts';
import { GROUP_DESCRIPTION_MAX, GROUP_NAME_MAX } from './group-limits.ts';
import { groupRoles, invitedRoles } from './group-roles.ts';

export const groupRoleSchema = z.enum(groupRoles);
export const invitedRoleSchema = z.enum(invitedRoles);

const emptyIsNull = z.overwrite<string | null>((text) => (text === '' ? null : text));

/** The owner of a group is the member with that role; the founder may have left. */
export const group = entity({
  key: { id: uuidSchema, founder_id: uuidSchema },
  text: {
    name: z.string().check(visibleText, z.minLength(1), z.maxLength(GROUP_NAME_MAX), storableText, noHiddenCharacters),
    description: z.nullable(z.string().check(visibleText, z.maxLength(GROUP_DESCRIPTION_MAX), storableText)).check(emptyIsNull),
    /** shown in place of the group where space is tight; null if nobody has chosen one */
    emoji: z.nullable(emojiSchema),
  },
  facts: { created_at: timestampSchema },
  example: {
    id: '0190a0b0-3000-7000-8000-000000000001',
    founder_id: '0190a0b0-0000-7000-8000-0000000000a1',
    name: 'Sunday walks',
    description: 'Ten o’clock, at the old bridge.',
    emoji: '🥾',
    created_at: '2026-11-24T08:00:00.000Z',
  },
});
/** A group on the wire and in `groups`. */
export type Group = z.infer<typeof group.row>;
export type NewGroup = z.infer<typeof group.creation>;
export type GroupText = z.infer<typeof group.text>;
/** What the text of a new group begins with. */
export const blankGroup: GroupText = { name: '', description: null, emoji: null };

export const groupMember = entity({
  key: {
    /** `groupMemberId(group_id, user_id)` */
    id: z.string().check(z.maxLength(73)),
    group_id: uuidSchema,
    user_id: uuidSchema,
  },
  /** set by the owner of the group */
  text: { role: groupRoleSchema },
  facts: { joined_at: timestampSchema },
  shown: { user_name: z.string(), user_profile_image_url: z.nullable(z.string()) },
  example: {
    id: '0190a0b0-3000-7000-8000-000000000001|0190a0b0-0000-7000-8000-0000000000b2',
    group_id: '0190a0b0-3000-7000-8000-000000000001',
    user_id: '0190a0b0-0000-7000-8000-0000000000b2',
    user_name: 'Ben',
    user_profile_image_url: null,
    role: 'member',
    joined_at: '2026-11-24T08:00:00.000Z',
  },
});
export type GroupMember = z.infer<typeof groupMember.row>;
