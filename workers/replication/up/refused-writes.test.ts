import { expect } from 'vitest';
import { groupMessage } from '../../../schemas/messages/group-message.ts';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { PushAnswer, PushChange } from '../../../schemas/protocol/sync.ts';
import { test as storeTest } from '../../../tests/support/fixtures/local-store.ts';
import { readLocal } from '../../device/local-documents.ts';
import type { Outbox } from '../../device/outbox.ts';
import { OUTBOX_ID } from '../../device/outbox-id.ts';
import { storeRefused } from './refused-writes.ts';

const photo = { id: '0190a0b0-8000-7000-8000-000000000002', width: 800, height: 600, thumbhash: '', alt: 'The sea' };
const document = { ...groupMessage.example, photos: [photo], write_id: 'mine' };

const test = storeTest
  .extend('collections', (): readonly CollectionName[] => ['group_messages'])
  /** The writes in the outbox after the server has answered that it has this state of the message. */
  .extend('conflict', ({ store: { database } }) => async (theirs: object): Promise<readonly string[]> => {
    const change: PushChange = { collection: 'group_messages', assumed: [], document };
    await storeRefused(database, [change], [{ id: document.id, code: 'CONFLICT', document: { ...document, scope: 1, ...theirs } }]);
    const outbox = await database.getLocal<Outbox>(OUTBOX_ID);
    return (outbox?.toJSON().data as Outbox | undefined)?.entries.map(({ write_id }) => write_id) ?? [];
  });

test('[9] the last answer to a write decides whether it is shown as refused', async ({ store: { database } }) => {
  const change: PushChange = { collection: 'group_messages', assumed: [], document };
  const answered = async (code: PushAnswer['code'], again: readonly string[]) => {
    await storeRefused(database, [change], [{ id: document.id, code, document: null }], globalThis, again);
    return (await readLocal<Outbox>(database, OUTBOX_ID))?.entries.map((entry) => entry.code);
  };
  expect(await answered('GROUP_NOT_FOUND', ['mine'])).toEqual(['GROUP_NOT_FOUND']);
  expect(await answered('CONFLICT', ['another'])).toEqual(['GROUP_NOT_FOUND']);
  expect(await answered('CONFLICT', ['mine'])).toEqual(['CONFLICT']);
  expect(await answered(null, ['mine'])).toEqual([]);
});

test('a write that is refused twice in one answer is shown once', async ({ store: { database } }) => {
  const change: PushChange = { collection: 'group_messages', assumed: [], document };
  const answer: PushAnswer = { id: document.id, code: 'CONFLICT', document: null };
  await storeRefused(database, [change, change], [answer, answer]);
  expect((await readLocal<Outbox>(database, OUTBOX_ID))?.entries.map(({ write_id }) => write_id)).toEqual(['mine']);
});

test('[b] a conflict with what the member wanted is no refusal, in whichever order the fields of a photo come', async ({ conflict }) => {
  const { id, alt, width, height, thumbhash } = photo;
  expect(await conflict({ write_id: 'theirs', photos: [{ id, alt, width, height, thumbhash }] })).toEqual([]);
  expect(await conflict({ write_id: 'theirs', photos: [{ ...photo, alt: 'The lake' }] })).toEqual(['mine']);
});
