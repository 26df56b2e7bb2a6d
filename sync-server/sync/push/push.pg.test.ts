import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import type { PushAnswer, PushResponse } from '../../../schemas/protocol/sync.ts';
import { MAX_CHANGES } from '../../../schemas/protocol/sync-limits.ts';
import { test as worldTest } from '../../../tests/support/fixtures/world.ts';

const test = worldTest
  /** Pushes over HTTP and returns the answers. */
  .extend('push', ({ sync }) => async (member: string, changes: readonly unknown[]): Promise<readonly PushAnswer[]> => {
    const response = await sync.post('push', member, JSON.stringify({ changes }));
    expect(response.status).toBe(200);
    return ((await response.json()) as PushResponse).answers;
  });

const insert = (content: string, id = uuid()) => ({ collection: 'posts', assumed: [], document: { id, write_id: uuid(), content } });

test('every change is answered in its order with what the sender sees of it now', async ({ world, push }) => {
  const ana = await world.member();
  const [first, second] = [insert('one'), insert('two')];
  const edit = { ...first, document: { ...first.document, write_id: uuid(), content: 'one, edited' } };
  const answers = await push(ana, [first, second, edit]);
  expect(answers.map((answer) => [answer.id, answer.code, answer.document?.content])).toEqual([
    [first.document.id, null, 'one, edited'],
    [second.document.id, null, 'two'],
    [first.document.id, null, 'one, edited'],
  ]);
  expect(answers[0]?.document).toMatchObject({ write_id: edit.document.write_id, scope: expect.any(Number), author_id: ana });

  // The answer was lost, and the device sends everything again.
  expect(await push(ana, [first, second, edit])).toEqual(answers);
});

test('whatever is wrong with one change, the others are carried out', async ({ world, push }) => {
  const ana = await world.member();
  const good = [insert('first'), insert('between'), insert('last')];
  const held = insert('held');
  await push(ana, [held]);
  const bad = [
    insert('refused'),
    insert('a bug'),
    insert('nul \0 byte'),
    { ...insert('no such collection'), collection: 'secrets' },
    { ...insert('no write id'), document: { id: uuid(), content: 'x' } },
    insert('no uuid', 'not-a-uuid'),
    insert('nul in the id', 'a\0b'),
    { ...insert('no such command'), collection: 'settings' },
    { ...held, assumed: 'nonsense', document: { ...held.document, write_id: uuid(), content: 'malformed' } },
    { ...insert('no collection'), collection: undefined },
  ];
  const answers = await push(ana, [good[0], ...bad.slice(0, 4), good[1], ...bad.slice(4), good[2]]);
  const codes = answers.map((answer) => answer.code);
  expect(codes).toEqual([
    null,
    'NOT_ALLOWED',
    'INVALID',
    'INVALID',
    'INVALID',
    null,
    'INVALID',
    'INVALID',
    'INVALID',
    'UNKNOWN_WRITE',
    'INVALID',
    'INVALID',
    null,
  ]);
  // A refused insert is answered with null, a refused change with the document as it is.
  expect(answers[1]?.document).toBeNull();
  expect(answers[10]?.document?.content).toBe('held');
  // An id that no device makes does not reach the database.
  expect(world.logged.filter((line) => line.includes('unexpected error')).length).toBeGreaterThanOrEqual(1);
  expect(world.logged.join('')).not.toContain('nul ');
});

test('a write id that was used for another document is refused and not answered as done', async ({ world, push }) => {
  const ana = await world.member();
  const [first, second] = [insert('one'), insert('two')];
  await push(ana, [first, second]);
  const edit = (original: typeof first, write_id: string) => ({
    ...original,
    assumed: [original.document.write_id],
    document: { ...original.document, write_id, content: 'edited' },
  });
  const writeId = uuid();
  const answers = await push(ana, [edit(first, writeId), edit(second, writeId), edit(first, writeId)]);
  expect(answers.map((answer) => [answer.code, answer.document?.content])).toEqual([
    [null, 'edited'],
    ['IDEMPOTENCY_KEY_REUSED', 'two'],
    [null, 'edited'],
  ]);
});

test('an unavailable database is no refusal: the device sends again, and what was done stays done', async ({ world, sync, push }) => {
  const ana = await world.member();
  const [first, cut, last] = [insert('first'), insert('cut'), insert('last')];
  const response = await sync.post('push', ana, JSON.stringify({ changes: [first, cut, last] }));
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await response.json()).toMatchObject({ success: false, code: 'UNAVAILABLE' });
  const mended = { ...cut, document: { ...cut.document, content: 'mended' } };
  const answers = await push(ana, [first, mended, last]);
  expect(answers.map((answer) => [answer.code, answer.document?.content])).toEqual([
    [null, 'first'],
    [null, 'mended'],
    [null, 'last'],
  ]);
});

test('[rule 9] a deleted id does not come back to life', async ({ world, push }) => {
  const ana = await world.member();
  const one = insert('alive');
  await push(ana, [one]);
  const deleted = await push(ana, [{ ...one, document: { ...one.document, write_id: uuid(), _deleted: true } }]);
  expect(deleted).toEqual([{ id: one.document.id, code: null, document: null }]);
  expect((await push(ana, [insert('again', one.document.id)]))[0]).toMatchObject({ code: 'INVALID', document: null });
});

test('a malformed request is refused as a whole, in the envelope', async ({ world, sync }) => {
  const ana = await world.member();
  const send = async (path: string, body: string, version?: string | null) => {
    const response = await sync.post(path, ana, body, version);
    return [response.status, ((await response.json()) as { success: boolean }).success];
  };
  const tooManyChanges = Array.from({ length: MAX_CHANGES + 1 }, () => insert('x'));
  expect(await send('push', JSON.stringify({ changes: tooManyChanges }))).toEqual([422, false]);
  expect(await send('push', JSON.stringify({ changes: [{ collection: 'posts', document: {} }] }))).toEqual([422, false]);
  expect(await send('push', JSON.stringify({ changes: [insert('x'.repeat(1_000_001))] }))).toEqual([413, false]);
  expect(await send('push', '{')).toEqual([400, false]);
  expect(await send('pull', JSON.stringify({ epoch: null, collections: { secrets: { checkpoint: {}, limit: 1 } } }))).toEqual([422, false]);
  expect(await send('pull', JSON.stringify({ epoch: null, collections: { posts: { checkpoint: { a: 1 }, limit: 1 } } }))).toEqual([
    422,
    false,
  ]);
  for (const version of ['0', '', 'one', '-1', null]) {
    for (const path of ['pull', 'push', 'stream']) expect(await send(path, '{}', version)).toEqual([426, false]);
  }
});

test('the answer to a pull over HTTP has no envelope', async ({ world, sync, push }) => {
  const ana = await world.member();
  await push(ana, [insert('mine')]);
  const response = await sync.post('pull', ana, JSON.stringify({ epoch: null, collections: { posts: { checkpoint: {}, limit: 10 } } }));
  expect(await response.json()).toMatchObject({ epoch: expect.any(String), collections: { posts: { more: false } }, check: {} });
});
