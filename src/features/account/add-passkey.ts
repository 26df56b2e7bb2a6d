import { startRegistration } from '@simplewebauthn/browser';
import type { Answer } from '../../data/request.ts';
import { passkeyText } from '../../text/sign-in-ways.ts';
import { memberRequest } from './member-request.ts';
import { passkeyError } from './passkey-error.ts';

type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Creates a passkey on this device, or on another device that the browser reaches, and adds it to the account. */
export async function addPasskey(name: string, presence: { readonly current_password?: string }): Promise<Answer<unknown>> {
  const options = await memberRequest<Options>('POST', '/api/auth/passkeys/options', presence);
  if (!options.ok) return options;
  try {
    const { id, rawId, type, response } = await startRegistration({ optionsJSON: options.data });
    const { clientDataJSON, attestationObject, transports = [] } = response;
    const made = { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
    return await memberRequest('POST', '/api/auth/passkeys', { name, response: made });
  } catch (error) {
    return { ok: false, status: 0, code: 'PASSKEY_NOT_MADE', message: passkeyError(error, passkeyText.notMade) };
  }
}
