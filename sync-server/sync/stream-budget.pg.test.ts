/** Opening streams again and again: the member who does so has to wait, and others do not. */
import { expect } from 'vitest';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../schemas/protocol/version.ts';
import { type Member, test as serverTest } from '../../tests/support/fixtures/server.ts';
import { realmAt } from '../../tests/support/realm-with.ts';
import type { AppOptions } from '../../tests/support/start-app.ts';
import { openStream } from '../../tests/support/sync-client.ts';
import { createBudget, noBudgets } from '../http/limits/request-budgets.ts';

const MOST = 5;

const test = serverTest
  .extend('clock', { scope: 'file' }, () => ({ now: 0 }))
  .extend(
    'serverOptions',
    { scope: 'file' },
    ({ clock }): AppOptions => ({
      budgets: { ...noBudgets, streams: createBudget({ most: MOST, aMinute: 60 }, realmAt(clock), 0) },
    }),
  )
  /** Opens a stream of a member, which ends with the test, and returns the status of the response. */
  .extend('streamOf', async ({ server }, { onCleanup }) => {
    const opened: Awaited<ReturnType<typeof openStream>>[] = [];
    onCleanup(() => {
      for (const stream of opened) stream.close();
    });
    return async ({ client }: Member) => {
      const stream = await openStream(`${server.url}/api/sync/stream`, {
        authorization: `Bearer ${client.token()}`,
        'content-type': 'application/json',
        [PROTOCOL_HEADER]: String(PROTOCOL_VERSION),
      });
      opened.push(stream);
      return { status: stream.response.statusCode, retryAfter: stream.response.headers['retry-after'] };
    };
  });

test('a member may open a number of streams at once and then some per minute; others are not affected', async ({
  circle,
  streamOf,
  clock,
}) => {
  const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
  for (let nth = 0; nth < MOST; nth += 1) expect((await streamOf(ana)).status).toBe(200);
  expect(await streamOf(ana)).toEqual({ status: 429, retryAfter: '1' });
  expect((await streamOf(ben)).status).toBe(200);
  clock.now += 1000;
  expect((await streamOf(ana)).status).toBe(200);
});
