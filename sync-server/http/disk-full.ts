import { DISK_FULL_CODE } from '../../schemas/protocol/sync.ts';
import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { HttpError } from './http-error.ts';

/** What is written would not be kept. Devices keep it and come again; a person reads why. */
export const diskFull = (): HttpError =>
  new HttpError(503, { code: DISK_FULL_CODE, message: answerWording.DISK_FULL, retryAfterSeconds: 15 });
