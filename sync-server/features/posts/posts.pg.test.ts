import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { POST_CONTENT_MAX, postSchema } from '../../../schemas/posts/post.ts';
import { createFeatureWorld, type FeatureWorld, type Member, rowOf } from '../../../tests/support/feature-world.ts';
import { type TestDatabase, testDatabase } from '../../../tests/support/postgres.ts';
import { createComment } from '../comments/create-comment.ts';
import { changeAudience } from './change-audience.ts';

let db: TestDatabase;
let world: FeatureWorld;
/** Ana and Ben are friends, Ben and Dora are friends, Carl knows nobody. */
let ana: Member;
let ben: Member;
let dora: Member;
let carl: Member;

beforeAll(async () => {
  db = await testDatabase();
  world = createFeatureWorld(db.database);
  [ana, ben, dora, carl] = (await Promise.all(['Ana', 'Ben', 'Dora', 'Carl'].map((name) => world.signUp(name)))) as [
    Member,
    Member,
    Member,
    Member,
  ];
  await world.befriend(ana, ben);
  await world.befriend(ben, dora);
});
afterAll(async () => {
  expect(world.logged).toEqual([]);
  await world.close();
  await db.close();
});

const readers = async (collection: 'posts' | 'comments' | 'reactions', id: string) => {
  const names: string[] = [];
  for (const member of [ana, ben, dora, carl]) if (await world.held(member, collection, id)) names.push(member.name);
  return names;
};

describe('writing', () => {
  test.each([
    ['friends', ['Ana', 'Ben']],
    ['friends_of_friends', ['Ana', 'Ben', 'Dora']],
    ['public', ['Ana', 'Ben', 'Dora']],
    ['private', ['Ana']],
  ] as const)('a post for %s is read by %s', async (audience, expected) => {
    expect(await readers('posts', await world.post(ana, { audience }))).toEqual(expected);
  });

  test('a post for chosen people is read by them, also over one friend', async () => {
    expect(await readers('posts', await world.post(ana, { audience: 'specific', chosen: [dora] }))).toEqual(['Ana', 'Dora']);
  });

  test('a loaded post has exactly the fields of the protocol, and the time of the server', async () => {
    const answer = await world.done(ana, 'posts', world.postDocument(ana, { content: '  hello  ' }));
    const row = rowOf(answer);
    expect(postSchema.parse(row)).toEqual(row);
    expect(Object.keys(row).sort()).toEqual(Object.keys(postSchema.shape).sort());
    expect(row).toMatchObject({ content: 'hello', author_id: ana.id });
    expect(Math.abs(Date.parse(String(row.created_at)) - Date.now())).toBeLessThan(60_000);
  });

  test('[PO1] nobody writes as another', async () => {
    expect((await world.push(ana, 'posts', world.postDocument(ben))).code).toBe('NOT_ONESELF');
  });

  test('[PO2] chosen people are at least one, and never oneself', async () => {
    expect((await world.push(ana, 'posts', world.postDocument(ana, { audience: 'specific' }))).code).toBe('AUDIENCE_EMPTY');
    const self = world.postDocument(ana, { audience: 'specific', chosen: [ana] });
    expect((await world.push(ana, 'posts', self)).code).toBe('AUDIENCE_NOT_REACHABLE');
  });

  test('[PO3] other audiences name nobody', async () => {
    const named = world.postDocument(ana, { audience: 'friends', chosen: [ben] });
    expect((await world.push(ana, 'posts', named)).code).toBe('INVALID');
  });

  test('[PO5] who is chosen is within the network', async () => {
    const stranger = world.postDocument(ana, { audience: 'specific', chosen: [ben, carl] });
    expect((await world.push(ana, 'posts', stranger)).code).toBe('AUDIENCE_NOT_REACHABLE');
  });

  test.each([
    ['nothing', '   '],
    ['too much', 'x'.repeat(POST_CONTENT_MAX + 1)],
    ['what no text may hold', 'a\0b'],
  ])('a post that says %s is refused', async (_what, content) => {
    expect((await world.push(ana, 'posts', world.postDocument(ana, { content }))).code).toBe('INVALID');
  });

  test('a post without an audience is refused, never widened', async () => {
    const { visibility_type: _, ...document } = world.postDocument(ana);
    expect((await world.push(ana, 'posts', document)).code).toBe('INVALID');
  });

  test('a write that comes again is answered as done and has no second effect', async () => {
    const document = { ...world.postDocument(ana), write_id: uuid() };
    const before = (await world.told(ben)).length;
    const first = await world.push(ana, 'posts', document);
    const [second, third] = await Promise.all([world.push(ana, 'posts', document), world.push(ana, 'posts', document)]);
    expect([second, third]).toEqual([first, first]);
    expect((await world.told(ben)).length).toBe(before + 1);
  });
});

