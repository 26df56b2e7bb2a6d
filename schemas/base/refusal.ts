/**
 * Why the server refuses a request. Only a code is sent; the reader chooses the words (`schemas/wording/refusal-wording.ts`). A code
 * without words does not compile.
 *
 * "Hidden" and "missing" share one code everywhere: an answer must never reveal that something exists.
 */
export const refusalCodes = [
  'NOT_FOUND',
  'NOT_ALLOWED',
  'NOT_ONESELF',
  'INVALID',
  'UNKNOWN_WRITE',
  'CONFLICT',
  'POST_NOT_FOUND',
  'COMMENT_NOT_FOUND',
  'TARGET_NOT_FOUND',
  'TARGET_DELETED',
  'AUDIENCE_EMPTY',
  'AUDIENCE_NOT_REACHABLE',
  'OWN_ADDRESS',
  'ALREADY_FRIENDS',
  'ALREADY_INVITED',
  'INVITED_BY_THEM',
  'INVITATION_NOT_FOUND',
  'INVITATION_ANSWERED',
  'SENT_TODAY',
  'CIRCLE_FULL',
  'THEIR_CIRCLE_FULL',
  'TOO_MANY_INVITATIONS',
  'TOO_MANY_FIRST_INVITATIONS',
  'USER_NOT_FOUND',
  'GROUP_NOT_FOUND',
  'ALREADY_IN_GROUP',
  'ALREADY_INVITED_TO_GROUP',
  'TOO_MANY_OPEN_INVITATIONS',
  'TOO_MANY_GROUPS',
  'THEY_OWN_TOO_MANY_GROUPS',
  'MESSAGE_NOT_FOUND',
  'MESSAGE_DELETED',
  'OWNER_CANNOT_LEAVE',
  'TOO_MANY_REPORTS',
  'NOBODY_READS',
  'STORAGE_USED_UP',
  'TOO_MANY_SETTINGS',
  'IMAGE_TOO_LARGE',
  'IMAGE_TOO_MANY_PIXELS',
  'IMAGE_TYPE',
  'IMAGE_DAMAGED',
  'IMAGE_SIZE',
  'IDEMPOTENCY_KEY_REUSED',
  'ID_REUSED',
  'PUSH_ENDPOINT_REFUSED',
  'PUSH_NOT_ON',
  'PUSH_SERVICE_FAILED',
  'SENDING_RESTS',
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

/** The result of a rule: allowed, or refused for one reason. */
export interface Refusal {
  readonly allowed: false;
  readonly code: RefusalCode;
}
export type Verdict = { readonly allowed: true } | Refusal;

export const allow: Verdict = { allowed: true };
export const refuse = (code: RefusalCode): Refusal => ({ allowed: false, code });

/** The member who acts. Always passed on explicitly, never ambient. */
export interface Actor {
  readonly userId: string;
}
