import { describe, expect } from 'vitest';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { PushAnswer, PushChange } from '../../../schemas/protocol/sync.ts';
import { test as storeTest } from '../../../tests/support/fixtures/local-store.ts';
import { readLocal } from '../../device/local-documents.ts';
import type { Outbox } from '../../device/outbox.ts';
import { OUTBOX_ID } from '../../device/outbox-id.ts';
import type { StoredRow } from '../../device/write-rows.ts';
import { openProgress } from '../state/progress.ts';
import { openStore, type Replica } from '../store.ts';
import { answeredRow, createPush } from './push.ts';

const test = storeTest.extend('collections', (): readonly CollectionName[] => ['settings']);
const signal = new AbortController().signal;

const change: PushChange = { collection: 'comments', assumed: ['w0'], document: { id: 'c', write_id: 'w1', content: 'sent' } };
const document = { id: 'c', scope: 7, write_id: 'w1', content: 'sent', created_at: '2026-01-31T08:00:00.000Z' };
const accepted: PushAnswer = { id: 'c', code: null, document };
const row = (fields: Partial<StoredRow>): StoredRow => ({
  ...{ id: 'c', scope: 0, write_id: 'w1', pending: 1, assumed: ['w0'], content: 'sent', _deleted: false },
  ...fields,
});

test('[b] the sent row becomes what the server answers', () => {
  expect(answeredRow('comments', change, accepted, row({}))).toMatchObject({ scope: 7, pending: 0, assumed: [], content: 'sent' });
  const refused: PushAnswer = { id: 'c', code: 'CONFLICT', document: { ...document, write_id: 'w9', content: 'theirs' } };
  expect(answeredRow('comments', change, refused, row({}))).toMatchObject({ write_id: 'w9', pending: 0, content: 'theirs' });
  const gone: PushAnswer = { id: 'c', code: 'POST_NOT_FOUND', document: null };
  expect(answeredRow('comments', change, gone, row({}))).toMatchObject({ _deleted: true, pending: 0, content: '' });
});

describe('[b] a row that was written again meanwhile', () => {
  const newer = row({ write_id: 'w3', assumed: ['w0', 'w1', 'w2'], content: 'newer' });
  test('keeps the newer state, and takes its scope and accepted write from the answer', () => {
    const now = answeredRow('comments', change, accepted, newer);
    expect(now).toMatchObject({ write_id: 'w3', pending: 1, content: 'newer', scope: 7, assumed: ['w1', 'w2'] });
  });
  test('is not based on a state that it never saw: after a refusal it stays as it was written', () => {
    const theirs: PushAnswer = { id: 'c', code: 'CONFLICT', document: { ...document, write_id: 'w9' } };
    expect(answeredRow('comments', change, theirs, newer)).toEqual(newer);
    expect(answeredRow('comments', change, { id: 'c', code: 'POST_NOT_FOUND', document: null }, newer)).toEqual(newer);
  });
});

test('[9] a refusal that was shown goes when its write is retried after all, as after a restore', async ({ store: { database } }) => {
  const pending = { id: 'a', scope: 0, write_id: 'w', user_id: 'u', key: 'a', value: 'mine', pending: 1, assumed: [] };
  await database.collections.settings.insert(pending);
  const opened = await openStore(database, () => undefined);
  const replica = opened.replicas.get('settings') as Replica;
  let knowsOfRestore = false;
  const push = createPush({
    realm: globalThis,
    database,
    store: { ...opened, replicas: new Map([['settings', { ...replica, write: async (...rows) => onWrite(...rows) }]]) },
    sender: {
      send: async (changes) => ({
        ...{ kind: 'answered', changes },
        answers: changes.map(({ document: { id } }) => ({ id, code: 'NOT_FOUND', document: null })),
      }),
    },
    progress: await openProgress(database),
    acknowledged: { keep: async () => undefined, all: async () => [] },
    lost: { retryLater: async () => new Set(knowsOfRestore ? [0] : []) },
    diskSpace: { full: false },
    ...{ onScope: () => undefined, onDoubt: () => undefined, onPutOff: () => undefined },
  });
  const shown = async () => (await readLocal<Outbox>(database, OUTBOX_ID))?.entries.map(({ write_id }) => write_id);

  let onWrite: Replica['write'] = () => Promise.reject(new Error('the store fails once'));
  await expect(push.turn(signal)).rejects.toThrow('the store fails once');
  expect(await shown()).toEqual(['w']);
  onWrite = replica.write;
  knowsOfRestore = true;
  await push.turn(signal);
  expect(await shown()).toEqual([]);
  expect(push.ready()).toBe(false);
  push.close();
  opened.close();
});
