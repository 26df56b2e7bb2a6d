/**
 * Every answer of the API has one of two forms: `{success: true, data, message?}` or `{success: false, message, code}`. `code` is for
 * programs and never changes. `message` is for people.
 */
import type { Context } from 'hono';
import type { RefusalCode } from '../../../schemas/base/refusal.ts';
import { refusalWording } from '../../../schemas/wording/refusal-wording.ts';
import { type ErrorStatus, statusWording } from '../../../schemas/wording/status-wording.ts';
import { refusalAnswers } from './refusal-answers.ts';
import { statusCode } from './status-code.ts';

// biome-ignore lint/suspicious/noExplicitAny: handlers of every environment answer in this form
type AnyContext = Context<any>;

/** A success. A sentence for people is no part of the data. */
export function ok<T>(c: AnyContext, data: T, status: 200 | 201 | 202 | 206 = 200, message?: string) {
  return c.json({ success: true as const, data, ...(message === undefined ? {} : { message }) }, status);
}

/** A failure. `code` and `message` default to those of the status. */
export function fail(c: AnyContext, status: ErrorStatus, code: string = statusCode(status), message: string = statusWording[status]) {
  return c.json({ success: false as const, message, code }, status);
}

/** A refusal by a command: the same code as in the answer to a push, with the status and message of REST. */
export function refusalResponse(c: AnyContext, code: RefusalCode) {
  const { status, message } = refusalAnswers[code];
  return fail(c, status, code, message ?? refusalWording[code]);
}
