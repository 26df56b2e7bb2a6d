// The words of signing up, signing in and passwords.
export const authText = {
  wrongPassword: 'Email or password is incorrect. Please try again.',
  notVerified: 'Please check your email and click the confirmation link.',
  expired: 'Your session has expired. Please log in again.',
  signUpClosed: 'Account creation is currently disabled.',
  weakPassword: 'Password must be at least 8 characters with letters and numbers.',
  created: 'Account created! Please check your email and click the verification link to complete setup.',
  resetSent: 'Password reset email sent successfully',
  passwordUpdated: 'Password updated successfully',
  emailRequired: 'Email is required',
  emailInvalid: 'Please enter a valid email',
  userNotFound: 'User not found',
  network: 'Network error occurred. Please try again.',
  passwordTooShort: 'Password must be at least 6 characters',
  passwordsDiffer: 'Passwords do not match',
  provider: 'Google sign-in is not available at the moment. Please try signing in with email and password, or contact support.',
  configuration: 'Configuration error. Please contact support.',
  denied: 'Sign-in was cancelled. Please try again.',
} as const;

/** Codes that a sign-in through another site brings back in the address. */
const urlErrors = new Map<string, string>([
  ['oauth_error', authText.provider],
  ['oauth_failed', authText.provider],
  ['access_denied', authText.denied],
]);
export const signInUrlError = (code: string | null): string | undefined => (code ? urlErrors.get(code) : undefined);

export const RESET_LINK_ERROR = 'An error occurred with your password reset link.';

/** Why a reset link does not work, from what the address says. Undefined where the address carries no error. */
export function resetLinkError(params: URLSearchParams): string | undefined {
  const [code, error] = [params.get('error_code'), params.get('error')];
  if (!code && !error) return undefined;
  if (code === 'otp_expired' || error === 'otp_expired') return 'Your password reset link has expired. Please request a new one.';
  if (error === 'access_denied') return 'The password reset link is invalid or has expired. Please request a new one.';
  return params.get('error_description') || RESET_LINK_ERROR;
}
