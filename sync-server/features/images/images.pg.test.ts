import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { groupMemberId } from '../../../schemas/groups/group-member-id.ts';
import { IMAGE_MAX_BYTES, type ImageRefusal, imageIdOf, imageUrl } from '../../../schemas/images/image.ts';
import { imageFields } from '../../../schemas/protocol/collections.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../../schemas/protocol/version.ts';
import { refusalWording } from '../../../schemas/wording/refusal-wording.ts';
import { type Member, test as serverTest } from '../../../tests/support/fixtures/server.ts';
import { plainPng } from '../../../tests/support/png.ts';
import { startApp } from '../../../tests/support/start-app.ts';
import { type OpenStream, openStream } from '../../../tests/support/sync-client.ts';
import { countStored } from '../count-stored.ts';

const picture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .jpeg()
    .toBuffer();

const test = serverTest
  /** The same server in another process. */
  .extend('other', async ({ db, server }, { onCleanup }) => {
    const other = await startApp({ on: db, env: { PUBLIC_URL: server.url } });
    onCleanup(() => other.close());
    return other;
  })
  /** Opens the member's stream at this server. It is closed after the test. */
  .extend('streamOf', async ({ server }, { onCleanup }) => {
    const streams: OpenStream[] = [];
    onCleanup(() => {
      for (const stream of streams) stream.close();
    });
    return async (member: Member, { url } = server): Promise<OpenStream> => {
      const stream = await openStream(`${url}/api/sync/stream`, {
        authorization: `Bearer ${member.client.token()}`,
        'content-type': 'application/json',
        [PROTOCOL_HEADER]: String(PROTOCOL_VERSION),
      });
      streams.push(stream);
      await stream.until(() => stream.named('open').length === 1);
      return stream;
    };
  })
  /** Ana and Ben are friends, Ben and Dora as well; Carl is a stranger. */
  .extend('people', async ({ circle }) => {
    const [ana, ben, carl, dora] = await Promise.all(
      ['Ana', 'Ben', 'Carl', 'Dora'].map((name) => circle.signUp(name, { email: `${uuid()}@kith.test` })),
    );
    if (!ana || !ben || !carl || !dora) throw new Error('nobody signed up');
    await circle.befriend(ana, ben);
    await circle.befriend(ben, dora);
    return { ana, ben, carl, dora };
  })
  /** A request as it is, with the bytes of its answer. */
  .extend(
    'ask',
    ({ server }) =>
      async (member: Member, method: string, path: string, body?: Buffer | FormData, headers: Record<string, string> = {}) => {
        const response = await fetch(`${server.url}/api${path}`, {
          method,
          headers: { authorization: `Bearer ${member.client.token()}`, ...headers },
          ...(body === undefined ? {} : { body: body instanceof FormData ? body : new Uint8Array(body) }),
        });
        const bytes = Buffer.from(await response.arrayBuffer());
        const isJson = response.headers.get('content-type')?.includes('json');
        return { status: response.status, headers: response.headers, bytes, body: isJson ? JSON.parse(bytes.toString()) : null };
      },
  )
  /** Names an image on the member's own profile, as a device does by a push. */
  .extend('nameImage', ({ circle }) => async (member: Member, url: string | null) => {
    const { scope: _, ...held } = (await circle.visibleRow(member, 'profiles', member.id)) ?? { scope: 0, id: member.id, write_id: '' };
    return circle.push(member, 'profiles', { ...held, write_id: uuid(), profile_image_url: url }, [held.write_id]);
  });

