import type { RefusalCode } from '../../../schemas/base/refusal.ts';
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import type { ErrorStatus } from '../../../schemas/wording/status-wording.ts';

interface RefusalAnswer {
  readonly status: ErrorStatus;
  /** if REST words it differently from `refusalWording` */
  readonly message?: string;
}

/** How REST answers each refusal. The compiler demands an answer for every code. */
export const refusalAnswers: Record<RefusalCode, RefusalAnswer> = {
  NOT_FOUND: { status: 404 },
  NOT_ALLOWED: { status: 403 },
  NOT_ONESELF: { status: 403 },
  INVALID: { status: 422 },
  UNKNOWN_WRITE: { status: 422 },
  CONFLICT: { status: 409 },
  POST_NOT_FOUND: { status: 404, message: answerWording.POST_NOT_FOUND },
  COMMENT_NOT_FOUND: { status: 404 },
  TARGET_NOT_FOUND: { status: 404 },
  TARGET_DELETED: { status: 409 },
  AUDIENCE_EMPTY: { status: 422 },
  AUDIENCE_NOT_REACHABLE: { status: 422 },
  OWN_ADDRESS: { status: 400 },
  ALREADY_FRIENDS: { status: 409 },
  ALREADY_INVITED: { status: 409 },
  INVITED_BY_THEM: { status: 409 },
  INVITATION_NOT_FOUND: { status: 404 },
  INVITATION_ANSWERED: { status: 409 },
  SENT_TODAY: { status: 409 },
  CIRCLE_FULL: { status: 409 },
  THEIR_CIRCLE_FULL: { status: 409 },
  TOO_MANY_INVITATIONS: { status: 409 },
  TOO_MANY_FIRST_INVITATIONS: { status: 409 },
  USER_NOT_FOUND: { status: 404 },
  GROUP_NOT_FOUND: { status: 404 },
  ALREADY_IN_GROUP: { status: 409 },
  ALREADY_INVITED_TO_GROUP: { status: 409 },
  TOO_MANY_OPEN_INVITATIONS: { status: 409 },
  TOO_MANY_GROUPS: { status: 409 },
  THEY_OWN_TOO_MANY_GROUPS: { status: 409 },
  MESSAGE_NOT_FOUND: { status: 404 },
  MESSAGE_DELETED: { status: 409 },
  OWNER_CANNOT_LEAVE: { status: 409 },
  TOO_MANY_REPORTS: { status: 409 },
  NOBODY_READS: { status: 409 },
  STORAGE_USED_UP: { status: 409 },
  TOO_MANY_SETTINGS: { status: 409 },
  IMAGE_TOO_LARGE: { status: 413 },
  IMAGE_TOO_MANY_PIXELS: { status: 413 },
  IMAGE_TYPE: { status: 422 },
  IMAGE_DAMAGED: { status: 422 },
  IMAGE_SIZE: { status: 422 },
  IDEMPOTENCY_KEY_REUSED: { status: 422 },
  ID_REUSED: { status: 422 },
  PUSH_ENDPOINT_REFUSED: { status: 422 },
  PUSH_NOT_ON: { status: 409 },
  PUSH_SERVICE_FAILED: { status: 503 },
  SENDING_RESTS: { status: 503 },
};
