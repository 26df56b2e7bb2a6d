import { friendOperations } from '../features/friends/friend-operations.ts';
import { postOperations } from '../features/posts/post-operations.ts';
import type { Operation } from './operation.ts';

/** Every operation of the API that is described, in the order of the document. The channels of realtime get a line of their own here. */
export const allOperations: readonly Operation[] = [...postOperations, ...friendOperations];
