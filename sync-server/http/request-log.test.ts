import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { AppEnv } from './app-env.ts';
import { requestLog } from './request-log.ts';

test('a line names the matched route and nothing that the client sent', async () => {
  const logged: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  const posts = new Hono<AppEnv>().get('/posts/:id', (c) => c.text('here'));
  const app = new Hono<AppEnv>();
  app.use(requestLog(log));
  app.use('/api/*', (_c, next) => next());
  app.route('/api', posts);
  app.all('/api/*', (c) => c.notFound());
  for (const path of ['/api/posts/some-words?token=secret', '/api/some-words?token=secret', '/some-words']) await app.request(path);
  const lines = logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.map(({ method, route, status }) => [method, route, status])).toEqual([
    ['GET', '/api/posts/:id', 200],
    ['GET', '/api/*', 404],
    ['GET', '/*', 404],
  ]);
  expect(logged.join('')).not.toMatch(/some-words|secret/);
});

test('a failure is a warning; for a 503 the reason is logged elsewhere', async () => {
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const app = new Hono<AppEnv>();
  app.use(requestLog(log));
  app.get('/:status', (c) => c.text('', Number(c.req.param('status')) as 500));
  for (const status of [200, 404, 500, 503, 507]) await app.request(`/${status}`);
  expect(logged.map((line) => (JSON.parse(line) as { status: number }).status)).toEqual([500, 507]);
});
