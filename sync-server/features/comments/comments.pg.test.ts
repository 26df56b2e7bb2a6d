import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commentSchema } from '../../../schemas/comments/comment.ts';
import { createFeatureWorld, type FeatureWorld, type Member, rowOf } from '../../../tests/support/feature-world.ts';
import { type TestDatabase, testDatabase } from '../../../tests/support/postgres.ts';

let db: TestDatabase;
let world: FeatureWorld;
let ana: Member;
let ben: Member;
let dora: Member;
let carl: Member;
let post: string;

beforeAll(async () => {
  db = await testDatabase();
  world = createFeatureWorld(db.database);
  ana = await world.signUp('Ana');
  ben = await world.signUp('Ben');
  dora = await world.signUp('Dora');
  carl = await world.signUp('Carl');
  await world.befriend(ana, ben);
  await world.befriend(ana, dora);
  post = await world.post(ana);
});
afterAll(async () => {
  expect(world.logged).toEqual([]);
  await world.close();
  await db.close();
});

describe('comments', () => {
  test('a comment brings the name of its writer and has exactly the fields of the protocol', async () => {
    const answer = await world.done(ben, 'comments', world.commentDocument(ben, post, 'lovely'));
    const row = rowOf(answer);
    expect(commentSchema.parse(row)).toEqual(row);
    expect(Object.keys(row).sort()).toEqual(Object.keys(commentSchema.shape).sort());
    expect(row).toMatchObject({ content: 'lovely', author_name: 'Ben', is_deleted: false });
  });

  test('[CO1] one comments as oneself, [CO2] on a post that one can see', async () => {
    expect((await world.push(ben, 'comments', world.commentDocument(dora, post))).code).toBe('NOT_ONESELF');
    expect((await world.push(carl, 'comments', world.commentDocument(carl, post))).code).toBe('POST_NOT_FOUND');
    expect((await world.push(carl, 'comments', world.commentDocument(carl, uuid()))).code).toBe('POST_NOT_FOUND');
  });

  test('[CO3] only its author edits a comment', async () => {
    const document = world.commentDocument(ben, post);
    const created = await world.done(ben, 'comments', document);
    const assumed = [created.document?.write_id ?? ''];
    expect((await world.push(ana, 'comments', { ...document, content: 'no' }, assumed)).code).toBe('NOT_ALLOWED');
    const edited = await world.done(ben, 'comments', { ...document, content: 'better' }, assumed);
    expect(edited.document).toMatchObject({ content: 'better' });
    expect((await world.push(ben, 'comments', { ...document, content: 'late' }, assumed)).code).toBe('CONFLICT');
    const moved = { ...document, post_id: await world.post(ana) };
    expect((await world.push(ben, 'comments', moved, [edited.document?.write_id ?? ''])).code).toBe('UNKNOWN_WRITE');
  });

  test.each(['Ben', 'Ana'])(
    '[CO5] %s, writer or author of the post, deletes: the place stays, the text and the reactions go',
    async (who) => {
      const document = world.commentDocument(ben, post, 'a secret');
      await world.done(ben, 'comments', document);
      const reaction = await world.react(dora, 'comment', document.id);
      const by = who === 'Ben' ? ben : ana;
      expect((await world.push(dora, 'comments', { ...document, is_deleted: true })).code).toBe('NOT_ALLOWED');
      const deleted = await world.done(by, 'comments', { ...document, is_deleted: true });
      expect(deleted.document).toMatchObject({ content: '', is_deleted: true });
      expect(await world.held(dora, 'reactions', reaction)).toBeUndefined();
      expect(await db.sql`select from notifications where related_comment_id = ${document.id}`).toHaveLength(0);
      await world.done(by, 'comments', { ...document, is_deleted: true });
      expect((await world.push(ben, 'comments', { ...document, content: 'again' }, [deleted.document?.write_id ?? ''])).code).toBe(
        'TARGET_DELETED',
      );
    },
  );

  test('a comment is never simply gone', async () => {
    expect((await world.push(ben, 'comments', { id: await world.comment(ben, post), _deleted: true })).code).toBe('UNKNOWN_WRITE');
  });

  test('to a stranger a hidden comment and one that is not are alike', async () => {
    const hidden = await world.comment(ben, post);
    const own = await world.post(carl);
    for (const id of [hidden, uuid()]) {
      expect((await world.push(carl, 'comments', { id, is_deleted: true })).code).toBe('COMMENT_NOT_FOUND');
      expect((await world.push(carl, 'comments', { ...world.commentDocument(carl, post), id })).code).toBe('POST_NOT_FOUND');
    }
    expect((await world.push(carl, 'comments', { ...world.commentDocument(carl, own), id: hidden })).code).toBe('COMMENT_NOT_FOUND');
  });

  test('the author of the post is told, never of their own comment', async () => {
    const mine = await world.post(ana);
    const before = await world.told(ana);
    await world.comment(ana, mine);
    await world.comment(ben, mine);
    expect((await world.told(ana)).slice(before.length)).toEqual(['post_commented Ben']);
    expect(await world.told(dora)).not.toContain('post_commented Ben');
  });
});

