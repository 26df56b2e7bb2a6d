import type { Answer } from '../../data/request.ts';
import { memberList } from './member-list.ts';
import { memberRequest } from './member-request.ts';

/** A session of the member's, as the server lists it: the one used last first. */
export interface Device {
  readonly id: string;
  /** the user agent that signed in */
  readonly device: string;
  readonly created_at: string;
  readonly last_used_at: string;
  /** the one that asks */
  readonly current: boolean;
}

export const readDevices = (): Promise<Answer<{ readonly items: readonly Device[] }>> => memberList('/api/auth/sessions');

/** Ends these sessions, one after the other. False where one could not be; one that had ended already is ended. */
export async function endDevices(ids: readonly string[]): Promise<boolean> {
  for (const id of ids) {
    const answer = await memberRequest('DELETE', `/api/auth/sessions/${id}`);
    if (!answer.ok && answer.status !== 404) return false;
  }
  return true;
}
