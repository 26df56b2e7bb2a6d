/** One write may move thousands of rows for others. It costs what it moves, and the dearest may be done only a few times in an hour. */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { rareActsPerHour } from '../../schemas/base/rare-acts.ts';
import { imageUrl } from '../../schemas/images/image.ts';
import type { VisibilityType } from '../../schemas/posts/visibility.ts';
import type { PushAnswer } from '../../schemas/protocol/sync.ts';
import { LATER_CODE } from '../../schemas/protocol/sync-codes.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../schemas/protocol/version.ts';
import { comments, ownGroups } from '../../tests/support/dear-writes.ts';
import { type Member, test as serverTest } from '../../tests/support/fixtures/server.ts';
import { plainPng } from '../../tests/support/png.ts';
import { realmAt } from '../../tests/support/realm-with.ts';
import type { AppOptions } from '../../tests/support/start-app.ts';
import { createBudget, noBudgets } from '../http/limits/request-budgets.ts';

const test = serverTest
  .extend('clock', { scope: 'file' }, () => ({ now: 0 }))
  /** what members paid for moved rows, beyond one write for each request */
  .extend('paid', { scope: 'file' }, () => new Map<string, number>())
  /** The budget of a real server, whose clock stands still. */
  .extend('serverOptions', { scope: 'file' }, ({ clock, paid }): AppOptions => {
    const writes = createBudget({ most: 600, aMinute: 240 }, realmAt(clock), 0);
    const charge: typeof writes.charge = (member, cost) => {
      paid.set(member, (paid.get(member) ?? 0) + cost);
      return writes.charge(member, cost);
    };
    return { env: { RATE_LIMITS: '1' }, budgets: { ...noBudgets, writes: { ...writes, charge } } };
  })
  /** Ana and Ben are friends, and new for each test. */
  .extend('people', async ({ circle }) => {
    const [ana, ben] = [await circle.signUp(`Ana ${uuid()}`), await circle.signUp(`Ben ${uuid()}`)];
    await circle.befriend(ana, ben);
    return { ana, ben };
  })
  /** Pushes over HTTP. */
  .extend(
    'push',
    () =>
      ({ client }: Member, changes: readonly unknown[]) =>
        client.post('/api/sync/push', { changes }, { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) }),
  )
  /** The change of a post that its author has on the device. */
  .extend('audienceChange', ({ circle }) => async (author: Member, post: string, visibility_type: VisibilityType) => {
    const row = await circle.visibleRow(author, 'posts', post);
    return { collection: 'posts', assumed: [row?.write_id], document: { ...row, write_id: uuid(), visibility_type } };
  });

const rename = (name: string) => ({ name });

test('a rename costs a tenth of a write for each group, by REST and from a device', async ({
  server,
  circle,
  people: { ana, ben },
  push,
  paid,
}) => {
  for (const member of [ana, ben]) await ownGroups(server.sql, member.id, 1_000);
  paid.clear();
  expect((await ana.client.put('/api/profiles/me', rename('Ana B'))).status).toBe(200);
  const profile = await circle.visibleRow(ben, 'profiles', ben.id);
  const change = { collection: 'profiles', assumed: [profile?.write_id], document: { ...profile, write_id: uuid(), name: 'Ben B' } };
  expect((await push(ben, [change])).body.answers).toMatchObject([{ code: null }]);
  // The profile and 1,000 groups. Ten of these rows cost one write each, of which one is paid at the beginning.
  for (const { id } of [ana, ben]) expect(paid.get(id)).toBeCloseTo(9 + 991 / 10);
  // The same write again moves nothing.
  await push(ben, [change]);
  expect(paid.get(ben.id)).toBeCloseTo(9 + 991 / 10);
});

