import { Hono } from 'hono';
import { pino } from 'pino';
import { test as base, expect } from 'vitest';
import type { AppEnv } from '../app-env.ts';
import { errorHandler } from '../errors/errors.ts';
import { HttpError } from '../errors/http-error.ts';
import { memberTurns } from './member-turns.ts';

/** A server that answers a request when the test says so. Two requests of a member may run at a time, and three may wait. */
const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures are wanted
  .extend('held', ({}): { member: string; answer: () => void }[] => [])
  .extend('ask', ({ held }) => {
    const refusal = () => new HttpError(429, { retryAfterSeconds: 2 });
    const app = new Hono<AppEnv>()
      .onError(errorHandler(pino({ enabled: false })))
      .use(async (c, next) => {
        c.set('actor', { userId: c.req.query('member') ?? '' });
        return next();
      })
      .use(memberTurns(true, { running: 2, waiting: 3, refusal }))
      .get('/', async (c) => {
        await new Promise<void>((answer) => held.push({ member: c.get('actor').userId, answer }));
        return c.text('answered', c.req.query('fails') ? 500 : 200);
      });
    return async (member: string, more = '') => (await app.request(`/?member=${member}${more}`)).status;
  });

const answerAll = async (held: { answer: () => void }[], running: Promise<number>[]) => {
  const settled = Promise.all(running);
  let done = false;
  void settled.finally(() => {
    done = true;
  });
  while (!done) {
    held.shift()?.answer();
    await new Promise(setImmediate);
  }
  return settled;
};

test('two requests of a member run at a time, and a waiting one starts when one ends', async ({ ask, held }) => {
  const running = [1, 2, 3, 4].map(() => ask('ana'));
  await expect.poll(() => held).toHaveLength(2);
  await new Promise(setImmediate);
  expect(held).toHaveLength(2);
  held.shift()?.answer();
  await expect.poll(() => held).toHaveLength(2);
  expect(await answerAll(held, running)).toEqual([200, 200, 200, 200]);
});

test('no member waits for the requests of another member', async ({ ask, held }) => {
  const running = [1, 2, 3, 4].map(() => ask('ana'));
  await expect.poll(() => held).toHaveLength(2);
  running.push(ask('ben'));
  await expect.poll(() => held.map(({ member }) => member)).toContain('ben');
  await answerAll(held, running);
});

test('a member with too many waiting requests gets 429, and a failed request passes its turn on', async ({ ask, held }) => {
  const running = [1, 2, 3, 4, 5].map(() => ask('ana', '&fails=1'));
  await expect.poll(() => held).toHaveLength(2);
  expect(await ask('ana')).toBe(429);
  expect(await answerAll(held, running)).toEqual([500, 500, 500, 500, 500]);
  const last = [ask('ana')];
  expect(await answerAll(held, last)).toEqual([200]);
});
