import type { Context } from 'hono';
import { uuidSchema } from '../../schemas/base/ids.ts';
import type { RefusalCode } from '../../schemas/base/refusal.ts';
import type { AppEnv } from '../http/app-env.ts';
import { HttpError } from '../http/errors/http-error.ts';
import { refusalAnswers } from '../http/errors/refusal-answers.ts';

/** An id in the path. Text that is no id gets the same answer as an id that names nothing. */
export function pathId(c: Context<AppEnv>, name: string, notFound: RefusalCode): string {
  const id = uuidSchema.safeParse(c.req.param(name)?.toLowerCase());
  if (id.success) return id.data;
  const { status, message } = refusalAnswers[notFound];
  throw new HttpError(status, { code: notFound, ...(message === undefined ? {} : { message }) });
}
