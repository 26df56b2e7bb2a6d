import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { signInWording } from '../../schemas/wording/sign-in-wording.ts';
import { HttpError } from '../http/errors/http-error.ts';

/** The refusals of the account routes, in the product's wording. Each call creates a new error, so that each has its own stack. */
export const accountErrors = {
  wrongCredentials: () => new HttpError(401, { code: 'INVALID_CREDENTIALS', message: answerWording.WRONG_PASSWORD }),
  notVerified: () => new HttpError(403, { code: 'EMAIL_NOT_VERIFIED', message: answerWording.NOT_VERIFIED }),
  sessionExpired: () => new HttpError(401, { code: 'SESSION_EXPIRED', message: answerWording.SESSION_EXPIRED }),
  accountDeleted: () => new HttpError(401, { code: 'ACCOUNT_DELETED', message: answerWording.ACCOUNT_DELETED }),
  signUpClosed: () => new HttpError(403, { code: 'SIGN_UP_CLOSED', message: answerWording.SIGN_UP_CLOSED }),
  invitationNeeded: () => new HttpError(403, { code: 'INVITATION_NEEDED', message: answerWording.INVITATION_NEEDED }),
  invitationNotOpen: () => new HttpError(403, { code: 'INVITATION_NOT_OPEN', message: answerWording.INVITATION_NOT_OPEN }),
  currentPasswordMissing: () => new HttpError(403, { code: 'PRESENT_PASSWORD_MISSING', message: answerWording.PRESENT_PASSWORD_MISSING }),
  currentPasswordWrong: () => new HttpError(403, { code: 'PRESENT_PASSWORD_WRONG', message: answerWording.PRESENT_PASSWORD_WRONG }),
  currentPasswordTooOften: () =>
    new HttpError(401, { code: 'PRESENT_PASSWORD_TOO_OFTEN', message: answerWording.PRESENT_PASSWORD_TOO_OFTEN }),
  codeWrong: (kind: 'code' | 'recovery') =>
    new HttpError(403, { code: 'CODE_WRONG', message: kind === 'code' ? signInWording.CODE_WRONG : signInWording.RECOVERY_CODE_WRONG }),
  codeUsed: () => new HttpError(403, { code: 'CODE_USED', message: signInWording.CODE_USED }),
  codeTooLate: () => new HttpError(403, { code: 'CODE_TOO_LATE', message: signInWording.CODE_TOO_LATE }),
  codeTooOftenHere: () => new HttpError(403, { code: 'CODE_TOO_LATE', message: signInWording.CODE_TOO_OFTEN_HERE }),
  codeTooOften: (seconds: number) =>
    new HttpError(429, { code: 'CODE_TOO_OFTEN', message: signInWording.CODE_TOO_OFTEN, retryAfterSeconds: seconds }),
  passkeyRefused: () => new HttpError(401, { code: 'PASSKEY_REFUSED', message: signInWording.PASSKEY_REFUSED }),
  passkeyNotYours: () => new HttpError(403, { code: 'PASSKEY_REFUSED', message: signInWording.PASSKEY_NOT_YOURS }),
  passkeyTooLate: () => new HttpError(403, { code: 'PASSKEY_TOO_LATE', message: signInWording.PASSKEY_TOO_LATE }),
  passkeyNotAdded: () => new HttpError(422, { code: 'PASSKEY_NOT_ADDED', message: signInWording.PASSKEY_NOT_ADDED }),
  passkeyKnown: () => new HttpError(409, { code: 'PASSKEY_KNOWN', message: signInWording.PASSKEY_KNOWN }),
  passkeysFull: () => new HttpError(409, { code: 'PASSKEYS_FULL', message: signInWording.PASSKEYS_FULL }),
  passkeyLastWayIn: () => new HttpError(409, { code: 'PASSKEY_LAST_WAY_IN', message: signInWording.PASSKEY_LAST_WAY_IN }),
  secondFactorOn: () => new HttpError(409, { code: 'SECOND_FACTOR_ON', message: signInWording.SECOND_FACTOR_ON }),
  secondFactorOff: () => new HttpError(409, { code: 'SECOND_FACTOR_OFF', message: signInWording.SECOND_FACTOR_OFF }),
  addressUnproved: () => new HttpError(403, { code: 'ADDRESS_UNPROVED', message: signInWording.ADDRESS_UNPROVED }),
  addressTaken: () => new HttpError(409, { code: 'ADDRESS_TAKEN', message: answerWording.ADDRESS_TAKEN }),
  addressLink: (state: 'expired' | 'unknown') =>
    state === 'expired'
      ? new HttpError(400, { code: 'LINK_EXPIRED', message: answerWording.ADDRESS_LINK_EXPIRED })
      : new HttpError(400, { code: 'LINK_INVALID', message: answerWording.ADDRESS_LINK_INVALID }),
  weakPassword: () => new HttpError(422, { code: 'WEAK_PASSWORD', message: answerWording.WEAK_PASSWORD }),
  commonPassword: () => new HttpError(422, { code: 'COMMON_PASSWORD', message: answerWording.COMMON_PASSWORD }),
  signUpPasswordMissing: () => new HttpError(403, { code: 'SIGN_UP_PASSWORD_MISSING', message: answerWording.SIGN_UP_PASSWORD_MISSING }),
  signUpNameMissing: () => new HttpError(403, { code: 'SIGN_UP_NAME_MISSING', message: answerWording.SIGN_UP_NAME_MISSING }),
  verificationLink: (state: 'used' | 'expired' | 'unknown') =>
    ({
      used: new HttpError(409, { code: 'LINK_USED', message: 'This link was used already. You can log in.' }),
      expired: new HttpError(400, { code: 'LINK_EXPIRED', message: 'This link has expired. Please request a new one.' }),
      unknown: new HttpError(400, { code: 'LINK_INVALID', message: 'This link is invalid or has expired. Please request a new one.' }),
    })[state],
  resetLink: (state: 'used' | 'expired' | 'unknown') =>
    state === 'expired'
      ? new HttpError(400, { code: 'LINK_EXPIRED', message: answerWording.RESET_LINK_EXPIRED })
      : new HttpError(400, {
          code: 'LINK_INVALID',
          message: answerWording.RESET_LINK_INVALID,
        }),
};

/** For `readJson`: when only the password is invalid, the answer says that it is too weak. Anything else is an ordinary invalid body. */
export const weakPasswordFirst = (paths: readonly string[]): HttpError | undefined =>
  paths.length > 0 && paths.every((path) => path === 'password') ? accountErrors.weakPassword() : undefined;
