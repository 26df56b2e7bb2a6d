/**
 * The whole server, with one member who sends anything and another whose rows are hidden from him. Whatever is sent, the server must answer
 * within bounds and without an error of its own.
 */
import { expect } from 'vitest';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../schemas/protocol/version.ts';
import { checkAnswer } from '../support/answer-check.ts';
import { type Circle, type Member, test as serverTest } from '../support/fixtures/server.ts';
import { setUp } from '../support/set-up-time.ts';
import type { StartedApp } from '../support/start-app.ts';
import { changesBetween, createRowReader } from './stored-rows.ts';

/** The maximum size of an answer: a page of a pull, and the answers about checked ids. */
const MAX_ANSWER_BYTES = 2_000_000;
/** Part of everything that the sender may not read. */
const SECRET = 'a secret of Dora';

export interface WireRequest {
  readonly method?: string;
  readonly body?: string | Uint8Array<ArrayBuffer> | ReadableStream | undefined;
  readonly headers?: Record<string, string>;
  /** the `Authorization` header; null for none */
  readonly auth?: string | null;
}

export interface WireAnswer {
  readonly status: number;
  readonly text: string;
}

async function createWire(server: StartedApp, circle: Circle) {
  const [mal, dora] = [await circle.signUp('Mal'), await circle.signUp('Dora')];
  const { accessToken: token } = await circle.openSession(mal);
  const write = async (member: Member, content: string): Promise<string> =>
    (await member.client.post('/api/posts', { content, visibility_type: 'friends' })).body.data.id;
  const [post, secret] = [await write(mal, 'mine'), await write(dora, SECRET)];
  const readRows = await createRowReader(server.sql, ['applied_writes', 'sessions', 'mailbox']);

  return {
    mal,
    dora,
    token,
    /** by Mal */
    post,
    /** by Dora, hidden from Mal */
    secret,

    /** Sends a request, by default as Mal and in JSON. */
    async send(path: string, { method = 'POST', body, headers = {}, auth = `Bearer ${token}` }: WireRequest = {}): Promise<WireAnswer> {
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          [PROTOCOL_HEADER]: String(PROTOCOL_VERSION),
          ...(auth === null ? {} : { authorization: auth }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
        ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
        signal: AbortSignal.timeout(20_000),
      } as RequestInit);
      const text = await response.text();
      const isJson = text !== '' && /^application\/json\b/.test(response.headers.get('content-type') ?? '');
      checkAnswer(method, path, { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text });
      return { status: response.status, text };
    },

    /** Whatever `work` sends, no stored row may change, and the server must log no error. */
    async withoutEffect(work: () => Promise<void>): Promise<void> {
      const before = await readRows();
      const logged = server.logged.length;
      await work();
      expect(changesBetween(before, await readRows())).toEqual([]);
      const errors = server.logged.slice(logged).filter((line) => (JSON.parse(line) as { level: number }).level >= 50);
      expect(errors).toEqual([]);
    },
  };
}

export const test = serverTest.extend('wire', { scope: 'file' }, ({ server, circle }) =>
  setUp('members', () => createWire(server, circle)),
);

/** Refused as the sender's fault, in the envelope. */
export function expectRefused(name: string, { status, text }: WireAnswer): void {
  expect([name, status >= 400 && status < 500, status]).toEqual([name, true, status]);
  expect([name, JSON.parse(text)]).toEqual([name, { success: false, message: expect.any(String), code: expect.any(String) }]);
}

/** Refused or not: no server error, not too large, and nothing in it that belongs to another member. */
export function expectAnswered(name: string, { status, text }: WireAnswer): void {
  expect([name, status < 500, status]).toEqual([name, true, status]);
  expect([name, text.length < MAX_ANSWER_BYTES]).toEqual([name, true]);
  expect([name, text.includes(SECRET)]).toEqual([name, false]);
}