test('an image is named by a push, sent afterwards, and then reaches everybody who reads the profile', async ({
  ask,
  circle,
  nameImage,
  server,
  people: { ana, ben, carl },
}) => {
  const id = uuid();
  expect((await nameImage(ana, imageUrl(id))).code).toBeNull();
  expect(await circle.visibleRow(ben, 'profiles', ana.id)).toMatchObject({ profile_image_url: imageUrl(id) });
  expect((await ask(ben, 'GET', `/images/${id}`)).status).toBe(404);

  const sent = await ask(ana, 'PUT', `/images/${id}`, await picture('teal'), { 'content-type': 'application/pdf' });
  expect([sent.status, sent.body]).toEqual([200, { success: true, data: { url: imageUrl(id) } }]);
  const read = await ask(ben, 'GET', `/images/${id}`);
  expect(read.status).toBe(200);
  expect(await sharp(read.bytes).metadata()).toMatchObject({ format: 'webp', width: 40, height: 30 });
  expect(
    Object.fromEntries(
      ['content-type', 'cache-control', 'x-content-type-options', 'content-security-policy', 'cross-origin-resource-policy'].map((key) => [
        key,
        read.headers.get(key),
      ]),
    ),
  ).toEqual({
    'content-type': 'image/webp',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  });
  const etag = read.headers.get('etag') ?? '';
  expect((await ask(ben, 'GET', `/images/${id}`, undefined, { 'if-none-match': etag })).status).toBe(304);
  expect((await ask(carl, 'GET', `/images/${id}`, undefined, { 'if-none-match': etag })).status).toBe(404);

  // Sent again, or another one: the stored bytes stay.
  expect((await ask(ana, 'PUT', `/images/${id}`, await picture('red'))).status).toBe(200);
  expect((await ask(ben, 'GET', `/images/${id}`)).bytes.equals(read.bytes)).toBe(true);
  expect((await fetch(`${server.url}/api/images/${id}`)).status).toBe(401);
});

test('when bytes arrive, the streams of those who may read the row learn of it once, in each process, and no others', async ({
  ask,
  circle,
  nameImage,
  other,
  server,
  streamOf,
  people: { ana, ben, carl, dora },
}) => {
  const id = uuid();
  await nameImage(ana, imageUrl(id));
  const [anas, bens, carls] = await Promise.all([streamOf(ana), streamOf(ben), streamOf(carl)]);
  const [bensElsewhere, dorasElsewhere, carlsElsewhere] = await Promise.all([
    streamOf(ben, other),
    streamOf(dora, other),
    streamOf(carl, other),
  ]);
  const headOf = async () => [...(await server.sql<{ head: number }[]>`select id, head from scopes order by id`)];
  const heads = await headOf();
  const bytes = await picture('teal');
  expect((await ask(ana, 'PUT', `/images/${id}`, bytes)).status).toBe(200);
  const readers = [anas, bens, bensElsewhere, dorasElsewhere];
  for (const stream of readers) await stream.until(() => stream.named('images').length > 0);
  expect((await ask(ben, 'GET', `/images/${id}`)).status).toBe(200);
  expect(await headOf()).toEqual(heads);

  // Sending it again is no news. A friend of Ben learns of it once both are friends.
  expect((await ask(ana, 'PUT', `/images/${id}`, bytes, { 'idempotency-key': 'again' })).status).toBe(200);
  await circle.befriend(ben, carl);
  const next = uuid();
  await nameImage(ana, imageUrl(next));
  expect((await ask(ana, 'PUT', `/images/${next}`, bytes)).status).toBe(200);
  for (const stream of [carls, carlsElsewhere]) await stream.until(() => stream.named('images').length > 0);
  const heard = (stream: OpenStream) => stream.named('images').map(({ data }) => data.ids);
  expect([carls, carlsElsewhere].map(heard)).toEqual([[[next]], [[next]]]);
  for (const stream of readers) await stream.until(() => stream.named('images').length > 1);
  expect(readers.map(heard)).toEqual(readers.map(() => [[id], [next]]));
});

