/**
 * How one operation of the API is described. A description is next to its routes and names the schemas that those validate with. So the
 * document cannot promise what the server does not accept. A route without a description fails
 * `tests/conformance/described-routes.pg.test.ts`.
 */
import type * as z from 'zod/mini';
import type { RefusalCode } from '../../schemas/base/refusal.ts';
import { HIDDEN_CHARACTERS } from '../../schemas/base/text.ts';
import { DISK_FULL_CODE } from '../../schemas/protocol/sync.ts';
import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { refusalWording } from '../../schemas/wording/refusal-wording.ts';
import { type ErrorStatus, statusWording } from '../../schemas/wording/status-wording.ts';
import type { LimitName } from '../http/rate-limits.ts';
import { refusalAnswers } from '../http/refusal-answers.ts';
import { statusCode } from '../http/status-codes.ts';

export type Schema = z.core.$ZodType;
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The chapters of the document, in order. */
export const tags = {
  Posts: 'The feed, posts and who can see them.',
  Comments: 'What is said below a post.',
  Reactions: 'One emoji of one member on a post or a comment.',
  Friends: 'The circle of direct friends, and those whom they bring into reach.',
  Invitations: 'Asking somebody to be friends.',
  Groups: 'Groups, their members and roles.',
  'Group invitations': 'Asking a friend into a group.',
  Messages: 'The chat of a group.',
  Notifications: 'What happened, for the one who should know.',
  Channels: 'What changes, as it changes, as server-sent events.',
  Profiles: 'Who somebody is, and what one says of oneself.',
  Images: 'Photos of profiles.',
  Account: 'Signing up and in, sessions, passwords and addresses.',
  'Ways to sign in': 'Passkeys, the second factor and the identity provider.',
  Sync: 'The protocol of devices that work offline. Its own page says what the messages mean.',
  Service: 'Health, contact, reports and these pages.',
} as const;
export type Tag = keyof typeof tags;

/** One way in which an operation refuses. An error that the server throws has this shape too. */
export interface Failure {
  readonly status: ErrorStatus;
  readonly code: string;
  readonly message: string;
}

export interface Success {
  readonly status: 200 | 201 | 206 | 304;
  readonly description: string;
  /** the `data` of the envelope; missing for bodies that are not JSON */
  readonly data?: Schema;
  readonly example?: unknown;
  /** the schema is the whole body: the sync protocol has no envelope */
  readonly bare?: true;
  /** the type of a body that is not JSON */
  readonly content?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Parameter {
  readonly description: string;
  readonly schema: Schema;
  readonly required?: true;
  readonly example?: unknown;
}

export interface RequestBody {
  readonly schema: Schema;
  readonly example: unknown;
  /** may be left out */
  readonly optional?: true;
}

export interface Operation {
  readonly method: Method;
  /** as the router has it, without `/api` */
  readonly path: string;
  /** names the operation for programs and in addresses of the page; never changes */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly details?: string;
  /** `member`: with an access token. `cookie`: with a cookie that an earlier answer set in this browser. */
  readonly access: 'member' | 'cookie' | 'anyone';
  /** who may call it and sees what, in a sentence */
  readonly callers: string;
  readonly pathDescriptions?: Readonly<Record<string, string>>;
  /** schemas of path parameters that are not ids */
  readonly path_schemas?: Readonly<Record<string, Schema>>;
  readonly query?: Readonly<Record<string, Parameter>>;
  readonly headers?: Readonly<Record<string, Parameter>>;
  readonly body?: RequestBody;
  /** accepted types, for a body that is an image */
  readonly upload?: readonly string[];
  /** `key`: an `Idempotency-Key` makes repeating safe. `id`: so does the `id` in the body. */
  readonly repeatable?: 'key' | 'id';
  readonly successes: readonly Success[];
  readonly failures?: readonly Failure[];
  readonly limits?: readonly LimitName[];
  /** requests from pages of other sites are refused */
  readonly sameOrigin?: true;
}

/** Refusals of a command, as REST answers them. */
export function refused(...codes: readonly RefusalCode[]): Failure[] {
  return codes.map((code) => {
    const { status, message } = refusalAnswers[code];
    return { status, code, message: message ?? refusalWording[code] };
  });
}

/** A failure with the code of its status. Some operations have their own message. */
export const failed = (status: ErrorStatus, message: string = statusWording[status]): Failure => ({
  status,
  code: statusCode(status),
  message,
});

/** Names and addresses with invisible characters are refused. */
export const hiddenCharacters: Failure = { status: 422, code: HIDDEN_CHARACTERS, message: answerWording.HIDDEN_CHARACTERS };

/** All failures that an operation may answer, including those that follow from its kind. */
export function failuresOf(operation: Operation): Failure[] {
  const { access, body, upload, repeatable, sameOrigin, limits, failures = [] } = operation;
  const all = [
    ...(access === 'member' ? [failed(401), failed(429)] : []),
    ...(sameOrigin ? [{ ...failed(403), code: 'CROSS_ORIGIN' }] : []),
    ...(body ? [failed(400), failed(413), failed(415), failed(422)] : []),
    ...(upload ? [failed(400), ...refused('IMAGE_TOO_LARGE', 'IMAGE_TOO_MANY_PIXELS', 'IMAGE_TYPE', 'IMAGE_DAMAGED')] : []),
    ...(repeatable ? [failed(400)] : []),
    // Without a body, two requests with one key are the same request.
    ...(repeatable && (body || upload) ? refused('IDEMPOTENCY_KEY_REUSED') : []),
    ...(limits ? [failed(429)] : []),
    ...failures.map(({ status, code, message }) => ({ status, code, message })),
    // When an operation has its own failure with a 5xx status, the general one of that status is listed too.
    ...failures.filter(({ status }) => status >= 500).map(({ status }) => failed(status)),
    ...failures
      .filter(({ status }) => status === 503)
      .map(() => ({ status: 503, code: DISK_FULL_CODE, message: answerWording.DISK_FULL }) as const),
  ];
  const once = new Map(all.map((failure) => [`${failure.status} ${failure.code} ${failure.message}`, failure]));
  return [...once.values()].sort((a, b) => a.status - b.status);
}
