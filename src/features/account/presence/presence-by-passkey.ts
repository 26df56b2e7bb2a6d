import { startAuthentication } from '@simplewebauthn/browser';
import type { Answer } from '../../../data/session/request.ts';
import { passkeyText } from '../../../text/sign-in-ways.ts';
import { memberRequest } from '../member-request.ts';
import { passkeyError } from '../passkey-error.ts';
import { showPresence } from './presence.ts';

type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Asks this device, or another one that the browser reaches, for one of the member's passkeys. */
export async function showPresenceByPasskey(): Promise<Answer<unknown>> {
  const options = await memberRequest<Options>('POST', '/api/auth/presence/passkey', {});
  if (!options.ok) return options;
  try {
    return await showPresence({ passkey: await startAuthentication({ optionsJSON: options.data }) });
  } catch (error) {
    return { ok: false, status: 0, code: 'PASSKEY_NOT_USED', message: passkeyError(error, passkeyText.cancelled) };
  }
}
