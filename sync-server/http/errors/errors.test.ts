import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { AppEnv } from '../app-env.ts';
import { errorHandler } from './errors.ts';
import { HttpError } from './http-error.ts';

async function answerTo(error: Error) {
  const logged: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  const app = new Hono<AppEnv>().onError(errorHandler(log)).get('/', () => {
    throw error;
  });
  const response = await app.request('/');
  return { response, body: await response.json(), log: logged.join('') };
}

test('a database error is logged by kind and place, without the values that it quotes', async () => {
  const error = Object.assign(new Error('Key (email)=(ana@kith.test) already exists.'), {
    name: 'PostgresError',
    code: '23505',
    constraint_name: 'users_email_key',
    detail: 'ana@kith.test',
    parameters: ['ana@kith.test'],
  });
  const { response, body, log } = await answerTo(error);
  expect(response.status).toBe(500);
  expect(body).toMatchObject({ success: false, code: 'INTERNAL' });
  expect(log).toContain('23505');
  expect(log).toContain('users_email_key');
  expect(log).toContain('errors.test.ts');
  expect(log).not.toContain('ana@kith.test');
});

test('when Postgres reports about its own files, its message is logged', async () => {
  const reason = 'invalid page in block 3 of relation base/16384/16390';
  const { response, log } = await answerTo(Object.assign(new Error(reason), { name: 'PostgresError', code: 'XX001' }));
  // Pending writes stay on the devices until a backup is restored.
  expect(response.status).toBe(503);
  expect(log).toContain(reason);
});

test('a database that cannot answer now is a 503 with a retry, and other failures are not', async () => {
  const { response, body } = await answerTo(Object.assign(new Error('closed'), { code: 'CONNECTION_CLOSED' }));
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('2');
  expect(body).toMatchObject({ success: false, code: 'UNAVAILABLE' });
});

test('a thrown answer is sent as it is, and is not logged', async () => {
  const { response, body, log } = await answerTo(new HttpError(429, { retryAfterSeconds: 7 }));
  expect(response.status).toBe(429);
  expect(response.headers.get('retry-after')).toBe('7');
  expect(body).toEqual({
    success: false,
    code: 'TOO_MANY_REQUESTS',
    message: 'Too many requests. Please wait a moment before trying again.',
  });
  expect(log).toBe('');
});
