import * as z from 'zod/mini';
import { joinId, timestampSchema, uuidSchema } from '../protocol/ids.ts';

export const GROUP_NAME_MAX = 300;
export const GROUP_DESCRIPTION_MAX = 2000;

export const groupRoles = ['owner', 'admin', 'member'] as const;
export const groupRoleSchema = z.enum(groupRoles);
export type GroupRole = z.infer<typeof groupRoleSchema>;

export const groupSchema = z.object({
  id: uuidSchema,
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(GROUP_NAME_MAX)),
  description: z.nullable(z.string().check(z.trim(), z.maxLength(GROUP_DESCRIPTION_MAX))),
  founder_id: uuidSchema,
  created_at: timestampSchema,
});
export type Group = z.infer<typeof groupSchema>;

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
