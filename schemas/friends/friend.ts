import * as z from 'zod/mini';
import { joinId, timestampSchema, uuidSchema } from '../base/ids.ts';

/** What the product promises; the server's `MAX_DIRECT_FRIENDS` is what it enforces. */
export const MAX_DIRECT_FRIENDS = 8;
/** The most seats that a server may be set to have. */
export const MOST_DIRECT_FRIENDS = 64;
/** As many people as one can have within two steps on such a server: a friend on each seat, and others on all other seats of each. */
export const NETWORK_MAX = MOST_DIRECT_FRIENDS * MOST_DIRECT_FRIENDS;

/** One direction of a friendship: (A, B) lies in A's scope and (B, A) in B's. */
export const friendSchema = z.object({
  /** `joinId(user_id, friend_id)` */
  id: z.string().check(z.maxLength(73)),
  user_id: uuidSchema,
  friend_id: uuidSchema,
  created_at: timestampSchema,
});
export type Friend = z.infer<typeof friendSchema>;

export const friendRowId = (userId: string, friendId: string): string => joinId(userId, friendId);

/** The e-mail of a member, for the member and their direct friends. `id` is the member's. */
export const contactSchema = z.object({ id: uuidSchema, email: z.string() });
export type Contact = z.infer<typeof contactSchema>;