test('what is written for one scope costs one write; for chosen people, as many rows as there are people', async ({
  circle,
  people: { ana, ben },
  push,
  paid,
}) => {
  const creation = (document: Record<string, unknown>, collection = 'posts') => ({
    collection,
    assumed: [],
    document: { ...document, write_id: uuid() },
  });
  const befriending = paid.get(ben.id);
  const forFriends = circle.postDocument(ana, { audience: 'friends' });
  const comment = circle.commentDocument(ben, forFriends.id);
  expect((await push(ana, [creation(forFriends)])).body.answers).toMatchObject([{ code: null }]);
  expect((await push(ben, [creation(comment, 'comments')])).body.answers).toMatchObject([{ code: null }]);
  expect(paid.get(ben.id)).toBe(befriending);
  const chosen = await Promise.all(Array.from({ length: 4 }, () => circle.signUp(`Carl ${uuid()}`)));
  for (const one of chosen) await circle.befriend(one, ana);
  const soFar = paid.get(ana.id) ?? 0;
  await push(ana, [creation(circle.postDocument(ana, { audience: 'specific', chosen }))]);
  // A row for each of them, and one for the author.
  expect((paid.get(ana.id) ?? 0) - soFar).toBe(4);
});

test('narrowing a lively post is carried out, and does not silence its author for more than two minutes', async ({
  server,
  circle,
  people: { ana, ben },
  clock,
}) => {
  const post = await circle.post(ana, { audience: 'friends' });
  await comments(server.sql, post, ben.id, 20_000);
  const body = { content: 'hello', visibility_type: 'private' };
  expect((await ana.client.put(`/api/posts/${post}`, body)).status).toBe(200);
  const refused = await ana.client.post('/api/posts', { content: 'one more', visibility_type: 'friends' });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(121);
  // Ben, who wrote all of the comments, pays nothing.
  expect((await ben.client.post('/api/posts', { content: 'mine', visibility_type: 'friends' })).status).toBe(201);
  clock.now += 121_000;
  expect((await ana.client.post('/api/posts', { content: 'one more', visibility_type: 'friends' })).status).toBe(201);
});

test('a device that changes hundreds of lively posts in one request gets through, a few at a time', async ({
  server,
  circle,
  people: { ana, ben },
  push,
  audienceChange,
  clock,
}) => {
  const posts = await Promise.all(Array.from({ length: 4 }, () => circle.post(ana, { audience: 'friends' })));
  for (const post of posts) await comments(server.sql, post, ben.id, 3_000);
  const changes = await Promise.all(posts.map((post) => audienceChange(ana, post, 'private')));
  const statuses: number[] = [];
  const narrowed = async () => (await server.sql`select from posts where author_id = ${ana.id} and visibility_type = 'private'`).count;
  let last = await push(ana, changes);
  statuses.push(last.status);
  expect(await narrowed()).toBeLessThan(posts.length);
  for (let round = 0; last.status === 429 && round < 10; round += 1) {
    clock.now += Number(last.headers.get('retry-after')) * 1000;
    last = await push(ana, changes);
    statuses.push(last.status);
  }
  expect(last.body.answers.map(({ code }: PushAnswer) => code)).toEqual(posts.map(() => null));
  expect(await narrowed()).toBe(posts.length);
  expect(statuses.slice(0, -1)).toEqual(statuses.slice(0, -1).map(() => 429));
});

test('a picture costs a write for each million of its pixels, also if it breaks off, and one that cannot be paid is not decoded', async ({
  circle,
  people: { ana },
  push,
  paid,
  clock,
}) => {
  const id = uuid();
  const profile = await circle.visibleRow(ana, 'profiles', ana.id);
  const named = { ...profile, write_id: uuid(), profile_image_url: imageUrl(id) };
  expect((await push(ana, [{ collection: 'profiles', assumed: [profile?.write_id], document: named }])).body.answers).toMatchObject([
    { code: null },
  ]);
  const send = (bytes: Buffer) => ana.client.call('PUT', `/api/images/${id}`, new Uint8Array(bytes), { 'content-type': 'image/png' });
  // Its size is at its beginning. It is refused when it breaks off, so it can be sent again and again.
  const cut = (width: number, height: number): Buffer => plainPng(width, height).subarray(0, -20);
  paid.clear();
  expect((await send(cut(6000, 4500))).status).toBe(422);
  expect(paid.get(ana.id)).toBe(26);
  expect((await send(cut(400, 300))).status).toBe(422);
  expect(paid.get(ana.id)).toBe(26);
  const large = cut(6000, 6000);
  for (let n = 0; n < 20; n += 1) if ((await send(large)).status === 429) break;
  const [spent, refused] = [paid.get(ana.id), await send(large)];
  expect([refused.status, paid.get(ana.id)]).toEqual([429, spent]);
  clock.now += 1000 * Number(refused.headers.get('retry-after'));
  expect((await send(plainPng(400, 300))).status).toBe(200);
});

