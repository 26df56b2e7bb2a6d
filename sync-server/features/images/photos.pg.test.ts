import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import type { RefusalCode } from '../../../schemas/base/refusal.ts';
import { imageUrl } from '../../../schemas/images/image.ts';
import type { Photo } from '../../../schemas/images/photo.ts';
import { PHOTO_ALT_MAX, PHOTOS_MAX } from '../../../schemas/images/photo-limits.ts';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import { lyingPhoto } from '../../../tests/support/chosen-photos.ts';
import { type Member, test as serverTest } from '../../../tests/support/fixtures/server.ts';
import { countStored } from '../count-stored.ts';

const picture = (width: number, height: number, background = 'teal'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

const photoOf = (more: Partial<Photo> = {}): Photo => ({ id: uuid(), width: 1600, height: 1200, thumbhash: '', alt: '', ...more });

const test = serverTest
  /** Ana and Ben are friends and in a group; Carl is a stranger. */
  .extend('people', async ({ circle }) => {
    const [ana, ben, carl] = await Promise.all(['Ana', 'Ben', 'Carl'].map((name) => circle.signUp(name, { email: `${uuid()}@kith.test` })));
    if (!ana || !ben || !carl) throw new Error('nobody signed up');
    await circle.befriend(ana, ben);
    return { ana, ben, carl, group: await circle.group(ana, ben) };
  })
  .extend('put', ({ server }) => async (member: Member, id: string, bytes: Buffer) => {
    const response = await fetch(`${server.url}/api/images/${id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${member.client.token()}` },
      body: new Uint8Array(bytes),
    });
    const { code = null } = (await response.json()) as { code?: RefusalCode };
    return code ?? response.status;
  })
  /** The size of what a member gets, or the status. */
  .extend('sees', ({ server }) => async (member: Member, id: string, size?: 'small' | 'large') => {
    const response = await fetch(`${server.url}/api/images/${id}${size ? `?size=${size}` : ''}`, {
      headers: { authorization: `Bearer ${member.client.token()}` },
    });
    if (response.status !== 200) return response.status;
    const { width, height, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    return `${format} ${width}x${height}`;
  })
  /** Changes the own row as a device does, and returns the refusal. */
  .extend('change', ({ circle }) => async (member: Member, collection: CollectionName, id: string, fields: object) => {
    const { scope: _, ...held } = (await circle.visibleRow(member, collection, id)) ?? { scope: 0, id, write_id: '' };
    return (await circle.push(member, collection, { ...held, write_id: uuid(), ...fields }, [held.write_id])).code;
  });

test('a photo of a post comes in two sizes, to those who may read the post, and goes with it', async ({
  circle,
  put,
  sees,
  server,
  people: { ana, ben, carl },
}) => {
  const photo = photoOf({ alt: ' A cake ' });
  const post = await circle.post(ana, { content: '', photos: [photo] });
  expect(await circle.visibleRow(ben, 'posts', post)).toMatchObject({ content: '', photos: [{ ...photo, alt: 'A cake' }] });
  expect(await sees(ben, photo.id)).toBe(404);
  expect(await put(ben, photo.id, await picture(1600, 1200))).toBe('NOT_FOUND');
  expect(await put(ana, photo.id, await picture(3200, 2400))).toBe(200);
  expect([await sees(ben, photo.id), await sees(ben, photo.id, 'small')]).toEqual(['webp 1600x1200', 'webp 640x480']);
  expect([await sees(carl, photo.id), await sees(carl, photo.id, 'small')]).toEqual([404, 404]);
  await circle.unfriend(ana, ben);
  expect([await sees(ana, photo.id), await sees(ben, photo.id)]).toEqual(['webp 1600x1200', 404]);

  const before = await countStored(server.sql, ana.id);
  expect(before.photos).toBeGreaterThan(1000);
  expect((await circle.push(ana, 'posts', { id: post, _deleted: true })).code).toBeNull();
  expect(await sees(ana, photo.id, 'small')).toBe(404);
  expect(await server.sql`select from image_variants where image_id = ${photo.id}`).toHaveLength(0);
  expect(await countStored(server.sql, ana.id)).toEqual({ texts: expect.any(Number), photos: 0 });
});

test('[R-62] who may no longer read a post gets none of its photos, in neither size, from the next request on', async ({
  circle,
  put,
  sees,
  change,
  people: { ana, ben },
}) => {
  const photo = photoOf();
  const post = await circle.post(ana, { content: 'For friends', photos: [photo] });
  expect(await put(ana, photo.id, await picture(1600, 1200))).toBe(200);
  const seen = () => Promise.all([sees(ben, photo.id), sees(ben, photo.id, 'small'), sees(ana, photo.id)]);
  for (const [visibility_type, ...sizes] of [
    ['friends', 'webp 1600x1200', 'webp 640x480'],
    ['private', 404, 404],
    ['friends', 'webp 1600x1200', 'webp 640x480'],
  ] as const) {
    if ((await circle.visibleRow(ana, 'posts', post))?.visibility_type !== visibility_type) {
      expect(await change(ana, 'posts', post, { visibility_type })).toBeNull();
    }
    expect([visibility_type, await seen()]).toEqual([visibility_type, [...sizes, 'webp 1600x1200']]);
  }
});

test('a photo of a message reaches its group; a deleted message keeps none', async ({
  circle,
  put,
  sees,
  change,
  people: { ana, ben, carl, group },
}) => {
  const photos = [photoOf(), photoOf({ width: 300, height: 400 })];
  const message = { ...circle.messageDocument(ana, group, ''), photos };
  await circle.done(ana, 'group_messages', message);
  const [large, small] = photos.map(({ id }) => id) as [string, string];
  expect([await put(ana, large, await picture(1600, 1200)), await put(ana, small, await picture(300, 400))]).toEqual([200, 200]);
  // It is small enough to be its own small picture.
  expect([await sees(ben, small), await sees(ben, small, 'small'), await sees(carl, small)]).toEqual(['webp 300x400', 'webp 300x400', 404]);
  await circle.leave(ben, group);
  expect([await sees(ben, large), await sees(ana, large)]).toEqual([404, 'webp 1600x1200']);
  expect(await change(ana, 'group_messages', message.id, { is_deleted: true })).toBeNull();
  expect(await circle.visibleRow(ana, 'group_messages', message.id)).toMatchObject({ photos: [], content: '', is_deleted: true });
  expect(await sees(ana, large)).toBe(404);
});

test('[IM2] a post and a message say something: a text, a photo, or both', async ({ circle, change, people: { ana, group } }) => {
  for (const content of ['', ' \n']) {
    expect((await circle.push(ana, 'posts', circle.postDocument(ana, { content }))).code).toBe('INVALID');
    expect((await circle.push(ana, 'group_messages', circle.messageDocument(ana, group, content))).code).toBe('INVALID');
    expect((await ana.client.post('/api/posts', { content, visibility_type: 'friends' })).status).toBe(422);
    expect((await ana.client.post(`/api/groups/${group}/messages`, { content })).status).toBe(422);
  }
  const post = await circle.post(ana, { content: '', photos: [photoOf()] });
  expect(await change(ana, 'posts', post, { photos: [] })).toBe('INVALID');
  expect(await change(ana, 'posts', post, { photos: [], content: 'gone' })).toBeNull();
});

test('an edit orders and describes photos, adds and removes them; bytes go with the photo', async ({
  circle,
  put,
  sees,
  change,
  people: { ana, ben },
}) => {
  const [one, two, three] = [photoOf(), photoOf(), photoOf()];
  const post = await circle.post(ana, { photos: [one, two] });
  for (const { id } of [one, two]) expect(await put(ana, id, await picture(1600, 1200))).toBe(200);
  const after = [three, { ...one, alt: 'The sea' }];
  expect(await change(ana, 'posts', post, { photos: after })).toBeNull();
  expect(await circle.visibleRow(ben, 'posts', post)).toMatchObject({ photos: after });
  expect(await put(ana, three.id, await picture(800, 600))).toBe(200);
  const views = Promise.all([one, two, three].map(({ id }) => sees(ben, id)));
  expect(await views).toEqual(['webp 1600x1200', 404, 'webp 800x600']);
  // A photo that was removed never returns: a device may still have its bytes.
  expect(await change(ana, 'posts', post, { photos: [...after, two] })).toBe('NOT_FOUND');
  // By REST, photos that are left out stay.
  const edited = await ana.client.call('PUT', `/api/posts/${post}`, { content: 'by the sea', visibility_type: 'friends' });
  expect(edited.body.data).toMatchObject({ content: 'by the sea', photos: after });
});

test('[IM1] no row names a photo of another row, nor an id that was ever in use', async ({
  circle,
  put,
  sees,
  change,
  people: { ana, ben, group },
}) => {
  const photo = photoOf();
  const post = await circle.post(ana, { photos: [photo] });
  const taken = [
    { ...photoOf(), id: photo.id },
    { ...photoOf(), id: post },
  ];
  for (const one of taken) {
    for (const member of [ana, ben]) {
      const free = photoOf();
      const document = circle.postDocument(member, { photos: [free, one] });
      expect((await circle.push(member, 'posts', document)).code).toBe('NOT_FOUND');
      expect((await circle.push(member, 'group_messages', { ...circle.messageDocument(member, group), photos: [one] })).code).toBe(
        'NOT_FOUND',
      );
      // Nothing of the refused row stays, so its other ids are as free as before.
      expect((await circle.push(member, 'posts', { ...document, photos: [free] })).code).toBeNull();
    }
  }
  const other = await circle.post(ana);
  expect(await change(ana, 'posts', other, { photos: [photo] })).toBe('NOT_FOUND');
  expect(await change(ana, 'profiles', ana.id, { profile_image_url: imageUrl(photo.id) })).toBe('NOT_FOUND');
  expect(await put(ana, photo.id, await picture(1600, 1200))).toBe(200);
  expect(await sees(ben, photo.id)).toBe('webp 1600x1200');
});

test('[IM3] [IM4] a photo keeps its size, and its bytes have the shape that its row says', async ({
  circle,
  put,
  change,
  people: { ana },
}) => {
  const photo = photoOf();
  const post = await circle.post(ana, { photos: [photo] });
  for (const fields of [{ width: 1599 }, { height: 1 }, { thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI' }]) {
    expect(await change(ana, 'posts', post, { photos: [{ ...photo, ...fields }] })).toBe('INVALID');
  }
  for (const [width, height] of [
    [1200, 1600],
    [1000, 1000],
    [1600, 1170],
  ] as const) {
    expect([width, height, await put(ana, photo.id, await picture(width, height))]).toEqual([width, height, 'IMAGE_SIZE']);
  }
  // Upright, it has that shape.
  const lying = await sharp(await picture(1200, 1600))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(await put(ana, photo.id, lying)).toBe(200);
});

test('[IM4] it is the upright picture that has to have the shape of the row, up to a hundredth, and no bytes change a row', async ({
  circle,
  put,
  sees,
  server,
  people: { ana, ben },
}) => {
  const state = async (id: string) => [
    await circle.visibleRow(ben, 'posts', id),
    ...(await server.sql`select id, head from scopes order by id`),
    ...(await server.sql`select width, height from images where post_id = ${id} order by id`),
  ];
  const formats = ['jpeg', 'png', 'webp'] as const;
  for (let orientation = 1; orientation <= 8; orientation += 1) {
    const format = formats[orientation % 3];
    const photo = photoOf({ width: 800, height: 600 });
    const post = await circle.post(ana, { photos: [photo] });
    const before = await state(post);
    // As they are to be seen. The first has the right shape if it lies on its side, the others almost.
    const almost = [
      [800, 592],
      [800, 609],
      [789, 600],
    ] as const;
    for (const [width, height] of [[600, 800] as const, almost[orientation % 3] ?? almost[0]]) {
      const bytes = await lyingPhoto({ width, height }, orientation, format);
      expect([orientation, width, height, await put(ana, photo.id, bytes)]).toEqual([orientation, width, height, 'IMAGE_SIZE']);
      expect([await sees(ana, photo.id), await sees(ben, photo.id, 'small')]).toEqual([404, 404]);
      expect(await state(post)).toEqual(before);
    }
    // Within a hundredth; the variants are as the bytes are, and the row stays as it was.
    expect([orientation, await put(ana, photo.id, await lyingPhoto({ width: 800, height: 597 }, orientation, format))]).toEqual([
      orientation,
      200,
    ]);
    expect([await sees(ben, photo.id), await sees(ben, photo.id, 'small')]).toEqual(['webp 800x597', 'webp 640x478']);
    expect(await state(post)).toEqual(before);
  }
});

test('[R-67] what is no list of photos with a size each is refused', async ({ circle, people: { ana } }) => {
  const wrong: readonly unknown[] = [
    null,
    'photo',
    [imageUrl(uuid())],
    Array.from({ length: PHOTOS_MAX + 1 }, () => photoOf()),
    [(({ width: _, ...one }) => one)(photoOf())],
    [(({ height: _, ...one }) => one)(photoOf())],
    [photoOf({ width: 0 })],
    [photoOf({ height: 4097 })],
    [photoOf({ width: 1.5 })],
    [photoOf({ alt: 'x'.repeat(PHOTO_ALT_MAX + 1) })],
    [photoOf({ thumbhash: 'not base64' })],
    [photoOf({ thumbhash: 'AAAA'.repeat(10) })],
    [photoOf({ id: 'x' })],
    [photoOf({ id: randomUUID() })],
    [photoOf({ id: uuid().toUpperCase() })],
    ((one) => [one, one])(photoOf()),
  ];
  for (const photos of wrong) {
    expect([photos, (await circle.push(ana, 'posts', { ...circle.postDocument(ana), photos } as never)).code]).toEqual([photos, 'INVALID']);
  }
});

test('creations that share a photo are not carried out in one statement: the first has it', async ({ circle, people: { ana } }) => {
  const photo = photoOf();
  const documents = [1, 2, 3].map(() => ({ ...circle.postDocument(ana, { photos: [photo] }), write_id: uuid() }));
  const answers = await circle.engine.push(
    { userId: ana.id },
    documents.map((document) => ({ collection: 'posts', assumed: [], document })),
  );
  expect(answers.map(({ code }) => code)).toEqual([null, 'NOT_FOUND', 'NOT_FOUND']);
});
