import type { ConnectionPath } from './connection-path.ts';

/** The longest path: a member, the author of a post, a commenter on it, and one friend between each two of them. */
export const CONNECTION_PATH_MAX = 5;

/** A path with more entries than this is shown with a warning. */
const LONG_PATH = 4;
export const isLongPath = (path: ConnectionPath): boolean => path.length > LONG_PATH;
