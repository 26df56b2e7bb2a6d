/**
 * REST writes are as repeatable as pushes. A creation that names its `id`, and any write that carries an `Idempotency-Key`,
 * has the same write id each time it is sent, so that the engine answers it as done.
 */
import type { Context } from 'hono';
import { v5 as uuidV5, v7 as uuidV7 } from 'uuid';
import * as z from 'zod/mini';
import type { AppEnv } from '../../http/app-env.ts';
import { HttpError } from '../../http/http-error.ts';

/** Fixed for ever: with another one, requests that are repeated across an update would be carried out twice. */
const NAMESPACE = '5f1dcb64-2f0c-4d3e-9d5b-5d6a3e6f7a10';
const keySchema = z.string().check(z.minLength(1), z.maxLength(200));

function idempotencyKey(c: Context<AppEnv>): string | undefined {
  const header = c.req.header('idempotency-key');
  if (header === undefined) return undefined;
  const key = keySchema.safeParse(header.trim());
  if (!key.success) throw new HttpError(400);
  return key.data;
}

const derive = (c: Context<AppEnv>, ...parts: readonly string[]): string => uuidV5([c.get('actor').userId, ...parts].join('\n'), NAMESPACE);

/** The write id of an act on something that exists. */
export function writeIdOf(c: Context<AppEnv>): string {
  const key = idempotencyKey(c);
  return key === undefined ? uuidV7() : derive(c, 'act', c.req.method, c.req.path, key);
}

/** The id of what is created and the write id of its creation. */
export function creationOf(c: Context<AppEnv>, collection: string, givenId: string | undefined): { id: string; writeId: string } {
  const key = idempotencyKey(c);
  const id = givenId ?? (key === undefined ? uuidV7() : derive(c, 'id', c.req.method, c.req.path, key));
  return { id, writeId: derive(c, 'create', collection, id) };
}
