import type { Answer } from '../../data/request.ts';
import { memberList } from '../account/member-list.ts';
import { memberRequest } from '../account/member-request.ts';

/** Somebody whom the member has blocked. Nothing of them is on this device, so the server is asked. */
export interface BlockedPerson {
  readonly id: string;
  readonly name: string;
  /** when they were blocked */
  readonly created_at: string;
}

/** Whom the member has blocked, the latest first. */
export const readBlocked = (): Promise<Answer<{ readonly items: readonly BlockedPerson[] }>> => memberList('/api/friends/blocked');

/** Blocks somebody; where they are blocked already, it is done. Their rows leave this device by the next pull. */
export const block = (id: string): Promise<Answer<unknown>> => memberRequest('PUT', `/api/profiles/${id}/block`);

/** Ends a block. Ending one that has ended is done. */
export const unblock = (id: string): Promise<Answer<unknown>> => memberRequest('DELETE', `/api/profiles/${id}/block`);
