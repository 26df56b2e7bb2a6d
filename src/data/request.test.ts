import { afterEach, expect, test, vi } from 'vitest';
import { request } from './request.ts';

afterEach(() => vi.unstubAllGlobals());

const ask = (status: number, body: string) => {
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
  return request('POST', '/api/auth/sign-out', { body: {} });
};

test('the envelope says whether the server did it', async () => {
  expect(await ask(200, '{"success":true,"data":{"done":1}}')).toEqual({ ok: true, data: { done: 1 } });
  expect(await ask(403, '{"success":false,"code":"NOT_ALLOWED","message":"No."}')).toEqual({
    ok: false,
    status: 403,
    code: 'NOT_ALLOWED',
    message: 'No.',
  });
});

test.for(['<html>Welcome to the hotel</html>', '', '{}', 'null', '{"data":{}}'])(
  'a 200 without it is no answer of the server: %s',
  async (body) => {
    expect(await ask(200, body)).toEqual({ ok: false, status: 0, code: 'OFFLINE', message: '' });
  },
);