describe('reactions', () => {
  test('[RX1] only as oneself, [RX4] by the id of what it joins, and [RX2] only on what one can see', async () => {
    expect((await world.push(ben, 'reactions', world.reactionDocument(dora, 'post', post))).code).toBe('NOT_ONESELF');
    const wrongId = { ...world.reactionDocument(ben, 'post', post), id: `${post}|${ben.id}|🔥` };
    expect((await world.push(ben, 'reactions', wrongId)).code).toBe('INVALID');
    for (const target of [post, uuid()]) {
      expect((await world.push(carl, 'reactions', world.reactionDocument(carl, 'post', target))).code).toBe('TARGET_NOT_FOUND');
      expect((await world.push(carl, 'reactions', world.reactionDocument(carl, 'comment', target))).code).toBe('TARGET_NOT_FOUND');
    }
    expect((await world.push(ben, 'reactions', world.reactionDocument(ben, 'post', post, 'a text'))).code).toBe('INVALID');
    expect((await world.push(ben, 'reactions', world.reactionDocument(ben, 'message', post))).code).toBe('TARGET_NOT_FOUND');
  });

  test('[RX3] a deleted comment takes no reaction, also not at the same moment', async () => {
    for (let round = 0; round < 6; round += 1) {
      const comment = await world.comment(ben, post);
      const document = world.reactionDocument(dora, 'comment', comment);
      await Promise.all([world.push(dora, 'reactions', document), world.push(ben, 'comments', { id: comment, is_deleted: true })]);
      expect((await world.push(dora, 'reactions', document)).code).toBe('TARGET_DELETED');
      expect(await world.held(ben, 'reactions', document.id)).toBeUndefined();
      expect(await db.sql`select from notifications where related_comment_id = ${comment}`).toHaveLength(0);
    }
  });

  test('two devices meet in one reaction; it can be taken back and return', async () => {
    const mine = await world.post(ana);
    const before = await world.told(ana);
    const document = world.reactionDocument(ben, 'post', mine, '❤️');
    await Promise.all([world.done(ben, 'reactions', document), world.done(ben, 'reactions', document)]);
    expect((await world.held(ana, 'reactions', document.id))?.user_name).toBe('Ben');
    expect((await world.told(ana)).slice(before.length)).toEqual(['post_reaction Ben']);
    expect((await world.push(dora, 'reactions', { id: document.id, _deleted: true })).code).toBe('NOT_ONESELF');
    await world.done(ben, 'reactions', { id: document.id, _deleted: true });
    await world.done(ben, 'reactions', { id: document.id, _deleted: true });
    expect(await world.held(ana, 'reactions', document.id)).toBeUndefined();
    expect((await world.told(ana)).slice(before.length)).toEqual([]);
    await world.done(ben, 'reactions', document);
    expect(await world.held(ana, 'reactions', document.id)).toBeDefined();
  });

  test('[rule 9] a reaction that was taken back returns with a new write, and not with the old one sent again', async () => {
    const document = { ...world.reactionDocument(ben, 'post', post, '🥳'), write_id: uuid() };
    await world.done(ben, 'reactions', document);
    await world.done(ben, 'reactions', { id: document.id, _deleted: true });
    expect(await world.push(ben, 'reactions', document)).toMatchObject({ code: null, document: null });
    expect(await world.held(ana, 'reactions', document.id)).toBeUndefined();
    const write_id = uuid();
    expect((await world.push(ben, 'reactions', { ...document, write_id })).document).toMatchObject({ write_id });
  });

  test('nobody takes the reactions of a post away with a comment that is called like it', async () => {
    const reaction = await world.react(dora, 'post', post, '🔥');
    const named = { ...world.commentDocument(ben, post), id: post };
    await world.push(ben, 'comments', named);
    await world.push(ben, 'comments', { id: post, is_deleted: true });
    expect(await world.held(dora, 'reactions', reaction)).toBeDefined();
    expect((await world.push(ben, 'comments', { ...named, write_id: uuid() })).code).toBe('COMMENT_NOT_FOUND');
  });

  test('of a post and a comment that are to be called alike at the same moment there is one', async () => {
    for (let nth = 0; nth < 20; nth += 1) {
      const id = uuid();
      const answers = await Promise.all([
        world.push(ben, 'posts', { ...world.postDocument(ben), id }),
        world.push(ana, 'comments', { ...world.commentDocument(ana, post), id }),
      ]);
      expect(answers.filter((answer) => answer.code === null)).toHaveLength(1);
    }
  });

  test('the writer of a comment is told, unless they no longer see it', async () => {
    const eva = await world.signUp('Eva');
    await world.befriend(ana, eva);
    const comment = await world.comment(eva, post);
    await world.react(ben, 'comment', comment);
    expect((await world.told(eva)).at(-1)).toBe('comment_reaction Ben');
    await world.unfriend(ana, eva);
    expect(await world.told(eva)).toEqual([]);
    await world.react(dora, 'comment', comment);
    expect(await world.told(eva)).toEqual([]);
    expect(await world.held(eva, 'comments', comment)).toBeUndefined();
    expect(await world.held(ben, 'comments', comment)).toBeDefined();
  });
});
