import { startRegistration } from '@simplewebauthn/browser';
import { passkeyText } from '../../text/sign-in-ways.ts';
import { passkeyError } from './passkey-error.ts';

export type PasskeyOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Makes a passkey on this device, or on another device that the browser reaches. Returns the words to show if it was not made. */
export async function makePasskey(options: PasskeyOptions) {
  try {
    const { id, rawId, type, response } = await startRegistration({ optionsJSON: options });
    const { clientDataJSON, attestationObject, transports = [] } = response;
    return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
  } catch (error) {
    return passkeyError(error, passkeyText.notMade);
  }
}
