import type { Session, SessionUser } from '../../../../schemas/account/session-answer.ts';
import { type Answer, request } from '../../../data/session/request.ts';
import { beginBy } from '../../../data/session/session.ts';
import type { PasskeyOptions } from '../make-passkey.ts';

/** Both parts of the link in the mail of an invitation, and who came by it. */
export interface Newcomer {
  readonly token: string;
  readonly secret: string;
  readonly name: string;
}

type OnSession = (session: Session) => void;

/** Makes the account with the address that the mail proves, and signs in. `onSession` is called before that. */
export const joinByPassword = (newcomer: Newcomer, password: string, onSession: OnSession): Promise<Answer<SessionUser>> =>
  beginBy('/api/auth/invitations/join', { ...newcomer, password }, onSession);

/** The same with a passkey that this device makes, in place of a password. Its code is loaded by the press. */
export async function joinByPasskey(newcomer: Newcomer, onSession: OnSession): Promise<Answer<SessionUser>> {
  const [{ makePasskey }, options] = await Promise.all([
    import('../make-passkey.ts'),
    request<PasskeyOptions>('POST', '/api/auth/invitations/join/passkey-options', { body: newcomer }),
  ]);
  if (!options.ok) return options;
  const made = await makePasskey(options.data);
  if (typeof made === 'string') return { ok: false, status: 0, code: 'PASSKEY_NOT_MADE', message: made };
  return beginBy('/api/auth/invitations/join', { ...newcomer, passkey: made }, onSession);
}
