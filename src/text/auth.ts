import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { providerWording } from '../../schemas/wording/provider-wording.ts';

/** Texts for signing up, signing in and passwords. */
export const authText = {
  expired: answerWording.SESSION_EXPIRED,
  deleted: answerWording.ACCOUNT_DELETED,
  weakPassword: answerWording.WEAK_PASSWORD,
  signUpPasswordMissing: answerWording.SIGN_UP_PASSWORD_MISSING,
  created: answerWording.ACCOUNT_CREATED,
  resetSent: answerWording.RESET_SENT,
  passwordUpdated: answerWording.PASSWORD_UPDATED,
  passwordResetTitle: 'Password Reset Successful',
  passwordUpdatedSignIn: `${answerWording.PASSWORD_UPDATED}. Sign in with the new one.`,
  resetOpened: 'The link is open in another tab. Choose your new password there.',
  invited: 'You have been invited. Sign up with the address that the invitation was sent to.',
  invitationGone: 'This invitation is not open any more. Ask whoever sent it for a new one, or log in if you have answered it.',
  passwordRequired: 'Please enter your password',
  emailRequired: 'Email is required',
  emailInvalid: 'Please enter a valid email',
  userNotFound: answerWording.USER_NOT_FOUND,
  network: 'Network error occurred. Please try again.',
  passwordTooShort: 'Password must be at least 6 characters',
  passwordsDiffer: 'Passwords do not match',
  backToSignIn: 'Back to Sign In',
  provider: providerWording.UNAVAILABLE,
  configuration: providerWording.MISCONFIGURED,
  denied: providerWording.DENIED,
  signIn: 'Sign In',
  sendAgain: 'Send the link again',
  password: 'Password',
  forgot: 'Forgot password?',
  loggingIn: 'Logging in...',
  login: 'Login',
  withPasskey: 'Sign in with a passkey',
  checkEmail: 'Check Your Email',
  verificationSent: 'A verification link was sent to',
  linkExpired: 'Link Expired',
  requestReset: 'Request New Reset Link',
  chooseNewPassword: 'Choose a new password',
  newPassword: 'New password',
  confirmPassword: 'Confirm password',
  savePassword: 'Save new password',
  checkEmailIf: '. If',
  checkEmailThen: 'has an account, the link is on its way.',
  forgotTitle: 'Forgot password',
  forgotHelp: 'Tell us your address and we send you a link to choose a new password.',
  sendReset: 'Send Reset Link',
  email: 'Email',
  emailExample: 'you@example.com',
  keepsSeat: 'keeps a seat for you',
  seatHelp: 'Kith is a small table for close friends. One of the seats is meant for you.',
  passwordHint: 'At least 8 characters with letters and numbers.',
  continueWith: 'Continue with',
  orUseEmail: 'Or use email',
  name: 'Name',
  signingUp: 'Signing up...',
  signUp: 'Sign Up',
  confirmTitle: 'Confirm your address',
  confirmHelp: 'Is this your address, and did you sign up? Then your place is ready.',
  confirming: 'Confirming...',
  confirm: 'Confirm my address',
  choosePassword: 'Choose a password',
  keepName: 'Leave it empty to keep the one of the sign-up.',
  age: 'By continuing you confirm that you are 18 or older.',
  loginOrSignUp: 'Login or sign up',
  signingIn: 'Signing you in...',
  notSignedIn: 'Not signed in yet',
} as const;

/** The error codes in the address after a sign-in through another site. */
const urlErrors = new Map<string, string>([
  ['oauth_error', authText.provider],
  ['oauth_failed', authText.provider],
  ['access_denied', authText.denied],
]);
export const signInUrlError = (code: string | null): string | undefined => (code ? urlErrors.get(code) : undefined);

/** What the identity provider's own errors mean to a visitor who wants to sign in; all others are `oauth_failed`. */
const callbackCodes = new Map<string, string>([
  ['access_denied', authText.denied],
  ['user_cancelled', authText.denied],
  ['oauth_error', authText.provider],
  ['invalid_client', authText.configuration],
  ['unauthorized_client', authText.configuration],
  ['redirect_uri_mismatch', authText.configuration],
  ['invalid_scope', authText.configuration],
]);

/** Why a sign-in through Google failed, from the parameters of its return address. */
export const callbackError = (params: URLSearchParams): string => callbackCodes.get(params.get('error') ?? '') ?? authText.provider;

export const RESET_LINK_ERROR = 'An error occurred with your password reset link.';

/** Why a reset link does not work, from the parameters of its address. Undefined if the address contains no error. */
export function resetLinkError(params: URLSearchParams): string | undefined {
  const [code, error] = [params.get('error_code'), params.get('error')];
  if (!code && !error) return undefined;
  if (code === 'otp_expired' || error === 'otp_expired') return answerWording.RESET_LINK_EXPIRED;
  if (error === 'access_denied') return answerWording.RESET_LINK_INVALID;
  return params.get('error_description') || RESET_LINK_ERROR;
}
