import { answerWording } from '../../schemas/wording/answer-wording.ts';

/** Texts of the fields for a name, an address and a new password. */
export const fieldText = {
  name: 'Name',
  passwordHint: 'At least 8 characters with letters and numbers.',
  weakPassword: answerWording.WEAK_PASSWORD,
  emailRequired: 'Email is required',
  emailInvalid: 'Please enter a valid email',
} as const;
