import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { AppEnv } from './app-env.ts';
import { errorHandler } from './errors/errors.ts';
import { HttpError } from './errors/http-error.ts';
import { type ObserveRequest, requestLog } from './request-log.ts';

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

test('each request is one line at debug level, and each fault is one line more', async () => {
  const logged: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  const app = new Hono<AppEnv>();
  app.onError(errorHandler(log));
  app.use(requestLog(log));
  app.get('/good', (c) => c.text('here'));
  app.get('/broken/:id', () => {
    throw new Error('a fault');
  });
  app.get('/refused', () => {
    throw new HttpError(504);
  });
  const linesOf = async (path: string) => {
    logged.length = 0;
    await app.request(path);
    return logged
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .map(({ level, msg, route }) => [log.levels.labels[Number(level)], msg, route]);
  };
  expect(await linesOf('/good')).toEqual([['debug', 'answered', '/good']]);
  expect(await linesOf('/broken/1')).toEqual([
    ['error', 'a request failed unexpectedly; the client gets 500', '/broken/:id'],
    ['debug', 'answered', '/broken/:id'],
  ]);
  // Nothing else logs it.
  expect(await linesOf('/refused')).toEqual([['warn', 'answered', '/refused']]);
});

test('each request is measured once, by its route', async () => {
  const seen: Parameters<ObserveRequest>[0][] = [];
  const app = new Hono<AppEnv>();
  app.use(requestLog(pino({ level: 'silent' }), (request) => void seen.push(request)));
  app.get('/posts/:id', (c) => c.text('here'));
  await app.request('/posts/1');
  await app.request('/posts/1', { method: 'HEAD' });
  await app.request('/nothing');
  expect(seen.map(({ method, route, status }) => [method, route, status])).toEqual([
    ['GET', '/posts/:id', 200],
    ['HEAD', '/posts/:id', 200],
    ['GET', '/*', 404],
  ]);
  for (const { seconds } of seen) expect(seconds).toBeLessThan(1);
});
