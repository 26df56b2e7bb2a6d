import { expect } from 'vitest';
import type { MadeInviteLink } from '../../../../../schemas/friends/invite-link.ts';
import { test as storeTest } from '../../../../../tests/support/fixtures/local-store.ts';
import { keepLink, readKeptLinks, updateKeptLinks } from './kept-links.ts';

const test = storeTest.override('collections', () => ['invitations']);

const linkOf = (id: string, used = 0): MadeInviteLink => ({
  id,
  uses: 1,
  at_once: false,
  used,
  came: [],
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2026-01-08T00:00:00.000Z',
  token: `token of ${id}`,
});

test('the links of this device keep their tokens, newest first, until they are taken back', async ({ store }) => {
  expect(await readKeptLinks(store)).toEqual([]);
  await Promise.all([keepLink(store, linkOf('one')), keepLink(store, linkOf('two'))]);
  await keepLink(store, linkOf('three'));
  const ids = async () => (await readKeptLinks(store)).map(({ id }) => id);
  expect((await ids())[0]).toBe('three');
  expect((await ids()).toSorted()).toEqual(['one', 'three', 'two']);
  const { token: _token, ...asListed } = linkOf('two', 1);
  await updateKeptLinks(store, new Set(['three']), [asListed]);
  expect((await readKeptLinks(store)).find(({ id }) => id === 'two')).toEqual(linkOf('two', 1));
  expect(await ids()).not.toContain('three');
});
