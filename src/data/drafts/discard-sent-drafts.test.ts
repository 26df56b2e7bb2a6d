import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, vi } from 'vitest';
import { post } from '../../../schemas/posts/post.ts';
import { reportedKey } from '../../../schemas/reports/reported-key.ts';
import { test as storeTest } from '../../../tests/support/fixtures/local-store.ts';
import { createLocks } from '../../../tests/support/locks.ts';
import { writeSetting } from '../store/write-setting.ts';
import { discardSentDrafts } from './discard-sent-drafts.ts';
import { createOpenDraft } from './open-draft.ts';

beforeAll(() => void vi.stubGlobal('navigator', { locks: createLocks() }));

const test = storeTest
  .override('collections', () => ['posts', 'comments', 'group_messages', 'settings'])
  /** Stores the comment that a draft became. */
  .extend(
    'send',
    ({ store }) =>
      (rowId: string, content: string) =>
        store.storeRow('comments', {
          id: rowId,
          post_id: randomUUID(),
          author_id: store.userId,
          author_name: 'Ana',
          author_profile_image_url: null,
          content,
          created_at: '2026-01-01T00:00:00.000Z',
          edited_at: null,
          is_deleted: false,
        }),
  )
  /** Stores what a form with this key had when its page ended, next to the row that was stored from it, if any. */
  .extend('ended', ({ store, send }) => async (key: string, typed: unknown, sent: string | null) => {
    const draft = createOpenDraft<unknown>(key, store);
    const close = draft.attach(store);
    draft.type(typed);
    await draft.storeNow();
    if (sent === null) close();
    else await send(draft.shown().rowId, sent);
  });

test.for<[string, unknown, string | null, boolean]>([
  ['a text that was sent', 'Coming', 'Coming', false],
  ['a text that was sent with some more that was typed last', 'Com', 'Coming', false],
  ['fields that were sent', { text: ' Coming', replyTo: null, edit: null }, 'Coming', false],
  ['a text that was not sent', 'Coming', null, true],
  ['a text that was continued after it was sent', 'Coming, and Ben too', 'Coming', true],
  ['a text next to one that was sent', { text: '', replyTo: null, edit: { id: '1', text: 'Another' } }, 'Coming', true],
  ['a text that another field of the row begins with', 'An', 'Coming', true],
  ['a text whose row was deleted since', 'Coming', '', true],
])('%s', async ([, typed, sent, stays], { store, ended }) => {
  await ended('comment-1', typed, sent);
  await discardSentDrafts(store);
  expect(await store.drafts.read()).toHaveLength(stays ? 1 : 0);
});

test('the words of a report that was sent', async ({ store, ended }) => {
  const [sent, begun] = [reportedKey('post', randomUUID()), reportedKey('post', randomUUID())];
  for (const key of [sent, begun]) await ended(key, 'Sold twice', null);
  await writeSetting(store, sent, 'Sold twice');
  await discardSentDrafts(store);
  expect((await store.drafts.read()).map(({ key }) => key)).toEqual([begun]);
});

test('a form that opens before a sent text is discarded does not show it', async ({ store, ended }) => {
  await ended('comment-1', 'Com', 'Coming');
  await ended('comment-2', 'Perhaps', null);
  for (const [key, value] of [
    ['comment-1', null],
    ['comment-2', 'Perhaps'],
  ] as const) {
    const draft = createOpenDraft<string>(key, store);
    const seen = new Set<unknown>();
    draft.subscribe(() => seen.add(draft.shown().value));
    const close = draft.attach(store);
    await expect.poll(() => draft.shown().value).toBe(value);
    expect([...seen]).not.toContain('Com');
    close();
  }
  expect(await store.drafts.read()).toHaveLength(2);
});

test('a form that shows a sent text empties itself, and its next text becomes another row', async ({ store, ended, send }) => {
  await ended('comment-1', 'Coming', null);
  const draft = createOpenDraft<string>('comment-1', store);
  const close = draft.attach(store);
  await expect.poll(() => draft.shown().value).toBe('Coming');
  const sentAs = draft.shown().rowId;
  await send(sentAs, 'Coming');
  await discardSentDrafts(store);
  await expect.poll(() => draft.shown().value).toBe(null);
  expect(draft.shown().rowId).not.toBe(sentAs);
  close();
});

test.for([
  ['photos that were sent', 2, false],
  ['a photo that was added after the others were sent', 1, true],
] as const)('%s', async ([, sent, stays], { store }) => {
  const photos = ['a', 'b'].map((id) => ({ id, width: 8, height: 6, thumbhash: '', alt: '' }));
  const draft = createOpenDraft<unknown>('post-new', store);
  draft.attach(store);
  draft.type({ content: '', photos });
  await draft.storeNow();
  await store.storeRow('posts', { ...post.example, id: draft.shown().rowId, content: '', photos: photos.slice(0, sent) });
  await discardSentDrafts(store);
  expect(await store.drafts.read()).toHaveLength(stays ? 1 : 0);
});
