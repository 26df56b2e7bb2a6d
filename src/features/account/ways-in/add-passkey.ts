import type { Answer } from '../../../data/session/request.ts';
import { makePasskey, type PasskeyOptions } from '../make-passkey.ts';
import { memberRequest } from '../member-request.ts';
import { whenPresent } from '../presence/presence.ts';

/** Creates a passkey on this device, or on another device that the browser reaches, and adds it to the account. */
export async function addPasskey(name: string): Promise<Answer<unknown>> {
  const options = await whenPresent('passkeys', () => memberRequest<PasskeyOptions>('POST', '/api/auth/passkeys/options', {}));
  if (!options.ok) return options;
  const made = await makePasskey(options.data);
  if (typeof made === 'string') return { ok: false, status: 0, code: 'PASSKEY_NOT_MADE', message: made };
  return memberRequest('POST', '/api/auth/passkeys', { name, response: made });
}
