import { providerWording } from '../../schemas/wording/provider-wording.ts';

/** Texts for signing in through another site. */
export const providerText = {
  continueWith: 'Continue with',
  orUseEmail: 'Or use email',
  signingIn: 'Signing you in...',
  notSignedIn: 'Not signed in yet',
} as const;

/** What the identity provider's own errors mean to a visitor who wants to sign in; all others are `oauth_failed`. */
const callbackCodes = new Map<string, string>([
  ['access_denied', providerWording.DENIED],
  ['user_cancelled', providerWording.DENIED],
  ['oauth_error', providerWording.UNAVAILABLE],
  ['invalid_client', providerWording.MISCONFIGURED],
  ['unauthorized_client', providerWording.MISCONFIGURED],
  ['redirect_uri_mismatch', providerWording.MISCONFIGURED],
  ['invalid_scope', providerWording.MISCONFIGURED],
]);

/** Why a sign-in through Google failed, from the parameters of its return address. */
export const callbackError = (params: URLSearchParams): string =>
  callbackCodes.get(params.get('error') ?? '') ?? providerWording.UNAVAILABLE;
