/** What is sent again to a server that was restored from a backup. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { newId } from '../../../schemas/base/new-id.ts';
import type { PushAnswer, PushChange } from '../../../schemas/protocol/sync.ts';
import { test as storeTest } from '../../../tests/support/fixtures/local-store.ts';
import { openProgress } from '../state/progress.ts';
import { acknowledgedWrites } from './acknowledged-writes.ts';
import { openLostWrites } from './lost-writes.ts';

const MINUTE_MS = 60_000;
const write = (content: string): PushChange => ({
  collection: 'posts',
  assumed: [],
  document: { id: randomUUID(), write_id: newId(Date.now() - MINUTE_MS), content },
});
const { signal } = new AbortController();

/** A device that has had the database `one` of its server, and now gets these answers from `two`. */
const test = storeTest.extend('restored', ({ store: { database } }) => async (code: PushAnswer['code']) => {
  const sent: unknown[] = [];
  const net = { isUp: true };
  const progress = await openProgress(database);
  await progress.change((before) => ({ ...before, epoch: 'one' }));
  const acknowledged = acknowledgedWrites(database, Date.now);
  const answersOf = (changes: readonly PushChange[]): PushAnswer[] => changes.map(({ document: { id } }) => ({ id, code, document: null }));
  const lost = await openLostWrites({
    ...{ database, progress, acknowledged, clock: { now: Date.now }, serverEpoch: () => (net.isUp ? 'two' : null), wake() {} },
    sender: {
      async send(changes) {
        if (!net.isUp) return { kind: 'failed', outcome: { kind: 'lost', retryAfterMs: 0 } };
        sent.push(...changes.map(({ document }) => document.content));
        return { kind: 'answered', changes, answers: answersOf(changes) };
      },
    },
  });
  return { lost, acknowledged, answersOf, sent, net };
});

test('a write whose acceptance was noted twice is sent once', async ({ restored }) => {
  const { lost, acknowledged, sent } = await restored(null);
  const [first, second] = [write('first'), write('second')];
  await acknowledged.keep([first]);
  await acknowledged.keep([first, second]);
  await lost.turn(signal);
  expect(sent).toEqual(['first', 'second']);
});

test('a write that was accepted waits once, although its row is pending', async ({ restored }) => {
  const { lost, acknowledged, answersOf } = await restored('GROUP_NOT_FOUND');
  const change = write('a comment');
  await acknowledged.keep([change]);
  await lost.turn(signal);
  lost.close();
  expect(await lost.retryLater([change], answersOf([change]))).toEqual(new Set([0]));
  lost.close();
  expect(lost.waiting()).toEqual([change]);
});

test('what was not answered stays due, also while it is not known which database the server has', async ({ restored }) => {
  const { lost, acknowledged, sent, net } = await restored(null);
  await acknowledged.keep([write('first')]);
  expect(lost.due()).toBe(true);
  const turn = lost.turn(signal);
  net.isUp = false;
  expect((await turn).kind).toBe('lost');
  expect(lost.due()).toBe(true);
  net.isUp = true;
  await lost.turn(signal);
  expect(sent).toEqual(['first']);
  expect(lost.due()).toBe(false);
});
