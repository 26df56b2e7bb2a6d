/** A write that is repeated happens once: by its id, or by its `Idempotency-Key`. Both stand for one request. */
import { createHash, createHmac } from 'node:crypto';
import { v7 as uuid, v4 as uuidV4, v5 as uuidV5 } from 'uuid';
import { expect } from 'vitest';
import { test as circleTest } from '../../tests/support/fixtures/circle.ts';
import { randomSecret } from '../accounts/secrets/secrets.ts';

/** Ids must not be predictable from anything that is published with the code. */
const PUBLISHED_NAMESPACE = '5f1dcb64-2f0c-4d3e-9d5b-5d6a3e6f7a10';

const test = circleTest
  /** Ana and Ben are friends; Carl is a stranger to both. */
  .extend('people', async ({ circle }) => {
    const [ana, ben, carl] = [await circle.signUp('Ana'), await circle.signUp('Ben'), await circle.signUp('Carl')];
    await circle.befriend(ana, ben);
    return { ana, ben, carl };
  });

test('a creation with an id, or with a key, happens once', async ({ circle, db, people: { ana, ben } }) => {
  const body = { id: uuid(), content: 'once', visibility_type: 'friends' };
  const [first, second] = [await circle.rest(ana, 'POST', '/posts', body), await circle.rest(ana, 'POST', '/posts', body)];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
  const { id: _, ...keyless } = body;
  const key = { 'idempotency-key': 'k1' };
  const third = await circle.rest(ana, 'POST', '/posts', keyless, key);
  expect((await circle.rest(ana, 'POST', '/posts', keyless, key)).body).toEqual(third.body);
  expect((await circle.rest(ben, 'POST', '/posts', keyless, key)).body.data.id).not.toBe(third.body.data.id);
  const [count] = await db.sql`select count(*)::int as posts from posts where content = 'once'`;
  expect(count).toEqual({ posts: 3 });
});

test('a key that others can guess is free for its owner, although the way to ids is public', async ({ circle, people: { ana, carl } }) => {
  const key = { 'idempotency-key': 'order-1' };
  const text = [ana.id, 'id', 'POST', '/api/posts', 'order-1'].join('\n');
  const hashed = createHash('sha256').update(text).digest();
  const keyed = createHmac('sha256', randomSecret()).update(text).digest();
  const computed = [uuidV5(text, PUBLISHED_NAMESPACE), uuidV4({ random: hashed }), uuidV4({ random: keyed })];
  // No client makes ids of these versions, so nobody can use them first.
  for (const id of computed) expect((await circle.push(carl, 'posts', { ...circle.postDocument(carl), id })).code).toBe('INVALID');
  const answer = await circle.rest(ana, 'POST', '/posts', { content: 'mine', visibility_type: 'friends' }, key);
  expect([answer.status, answer.body.data?.content]).toEqual([201, 'mine']);
});

test('an id of another member is answered as not found, like a deleted one', async ({ circle, people: { ana, ben } }) => {
  const taken = await circle.post(ana, { audience: 'private' });
  const deleted = await circle.post(ben);
  await circle.done(ben, 'posts', { id: deleted, _deleted: true });
  const answers = [];
  for (const id of [taken, deleted])
    answers.push((await circle.rest(ben, 'POST', '/posts', { id, content: 'x', visibility_type: 'friends' })).text);
  expect(answers[0]).toBe(answers[1]);
});

test('a key gets the answer of its own request, and is refused for another request', async ({ circle, people: { ana, ben } }) => {
  const [post, other] = [await circle.post(ana), await circle.post(ana)];
  const toggle = { emoji_code: '🎉', target_type: 'post', target_id: post };
  const key = { 'idempotency-key': 'a tap on one of two' };
  await circle.rest(ben, 'POST', '/posts/reactions', toggle, key);
  await circle.rest(ben, 'POST', '/posts/reactions', toggle);
  expect((await circle.rest(ben, 'POST', '/posts/reactions', toggle, key)).body.data).toEqual({ action: 'added', reactions: [] });
  for (const another of [
    { ...toggle, target_id: other },
    { ...toggle, emoji_code: '👍' },
  ]) {
    expect(await circle.rest(ben, 'POST', '/posts/reactions', another, key)).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED', message: 'This key was used for another request.' },
    });
  }
  expect((await circle.rest(ana, 'GET', `/posts/reactions?target_type=post&target_ids=${post},${other}`)).body.data.items).toMatchObject([
    { reactions: [] },
    { reactions: [] },
  ]);
});

test('an id belongs to the body that it was created with, also after an edit', async ({ circle, people: { ana, ben } }) => {
  const dora = await circle.signUp('Dora');
  const group = await circle.group(ana, ben);
  const [post, other] = [await circle.post(ana), await circle.post(ana)];
  const comments = `/posts/${post}/comments`;
  const messages = `/groups/${group}/messages`;
  const text = { content: 'first' };
  const edits: Record<string, (id: string) => readonly [string, string, object] | undefined> = {
    '/posts': (id) => ['PUT', `/posts/${id}`, { content: 'edited', visibility_type: 'friends' }],
    [comments]: (id) => ['PATCH', `${comments}/${id}`, { content: 'edited' }],
    [messages]: (id) => ['PUT', `/messages/${id}`, { content: 'edited' }],
    '/groups': (id) => ['PUT', `/groups/${id}`, { name: 'edited' }],
  };
  for (const [path, first, second] of [
    ['/posts', { ...text, visibility_type: 'friends' }, { ...text, visibility_type: 'private' }],
    [comments, text, { content: 'second' }],
    [messages, text, { content: 'second' }],
    ['/groups', { name: 'first' }, { name: 'second' }],
    ['/friends/invite', { user_id: dora.id }, { email: 'second@kith.test' }],
  ] as const) {
    const id = uuid();
    const create = (body: object, headers?: Record<string, string>) => circle.rest(ana, 'POST', path, { ...body, id }, headers);
    const created = await create(first);
    expect([path, created.status]).toEqual([path, 201]);
    expect((await create(first)).body, path).toEqual(created.body);
    expect(await create(second), path).toMatchObject({ status: 422, body: { code: 'ID_REUSED' } });
    expect(await create(second, { 'idempotency-key': 'any' }), path).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
    const edit = edits[path]?.(id);
    if (edit) expect([path, (await circle.rest(ana, ...edit)).status]).toEqual([path, 200]);
    const again = await create(first);
    expect([path, again.status]).toEqual([path, 201]);
    if (edit) expect(JSON.stringify(again.body.data)).toContain('edited');
    expect((await create(second)).status, path).toBe(422);
  }
  // Nor may it name the same text at another place.
  const id = uuid();
  expect((await circle.rest(ana, 'POST', comments, { ...text, id })).status).toBe(201);
  expect(await circle.rest(ana, 'POST', `/posts/${other}/comments`, { ...text, id })).toMatchObject({ status: 422 });
});
