import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import type { AppEnv } from './app-env.ts';
import { compressedJson } from './compressed-json.ts';

const large = { rows: Array.from({ length: 100 }, (_, n) => `row ${n} ä`) };
const app = new Hono<AppEnv>();
app.get('/large', (c) => compressedJson(c, large));
app.get('/small', (c) => compressedJson(c, { rows: [] }));

const ask = (path: string, accepted?: string) =>
  app.request(path, { headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

describe('an answer that is worth compressing', () => {
  test.each(['gzip', 'gzip, deflate, br, zstd', 'br;q=1.0, gzip;q=0.8, *;q=0.1', 'deflate,GZIP'])(
    'is compressed for "%s"',
    async (accepted) => {
      const answer = await ask('/large', accepted);
      expect(Object.fromEntries(answer.headers)).toEqual({
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        vary: 'Accept-Encoding',
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(bytes.byteLength).toBeLessThan(JSON.stringify(large).length);
      expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(large);
    },
  );

  test.each([undefined, '', 'br', 'identity', 'gzip;q=0', 'gzip; q=0.0, br', 'x-gzip'])('is sent as it is for "%s"', async (accepted) => {
    const answer = await ask('/large', accepted);
    expect(Object.fromEntries(answer.headers)).toEqual({ 'content-type': 'application/json', vary: 'Accept-Encoding' });
    expect(await answer.json()).toEqual(large);
  });
});

test('a small answer is sent uncompressed', async () => {
  const answer = await ask('/small', 'gzip');
  expect(answer.headers.get('content-encoding')).toBeNull();
  expect(await answer.json()).toEqual({ rows: [] });
});
