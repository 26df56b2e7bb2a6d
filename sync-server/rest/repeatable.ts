/**
 * REST writes are as repeatable as pushes. A creation that names its `id`, and any write with an `Idempotency-Key`, has the same write id
 * each time it is sent. So the engine answers repetitions as done, also after the thing was edited. An id and a key promise that the
 * request is the same: with another body, or at another path, it is refused.
 *
 * Ids are derived with a secret of the server. Without it a member could compute the id of a request that another member will send, from a
 * key such as `order-1`, and use it first.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
// biome-ignore lint/plugin: only derives ids, from bytes that are handed in
import { v4 as uuidV4 } from 'uuid';
import * as z from 'zod/mini';
import { idNow } from '../base/server-realm.ts';
import { type AppEnv, realmOf } from '../http/app-env.ts';
import { HttpError } from '../http/errors/http-error.ts';
import type { Write } from '../sync/push/applied-writes.ts';

const keySchema = z.string().check(z.minLength(1), z.maxLength(200));

function idempotencyKey(c: Context<AppEnv>): string | undefined {
  const header = c.req.header('idempotency-key');
  if (header === undefined) return undefined;
  const key = keySchema.safeParse(header.trim());
  if (!key.success) throw new HttpError(400);
  return key.data;
}

/** Whether the request carries a key. */
export const isKeyed = (c: Context<AppEnv>): boolean => idempotencyKey(c) !== undefined;

/** A slash at the end changes nothing. */
const pathOf = (c: Context<AppEnv>): string => c.req.path.replace(/\/$/, '');

/** Equal for equal requests of a member, whichever process answers. Nobody without the secret can predict it. */
const hmac = (c: Context<AppEnv>, ...parts: readonly string[]): Buffer =>
  createHmac('sha256', c.get('writeSecret'))
    .update([c.get('actor').userId, ...parts].join('\n'))
    .digest();

/**
 * Of version 4: version 7 begins with the time, which a repetition does not share. Clients may make only version 7, so nobody else can use
 * such an id first.
 */
const derive = (c: Context<AppEnv>, ...parts: readonly string[]): string => uuidV4({ random: hmac(c, ...parts).subarray(0, 16) });

/** Lets the handlers behind it use `writeOf` and `creationOf`. All processes on a database need the same secret. */
export const deriveWritesWith =
  (secret: Buffer): MiddlewareHandler<AppEnv> =>
  (c, next) => {
    c.set('writeSecret', secret);
    return next();
  };

/** Identifies what a request asks for. */
function fingerprintOf(c: Context<AppEnv>): string {
  return createHash('sha256')
    .update(`${c.req.method} ${pathOf(c)}\n`)
    .update(c.get('body') ?? '')
    .digest('base64');
}

/** The write of an act on something that exists. To be called after the body was read. */
export function writeOf(c: Context<AppEnv>): Write {
  const key = idempotencyKey(c);
  if (key === undefined) return { id: idNow(realmOf(c)) };
  return { id: derive(c, 'act', c.req.method, pathOf(c), key), fingerprint: fingerprintOf(c) };
}

/** The id of what is created, and the write of its creation. To be called after the body was read. */
export function creationOf(c: Context<AppEnv>, collection: string, givenId: string | undefined): { id: string; write: Write } {
  const key = idempotencyKey(c);
  const id = givenId ?? (key === undefined ? idNow(realmOf(c)) : derive(c, 'id', c.req.method, pathOf(c), key));
  const reused = key === undefined ? 'ID_REUSED' : 'IDEMPOTENCY_KEY_REUSED';
  return { id, write: { id: derive(c, 'create', collection, id), fingerprint: fingerprintOf(c), reused } };
}

/** A secret for what is created, to be shown in the answer. With a key it is the same each time, so that no repetition makes another. */
export function tokenOf(c: Context<AppEnv>): string {
  const key = idempotencyKey(c);
  if (key === undefined) return randomBytes(32).toString('base64url');
  return hmac(c, 'token', c.req.method, pathOf(c), key).toString('base64url');
}
