import * as z from 'zod/mini';
import { uuidSchema } from '../base/ids.ts';
import { CONNECTION_PATH_MAX } from './connection-path-limits.ts';

/**
 * The people from one member to another, each a friend of the one before. `user_id` is null for a person of whom the member may read
 * nothing.
 */
export const connectionPathSchema = z
  .array(z.object({ user_id: z.nullable(uuidSchema), name: z.string() }))
  .check(z.maxLength(CONNECTION_PATH_MAX));
export type ConnectionPath = z.infer<typeof connectionPathSchema>;
export type PathStep = ConnectionPath[number];
