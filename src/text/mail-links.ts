import { answerWording } from '../../schemas/wording/answer-wording.ts';

/** Texts for the mail that proves an address, and for the page that its link opens. */
export const mailLinkText = {
  created: answerWording.ACCOUNT_CREATED,
  verificationSent: 'A verification link was sent to',
  wrongAddress: 'Wrong address?',
  signUpPasswordMissing: answerWording.SIGN_UP_PASSWORD_MISSING,
  confirmTitle: 'Confirm your address',
  confirmHelp: 'Is this your address, and did you sign up? Then your place is ready.',
  confirmIs: 'Is',
  confirmYours: 'your address, and did you sign up? Then your place is ready.',
  linkTooOld: 'This link does not work any more.',
  signUpAgain: 'Sign up again',
  askAnew: 'Send a new link',
  confirming: 'Confirming...',
  confirm: 'Confirm my address',
  choosePassword: 'Choose a password',
  keepName: 'Leave it empty to keep the name that you signed up with.',
  checkEmail: 'Check Your Email',
  linkExpired: 'Link Expired',
} as const;
