import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { expect, onTestFinished, test } from 'vitest';
import { openTestStore } from '../../../tests/support/local-store.ts';
import { newPost } from '../../../tests/support/rows.ts';
import type { Outbox, Refused } from '../../../workers/device/outbox.ts';
import { OUTBOX_ID } from '../../../workers/device/outbox-id.ts';
import { change } from './local-write.ts';
import { writeOutcome } from './write-outcome.ts';

const ana = { id: '01900000-0000-7000-8000-00000000000a' };
/** Write ids of writes by REST, which the server chooses: they say nothing about the time. */
const [lowId, highId] = ['00c51a52-5f5b-4d3c-8f0e-2a6c1d8e9b11', 'f4c51a52-5f5b-4d3c-8f0e-2a6c1d8e9b12'];

/** A store with one post of Ana. `answered` stores what the server made of it. */
async function storeWithPost() {
  const store = await openTestStore(ana.id, ['posts'], getRxStorageMemory() as never);
  onTestFinished(async () => void (await store.close()));
  const post = newPost(ana, 'Soup at seven');
  await store.storeRow('posts', { ...post, created_at: new Date().toISOString(), edited_at: null } as never);
  const row = async () => (await store.collections.posts.findOne(post.id).exec(true)).toMutableJSON();
  const refuse = async (write_id: string) => {
    const entry: Refused = { write_id, collection: 'posts', code: 'CONFLICT', document: { id: post.id }, at: 0 };
    await store.database.upsertLocal<Outbox>(OUTBOX_ID, { entries: [entry] });
  };
  const answered = async (write_id: string) =>
    (await store.collections.posts.findOne(post.id).exec(true)).incrementalPatch({ write_id, pending: 0, assumed: [] });
  return { store, id: post.id, row, refuse, answered };
}

test('an accepted write counts as accepted, although an earlier one was refused and a later one came by REST', async () => {
  const { store, id, row, refuse, answered } = await storeWithPost();
  await change(store, 'posts', id, { content: 'Soup at eight' });
  await refuse((await row()).write_id);
  await answered(highId);
  await change(store, 'posts', id, { content: 'Soup at nine' });
  // Both happen before the outcome is asked for.
  await answered(lowId);
  expect(await writeOutcome(store, 'posts', id)).toBe('accepted');
});

test('a write that is refused before its outcome is asked for counts as refused, although the row was last written by REST', async () => {
  const { store, id, row, refuse, answered } = await storeWithPost();
  await change(store, 'posts', id, { content: 'Soup at eight' });
  await refuse((await row()).write_id);
  await answered(highId);
  expect(await writeOutcome(store, 'posts', id)).toBe('refused');
});
