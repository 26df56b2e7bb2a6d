/**
 * Request bodies: at most `MAX_BODY_BYTES`, counted while they arrive and not believed from a header; JSON; of the shape that
 * the handler names. A body that is no JSON is a bad request (400), one of another shape or with a text that no database stores is
 * invalid (422), a larger one 413, one that is not said to be JSON 415.
 */
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import * as z from 'zod/mini';
import { HIDDEN_CHARACTERS, isHiddenCharacters, isStorable } from '../../schemas/base/text.ts';
import { MAX_BODY_BYTES } from '../../schemas/protocol/sync.ts';
import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { HttpError } from './http-error.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies are read in every environment
type AnyContext = Context<any>;

interface BodyLimit {
  readonly bytes: number;
  readonly tooLarge: () => HttpError;
}
const jsonLimit: BodyLimit = { bytes: MAX_BODY_BYTES, tooLarge: () => new HttpError(413) };

/**
 * Node reads no more of a body than its header said, and answers by itself a request that says two lengths. So a length within
 * the limit is a limit, and the body can be taken at once, which costs a third of what a web stream does.
 */
async function readWhole(request: Request, declared: number, limit: BodyLimit): Promise<Buffer> {
  if (declared > limit.bytes) throw limit.tooLarge();
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
    // A client that does not say how much it sends must not fill the memory.
    if (size > limit.bytes) {
      await reader.cancel();
      throw limit.tooLarge();
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
}

/** A slow honest line brings twice this, and a line that stalls for a while is waited for. */
const BYTES_A_SECOND = 8_000;
const PATIENCE_MS = 15_000;

/** @throws HttpError 408 where the body takes longer than it would over a slow line: who sends a byte now and then holds a place for ever */
async function inTime(body: Promise<Buffer>, bytes: number): Promise<Buffer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new HttpError(408)), PATIENCE_MS + (bytes / BYTES_A_SECOND) * 1000);
  });
  // What comes of it later is nobody's.
  body.catch(() => undefined);
  return Promise.race([body, late]).finally(() => clearTimeout(timer));
}

/** Bytes that are no UTF-8 are refused and not replaced: nobody wrote what would be stored. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

const isJson = (type: string): boolean => /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type);

async function readBody(request: Request, limit: BodyLimit): Promise<Buffer> {
  const declared = request.headers.get('content-length') ?? '';
  const length = /^\d+$/.test(declared) ? Number(declared) : null;
  try {
    const body = length === null ? readCounting(request, limit) : readWhole(request, length, limit);
    return await inTime(body, Math.min(length ?? limit.bytes, limit.bytes));
  } catch (error) {
    if (error instanceof HttpError) throw error;
    // The sender went away in the middle of it: nobody hears this answer, and it is no fault of ours to be logged.
    throw new HttpError(400);
  }
}

/** A body that is no JSON, as it is. @throws HttpError `tooLarge` beyond so many bytes, however many were announced */
export async function readBytes(c: AnyContext, bytes: number, tooLarge: () => HttpError): Promise<Buffer> {
  const body = await readBody(c.req.raw, { bytes, tooLarge });
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

/** The body as JSON, whatever it is; an empty body is an empty object. */
async function readAnyJson(c: AnyContext): Promise<unknown> {
  const text = decoded(await readBody(c.req.raw, jsonLimit));
  c.set('body', text);
  if (text.trim() === '') return {};
  if (!isJson(c.req.header('content-type') ?? '')) throw new HttpError(415);
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400);
  }
}

/** A name or an address that is fine to look at: which characters are too many has to be said. */
export const hiddenCharacters = (): HttpError => new HttpError(422, { code: HIDDEN_CHARACTERS, message: answerWording.HIDDEN_CHARACTERS });

/** The body by this schema. `onInvalid` may name a better error for one that does not fit. */
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
  const paths = parsed.error.issues.map((issue) => issue.path.map(String).join('.'));
  throw onInvalid?.(paths) ?? new HttpError(422);
}

/**
 * A message of the sync protocol by this schema. What it says of single documents is judged one by one, their texts included. `limit` may
 * throw before the schema is asked, which takes its time with what is large.
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
