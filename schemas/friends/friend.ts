import * as z from 'zod/mini';
import { joinId, timestampSchema, uuidSchema } from '../base/ids.ts';

/** The limit that the product promises. The server enforces its own setting `MAX_DIRECT_FRIENDS`. */
export const MAX_DIRECT_FRIENDS = 8;
/** The most seats for which a server can be configured. */
export const MOST_DIRECT_FRIENDS = 64;
/**
 * The most people within two steps of a member on such a server: a friend in each seat, and other people in all other seats of each friend.
 */
export const NETWORK_MAX = MOST_DIRECT_FRIENDS * MOST_DIRECT_FRIENDS;

/** One direction of a friendship: (A, B) is in A's scope and (B, A) in B's. */
export const friendSchema = z.object({
  /** `joinId(user_id, friend_id)` */
  id: z.string().check(z.maxLength(73)),
  user_id: uuidSchema,
  friend_id: uuidSchema,
  created_at: timestampSchema,
});
export type Friend = z.infer<typeof friendSchema>;

export const friendRowId = (userId: string, friendId: string): string => joinId(userId, friendId);

/** A member's e-mail address, for the member and their direct friends. `id` is the member's. */
export const contactSchema = z.object({ id: uuidSchema, email: z.string() });
export type Contact = z.infer<typeof contactSchema>;
