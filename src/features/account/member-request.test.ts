import { beforeEach, expect, test, vi } from 'vitest';
import { OFFLINE } from '../../data/session/request.ts';
import { memberRequest } from './member-request.ts';

const { accessToken } = vi.hoisted(() => ({ accessToken: vi.fn<(rejected?: string) => Promise<string | null>>() }));
vi.mock('../../data/session/session.ts', () => ({ accessToken }));

let tokens: (string | undefined)[] = [];

/** A server that accepts these tokens and answers all others with 401 and `code`. */
function server(taken: readonly string[], code = 'NOT_AUTHENTICATED'): void {
  tokens = [];
  vi.stubGlobal('fetch', async (_path: string, { headers }: { headers: Record<string, string> }) => {
    const token = headers.authorization?.replace('Bearer ', '');
    tokens.push(token);
    if (token !== undefined && taken.includes(token)) return Response.json({ success: true, data: token });
    return Response.json({ success: false, code, message: 'No.' }, { status: 401 });
  });
}

beforeEach(() => {
  accessToken.mockReset();
  accessToken.mockImplementation(async (rejected) => (rejected === undefined ? 'old' : 'new'));
  return () => vi.unstubAllGlobals();
});

test('a rejected token is renewed, and the request is repeated with the new token', async () => {
  server(['new']);
  expect(await memberRequest('POST', '/api/a', {})).toEqual({ ok: true, data: 'new' });
  expect(accessToken.mock.calls).toEqual([[], ['old']]);
  expect(tokens).toEqual(['old', 'new']);
});

test('the token is renewed only once, whatever the server answers next', async () => {
  server([]);
  expect(await memberRequest('GET', '/api/a')).toMatchObject({ ok: false, status: 401 });
  expect(tokens).toEqual(['old', 'new']);
});

test('a 401 with another code is returned as the answer', async () => {
  server([], 'INVALID_CREDENTIALS');
  expect(await memberRequest('PUT', '/api/auth/user', {})).toMatchObject({ code: 'INVALID_CREDENTIALS' });
  expect(accessToken).toHaveBeenCalledTimes(1);
  expect(tokens).toEqual(['old']);
});

test('without a token no request is made, also after a token was rejected', async () => {
  server(['new']);
  accessToken.mockResolvedValue(null);
  expect(await memberRequest('GET', '/api/a')).toEqual(OFFLINE);
  expect(tokens).toEqual([]);
  accessToken.mockImplementation(async (rejected) => (rejected === undefined ? 'old' : null));
  expect(await memberRequest('GET', '/api/a')).toEqual(OFFLINE);
  expect(tokens).toEqual(['old']);
});
