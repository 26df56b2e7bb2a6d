import * as z from 'zod/mini';
import { displayNameSchema } from '../account/account.ts';
import { entity } from '../base/entity.ts';
import { timestampSchema, uuidSchema } from '../base/ids.ts';
import { storableText, visibleText } from '../base/text-checks.ts';
import { BIO_MAX, INTEREST_MAX, INTERESTS_MAX, LOCATION_MAX } from './profile-limits.ts';
import { themes } from './theme.ts';

/** `id` is the member's. `display_name` in REST answers is the same value as `name`. */
export const profile = entity({
  key: { id: uuidSchema },
  text: {
    name: displayNameSchema,
    bio: z.string().check(visibleText, z.maxLength(BIO_MAX), storableText),
    location: z.string().check(visibleText, z.maxLength(LOCATION_MAX), storableText),
    interests: z.array(z.string().check(visibleText, z.maxLength(INTEREST_MAX), storableText)).check(z.maxLength(INTERESTS_MAX)),
    /** Written like the others: its member names an image, or null. Only the bytes of the image travel on their own. */
    profile_image_url: z.nullable(z.string()),
  },
  facts: { created_at: timestampSchema },
  images: ['profile_image_url'],
  author: 'id',
  example: {
    id: '0190a0b0-0000-7000-8000-0000000000a1',
    name: 'Ana',
    bio: 'Bakes, walks, reads.',
    location: 'Porto',
    interests: ['plum cake', 'hills'],
    profile_image_url: '/api/images/0190a0b0-8000-7000-8000-000000000001',
    created_at: '2026-11-24T08:00:00.000Z',
  },
});
/** A member as their network sees them. */
export type Profile = z.infer<typeof profile.row>;
export type ProfileText = z.infer<typeof profile.text>;

export const themeSchema = z.enum(themes);

/** One choice of a member, visible to that member alone. */
export const settingSchema = z.object({
  /** `joinId(user_id, key)` */
  id: z.string().check(z.maxLength(140)),
  user_id: uuidSchema,
  key: z.string().check(z.regex(/^[a-z_]{1,40}(\|[a-z]{1,10})?(\|[0-9a-f-]{36})?$/)),
  value: z.string().check(z.maxLength(2000)),
});
export type Setting = z.infer<typeof settingSchema>;
