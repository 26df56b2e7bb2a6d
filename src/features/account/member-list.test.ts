import { beforeEach, expect, test, vi } from 'vitest';
import { memberList } from './member-list.ts';

vi.mock('../../data/session/session.ts', () => ({ accessToken: async () => 'token' }));

let asked: string[] = [];

/** A server that answers these paths and refuses all others. */
function server(answers: Readonly<Record<string, object>>): void {
  asked = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const data = answers[path];
    return data
      ? Response.json({ success: true, data })
      : Response.json({ success: false, code: 'NOT_ALLOWED', message: 'No.' }, { status: 403 });
  });
}

beforeEach(() => () => vi.unstubAllGlobals());

test('a list that fits in one page takes one request', async () => {
  server({ '/api/a': { items: [1, 2] } });
  expect(await memberList('/api/a')).toEqual({ ok: true, data: { items: [1, 2] } });
  expect(asked).toEqual(['/api/a']);
});

test('a long list is read to its end', async () => {
  server({
    '/api/a': { items: [1, 2], has_more: true, next_before: '2026-01-01T00:00:00.000Z,b' },
    '/api/a?before=2026-01-01T00%3A00%3A00.000Z%2Cb': { items: [3], has_more: true, next_before: 'c,d' },
    '/api/a?before=c%2Cd': { items: [4] },
  });
  expect(await memberList('/api/a')).toEqual({ ok: true, data: { items: [1, 2, 3, 4] } });
});

test('a failed page fails the whole list', async () => {
  server({ '/api/a': { items: [1], has_more: true, next_before: 'c,d' } });
  expect(await memberList('/api/a')).toMatchObject({ ok: false, code: 'NOT_ALLOWED' });
});
