/**
 * How one operation of the API is described. A description is next to its routes and names the schemas that those validate with. So the
 * document cannot promise what the server does not accept. A route without a description fails
 * `tests/conformance/described-routes.pg.test.ts`.
 */
import type * as z from 'zod/mini';
import type { RefusalCode } from '../../schemas/base/refusal.ts';
import { HIDDEN_CHARACTERS, UNUSUAL_CAPITALS } from '../../schemas/base/text.ts';
import { DISK_FULL_CODE } from '../../schemas/protocol/sync-codes.ts';
import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { refusalWording } from '../../schemas/wording/refusal-wording.ts';
import { type ErrorStatus, statusWording } from '../../schemas/wording/status-wording.ts';
import { refusalAnswers } from '../http/errors/refusal-answers.ts';
import { statusCode } from '../http/errors/status-code.ts';
import type { LimitName } from '../http/limits/rate-limits.ts';

export type Schema = z.core.$ZodType;
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The chapters of the document, in order. */
export const tags = {
  Posts: 'The feed, posts and who can see them.',
  Comments: 'Comments on posts.',
  Reactions: 'Emoji reactions to posts and comments.',
  Friends: 'Direct friends, friends of friends, and blocked members.',
  Invitations: 'Invitations to become friends: by e-mail, by id, or by link.',
  Groups: 'Groups, their members and roles.',
  'Group invitations': 'Invitations to join a group.',
  Messages: 'The chat of a group.',
  Notifications: 'What friends and groups did that concerns you.',
  'Web Push': 'Notices on a device while the app is closed, by a push service.',
  Channels: 'Changes as they happen, as server-sent events.',
  Profiles: 'Profiles of members, and your own account.',
  Images: 'Profile photos, and photos of posts and messages.',
  Account: 'Sign-up, sign-in, sessions, passwords and addresses.',
  'Ways to sign in': 'Passkeys, the second factor and the identity provider.',
  Sync: 'The protocol of devices that work offline, explained in [its own page](/api/docs/protocol).',
  Service: 'Health, contact, reports and this documentation.',
} as const;
export type Tag = keyof typeof tags;

/** One way in which an operation refuses. An error that the server throws has this shape too. */
export interface Failure {
  readonly status: ErrorStatus;
  readonly code: string;
  readonly message: string;
}

export interface Success {
  readonly status: 200 | 201 | 202 | 206 | 304;
  readonly description: string;
  /** the `data` of the envelope; absent for bodies that are not JSON */
  readonly data?: Schema;
  readonly example?: unknown;
  /** an example of the sentence for people beside `data`; absent if the answer has none */
  readonly message?: string;
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
  /** who may call it and what others get, in sentences; absent if every member may, or everybody where `access` is not `member` */
  readonly callers?: string;
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

/** An operation without what its chapter and its route say. `access` is there if it is not that of the chapter. */
interface Description extends Omit<Operation, 'method' | 'path' | 'tag' | 'access' | 'successes'> {
  readonly access?: Operation['access'];
  readonly success: Success | readonly Success[];
}

/** The operations of a chapter, by method and path. */
export const describeOperations = (
  tag: Tag,
  access: Operation['access'],
  described: Readonly<Record<`${Method} /${string}`, Description>>,
): Operation[] =>
  Object.entries(described).map(([route, { success, ...rest }]) => {
    const [method, path] = route.split(' ') as [Method, string];
    return { tag, access, method, path, successes: [success].flat(), ...rest };
  });

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
/** An address has capital letters other than A to Z. */
export const unusualCapitals: Failure = { status: 422, code: UNUSUAL_CAPITALS, message: answerWording.UNUSUAL_CAPITALS };

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
    ...(repeatable === 'id' ? refused('ID_REUSED') : []),
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
