import { HttpError } from '../http/http-error.ts';

/** What account routes refuse, in the words of the product. Each call makes a new error, with a stack of its own. */
export const accountErrors = {
  wrongCredentials: () => new HttpError(401, { code: 'INVALID_CREDENTIALS', message: 'Email or password is incorrect. Please try again.' }),
  notVerified: () =>
    new HttpError(403, { code: 'EMAIL_NOT_VERIFIED', message: 'Please check your email and click the confirmation link.' }),
  sessionExpired: () => new HttpError(401, { code: 'SESSION_EXPIRED', message: 'Your session has expired. Please log in again.' }),
  signUpClosed: () => new HttpError(403, { code: 'SIGN_UP_CLOSED', message: 'Account creation is currently disabled.' }),
  weakPassword: () =>
    new HttpError(422, { code: 'WEAK_PASSWORD', message: 'Password must be at least 8 characters long and contain letters and numbers.' }),
  verificationLink: (state: 'used' | 'expired' | 'unknown') =>
    ({
      used: new HttpError(409, { code: 'LINK_USED', message: 'This link was used already. You can log in.' }),
      expired: new HttpError(400, { code: 'LINK_EXPIRED', message: 'This link has expired. Please request a new one.' }),
      unknown: new HttpError(400, { code: 'LINK_INVALID', message: 'This link is invalid or has expired. Please request a new one.' }),
    })[state],
  resetLink: (state: 'used' | 'expired' | 'unknown') =>
    state === 'expired'
      ? new HttpError(400, { code: 'LINK_EXPIRED', message: 'Your password reset link has expired. Please request a new one.' })
      : new HttpError(400, {
          code: 'LINK_INVALID',
          message: 'The password reset link is invalid or has expired. Please request a new one.',
        }),
};

/** For `readJson`: a password that is too weak is named as such, anything else is an ordinary invalid body. */
export const weakPasswordFirst = (paths: readonly string[]): HttpError | undefined =>
  paths.length > 0 && paths.every((path) => path === 'password') ? accountErrors.weakPassword() : undefined;
