/** What the server says about passkeys and codes. The page shows it as it arrives, so these words are not part of the page. */
export const signInWording = {
  CODE_NEEDED: 'Please enter the code of your authenticator app as well.',
  CODE_WRONG: 'This code is not right. Please enter the one that your app shows now.',
  RECOVERY_CODE_WRONG: 'This recovery code is not right, or you have used it already.',
  CODE_USED: 'You have used this code already. Please wait for the next one.',
  CODE_TOO_LATE: 'This took too long. Please log in again.',
  CODE_TOO_OFTEN: 'Too many wrong codes. Please log in again with a recovery code, or try again in an hour.',
  CODE_TOO_OFTEN_HERE: 'Too many wrong codes. Please log in again.',
  PASSKEY_REFUSED: 'This passkey does not open an account here. Please log in another way.',
  PASSKEY_NOT_YOURS: 'This passkey does not belong to your account. Please try another one.',
  PASSKEY_TOO_LATE: 'This took too long. Please try again.',
  PASSKEY_NOT_ADDED: 'This passkey could not be added. Please try again.',
  PASSKEY_KNOWN: 'You have added this passkey already.',
  PASSKEYS_FULL: 'You have as many passkeys as Kith allows. Please remove one first.',
  PASSKEY_LAST_WAY_IN: 'You have no password, so this passkey is your only way in. Please set a password or add another passkey first.',
  ADDRESS_UNPROVED:
    'Please show first that your address is yours. We sent a link to it: choose a new password there, and log in again. Passkeys that you have now are removed by that.',
  SECOND_FACTOR_ON: 'Kith asks for a code already when you sign in.',
  SECOND_FACTOR_OFF: 'Kith does not ask for a code when you sign in.',
} as const;
