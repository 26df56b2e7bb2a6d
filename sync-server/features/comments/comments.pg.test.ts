import { v7 as uuid } from 'uuid';
import { describe, expect } from 'vitest';
import { comment } from '../../../schemas/comments/comment.ts';
import { rowOf } from '../../../tests/support/circle.ts';
import { test as circleTest } from '../../../tests/support/fixtures/circle.ts';

const test = circleTest
  /** Ben and Dora are friends of Ana; Carl is a stranger to all. */
  .extend('people', async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
    const [dora, carl] = [await circle.signUp('Dora'), await circle.signUp('Carl')];
    await circle.befriend(ana, ben);
    await circle.befriend(ana, dora);
    return { ana, ben, dora, carl };
  })
  /** a post by Ana, for her friends */
  .extend('post', ({ circle, people }) => circle.post(people.ana));

describe('comments', () => {
  test('a comment carries the name of its author and has exactly the fields of the protocol', async ({ circle, post, people: { ben } }) => {
    const answer = await circle.done(ben, 'comments', circle.commentDocument(ben, post, 'lovely'));
    const row = rowOf(answer);
    expect(comment.row.parse(row)).toEqual(row);
    expect(Object.keys(row).sort()).toEqual(Object.keys(comment.row.shape).sort());
    expect(row).toMatchObject({ content: 'lovely', author_name: 'Ben', is_deleted: false });
  });

  test('[CO1] members comment as themselves, [CO2] on posts that they can see', async ({ circle, post, people: { ben, dora, carl } }) => {
    expect((await circle.push(ben, 'comments', circle.commentDocument(dora, post))).code).toBe('NOT_ONESELF');
    expect((await circle.push(carl, 'comments', circle.commentDocument(carl, post))).code).toBe('POST_NOT_FOUND');
    expect((await circle.push(carl, 'comments', circle.commentDocument(carl, uuid()))).code).toBe('POST_NOT_FOUND');
  });

  test('[CO3] only the author edits a comment', async ({ circle, post, people: { ana, ben } }) => {
    const document = circle.commentDocument(ben, post);
    const created = await circle.done(ben, 'comments', document);
    const assumed = [created.document?.write_id ?? ''];
    expect((await circle.push(ana, 'comments', { ...document, content: 'no' }, assumed)).code).toBe('NOT_ALLOWED');
    const edited = await circle.done(ben, 'comments', { ...document, content: 'better' }, assumed);
    expect(edited.document).toMatchObject({ content: 'better' });
    expect((await circle.push(ben, 'comments', { ...document, content: 'late' }, assumed)).code).toBe('CONFLICT');
    const moved = { ...document, post_id: await circle.post(ana) };
    expect((await circle.push(ben, 'comments', moved, [edited.document?.write_id ?? ''])).code).toBe('UNKNOWN_WRITE');
  });

  test.for(['Ben', 'Ana'])(
    '[CO5] %s, author of the comment or of the post, deletes it: the row stays, the text and the reactions go',
    async (who, { circle, db, post, people: { ana, ben, dora } }) => {
      const document = circle.commentDocument(ben, post, 'a secret');
      await circle.done(ben, 'comments', document);
      const reaction = await circle.react(dora, 'comment', document.id);
      const by = who === 'Ben' ? ben : ana;
      expect((await circle.push(dora, 'comments', { ...document, is_deleted: true })).code).toBe('NOT_ALLOWED');
      const deleted = await circle.done(by, 'comments', { ...document, is_deleted: true });
      expect(deleted.document).toMatchObject({ content: '', is_deleted: true });
      expect(await circle.visibleRow(dora, 'reactions', reaction)).toBeUndefined();
      expect(await db.sql`select from notifications where related_comment_id = ${document.id}`).toHaveLength(0);
      await circle.done(by, 'comments', { ...document, is_deleted: true });
      expect((await circle.push(ben, 'comments', { ...document, content: 'again' }, [deleted.document?.write_id ?? ''])).code).toBe(
        'TARGET_DELETED',
      );
    },
  );

  test('the row of a comment is never removed', async ({ circle, post, people: { ben } }) => {
    expect((await circle.push(ben, 'comments', { id: await circle.comment(ben, post), _deleted: true })).code).toBe('UNKNOWN_WRITE');
  });

  test('to a stranger a hidden comment and a missing one look alike', async ({ circle, post, people: { ben, carl } }) => {
    const hidden = await circle.comment(ben, post);
    const own = await circle.post(carl);
    for (const id of [hidden, uuid()]) {
      expect((await circle.push(carl, 'comments', { id, is_deleted: true })).code).toBe('COMMENT_NOT_FOUND');
      expect((await circle.push(carl, 'comments', { ...circle.commentDocument(carl, post), id })).code).toBe('POST_NOT_FOUND');
    }
    expect((await circle.push(carl, 'comments', { ...circle.commentDocument(carl, own), id: hidden })).code).toBe('COMMENT_NOT_FOUND');
  });

  test('the author of the post is notified, never of their own comment', async ({ circle, people: { ana, ben, dora } }) => {
    const mine = await circle.post(ana);
    const before = await circle.notifications(ana);
    await circle.comment(ana, mine);
    await circle.comment(ben, mine);
    expect((await circle.notifications(ana)).slice(before.length)).toEqual(['post_commented Ben']);
    expect(await circle.notifications(dora)).not.toContain('post_commented Ben');
  });
});

