/** Why a member is signed out. A file of its own, since the page to sign in shows it and needs no other answer. */
export const sessionWording = {
  SESSION_EXPIRED: 'Your session has expired. Please log in again.',
  ACCOUNT_DELETED: 'Your account was deleted, with everything in it.',
} as const;
