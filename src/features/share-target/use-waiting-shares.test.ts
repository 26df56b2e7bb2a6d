import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { createLocks } from '../../../tests/support/locks.ts';
import { keepShare, type Share } from '../../../workers/device/waiting-shares.ts';
import { createDraftStore } from '../../data/store/draft-store.ts';
import { unusedShares } from './use-waiting-shares.ts';

const shareOf = (id: string, text: string): Share => ({ id, text, isCut: false, photos: [], leftOut: [] });
const textsOf = async (store: Parameters<typeof unusedShares>[0]) => (await unusedShares(store)).map(({ text }) => text);

beforeEach(() => vi.stubGlobal('navigator', { locks: createLocks() }));

test('a share whose draft was stored before its page ended is not asked about again, also after the draft is gone', async () => {
  const store = { userId: 'ana', drafts: createDraftStore('ana') };
  await keepShare(shareOf('2', 'later'));
  await keepShare(shareOf('1', 'used'));
  expect(await textsOf(store)).toEqual(['used', 'later']);
  const draft = { id: '1', key: 'post-new', rowId: '1', value: { content: 'used' } };
  const revision = await store.drafts.put(draft);
  expect(await textsOf(store)).toEqual(['later']);
  await store.drafts.remove({ ...draft, revision });
  expect(await textsOf(store)).toEqual(['later']);
  store.drafts.close();
});