describe('changing', () => {
  test('an edit changes the text and keeps the audience', async () => {
    const document = world.postDocument(ana, { audience: 'friends_of_friends' });
    const created = await world.done(ana, 'posts', document);
    const edited = await world.done(ana, 'posts', { ...document, content: 'better' }, [created.document?.write_id ?? '']);
    expect(edited.document).toMatchObject({ content: 'better', visibility_type: 'friends_of_friends' });
    expect(edited.document?.edited_at).not.toBeNull();
    expect(edited.document?.created_at).toBe(created.document?.created_at);
    expect((await world.held(dora, 'posts', document.id))?.content).toBe('better');
  });

  test('an edit made upon another state is a conflict, answered with the state of the server', async () => {
    const document = world.postDocument(ana);
    const created = await world.done(ana, 'posts', document);
    const assumed = [created.document?.write_id ?? ''];
    await world.done(ana, 'posts', { ...document, content: 'from the phone' }, assumed);
    const late = await world.push(ana, 'posts', { ...document, content: 'from the desk' }, assumed);
    expect(late).toMatchObject({ code: 'CONFLICT', document: { content: 'from the phone' } });
  });

  test('[PO4] only the author changes or deletes a post', async () => {
    const id = await world.post(ana);
    const write_id = (await world.held(ben, 'posts', id))?.write_id ?? '';
    const changed = { ...world.postDocument(ben), id, content: 'mine now' };
    expect((await world.push(ben, 'posts', changed, [write_id])).code).toBe('NOT_ALLOWED');
    expect((await world.push(ben, 'posts', { ...changed, author_id: ana.id }, [write_id])).code).toBe('NOT_ALLOWED');
    expect((await world.push(ben, 'posts', { id, _deleted: true })).code).toBe('NOT_ALLOWED');
    expect(await readers('posts', id)).toEqual(['Ana', 'Ben']);
  });

  test('to a stranger a post that is hidden, one that was deleted and one that never was are alike', async () => {
    const hidden = await world.post(ana);
    const deleted = await world.post(ana);
    await world.done(ana, 'posts', { id: deleted, _deleted: true });
    for (const id of [hidden, deleted]) {
      expect(await world.push(carl, 'posts', { ...world.postDocument(carl), id })).toEqual({ id, code: 'POST_NOT_FOUND', document: null });
      expect((await world.push(carl, 'posts', { ...world.postDocument(ana), id })).code).toBe('NOT_ONESELF');
    }
    for (const id of [hidden, deleted, uuid()]) {
      expect(await world.push(carl, 'posts', { id, _deleted: true })).toEqual({ id, code: 'POST_NOT_FOUND', document: null });
    }
    expect(await readers('posts', hidden)).toEqual(['Ana', 'Ben']);
  });

  test('a deleted post takes its comments, reactions and notices along, and its id never comes back', async () => {
    const document = world.postDocument(ana);
    await world.done(ana, 'posts', document);
    const comment = await world.comment(ben, document.id);
    const reactions = [await world.react(ben, 'post', document.id), await world.react(ana, 'comment', comment)];
    await world.done(ana, 'posts', { id: document.id, _deleted: true });
    expect(await readers('comments', comment)).toEqual([]);
    for (const reaction of reactions) expect(await readers('reactions', reaction)).toEqual([]);
    const left = await db.sql`select from notifications where related_post_id = ${document.id}`;
    expect(left).toHaveLength(0);
    expect((await world.push(ana, 'posts', document)).code).toBe('POST_NOT_FOUND');
    const other = await world.post(ana);
    expect((await world.push(ben, 'comments', { ...world.commentDocument(ben, other), id: comment })).code).toBe('COMMENT_NOT_FOUND');
  });
});