test('a photo changes six times in an hour, whichever way it is changed', async ({ people: { ana } }) => {
  const photo = new Uint8Array(plainPng(40, 30));
  for (let n = 1; n < rareActsPerHour.photo; n += 1) {
    expect((await ana.client.call('POST', '/api/profiles/me/image', photo, { 'content-type': 'image/png' })).status).toBe(201);
  }
  expect((await ana.client.delete('/api/profiles/me/image')).status).toBe(200);
  const refused = await ana.client.call('POST', '/api/profiles/me/image', photo, { 'content-type': 'image/png' });
  expect([refused.status, Number(refused.headers.get('retry-after')) > 3_000]).toEqual([429, true]);
  expect((await ana.client.put('/api/profiles/me', { name: 'Ana, named anew' })).status).toBe(200);
});

test('a name changes six times in an hour; then it waits, and what else the member writes does not', async ({
  circle,
  people: { ana },
  push,
}) => {
  for (let n = 1; n <= rareActsPerHour.name; n += 1) {
    expect((await ana.client.put('/api/profiles/me', rename(`Ana ${n}`))).status).toBe(200);
  }
  const refused = await ana.client.put('/api/profiles/me', rename('Ana once more'));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3_600);

  const profile = await circle.visibleRow(ana, 'profiles', ana.id);
  const change = { collection: 'profiles', assumed: [profile?.write_id], document: { ...profile, write_id: uuid(), name: 'Ana again' } };
  const post = { collection: 'posts', assumed: [], document: { ...circle.postDocument(ana), write_id: uuid() } };
  const { status, body } = await push(ana, [change, post]);
  expect([status, body.answers.map(({ code }: PushAnswer) => code)]).toEqual([200, [LATER_CODE, null]]);
  expect(body.answers[0]).toMatchObject({ retryAfterSeconds: expect.any(Number), document: { name: `Ana ${rareActsPerHour.name}` } });
  // What changes no name is not counted, and the same name again is no change.
  expect((await ana.client.put('/api/profiles/me', { bio: 'walks', name: `Ana ${rareActsPerHour.name}` })).status).toBe(200);
});

test('the audience of one post changes six times in an hour, by REST and from devices together; then it waits', async ({
  circle,
  people: { ana },
  push,
  audienceChange,
}) => {
  const [post, other] = [await circle.post(ana, { audience: 'friends' }), await circle.post(ana, { audience: 'friends' })];
  const audienceOf = (n: number) => (n % 2 ? 'private' : 'friends');
  for (let n = 1; n <= rareActsPerHour.audience; n += 1) {
    if (n % 3) expect((await ana.client.put(`/api/posts/${post}`, { content: 'hello', visibility_type: audienceOf(n) })).status).toBe(200);
    else expect((await push(ana, [await audienceChange(ana, post, audienceOf(n))])).body.answers).toMatchObject([{ code: null }]);
  }
  // Narrowing waits like everything else. It is not refused, and what comes behind it is carried out.
  const narrowing = await audienceChange(ana, post, 'private');
  const answers = (await push(ana, [narrowing, await audienceChange(ana, other, 'private')])).body.answers as PushAnswer[];
  expect(answers.map(({ code }) => code)).toEqual([LATER_CODE, null]);
  expect(answers[0]?.document).toMatchObject({ visibility_type: 'friends' });
  const refused = await ana.client.put(`/api/posts/${post}`, { content: 'hello', visibility_type: 'private' });
  expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
  // The text may change, and the post may be deleted.
  expect((await ana.client.put(`/api/posts/${post}`, { content: 'hello again', visibility_type: 'friends' })).status).toBe(200);
  expect((await ana.client.delete(`/api/posts/${post}`)).status).toBe(200);
});
