import * as z from 'zod/mini';
import { displayNameSchema } from '../account/account.ts';
import { joinId, timestampSchema, uuidSchema } from '../base/ids.ts';
import { storableText, visibleText } from '../base/text.ts';

export const BIO_MAX = 2000;
export const LOCATION_MAX = 200;
export const INTEREST_MAX = 60;
export const INTERESTS_MAX = 20;

/** A member as their network sees them; `id` is the member's. `display_name` in REST answers is the same value as `name`. */
export const profileSchema = z.object({
  id: uuidSchema,
  name: displayNameSchema,
  bio: z.string().check(visibleText, z.maxLength(BIO_MAX), storableText),
  location: z.string().check(visibleText, z.maxLength(LOCATION_MAX), storableText),
  interests: z.array(z.string().check(visibleText, z.maxLength(INTEREST_MAX), storableText)).check(z.maxLength(INTERESTS_MAX)),
  profile_image_url: z.nullable(z.string()),
  created_at: timestampSchema,
});
export type Profile = z.infer<typeof profileSchema>;

export const themes = ['light', 'dark', 'system'] as const;
export const themeSchema = z.enum(themes);
export type Theme = z.infer<typeof themeSchema>;

/** One choice of a member, visible to that member alone. */
export const settingSchema = z.object({
  /** `joinId(user_id, key)` */
  id: z.string().check(z.maxLength(140)),
  user_id: uuidSchema,
  key: z.string().check(z.regex(/^[a-z_]{1,40}(\|[a-z]{1,10})?(\|[0-9a-f-]{36})?$/)),
  value: z.string().check(z.maxLength(2000)),
});
export type Setting = z.infer<typeof settingSchema>;
export const settingId = (userId: string, key: string): string => joinId(userId, key);
