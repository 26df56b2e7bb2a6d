import type { Passkey, SignInWays } from '../../../../schemas/account/sign-in-ways.ts';
import type { Answer } from '../../../data/session/request.ts';
import { memberRequest } from '../member-request.ts';
import { whenPresent } from './presence.ts';

interface Codes {
  readonly recovery_codes: readonly string[];
}

export const readSignInWays = (): Promise<Answer<SignInWays>> => memberRequest('GET', '/api/auth/sign-in-ways');

export const renamePasskey = ({ id }: Passkey, name: string): Promise<Answer<unknown>> =>
  whenPresent('passkeys', () => memberRequest('PUT', `/api/auth/passkeys/${id}`, { name }));

export const removePasskey = ({ id }: Passkey): Promise<Answer<unknown>> =>
  whenPresent('passkeys', () => memberRequest('DELETE', `/api/auth/passkeys/${id}`));

/** A new secret for an authenticator app. It takes effect once a code has confirmed it. */
export const beginSecondFactor = (): Promise<Answer<{ readonly secret: string; readonly uri: string }>> =>
  whenPresent('code', () => memberRequest('POST', '/api/auth/second-factor', {}));

export const confirmSecondFactor = (code: string): Promise<Answer<Codes>> =>
  memberRequest('POST', '/api/auth/second-factor/confirm', { code });

export const renewRecoveryCodes = (code: string): Promise<Answer<Codes>> =>
  whenPresent('code', () => memberRequest('POST', '/api/auth/second-factor/recovery-codes', { code }));

export const turnOffSecondFactor = (code: string): Promise<Answer<unknown>> =>
  whenPresent('code', () => memberRequest('POST', '/api/auth/second-factor/off', { code }));
