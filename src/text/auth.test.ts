import { expect, test } from 'vitest';
import { providerWording } from '../../schemas/wording/provider-wording.ts';
import { signInUrlError } from './auth.ts';
import { resetLinkError } from './passwords.ts';
import { callbackError } from './provider.ts';

test.each([
  ['token=abc', undefined],
  ['error=access_denied&error_code=otp_expired', 'Your password reset link has expired. Please request a new one.'],
  ['error=access_denied', 'The password reset link is invalid or has expired. Please request a new one.'],
  ['error=server_error&error_description=It+broke', 'It broke'],
  ['error=server_error', 'An error occurred with your password reset link.'],
])('a reset link with %s reads %s', (query, words) => {
  expect(resetLinkError(new URLSearchParams(query))).toBe(words);
});

test.each([
  ['', providerWording.UNAVAILABLE],
  ['code=abc&state=xyz', providerWording.UNAVAILABLE],
  ['error=access_denied', providerWording.DENIED],
  ['error=redirect_uri_mismatch', providerWording.MISCONFIGURED],
  ['error=server_error', providerWording.UNAVAILABLE],
  ['error=toString', providerWording.UNAVAILABLE],
])('a return from Google with %j reads %s', (query, words) => {
  expect(callbackError(new URLSearchParams(query))).toBe(words);
});

test('codes of the sign-in address have words, others have none', () => {
  for (const code of ['oauth_error', 'oauth_failed', 'access_denied']) expect(signInUrlError(code)).toBeTruthy();
  expect(signInUrlError('constructor')).toBeUndefined();
  expect(signInUrlError(null)).toBeUndefined();
});
