/**
 * Request bodies. They have at most `MAX_BODY_BYTES`, which are counted as they arrive where no length is declared. They are JSON in the
 * shape that the handler names. Broken JSON is a bad request (400). A wrong shape, a text that the database cannot store, or deep nesting
 * is invalid (422). A larger body is 413, and one that is not declared as JSON is 415.
 */
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import * as z from 'zod/mini';
import type { Realm, Timer } from '../../schemas/base/realm.ts';
import { HIDDEN_CHARACTERS, isHiddenCharacters, isStorable, isUnusualCapitals, UNUSUAL_CAPITALS } from '../../schemas/base/text.ts';
import { MAX_BODY_BYTES } from '../../schemas/protocol/sync-limits.ts';
import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { realmOf } from './app-env.ts';
import { HttpError } from './errors/http-error.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies are read in every environment
type AnyContext = Context<any>;

interface BodyLimit {
  readonly bytes: number;
  /**
   * A larger body up to this length is read and dropped before the refusal. A proxy that is still sending when the connection closes
   * answers its client with an error of its own.
   */
  readonly dropped?: number;
  readonly tooLarge: () => HttpError;
}
const jsonLimit: BodyLimit = { bytes: MAX_BODY_BYTES, tooLarge: () => new HttpError(413) };

/**
 * Node reads no more of a body than its header declares, and itself refuses a request with two lengths. So a declared length within the
 * limit is enough, and the body can be read at once. That costs a third of a web stream.
 */
async function readWhole(request: Request, declared: number, limit: BodyLimit): Promise<Buffer> {
  if (declared > limit.bytes) {
    if (declared <= (limit.dropped ?? 0)) await request.body?.pipeTo(new WritableStream());
    throw limit.tooLarge();
  }
  return Buffer.from(await request.arrayBuffer());
}

async function readCounting(request: Request, limit: BodyLimit): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    // A client that declares no length must not fill the memory.
    if (size > limit.bytes) {
      await reader.cancel();
      throw limit.tooLarge();
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
}

/** The minimum rate; an honest slow line has twice this. A line that stalls gets the extra seconds. */
const BYTES_A_SECOND = 8_000;
const PATIENCE_MS = 15_000;

/**
 * @throws HttpError 408 if the body takes longer than over a slow line. A client that sends a byte now and then would keep its turn for
 *   ever.
 */
async function withTimeout(realm: Realm, body: Promise<Buffer>, bytes: number): Promise<Buffer> {
  let timer: Timer | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = realm.setTimeout(() => reject(new HttpError(408)), PATIENCE_MS + (bytes / BYTES_A_SECOND) * 1000);
  });
  // Ignores errors after the timeout: nothing awaits the body any more.
  body.catch(() => undefined);
  return Promise.race([body, late]).finally(() => realm.clearTimeout(timer));
}

/** Rejects bytes that are not UTF-8. With replacement characters, the stored text would be one that nobody wrote. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

const isJson = (type: string): boolean => /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type);

async function readBody(c: AnyContext, limit: BodyLimit): Promise<Buffer> {
  const request = c.req.raw;
  const declared = request.headers.get('content-length') ?? '';
  const length = /^\d+$/.test(declared) ? Number(declared) : null;
  try {
    const body = length === null ? readCounting(request, limit) : readWhole(request, length, limit);
    return await withTimeout(realmOf(c), body, Math.min(length ?? limit.bytes, limit.bytes));
  } catch (error) {
    if (error instanceof HttpError) throw error;
    // The client disconnected in the middle of the body. Nobody receives this answer, and it is no server error to log.
    throw new HttpError(400);
  }
}

/**
 * Reads a body that is not JSON, as bytes.
 *
 * @throws HttpError `tooLarge` above `bytes`, whatever length was declared; a body up to twice as long is awaited before
 */
export async function readBytes(c: AnyContext, bytes: number, tooLarge: () => HttpError): Promise<Buffer> {
  const body = await readBody(c, { bytes, dropped: 2 * bytes, tooLarge });
  c.set('body', createHash('sha256').update(body).digest('base64'));
  return body;
}

function decoded(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new HttpError(400);
  }
}

/** The body as JSON of any shape. An empty body is an empty object. */
async function readAnyJson(c: AnyContext): Promise<unknown> {
  const text = decoded(await readBody(c, jsonLimit));
  c.set('body', text);
  if (text.trim() === '') return {};
  if (!isJson(c.req.header('content-type') ?? '')) throw new HttpError(415);
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400);
  }
}

/** The error for hidden characters in a name or an address. The text looks fine, so the message must say which characters are wrong. */
export const hiddenCharacters = (): HttpError => new HttpError(422, { code: HIDDEN_CHARACTERS, message: answerWording.HIDDEN_CHARACTERS });

/** The error for an address with capitals that have no place in it. Some look like A to Z, so the message must say what is wrong. */
export const unusualCapitals = (): HttpError => new HttpError(422, { code: UNUSUAL_CAPITALS, message: answerWording.UNUSUAL_CAPITALS });

/** The body, parsed by this schema. `onInvalid` may return a better error for an invalid body. */
export async function readJson<Schema extends z.core.$ZodType>(
  c: AnyContext,
  schema: Schema,
  onInvalid?: (paths: readonly string[]) => HttpError | undefined,
): Promise<z.core.output<Schema>> {
  const body = await readAnyJson(c);
  const parsed = z.safeParse(schema, body);
  if (parsed.success && isStorable(body)) return parsed.data;
  if (parsed.success) throw new HttpError(422);
  if (isHiddenCharacters(parsed.error)) throw hiddenCharacters();
  if (isUnusualCapitals(parsed.error)) throw unusualCapitals();
  const paths = parsed.error.issues.map((issue) => issue.path.map(String).join('.'));
  throw onInvalid?.(paths) ?? new HttpError(422);
}

/**
 * A message of the sync protocol, parsed by this schema. Its single documents, with their texts, are checked later one by one. `limit`
 * may throw before the schema is applied, which takes long for a large message.
 */
export async function readMessage<Schema extends z.core.$ZodType>(
  c: AnyContext,
  schema: Schema,
  limit: (body: unknown) => void = () => undefined,
): Promise<z.core.output<Schema>> {
  const body = await readAnyJson(c);
  limit(body);
  const parsed = z.safeParse(schema, body);
  if (parsed.success) return parsed.data;
  throw new HttpError(422);
}
