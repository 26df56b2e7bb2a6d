import { answerWording } from '../../schemas/wording/answer-wording.ts';

/** The words of another address for one's account. */
export const changeAddressText = {
  sent: answerWording.ADDRESS_CHANGE_SENT,
  changed: answerWording.ADDRESS_CHANGED,
  unchanged: 'This is the address that you have already.',
  confirm: 'With this it becomes the address of your account, the one that you sign in with. Press only if it was you who asked for it.',
  offline: 'You are offline. Your address can be changed once you are back online.',
} as const;
