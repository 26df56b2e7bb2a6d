import { beforeEach, expect, test, vi } from 'vitest';
import { OFFLINE } from '../../data/request.ts';
import { memberRequest } from './member-request.ts';

const { accessToken } = vi.hoisted(() => ({ accessToken: vi.fn<(rejected?: string) => Promise<string | null>>() }));
vi.mock('../../data/session.ts', () => ({ accessToken }));

let tokens: (string | undefined)[] = [];

/** A server that takes these tokens, and says `code` with 401 to all others. */
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

test('a token that is not taken is renewed, and the request made with the new one', async () => {
  server(['new']);
  expect(await memberRequest('POST', '/api/a', {})).toEqual({ ok: true, data: 'new' });
  expect(accessToken.mock.calls).toEqual([[], ['old']]);
  expect(tokens).toEqual(['old', 'new']);
});

test('it is renewed once, however the server answers then', async () => {
  server([]);
  expect(await memberRequest('GET', '/api/a')).toMatchObject({ ok: false, status: 401 });
  expect(tokens).toEqual(['old', 'new']);
});

test('a 401 that says something else than that is the answer', async () => {
  server([], 'INVALID_CREDENTIALS');
  expect(await memberRequest('PUT', '/api/auth/user', {})).toMatchObject({ code: 'INVALID_CREDENTIALS' });
  expect(accessToken).toHaveBeenCalledTimes(1);
  expect(tokens).toEqual(['old']);
});

test('without a token, also after one was not taken, the server is not asked', async () => {
  server(['new']);
  accessToken.mockResolvedValue(null);
  expect(await memberRequest('GET', '/api/a')).toEqual(OFFLINE);
  expect(tokens).toEqual([]);
  accessToken.mockImplementation(async (rejected) => (rejected === undefined ? 'old' : null));
  expect(await memberRequest('GET', '/api/a')).toEqual(OFFLINE);
  expect(tokens).toEqual(['old']);
});
