import type { Passkey, SignInWays } from '../../../schemas/account/sign-in-ways.ts';
import type { Answer } from '../../data/request.ts';
import { memberRequest } from './member-request.ts';

interface Presence {
  readonly current_password?: string;
}
interface Codes {
  readonly recovery_codes: readonly string[];
}

export const readSignInWays = (): Promise<Answer<SignInWays>> => memberRequest('GET', '/api/auth/sign-in-ways');

export const renamePasskey = ({ id }: Passkey, name: string): Promise<Answer<unknown>> =>
  memberRequest('PUT', `/api/auth/passkeys/${id}`, { name });

export const removePasskey = ({ id }: Passkey): Promise<Answer<unknown>> => memberRequest('DELETE', `/api/auth/passkeys/${id}`);

/** A new secret for an authenticator app. It takes effect once a code has confirmed it. */
export const beginSecondFactor = (presence: Presence): Promise<Answer<{ readonly secret: string; readonly uri: string }>> =>
  memberRequest('POST', '/api/auth/second-factor', presence);

export const confirmSecondFactor = (code: string): Promise<Answer<Codes>> =>
  memberRequest('POST', '/api/auth/second-factor/confirm', { code });

export const renewRecoveryCodes = (proof: Presence & { readonly code: string }): Promise<Answer<Codes>> =>
  memberRequest('POST', '/api/auth/second-factor/recovery-codes', proof);

export const turnOffSecondFactor = (proof: Presence & { readonly code: string }): Promise<Answer<unknown>> =>
  memberRequest('POST', '/api/auth/second-factor/off', proof);
