/**
 * REST writes are as repeatable as pushes. A creation that names its `id`, and any write with an `Idempotency-Key`, has the same write id
 * each time it is sent. So the engine answers repetitions as done. A key promises that the request is the same: with another body it is
 * refused.
 */
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { v5 as uuidV5, v7 as uuidV7 } from 'uuid';
import * as z from 'zod/mini';
import type { AppEnv } from '../http/app-env.ts';
import { HttpError } from '../http/http-error.ts';
import type { Write } from '../sync/applied-writes.ts';

/** Fixed for ever: with another namespace, requests that are repeated across an update would be carried out twice. */
const NAMESPACE = '5f1dcb64-2f0c-4d3e-9d5b-5d6a3e6f7a10';
const keySchema = z.string().check(z.minLength(1), z.maxLength(200));

function idempotencyKey(c: Context<AppEnv>): string | undefined {
  const header = c.req.header('idempotency-key');
  if (header === undefined) return undefined;
  const key = keySchema.safeParse(header.trim());
  if (!key.success) throw new HttpError(400);
  return key.data;
}

/** A slash at the end changes nothing. */
const pathOf = (c: Context<AppEnv>): string => c.req.path.replace(/\/$/, '');
const derive = (c: Context<AppEnv>, ...parts: readonly string[]): string => uuidV5([c.get('actor').userId, ...parts].join('\n'), NAMESPACE);

/** Identifies what a keyed request asks for: with another body it is another request. */
function fingerprintOf(c: Context<AppEnv>): string {
  return createHash('sha256')
    .update(c.get('body') ?? '')
    .digest('base64');
}

/** The write of an act on something that exists. To be called after the body was read. */
export function writeOf(c: Context<AppEnv>): Write {
  const key = idempotencyKey(c);
  if (key === undefined) return { id: uuidV7() };
  return { id: derive(c, 'act', c.req.method, pathOf(c), key), fingerprint: fingerprintOf(c) };
}

/** The id of what is created, and the write of its creation. To be called after the body was read. */
export function creationOf(c: Context<AppEnv>, collection: string, givenId: string | undefined): { id: string; write: Write } {
  const key = idempotencyKey(c);
  if (key === undefined) {
    const id = givenId ?? uuidV7();
    return { id, write: { id: derive(c, 'create', collection, id) } };
  }
  const id = givenId ?? derive(c, 'id', c.req.method, pathOf(c), key);
  return { id, write: { id: derive(c, 'create', collection, id), fingerprint: fingerprintOf(c) } };
}
