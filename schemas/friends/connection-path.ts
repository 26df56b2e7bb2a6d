import * as z from 'zod/mini';
import { uuidSchema } from '../base/ids.ts';

/** The longest path: a member, the author of a post, a commenter on it, and one friend between each two of them. */
export const CONNECTION_PATH_MAX = 5;

/**
 * The people from one member to another, each a friend of the one before. `user_id` is null for a person of whom the member may read
 * nothing.
 */
export const connectionPathSchema = z
  .array(z.object({ user_id: z.nullable(uuidSchema), name: z.string() }))
  .check(z.maxLength(CONNECTION_PATH_MAX));
export type ConnectionPath = z.infer<typeof connectionPathSchema>;
export type PathStep = ConnectionPath[number];

/** A path with more entries than this is shown with a warning. */
const LONG_PATH = 4;
export const isLongPath = (path: ConnectionPath): boolean => path.length > LONG_PATH;