describe('reactions', () => {
  test('[RX1] members react only as themselves, [RX4] by the id that joins the fields, and [RX2] only to what they can see', async ({
    circle,
    post,
    people: { ben, dora, carl },
  }) => {
    expect((await circle.push(ben, 'reactions', circle.reactionDocument(dora, 'post', post))).code).toBe('NOT_ONESELF');
    const wrongId = { ...circle.reactionDocument(ben, 'post', post), id: `${post}|${ben.id}|🔥` };
    expect((await circle.push(ben, 'reactions', wrongId)).code).toBe('INVALID');
    for (const target of [post, uuid()]) {
      expect((await circle.push(carl, 'reactions', circle.reactionDocument(carl, 'post', target))).code).toBe('TARGET_NOT_FOUND');
      expect((await circle.push(carl, 'reactions', circle.reactionDocument(carl, 'comment', target))).code).toBe('TARGET_NOT_FOUND');
    }
    expect((await circle.push(ben, 'reactions', circle.reactionDocument(ben, 'post', post, 'a text'))).code).toBe('INVALID');
    expect((await circle.push(ben, 'reactions', circle.reactionDocument(ben, 'message', post))).code).toBe('TARGET_NOT_FOUND');
  });

  test('[RX3] a deleted comment takes no reaction, not even at the same moment', async ({ circle, db, post, people: { ben, dora } }) => {
    for (let round = 0; round < 6; round += 1) {
      const comment = await circle.comment(ben, post);
      const document = circle.reactionDocument(dora, 'comment', comment);
      await Promise.all([circle.push(dora, 'reactions', document), circle.push(ben, 'comments', { id: comment, is_deleted: true })]);
      expect((await circle.push(dora, 'reactions', document)).code).toBe('TARGET_DELETED');
      expect(await circle.visibleRow(ben, 'reactions', document.id)).toBeUndefined();
      expect(await db.sql`select from notifications where related_comment_id = ${comment}`).toHaveLength(0);
    }
  });

  test('[RX5] two devices write one reaction; only its author removes it, and it can return', async ({
    circle,
    people: { ana, ben, dora },
  }) => {
    const mine = await circle.post(ana);
    const before = await circle.notifications(ana);
    const document = circle.reactionDocument(ben, 'post', mine, '❤️');
    await Promise.all([circle.done(ben, 'reactions', document), circle.done(ben, 'reactions', document)]);
    expect((await circle.visibleRow(ana, 'reactions', document.id))?.user_name).toBe('Ben');
    expect((await circle.notifications(ana)).slice(before.length)).toEqual(['post_reaction Ben']);
    expect((await circle.push(dora, 'reactions', { id: document.id, _deleted: true })).code).toBe('NOT_ONESELF');
    await circle.done(ben, 'reactions', { id: document.id, _deleted: true });
    await circle.done(ben, 'reactions', { id: document.id, _deleted: true });
    expect(await circle.visibleRow(ana, 'reactions', document.id)).toBeUndefined();
    expect((await circle.notifications(ana)).slice(before.length)).toEqual([]);
    await circle.done(ben, 'reactions', document);
    expect(await circle.visibleRow(ana, 'reactions', document.id)).toBeDefined();
  });

  test('[rule 9] a removed reaction returns with a new write, and not with the old one sent again', async ({
    circle,
    post,
    people: { ana, ben },
  }) => {
    const document = { ...circle.reactionDocument(ben, 'post', post, '🥳'), write_id: uuid() };
    await circle.done(ben, 'reactions', document);
    await circle.done(ben, 'reactions', { id: document.id, _deleted: true });
    expect(await circle.push(ben, 'reactions', document)).toMatchObject({ code: null, document: null });
    expect(await circle.visibleRow(ana, 'reactions', document.id)).toBeUndefined();
    const write_id = uuid();
    expect((await circle.push(ben, 'reactions', { ...document, write_id })).document).toMatchObject({ write_id });
  });

  test('nobody removes the reactions of a post through a comment that has the id of the post', async ({
    circle,
    post,
    people: { ben, dora },
  }) => {
    const reaction = await circle.react(dora, 'post', post, '🔥');
    const named = { ...circle.commentDocument(ben, post), id: post };
    await circle.push(ben, 'comments', named);
    await circle.push(ben, 'comments', { id: post, is_deleted: true });
    expect(await circle.visibleRow(dora, 'reactions', reaction)).toBeDefined();
    expect((await circle.push(ben, 'comments', { ...named, write_id: uuid() })).code).toBe('COMMENT_NOT_FOUND');
  });

  test('of a post and a comment that are created with one id at the same moment, only one is', async ({
    circle,
    post,
    people: { ana, ben },
  }) => {
    for (let nth = 0; nth < 20; nth += 1) {
      const id = uuid();
      const answers = await Promise.all([
        circle.push(ben, 'posts', { ...circle.postDocument(ben), id }),
        circle.push(ana, 'comments', { ...circle.commentDocument(ana, post), id }),
      ]);
      expect(answers.filter((answer) => answer.code === null)).toHaveLength(1);
    }
  });

  test('the author of a comment is notified, unless they can no longer see it', async ({ circle, post, people: { ana, ben, dora } }) => {
    const eva = await circle.signUp('Eva');
    await circle.befriend(ana, eva);
    const comment = await circle.comment(eva, post);
    await circle.react(ben, 'comment', comment);
    expect((await circle.notifications(eva)).at(-1)).toBe('comment_reaction Ben');
    await circle.unfriend(ana, eva);
    expect(await circle.notifications(eva)).toEqual([]);
    await circle.react(dora, 'comment', comment);
    expect(await circle.notifications(eva)).toEqual([]);
    expect(await circle.visibleRow(eva, 'comments', comment)).toBeUndefined();
    expect(await circle.visibleRow(ben, 'comments', comment)).toBeDefined();
  });
});
