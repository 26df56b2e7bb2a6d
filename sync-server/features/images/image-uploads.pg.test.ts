/** What becomes of the parts of an image: they go with what named it, are deleted in time, and cost their sender storage and budget. */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { imageUrl } from '../../../schemas/images/image.ts';
import { OFFSET_CODE } from '../../../schemas/images/image-parts.ts';
import { noise, test } from '../../../tests/support/fixtures/image-parts.ts';
import { startApp } from '../../../tests/support/start-app.ts';
import { createRequestBudgets } from '../../http/limits/request-budgets.ts';
import { countStored } from '../count-stored.ts';
import { forgetUploads } from './image-uploads.ts';

const KB = 1024;

test('parts go with the row that names the image, with the account, and before the whole that comes otherwise', async ({
  ask,
  circle,
  send,
  photoOf,
  partsOf,
  people: { ana, ben },
}) => {
  const [deleted, edited, whole] = [await photoOf(ana), await photoOf(ana), await photoOf(ana)];
  for (const { id, bytes } of [deleted, edited, whole]) {
    expect(await send(ana, id, bytes, { start: 0, end: 16 * KB })).toEqual([202, String(16 * KB)]);
  }
  expect((await circle.push(ana, 'posts', { id: deleted.post, _deleted: true })).code).toBeNull();
  const { scope: _, ...held } = (await circle.visibleRow(ana, 'posts', edited.post)) ?? { scope: 0, id: '', write_id: '' };
  expect((await circle.push(ana, 'posts', { ...held, write_id: uuid(), photos: [] }, [held.write_id])).code).toBeNull();
  for (const { id, bytes } of [deleted, edited]) {
    expect(await partsOf(id)).toEqual([]);
    expect(await send(ana, id, bytes, { start: 16 * KB, end: 32 * KB })).toEqual(['NOT_FOUND', null]);
    expect((await ask(ana, 'HEAD', id)).status).toBe(404);
  }
  expect((await ask(ana, 'PUT', whole.id, { body: whole.bytes })).status).toBe(200);
  expect(await partsOf(whole.id)).toEqual([]);

  const bens = await photoOf(ben);
  expect(await send(ben, bens.id, bens.bytes, { start: 0, end: 16 * KB })).toEqual([202, String(16 * KB)]);
  const gone = await ben.client.call('DELETE', '/api/profiles/me', { confirmation: 'DELETE', current_password: ben.password });
  expect(gone.status).toBe(200);
  expect(await partsOf(bens.id)).toEqual([]);
});

test('the parts of an image that will never be accepted are deleted, and its sender may begin anew', async ({
  ask,
  send,
  photoOf,
  partsOf,
  people: { ana },
}) => {
  const { id, bytes } = await photoOf(ana);
  const damaged = bytes.subarray(0, bytes.length * 0.6);
  const turned = await noise(300, 400);
  for (const [wrong, code] of [
    [damaged, 'IMAGE_DAMAGED'],
    [Buffer.from('%PDF-1.7'.repeat(8 * KB)), 'IMAGE_TYPE'],
    [turned, 'IMAGE_SIZE'],
  ] as const) {
    expect(await send(ana, id, wrong, { start: 0, end: 16 * KB })).toEqual([202, String(16 * KB)]);
    expect(await send(ana, id, wrong, { start: 16 * KB, end: wrong.length })).toEqual([code, null]);
    expect(await partsOf(id)).toEqual([]);
    expect((await ask(ana, 'HEAD', id)).offset).toBe('0');
  }
  expect(await send(ana, id, bytes, { start: 0, end: bytes.length })).toEqual([200, null]);
});