describe('moving', () => {
  test('a change of audience moves the post with all that is below it', async () => {
    const document = world.postDocument(ana, { audience: 'friends_of_friends' });
    const created = await world.done(ana, 'posts', document);
    const comment = await world.comment(dora, document.id);
    const reaction = await world.react(ben, 'comment', comment);
    const narrowed = await world.done(ana, 'posts', { ...document, visibility_type: 'friends' }, [created.document?.write_id ?? '']);
    for (const [collection, id] of [
      ['posts', document.id],
      ['comments', comment],
      ['reactions', reaction],
    ] as const) {
      expect(await readers(collection, id)).toEqual(['Ana', 'Ben']);
    }
    expect(narrowed.document?.edited_at).toBeNull();
    const chosen = { ...document, visibility_type: 'specific', specific_user_ids: [dora.id] };
    await world.done(ana, 'posts', chosen, [narrowed.document?.write_id ?? '']);
    for (const [collection, id] of [
      ['posts', document.id],
      ['comments', comment],
      ['reactions', reaction],
    ] as const) {
      expect(await readers(collection, id)).toEqual(['Ana', 'Dora']);
    }
  });

  test('who loses the post loses what they were told of it; who gains it is told', async () => {
    const eva = await world.signUp('Eva');
    await world.befriend(ana, eva);
    const document = world.postDocument(ana, { audience: 'specific', chosen: [ben] });
    const created = await world.done(ana, 'posts', document);
    const told = (member: Member) => db.sql`
      select notification_type from notifications where user_id = ${member.id} and related_post_id = ${document.id}`;
    expect([(await told(ben)).length, (await told(eva)).length]).toEqual([1, 0]);
    const moved = { ...document, specific_user_ids: [eva.id] };
    await world.done(ana, 'posts', moved, [created.document?.write_id ?? '']);
    expect([(await told(ben)).length, (await told(eva)).length]).toEqual([0, 1]);
    await world.unfriend(ana, eva);
    expect((await told(eva)).length).toBe(0);
  });

  test('a comment that is written while the post moves ends where the post is', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await world.post(ana, { audience: round % 2 === 0 ? 'friends_of_friends' : 'friends' });
      const audience = round % 2 === 0 ? 'friends' : 'friends_of_friends';
      const comments = Array.from({ length: 6 }, () => world.commentDocument(ben, id));
      await Promise.all([
        ...comments
          .slice(0, 3)
          .map((comment) => world.engine.run({ userId: ben.id }, uuid(), (context) => createComment(context, comment))),
        world.engine.run({ userId: ana.id }, uuid(), (context) =>
          changeAudience(context, { id, visibility_type: audience, specific_user_ids: [] }),
        ),
        ...comments.slice(3).map((comment) => world.engine.run({ userId: ben.id }, uuid(), (context) => createComment(context, comment))),
      ]);
      const expected = audience === 'friends' ? ['Ana', 'Ben'] : ['Ana', 'Ben', 'Dora'];
      for (const comment of comments) expect(await readers('comments', comment.id)).toEqual(expected);
    }
  });

  test('a comment that is written while the post is deleted leaves nothing', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await world.post(ana);
      const comment = world.commentDocument(ben, id);
      await Promise.all([world.push(ben, 'comments', comment), world.push(ana, 'posts', { id, _deleted: true })]);
      expect(await readers('comments', comment.id)).toEqual([]);
      expect(await db.sql`select from notifications where related_post_id = ${id}`).toHaveLength(0);
    }
  });
});

describe('telling', () => {
  test('direct friends who can read the post are told, nobody else', async () => {
    const count = async () => Promise.all([ana, ben, dora, carl].map(async (member) => (await world.told(member)).length));
    const before = await count();
    await world.post(ana, { audience: 'friends_of_friends' });
    expect(await count()).toEqual(before.map((many, index) => (index === 1 ? many + 1 : many)));
    await world.post(ana, { audience: 'private' });
    await world.post(ana, { audience: 'specific', chosen: [dora] });
    expect(await count()).toEqual(before.map((many, index) => (index === 1 ? many + 1 : many)));
    expect((await world.told(ben)).at(-1)).toBe('post_created Ana');
  });
});
