/** A member's storage with photos: rows reserve for them, bytes take the place of the reservation, and texts have a limit of their own. */
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import type { Photo } from '../../../schemas/images/photo.ts';
import { FULL_SIDE, PHOTOS_MAX } from '../../../schemas/images/photo-limits.ts';
import type { Member } from '../../../tests/support/fixtures/server.ts';
import { test as serverTest } from '../../../tests/support/fixtures/server.ts';
import type { AppOptions } from '../../../tests/support/start-app.ts';

const MB = 1_000_000;
const RESERVED = 1.5 * MB;

const photoOf = (fields: Partial<Photo> = {}): Photo => ({ id: uuid(), width: 800, height: 600, thumbhash: '', alt: '', ...fields });
const photos = (count: number, fields: Partial<Photo> = {}) => Array.from({ length: count }, () => photoOf(fields));

const test = serverTest
  .extend('serverOptions', { scope: 'file' }, ({ db }): AppOptions => ({ on: db, env: { MAX_MEMBER_MB: '20' } }))
  .extend('ana', ({ circle }) => circle.signUp(`Ana ${uuid()}`, { email: `${uuid()}@kith.test` }))
  /** Pushes a post, and returns its id, or why it was refused. */
  .extend('post', ({ circle }) => async (who: Member, named: readonly Photo[], content = '') => {
    const { id, code } = await circle.push(who, 'posts', { ...circle.postDocument(who, { content }), photos: named });
    return code ?? id;
  })
  .extend('send', ({ server }) => async (who: Member, id: string, width: number, height: number) => {
    const body = await sharp({ create: { width, height, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const headers = { authorization: `Bearer ${who.client.token()}`, 'content-type': 'image/png' };
    return (await fetch(`${server.url}/api/images/${id}`, { method: 'PUT', body: new Uint8Array(body), headers })).status;
  })
  .extend('storage', () => async (who: Member) => (await who.client.get('/api/profiles/me/storage')).body.data);

test('a photo reserves storage with its row, and counts by its size once it has arrived', async ({ ana, post, send, storage }) => {
  expect(await storage(ana)).toMatchObject({ photo_bytes: 0, max_bytes: 20 * MB });
  const photo = photoOf();
  await post(ana, [photo, photoOf({ width: FULL_SIDE, height: 3000 })]);
  expect(await storage(ana)).toMatchObject({ photo_bytes: RESERVED + 6 * MB });
  expect(await send(ana, photo.id, 800, 600)).toBe(200);
  const { photo_bytes: bytes } = await storage(ana);
  expect(bytes).toBeGreaterThan(6 * MB);
  expect(bytes).toBeLessThan(6.1 * MB);
});

test('what does not fit is refused with the row, and photos that were accepted are taken', async ({ circle, ana, post, send, storage }) => {
  const accepted = photos(PHOTOS_MAX);
  const first = await post(ana, accepted);
  expect(await post(ana, photos(PHOTOS_MAX))).not.toBe('STORAGE_USED_UP');
  expect(await storage(ana)).toMatchObject({ photo_bytes: 12 * RESERVED });
  expect(await post(ana, photos(2))).toBe('STORAGE_USED_UP');
  // An edit that adds photos, and the same by REST.
  const held = await circle.visibleRow(ana, 'posts', first);
  const kept = accepted.slice(0, 4);
  const edited = { ...held, id: first, write_id: uuid(), photos: [...kept, ...photos(2, { width: FULL_SIDE, height: FULL_SIDE })] };
  expect((await circle.push(ana, 'posts', edited, [held?.write_id ?? ''])).code).toBe('STORAGE_USED_UP');
  const asked = { content: '', visibility_type: 'private', photos: photos(2) };
  expect(await ana.client.post('/api/posts', asked)).toMatchObject({ status: 409, body: { code: 'STORAGE_USED_UP' } });

  for (const { id } of accepted) expect(await send(ana, id, 800, 600)).toBe(200);
  // They take less than was reserved, so there is room again.
  expect(await post(ana, photos(PHOTOS_MAX - 1))).not.toBe('STORAGE_USED_UP');
});

test('photos never leave a member without words', async ({ ana, post }) => {
  await post(ana, photos(PHOTOS_MAX));
  await post(ana, photos(PHOTOS_MAX));
  expect(await post(ana, photos(2))).toBe('STORAGE_USED_UP');
  expect(await post(ana, [], 'words')).not.toBe('STORAGE_USED_UP');
});

test('what was taken out of a post frees what was reserved for it', async ({ circle, ana, post }) => {
  const id = await post(ana, photos(PHOTOS_MAX));
  await post(ana, photos(PHOTOS_MAX));
  expect(await post(ana, photos(2))).toBe('STORAGE_USED_UP');
  expect((await circle.push(ana, 'posts', { id, _deleted: true })).code).toBeNull();
  expect(await post(ana, photos(2))).not.toBe('STORAGE_USED_UP');
});
