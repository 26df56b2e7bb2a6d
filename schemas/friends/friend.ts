import * as z from 'zod/mini';
import { timestampSchema, uuidSchema } from '../base/ids.ts';

/** One direction of a friendship: (A, B) is in A's scope and (B, A) in B's. */
export const friendSchema = z.object({
  /** `joinId(user_id, friend_id)` */
  id: z.string().check(z.maxLength(73)),
  user_id: uuidSchema,
  friend_id: uuidSchema,
  created_at: timestampSchema,
});
export type Friend = z.infer<typeof friendSchema>;

/** A member's e-mail address, for the member and their direct friends. `id` is the member's. */
export const contactSchema = z.object({ id: uuidSchema, email: z.string() });
export type Contact = z.infer<typeof contactSchema>;