test('a friendship that ended grants no event', async ({ ask, circle, nameImage, streamOf, people: { ana, ben, dora } }) => {
  const id = uuid();
  await nameImage(ana, imageUrl(id));
  const [anas, bens, doras] = await Promise.all([streamOf(ana), streamOf(ben), streamOf(dora)]);
  await circle.unfriend(ana, ben);
  expect((await ask(ana, 'PUT', `/images/${id}`, await picture('teal'))).status).toBe(200);
  await anas.until(() => anas.named('images').length > 0);
  const ofBen = uuid();
  await nameImage(ben, imageUrl(ofBen));
  expect((await ask(ben, 'PUT', `/images/${ofBen}`, await picture('teal'))).status).toBe(200);
  for (const stream of [bens, doras]) await stream.until(() => stream.named('images').length > 0);
  expect([bens, doras].map((stream) => stream.named('images').map(({ data }) => data.ids))).toEqual([[[ofBen]], [[ofBen]]]);
});

test("[IM1] nobody names or fills another member's image, and a deleted one does not return", async ({
  ask,
  nameImage,
  people: { ana, ben },
}) => {
  const id = uuid();
  await nameImage(ana, imageUrl(id));
  for (const bytes of [false, true]) {
    if (bytes) await ask(ana, 'PUT', `/images/${id}`, await picture('teal'));
    expect((await nameImage(ben, imageUrl(id))).code).toBe('NOT_FOUND');
    const foreign = await ask(ben, 'PUT', `/images/${id}`, await picture('red'));
    expect([foreign.status, foreign.body.code]).toEqual([404, 'NOT_FOUND']);
  }
  for (const url of ['/images/x.webp', 'https://x.example/a.png', `${imageUrl(id)}/..`, '', 'javascript:alert(1)']) {
    expect([url, (await nameImage(ana, url)).code]).toEqual([url, 'INVALID']);
    expect(
      (
        await ask(ana, 'PUT', '/profiles/me', Buffer.from(JSON.stringify({ profile_image_url: url })), {
          'content-type': 'application/json',
        })
      ).status,
    ).toBe(422);
  }
  expect((await nameImage(ana, null)).code).toBeNull();
  expect((await ask(ana, 'GET', `/images/${id}`)).status).toBe(404);
  for (const member of [ana, ben]) {
    expect((await nameImage(member, imageUrl(id))).code).toBe('NOT_FOUND');
    expect((await ask(member, 'PUT', `/images/${id}`, await picture('red'))).status).toBe(404);
  }
});

test('everybody who reads a row that names it may read it; hidden and unknown look alike', async ({
  ask,
  circle,
  people: { ana, ben, carl, dora },
}) => {
  const chosen = await ask(ana, 'POST', '/profiles/me/image', await picture('teal'));
  const id = imageIdOf(chosen.body.data.profile_image_url) ?? '';
  const asks = async (member: Member) => {
    const { status, bytes } = await ask(member, 'GET', `/images/${id}`);
    if (status === 200) return 200;
    const unknown = await ask(member, 'GET', `/images/${uuid()}`);
    expect([status, bytes.toString()]).toEqual([unknown.status, unknown.bytes.toString()]);
    return status;
  };
  const statuses = async (...members: Member[]) => Promise.all(members.map(asks));
  expect(await statuses(ana, ben, dora, carl)).toEqual([200, 200, 200, 404]);
  // As a friend of Ben, Carl is within Ana's network.
  await circle.befriend(ben, carl);
  expect(await asks(carl)).toBe(200);
  await circle.unfriend(ben, carl);
  expect(await asks(carl)).toBe(404);

  for (const [blocker, blocked] of [
    [dora, ana],
    [ana, dora],
  ] as const) {
    expect((await ask(blocker, 'PUT', `/profiles/${blocked.id}/block`)).status).toBe(200);
    expect(await statuses(ana, ben, dora)).toEqual([200, 200, 404]);
    expect((await ask(blocker, 'DELETE', `/profiles/${blocked.id}/block`)).status).toBe(200);
    expect(await asks(dora)).toBe(200);
  }
  // Ben and Dora could read it through this friendship alone.
  await circle.unfriend(ben, ana);
  expect(await statuses(ana, ben, dora)).toEqual([200, 404, 404]);
});

