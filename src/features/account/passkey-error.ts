import { WebAuthnError } from '@simplewebauthn/browser';
import { passkeyText } from '../../text/sign-in-ways.ts';

/**
 * The message for a passkey ceremony that failed in the browser. `cancelled` is the text for a ceremony that the user or a timeout ended.
 */
export function passkeyError(error: unknown, cancelled: string): string {
  const code = error instanceof WebAuthnError ? error.code : undefined;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return passkeyText.known;
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID') return passkeyText.wrongPlace;
  if (code?.startsWith('ERROR_AUTHENTICATOR_MISSING') || code === 'ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG')
    return passkeyText.unable;
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return cancelled;
  if (name === 'NotSupportedError') return passkeyText.unable;
  if (name === 'SecurityError') return passkeyText.wrongPlace;
  return passkeyText.broken;
}
