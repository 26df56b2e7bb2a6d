import { answerWording } from '../../schemas/wording/answer-wording.ts';

/** Words that several features say. */
export const commonText = {
  hiddenCharacters: answerWording.HIDDEN_CHARACTERS,
  copied: 'Copied',
  copyFailed: 'The text could not be copied. Please select it instead.',
  unknownUser: answerWording.UNKNOWN_USER,
  didNotWork: 'That did not work. Please try again.',
  nameRequired: 'Please enter a name',
} as const;