test('a row that carries the image grants access while it can be read', async ({ ask, circle, server, people: { ana, ben, dora } }) => {
  const chosen = await ask(ana, 'POST', '/profiles/me/image', await picture('teal'));
  const path = chosen.body.data.profile_image_url.replace('/api', '');
  const group = await circle.group(ben, ana, dora);
  await circle.unfriend(ben, ana);
  expect(await circle.visibleRow(dora, 'group_members', groupMemberId(group, ana.id))).toMatchObject({
    user_profile_image_url: `/api${path}`,
  });
  expect((await ask(dora, 'GET', path)).status).toBe(200);
  // A new image reaches the group as a new name would.
  const headOf = async () =>
    (await server.sql<{ head: number }[]>`select head from scopes where kind = 'group' and owner = ${group}`)[0]?.head ?? 0;
  const before = await headOf();
  const next = await ask(ana, 'POST', '/profiles/me/image', await picture('red'));
  expect(await headOf()).toBeGreaterThan(before);
  expect((await ask(dora, 'GET', path)).status).toBe(404);
  const nextPath = next.body.data.profile_image_url.replace('/api', '');
  expect((await ask(dora, 'GET', nextPath)).status).toBe(200);
  await circle.leave(dora, group);
  expect((await ask(dora, 'GET', nextPath)).status).toBe(404);
});

test('one request sets an image and one removes it; the image from before is deleted', async ({
  ask,
  circle,
  server,
  people: { ana, ben },
}) => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await picture('teal'))], { type: 'text/plain' }), 'a.pdf');
  const first = await ask(ana, 'POST', '/profiles/me/image', form);
  expect(first.status).toBe(201);
  const key = { 'idempotency-key': 'a photo' };
  const second = await ask(ana, 'POST', '/profiles/me/image', await picture('red'), key);
  expect((await ask(ana, 'POST', '/profiles/me/image', await picture('red'), key)).body).toEqual(second.body);
  const rows = () => server.sql<{ url: string }[]>`select '/api/images/' || id::text as url from images where owner_id = ${ana.id}`;
  expect([...(await rows())]).toEqual([{ url: second.body.data.profile_image_url }]);
  expect(await circle.visibleRow(ben, 'profiles', ana.id)).toMatchObject(second.body.data);
  const [stored] = await server.sql<{ size: number }[]>`
    select v.size from images i join image_variants v on v.image_id = i.id where i.owner_id = ${ana.id}`;
  expect((await countStored(server.sql, ana.id)).photos).toBe(stored?.size);
  expect((await ask(ana, 'DELETE', '/profiles/me/image')).body).toEqual({ success: true, data: { profile_image_url: null } });
  expect(await rows()).toHaveLength(0);
  expect((await ask(ana, 'POST', '/profiles/me/image', new FormData())).status).toBe(400);
});

test('what is no image is refused in words, even if it says that it is one', async ({ ask, nameImage, server, people: { ana } }) => {
  const id = uuid();
  await nameImage(ana, imageUrl(id));
  const jpeg = await picture('teal');
  const cases: [Buffer, number, ImageRefusal][] = [
    [Buffer.from('%PDF-1.7'), 422, 'IMAGE_TYPE'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 422, 'IMAGE_TYPE'],
    [Buffer.from('GIF89a'), 422, 'IMAGE_TYPE'],
    [jpeg.subarray(0, jpeg.length * 0.6), 422, 'IMAGE_DAMAGED'],
    [Buffer.concat([jpeg, Buffer.alloc(IMAGE_MAX_BYTES)]), 413, 'IMAGE_TOO_LARGE'],
  ];
  for (const [bytes, status, code] of cases) {
    const answer = await ask(ana, 'PUT', `/images/${id}`, bytes, { 'content-type': 'image/jpeg' });
    expect([answer.status, answer.body]).toEqual([status, { success: false, code, message: refusalWording[code] }]);
  }
  expect(await server.sql`select from images where owner_id = ${ana.id} and stored_at is not null`).toHaveLength(0);
});

