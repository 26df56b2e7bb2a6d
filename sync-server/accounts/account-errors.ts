import { answerWording } from '../../schemas/protocol/answer-wording.ts';
import { HttpError } from '../http/http-error.ts';

/** What account routes refuse, in the words of the product. Each call makes a new error, with a stack of its own. */
export const accountErrors = {
  wrongCredentials: () => new HttpError(401, { code: 'INVALID_CREDENTIALS', message: answerWording.WRONG_PASSWORD }),
  notVerified: () => new HttpError(403, { code: 'EMAIL_NOT_VERIFIED', message: answerWording.NOT_VERIFIED }),
  sessionExpired: () => new HttpError(401, { code: 'SESSION_EXPIRED', message: answerWording.SESSION_EXPIRED }),
  accountDeleted: () => new HttpError(401, { code: 'ACCOUNT_DELETED', message: answerWording.ACCOUNT_DELETED }),
  signUpClosed: () => new HttpError(403, { code: 'SIGN_UP_CLOSED', message: answerWording.SIGN_UP_CLOSED }),
  invitationNeeded: () => new HttpError(403, { code: 'INVITATION_NEEDED', message: answerWording.INVITATION_NEEDED }),
  presentPasswordMissing: () => new HttpError(403, { code: 'PRESENT_PASSWORD_MISSING', message: answerWording.PRESENT_PASSWORD_MISSING }),
  presentPasswordWrong: () => new HttpError(403, { code: 'PRESENT_PASSWORD_WRONG', message: answerWording.PRESENT_PASSWORD_WRONG }),
  addressTaken: () => new HttpError(409, { code: 'ADDRESS_TAKEN', message: answerWording.ADDRESS_TAKEN }),
  addressLink: (state: 'expired' | 'unknown') =>
    state === 'expired'
      ? new HttpError(400, { code: 'LINK_EXPIRED', message: answerWording.ADDRESS_LINK_EXPIRED })
      : new HttpError(400, { code: 'LINK_INVALID', message: answerWording.ADDRESS_LINK_INVALID }),
  weakPassword: () => new HttpError(422, { code: 'WEAK_PASSWORD', message: answerWording.WEAK_PASSWORD }),
  signUpPasswordMissing: () => new HttpError(403, { code: 'SIGN_UP_PASSWORD_MISSING', message: answerWording.SIGN_UP_PASSWORD_MISSING }),
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

/** For `readJson`: a password that is too weak is named as such, anything else is an ordinary invalid body. */
export const weakPasswordFirst = (paths: readonly string[]): HttpError | undefined =>
  paths.length > 0 && paths.every((path) => path === 'password') ? accountErrors.weakPassword() : undefined;
