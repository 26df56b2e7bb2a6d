import { providerWording } from '../../schemas/wording/provider-wording.ts';
import { sessionWording } from '../../schemas/wording/session-wording.ts';

/**
 * Texts for signing in, and those that its page and others share. Every visitor waits for these, so what only a part shows that is loaded
 * later is in a file of its own.
 */
export const authText = {
  expired: sessionWording.SESSION_EXPIRED,
  deleted: sessionWording.ACCOUNT_DELETED,
  invited: 'You have been invited. Sign up with the address that the invitation was sent to.',
  invitationGone: 'This invitation is no longer open. Ask the person who sent it for a new one, or log in if you have answered it.',
  network: 'Network error occurred. Please try again.',
  backToSignIn: 'Back to Sign In',
  signIn: 'Sign In',
  sendAgain: 'Send the link again',
  password: 'Password',
  forgot: 'Forgot password?',
  loggingIn: 'Logging in...',
  login: 'Login',
  withPasskey: 'Sign in with a passkey',
  email: 'Email',
  emailExample: 'you@example.com',
  signUp: 'Sign Up',
  haveAccount: 'I have an account',
  noAccount: 'I have no account yet',
  hasAccount: 'This address has an account. Log in to answer the invitation.',
  notProved: 'The link in your mail has expired. Sign up here, and we send you a mail to confirm your address.',
  age: 'By continuing you confirm that you are 18 or older.',
  loginOrSignUp: 'Login or sign up',
  shared: 'Sign in to see what was shared with Kith on this device.',
  notShared: 'Kith could not keep what was shared. Sign in, then share it again.',
} as const;

/** The error codes in the address after a sign-in through another site. */
const urlErrors = new Map<string, string>([
  ['oauth_error', providerWording.UNAVAILABLE],
  ['oauth_failed', providerWording.UNAVAILABLE],
  ['access_denied', providerWording.DENIED],
]);
export const signInUrlError = (code: string | null): string | undefined => (code ? urlErrors.get(code) : undefined);
