import { DISK_FULL_CODE } from '../../../schemas/protocol/sync-codes.ts';
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import { HttpError } from './http-error.ts';

/** The answer to a write while the disk is full. Devices keep the write and retry later. A person reads the reason. */
export const diskFull = (): HttpError =>
  new HttpError(503, { code: DISK_FULL_CODE, message: answerWording.DISK_FULL, retryAfterSeconds: 15 });
