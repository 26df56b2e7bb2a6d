import { answerWording } from '../../schemas/wording/answer-wording.ts';

/** Texts for a forgotten or a new password. */
export const passwordText = {
  resetSent: answerWording.RESET_SENT,
  passwordUpdated: answerWording.PASSWORD_UPDATED,
  passwordResetTitle: 'Password Reset Successful',
  passwordUpdatedSignIn: `${answerWording.PASSWORD_UPDATED}. Sign in with the new one.`,
  takenBack: `${answerWording.PASSWORD_UPDATED}. Sign in with the new one. The link of your invitation may have been passed on, so all passkeys were removed too. Please add yours again.`,
  resetOpened: 'The link is open in another tab. Choose your new password there.',
  userNotFound: answerWording.USER_NOT_FOUND,
  passwordTooShort: 'Password must be at least 6 characters',
  passwordsDiffer: 'Passwords do not match',
  requestReset: 'Request New Reset Link',
  chooseNewPassword: 'Choose a new password',
  nameTitle: 'What is your name?',
  newPassword: 'New password',
  confirmPassword: 'Confirm password',
  savePassword: 'Save new password',
  resetIsIn: '. Look for it in the mail of',
  resetNotThere: '. If it does not come, try the address that you signed up with.',
  forgotTitle: 'Forgot password',
  forgotHelp: 'Tell us your address and we send you a link to choose a new password.',
  sendReset: 'Send Reset Link',
  passwordRequired: 'Please enter your password',
} as const;

export const RESET_LINK_ERROR = 'An error occurred with your password reset link.';

/** Why a reset link does not work, from the parameters of its address. Undefined if the address contains no error. */
export function resetLinkError(params: URLSearchParams): string | undefined {
  const [code, error] = [params.get('error_code'), params.get('error')];
  if (!code && !error) return undefined;
  if (code === 'otp_expired' || error === 'otp_expired') return answerWording.RESET_LINK_EXPIRED;
  if (error === 'access_denied') return answerWording.RESET_LINK_INVALID;
  return params.get('error_description') || RESET_LINK_ERROR;
}