test('parts are deleted a day after the last one, and not while they still come', async ({
  send,
  photoOf,
  partsOf,
  server,
  people: { ana },
}) => {
  const [old, young, late] = [await photoOf(ana), await photoOf(ana), await photoOf(ana)];
  for (const { id, bytes } of [old, young, late]) await send(ana, id, bytes, { start: 0, end: 16 * KB });
  const age = (id: string, hours: number) =>
    server.sql`update image_uploads set at = now() - make_interval(hours => ${hours}) where image_id = ${id}`;
  await Promise.all([age(old.id, 25), age(young.id, 23), age(late.id, 25)]);
  expect(await send(ana, late.id, late.bytes, { start: 16 * KB, end: 32 * KB })).toEqual([202, String(32 * KB)]);
  await forgetUploads(server.database);
  expect((await Promise.all([old, young, late].map(({ id }) => partsOf(id)))).map(({ length }) => length)).toEqual([0, 1, 2]);
  // It begins anew, with the same id.
  expect(await send(ana, old.id, old.bytes, { start: 16 * KB, end: 32 * KB })).toEqual([OFFSET_CODE, '0']);
  expect(await send(ana, old.id, old.bytes, { start: 0, end: 16 * KB })).toEqual([202, String(16 * KB)]);
});

test('parts count as stored beyond what is reserved, and are refused where there is no storage for them', async ({
  send,
  photoOf,
  db,
  server,
  people: { ana },
}) => {
  const photo = await photoOf(ana, { width: 1000, height: 800 });
  expect(photo.bytes.length).toBeGreaterThan(640 * KB);
  const stored = async () => (await countStored(server.sql, ana.id)).photos;
  expect(await stored()).toBe(1_500_000);
  const endReservations = () => server.sql`update images set created_at = now() - interval '25 hours' where owner_id = ${ana.id}`;
  await endReservations();
  expect(await stored()).toBe(0);
  expect(await send(ana, photo.id, photo.bytes, { start: 0, end: 600 * KB })).toEqual([202, String(600 * KB)]);
  expect(await stored()).toBe(600 * KB);
  const next = await photoOf(ana, { width: 1000, height: 800 });
  await endReservations();
  const small = await startApp({ on: db, env: { PUBLIC_URL: server.url, MAX_MEMBER_MB: '1' } });
  try {
    expect(await send(ana, next.id, next.bytes, { start: 0, end: 600 * KB }, small.url)).toEqual(['STORAGE_USED_UP', null]);
    expect(await send(ana, next.id, next.bytes, { start: 0, end: 16 * KB }, small.url)).toEqual([202, String(16 * KB)]);
  } finally {
    await small.close();
  }
});

test('a part costs a quarter of a write, and leaves nothing behind for its repetition', async ({
  send,
  photoOf,
  db,
  server,
  people: { ana },
}) => {
  const budgets = createRequestBudgets(true);
  const paid: number[] = [];
  const counted = { ...budgets, writes: { ...budgets.writes, take: async (_: string, cost = 1) => void paid.push(cost) } };
  const app = await startApp({ on: db, env: { PUBLIC_URL: server.url }, budgets: counted });
  try {
    const { id, bytes } = await photoOf(ana);
    const writes = async () => (await server.sql`select from applied_writes`).length;
    const before = await writes();
    for (let start = 0; start < 64 * KB; start += 16 * KB) await send(ana, id, bytes, { start, end: start + 16 * KB }, app.url);
    expect(await send(ana, id, bytes, { start: 64 * KB, end: bytes.length }, app.url)).toEqual([200, null]);
    expect([paid, (await writes()) - before]).toEqual([[0.25, 0.25, 0.25, 0.25, 1], 0]);
  } finally {
    await app.close();
  }
});

test('[IM1] a profile picture is sent in parts like a photo', async ({ ask, circle, send, people: { ana } }) => {
  const id = uuid();
  const { scope: _, ...held } = (await circle.visibleRow(ana, 'profiles', ana.id)) ?? { scope: 0, id: ana.id, write_id: '' };
  const named = { ...held, write_id: uuid(), profile_image_url: imageUrl(id) };
  expect((await circle.push(ana, 'profiles', named, [held.write_id])).code).toBeNull();
  const bytes = await noise(600, 400);
  expect(await send(ana, id, bytes, { start: 0, end: 16 * KB })).toEqual([202, String(16 * KB)]);
  expect(await send(ana, id, bytes, { start: 16 * KB, end: bytes.length })).toEqual([200, null]);
  expect((await ask(ana, 'GET', id)).status).toBe(200);
});
