import type { Answer } from '../../data/request.ts';
import { memberList } from './member-list.ts';
import { memberRequest } from './member-request.ts';

/** One of the member's sessions, as the server lists them. The most recently used comes first. */
export interface Device {
  readonly id: string;
  /** the user agent of the sign-in */
  readonly device: string;
  readonly created_at: string;
  readonly last_used_at: string;
  /** the session that makes this request */
  readonly current: boolean;
}

export const readDevices = (): Promise<Answer<{ readonly items: readonly Device[] }>> => memberList('/api/auth/sessions');

/**
 * Ends these sessions one after the other. Returns false as soon as one cannot be ended. A session that had ended already counts as ended.
 */
export async function endDevices(ids: readonly string[]): Promise<boolean> {
  for (const id of ids) {
    const answer = await memberRequest('DELETE', `/api/auth/sessions/${id}`);
    if (!answer.ok && answer.status !== 404) return false;
  }
  return true;
}
