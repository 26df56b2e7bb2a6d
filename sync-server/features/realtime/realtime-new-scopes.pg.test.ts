/** What follows the first row of a new scope reaches a channel at once, not only with the slow beat. */
import { expect } from 'vitest';
import { createCircle } from '../../../tests/support/circle.ts';
import { test as channelTest } from '../../../tests/support/fixtures/channels.ts';
import { startApp } from '../../../tests/support/start-app.ts';
import { until } from '../../../tests/support/until.ts';
import type { Database } from '../../db/pool/transaction.ts';

/** Longer than the test takes. */
const NEVER_MS = 10 * 60_000;

const isStep = (answer: unknown): boolean =>
  Array.isArray(answer) &&
  answer.some((step: { readonly is?: string; readonly events?: readonly unknown[] }) => (step.events?.length ?? 0) > 0);

const test = channelTest
  /** A server without a beat, which keeps what a step has read back while `held` is true. */
  .extend('slow', async ({ db, server }, { onCleanup }) => {
    const gate = { held: false, waits: 0 };
    const read: Database['read'] = async (work) => {
      const answer = await db.database.read(work);
      if (gate.held && isStep(answer)) {
        gate.waits += 1;
        await until(() => !gate.held);
      }
      return answer;
    };
    const app = await startApp({
      on: { ...db, database: { ...db.database, read } },
      env: { DATABASE_URL: db.url, PUBLIC_URL: server.url },
      streamTiming: { beatMs: NEVER_MS, heartbeatMs: NEVER_MS },
    });
    onCleanup(() => app.close());
    return { gate, url: app.url, circle: createCircle(app) };
  });

test('a comment right after the first post to chosen people', async ({ slow: { gate, url, circle }, listen, people: { ana, ben } }) => {
  const channel = await listen(ben, 'posts', { url });
  gate.held = true;
  const post = await circle.post(ana, { audience: 'specific', chosen: [ben] });
  await until(() => gate.waits > 0);
  // The step has read the post and has not been sent yet.
  await circle.comment(ana, post);
  gate.held = false;
  await channel.hears('insert', post);
  expect(await channel.hears('update', post)).toMatchObject({ comment_count: 1 });
});

test('and the deletion right after it', async ({ slow: { gate, url, circle }, listen, people: { ana, ben } }) => {
  const channel = await listen(ben, 'posts', { url });
  gate.held = true;
  const post = await circle.post(ana, { audience: 'specific', chosen: [ben] });
  await until(() => gate.waits > 0);
  await circle.done(ana, 'posts', { id: post, _deleted: true });
  gate.held = false;
  expect(await channel.hears('delete', post)).toEqual({ id: post });
});
