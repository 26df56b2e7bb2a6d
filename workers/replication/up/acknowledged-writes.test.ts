import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { PushChange } from '../../../schemas/protocol/sync.ts';
import { test } from '../../../tests/support/fixtures/local-store.ts';
import { acknowledgedWrites } from './acknowledged-writes.ts';

const write = (content: string): PushChange => ({
  collection: 'posts',
  assumed: [],
  document: { id: randomUUID(), write_id: randomUUID(), content },
});
const words = (changes: readonly PushChange[]) => changes.map(({ document }) => document.content);
const DAY = 24 * 60 * 60 * 1000;

test('writes come back in order, even after a restart', async ({ store }) => {
  const many = Array.from({ length: 45 }, (_, at) => write(`${at}`));
  const record = acknowledgedWrites(store.database, Date.now);
  await Promise.all([record.keep(many.slice(0, 3)), record.keep(many.slice(3, 44))]);
  await acknowledgedWrites(store.database, Date.now).keep(many.slice(44));
  expect(words(await acknowledgedWrites(store.database, Date.now).all())).toEqual(words(many));
});

test('the oldest writes are replaced by new ones, small or large', async ({ store }) => {
  const record = acknowledgedWrites(store.database, Date.now);
  for (let at = 0; at < 60; at++) await record.keep(Array.from({ length: 20 }, (_, nth) => write(`${at * 20 + nth}`)));
  const kept = words(await record.all());
  expect(kept).toEqual(Array.from({ length: 800 }, (_, at) => `${400 + at}`));
  for (let at = 0; at < 50; at++) await record.keep([write(`${at} ${'x'.repeat(31_000)}`)]);
  const large = words(await record.all());
  expect(large).toHaveLength(40);
  expect(JSON.stringify(large).length).toBeLessThan(1_300_000);
  // A restart goes on after the newest of them, wherever in the ring it is.
  await acknowledgedWrites(store.database, Date.now).keep([write('after a restart')]);
  expect(words(await record.all())).toEqual([...large.slice(1), 'after a restart']);
});

test('a write accepted long ago is not sent again: the server may have forgotten its id', async ({ store }) => {
  let now = Date.now();
  const record = acknowledgedWrites(store.database, () => now);
  await record.keep([write('long ago')]);
  now += 15 * DAY;
  await record.keep([write('lately')]);
  expect(words(await record.all())).toEqual(['lately']);
});

test('fields about other members that the server fills in are not kept', async ({ store }) => {
  const record = acknowledgedWrites(store.database, Date.now);
  const rows = {
    notifications: { is_read: true, related_user_name: 'Ana', related_user_profile_image_url: '/images/Ana' },
    invitations: { status: 'accepted', inviter_name: 'Ana', inviter_email: 'Ana@kith.test', receiver_name: null },
    group_members: { role: 'admin', user_name: 'Ana', user_profile_image_url: null },
  };
  for (const [collection, fields] of Object.entries(rows)) {
    const document = { id: randomUUID(), write_id: randomUUID(), ...fields };
    await record.keep([{ collection: collection as PushChange['collection'], assumed: [], document }]);
  }
  const kept = await record.all();
  expect(JSON.stringify(kept)).not.toContain('Ana');
  expect(kept.map(({ document }) => [document.is_read, document.status, document.role])).toEqual([
    [true, undefined, undefined],
    [undefined, 'accepted', undefined],
    [undefined, undefined, 'admin'],
  ]);
  expect(kept[2]?.document).not.toHaveProperty('related_user_name');
});