test('an image that no row of its sender names is not found, and its id stays free', async ({ ask, nameImage, people: { ana, ben } }) => {
  const id = uuid();
  const put = async (by: Member, key?: string, color = 'teal') =>
    ask(by, 'PUT', `/images/${id}`, await picture(color), key === undefined ? {} : { 'idempotency-key': key });
  expect(await put(ana)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  expect((await nameImage(ben, imageUrl(id))).code).toBeNull();
  expect((await put(ana)).status).toBe(404);
  // By its key it is the same request, or another one.
  expect([await put(ben, 'one'), await put(ben, 'one')]).toMatchObject([{ status: 200 }, { status: 200 }]);
  expect(await put(ben, 'one', 'navy')).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  expect((await put(ben, 'x'.repeat(201))).status).toBe(400);
  expect((await put(ben)).status).toBe(200);
});

test('a member who sends many large pictures waits for them alone: the photo of another is next', async ({ ask, people: { ana, ben } }) => {
  const large = plainPng(6000, 4000);
  const done: string[] = [];
  const send = async (member: Member, bytes: Buffer) => {
    expect((await ask(member, 'POST', '/profiles/me/image', bytes)).status).toBe(201);
    done.push(member.id);
  };
  const many = Array.from({ length: 7 }, () => send(ana, large));
  // The first is decoded, so the second is being decoded and the others wait.
  await Promise.race(many);
  await send(ben, await picture('teal'));
  const before = done.length;
  await Promise.all(many);
  // Ben waited for the one that was being decoded, and for few more if his body came late; in the order of arrival he would be last.
  expect(before).toBeLessThanOrEqual(6);
  expect(done.filter((member) => member === ana.id)).toHaveLength(7);
});

test('an image that a row of another collection names is read by the readers of that row, and by nobody for having met its owner', async ({
  ask,
  circle,
  streamOf,
  people: { ana, ben, carl, dora },
}) => {
  // Dora knows Ana by her profile, by a group and by a photo, and Carl not at all.
  await circle.group(ben, ana, dora);
  expect((await ask(ana, 'POST', '/profiles/me/image', await picture('red'))).status).toBe(201);
  const id = uuid();
  const photo = { id, width: 40, height: 30, thumbhash: '', alt: '' };
  await circle.post(ana, { photos: [photo], audience: 'specific', chosen: [ben] });
  const [bens, doras] = await Promise.all([streamOf(ben), streamOf(dora)]);
  expect((await ask(ana, 'PUT', `/images/${id}`, await picture('teal'))).status).toBe(200);
  const statuses = await Promise.all([ana, ben, dora, carl].map(async (member) => (await ask(member, 'GET', `/images/${id}`)).status));
  expect(statuses).toEqual([200, 200, 404, 404]);
  await bens.until(() => bens.named('images').length > 0);
  expect(bens.named('images')[0]?.data).toEqual({ ids: [id] });
  // Another image of Ana's, which Dora may read, arrives later than that one.
  expect((await ask(ana, 'POST', '/profiles/me/image', await picture('navy'))).status).toBe(201);
  await doras.until(() => doras.named('images').length > 0);
  expect(JSON.stringify(doras.named('images'))).not.toContain(id);
});

test('each collection that declares images is in the view of those who may read them, and no other', async ({ server }) => {
  const [{ definition = '' } = {}] = await server.sql<{ definition: string }[]>`select pg_get_viewdef('named_images') as definition`;
  const named = [...definition.matchAll(/'(\w+)'::text/g)].map(([, collection]) => collection);
  expect(named.sort()).toEqual(Object.keys(imageFields).sort());
});
