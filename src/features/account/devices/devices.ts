import type { Answer } from '../../../data/session/request.ts';
import { memberList } from '../member-list.ts';
import { memberRequest } from '../member-request.ts';
import { type PresenceSheetName, whenPresent } from '../presence/presence.ts';

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

/** Ends this session. If it had ended already, the answer is 404. */
export const endDevice = ({ id }: Device): Promise<Answer<unknown>> =>
  whenPresent('devices', () => memberRequest('DELETE', `/api/auth/sessions/${id}`));

/** Ends all sessions of the member but this one. */
export const endOtherDevices = (from: PresenceSheetName): Promise<Answer<unknown>> =>
  whenPresent(from, () => memberRequest('DELETE', '/api/auth/sessions'));
