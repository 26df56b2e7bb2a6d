import * as z from 'zod/mini';
import { uuidSchema } from '../base/ids.ts';

/** A member, the author of a post, whoever commented on it, and one friend between each two of them. */
export const CONNECTION_PATH_MAX = 5;

/** People from a member to somebody, each a friend of the one before; without id where the member holds nothing of them. */
export const connectionPathSchema = z
  .array(z.object({ user_id: z.nullable(uuidSchema), name: z.string() }))
  .check(z.maxLength(CONNECTION_PATH_MAX));
export type ConnectionPath = z.infer<typeof connectionPathSchema>;
export type PathStep = ConnectionPath[number];

/** A path of more entries than this comes with a warning. */
const LONG_PATH = 4;
export const isLongPath = (path: ConnectionPath): boolean => path.length > LONG_PATH;
