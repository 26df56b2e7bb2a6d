import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';

/** Sending less than this takes less time than compressing it. */
const WORTH_COMPRESSING_BYTES = 1024;
const compressed = promisify(gzip);

const takesGzip = (accepted: string | undefined): boolean => /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted ?? '');

/**
 * An answer as plain JSON. It is compressed in one piece if it is large enough and the client accepts that: no stream, and a known
 * length.
 */
export async function compressedJson(c: Context<AppEnv>, data: unknown): Promise<Response> {
  const json = JSON.stringify(data);
  const headers = { 'Content-Type': 'application/json', Vary: 'Accept-Encoding' };
  const worth = json.length >= WORTH_COMPRESSING_BYTES && takesGzip(c.req.header('accept-encoding'));
  if (!worth) return new Response(json, { headers });
  return new Response(await compressed(json), { headers: { ...headers, 'Content-Encoding': 'gzip' } });
}
