import { request } from 'node:http';
import { expect } from 'vitest';
import { test } from '../../tests/support/fixtures/server.ts';

const MB = 1024 * 1024;
const piece = Buffer.alloc(MB, 'x');

interface Answer {
  readonly status: number | undefined;
  readonly location: string | undefined;
  readonly policy: unknown;
}

/** Sends a form of so many megabytes, in pieces as a browser does, with or without its length. */
function post(url: string, megabytes: number, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/share`, { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x', ...headers } });
    sent.on('error', reject).on('response', (response) => {
      response.resume();
      const { location, 'content-security-policy': policy } = response.headers;
      response.on('end', () => resolve({ status: response.statusCode, location, policy }));
    });
    let left = megabytes;
    const write = (): void => {
      while (left > 0) {
        left -= 1;
        if (!sent.write(piece)) {
          sent.once('drain', write);
          return;
        }
      }
      sent.end();
    };
    write();
  });
}

const answer = { status: 303, location: '/share?not-kept=not-ready', policy: expect.stringContaining("default-src 'self'") };

test('[R-66] a share of 60 MB is dropped, and answered with the page that says what to do', async ({ server }) => {
  const before = process.memoryUsage().rss;
  expect(await post(server.url, 60, { 'content-length': String(60 * MB) })).toEqual(answer);
  // Nobody is signed in, no length is declared, and another site may post it: there is nothing to protect.
  expect(await post(server.url, 60, { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' })).toEqual(answer);
  expect(process.memoryUsage().rss - before).toBeLessThan(60 * MB);
});

test('so is an empty form, and one of a member', async ({ server, circle }) => {
  const ana = await circle.signUp('Ana Ribeiro');
  const { refreshToken } = await circle.openSession(ana);
  expect(await post(server.url, 0)).toEqual(answer);
  expect(await post(server.url, 1, { cookie: `kith-session=${refreshToken}` })).toEqual(answer);
});

test('other methods at this path are answered as at any page', async ({ server }) => {
  for (const method of ['PUT', 'DELETE', 'PATCH']) {
    const [here, there] = await Promise.all(['/share', '/posts'].map((path) => fetch(`${server.url}${path}`, { method, body: 'x' })));
    expect(here?.status).toBe(there?.status);
  }
});
