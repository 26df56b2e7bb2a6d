import { v7 as uuid } from 'uuid';
import { describe, expect } from 'vitest';
import { post } from '../../../schemas/posts/post.ts';
import { POST_CONTENT_MAX } from '../../../schemas/posts/post-limits.ts';
import type { PushAnswer } from '../../../schemas/protocol/sync.ts';
import { type Member, rowOf } from '../../../tests/support/circle.ts';
import { test as circleTest } from '../../../tests/support/fixtures/circle.ts';
import { untilWaiting } from '../../../tests/support/lock-waits.ts';
import { changePost } from './change-post.ts';
import { pushPost } from './push-post.ts';

const test = circleTest
  /** Ana and Ben are friends, Ben and Dora are friends, Carl knows nobody. */
  .extend('people', async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
    const [dora, carl] = [await circle.signUp('Dora'), await circle.signUp('Carl')];
    await circle.befriend(ana, ben);
    await circle.befriend(ben, dora);
    return { ana, ben, dora, carl };
  })
  /** the names of the members who receive a row */
  .extend('readers', ({ circle, people }) => async (collection: 'posts' | 'comments' | 'reactions', id: string) => {
    const names: string[] = [];
    for (const member of Object.values(people)) if (await circle.visibleRow(member, collection, id)) names.push(member.name);
    return names;
  });

describe('writing', () => {
  test.for([
    ['friends', ['Ana', 'Ben']],
    ['friends_of_friends', ['Ana', 'Ben', 'Dora']],
    ['public', ['Ana', 'Ben', 'Dora']],
    ['private', ['Ana']],
  ] as const)('a post for %s is read by %s', async ([audience, expected], { circle, readers, people: { ana } }) => {
    expect(await readers('posts', await circle.post(ana, { audience }))).toEqual(expected);
  });

  test('a post for chosen people is read by them, also if a friend is between', async ({ circle, readers, people: { ana, dora } }) => {
    expect(await readers('posts', await circle.post(ana, { audience: 'specific', chosen: [dora] }))).toEqual(['Ana', 'Dora']);
  });

  test('a loaded post has exactly the fields of the protocol, and the time of the server', async ({ circle, people: { ana } }) => {
    const answer = await circle.done(ana, 'posts', circle.postDocument(ana, { content: '  hello  ' }));
    const row = rowOf(answer);
    expect(post.row.parse(row)).toEqual(row);
    expect(Object.keys(row).sort()).toEqual(Object.keys(post.row.shape).sort());
    expect(row).toMatchObject({ content: 'hello', author_id: ana.id });
    expect(Math.abs(Date.parse(String(row.created_at)) - Date.now())).toBeLessThan(60_000);
  });

  test('[PO1] nobody writes as another member', async ({ circle, people: { ana, ben } }) => {
    expect((await circle.push(ana, 'posts', circle.postDocument(ben))).code).toBe('NOT_ONESELF');
  });

  test('[PO2] at least one person is chosen, and never the author', async ({ circle, people: { ana } }) => {
    expect((await circle.push(ana, 'posts', circle.postDocument(ana, { audience: 'specific' }))).code).toBe('AUDIENCE_EMPTY');
    const self = circle.postDocument(ana, { audience: 'specific', chosen: [ana] });
    expect((await circle.push(ana, 'posts', self)).code).toBe('AUDIENCE_NOT_REACHABLE');
  });

  test('[PO3] other audiences name nobody', async ({ circle, people: { ana, ben } }) => {
    const named = circle.postDocument(ana, { audience: 'friends', chosen: [ben] });
    expect((await circle.push(ana, 'posts', named)).code).toBe('INVALID');
  });

  test('[PO5] chosen people are within the network', async ({ circle, people: { ana, ben, carl } }) => {
    const stranger = circle.postDocument(ana, { audience: 'specific', chosen: [ben, carl] });
    expect((await circle.push(ana, 'posts', stranger)).code).toBe('AUDIENCE_NOT_REACHABLE');
  });

  test.for([
    ['nothing', '   '],
    ['too much', 'x'.repeat(POST_CONTENT_MAX + 1)],
    ['what no text may hold', 'a\0b'],
  ] as const)('a post that says %s is refused', async ([_what, content], { circle, people: { ana } }) => {
    expect((await circle.push(ana, 'posts', circle.postDocument(ana, { content }))).code).toBe('INVALID');
  });

  test('a post without an audience is refused, never widened', async ({ circle, people: { ana } }) => {
    const { visibility_type: _, ...document } = circle.postDocument(ana);
    expect((await circle.push(ana, 'posts', document)).code).toBe('INVALID');
  });

  test('a repeated write is answered as done and has no second effect', async ({ circle, people: { ana, ben } }) => {
    const document = { ...circle.postDocument(ana), write_id: uuid() };
    const before = (await circle.notifications(ben)).length;
    const first = await circle.push(ana, 'posts', document);
    const [second, third] = await Promise.all([circle.push(ana, 'posts', document), circle.push(ana, 'posts', document)]);
    expect([second, third]).toEqual([first, first]);
    expect((await circle.notifications(ben)).length).toBe(before + 1);
  });
});

describe('changing', () => {
  test('an edit changes the text and keeps the audience', async ({ circle, people: { ana, dora } }) => {
    const document = circle.postDocument(ana, { audience: 'friends_of_friends' });
    const created = await circle.done(ana, 'posts', document);
    const edited = await circle.done(ana, 'posts', { ...document, content: 'better' }, [created.document?.write_id ?? '']);
    expect(edited.document).toMatchObject({ content: 'better', visibility_type: 'friends_of_friends' });
    expect(edited.document?.edited_at).not.toBeNull();
    expect(edited.document?.created_at).toBe(created.document?.created_at);
    expect((await circle.visibleRow(dora, 'posts', document.id))?.content).toBe('better');
  });

  test('an edit of another state is a conflict, answered with the state of the server', async ({ circle, people: { ana } }) => {
    const document = circle.postDocument(ana);
    const created = await circle.done(ana, 'posts', document);
    const assumed = [created.document?.write_id ?? ''];
    await circle.done(ana, 'posts', { ...document, content: 'from the phone' }, assumed);
    const late = await circle.push(ana, 'posts', { ...document, content: 'from the desk' }, assumed);
    expect(late).toMatchObject({ code: 'CONFLICT', document: { content: 'from the phone' } });
  });

  test('[PO4] only the author changes or deletes a post', async ({ circle, readers, people: { ana, ben } }) => {
    const id = await circle.post(ana);
    const write_id = (await circle.visibleRow(ben, 'posts', id))?.write_id ?? '';
    const changed = { ...circle.postDocument(ben), id, content: 'mine now' };
    expect((await circle.push(ben, 'posts', changed, [write_id])).code).toBe('NOT_ALLOWED');
    expect((await circle.push(ben, 'posts', { ...changed, author_id: ana.id }, [write_id])).code).toBe('NOT_ALLOWED');
    expect((await circle.push(ben, 'posts', { id, _deleted: true })).code).toBe('NOT_ALLOWED');
    expect(await readers('posts', id)).toEqual(['Ana', 'Ben']);
  });

  test('to a stranger a post that is hidden, one that was deleted and one that never existed look alike', async ({
    circle,
    readers,
    people: { ana, carl },
  }) => {
    const hidden = await circle.post(ana);
    const deleted = await circle.post(ana);
    await circle.done(ana, 'posts', { id: deleted, _deleted: true });
    for (const id of [hidden, deleted]) {
      expect(await circle.push(carl, 'posts', { ...circle.postDocument(carl), id })).toEqual({
        id,
        code: 'POST_NOT_FOUND',
        document: null,
      });
      expect((await circle.push(carl, 'posts', { ...circle.postDocument(ana), id })).code).toBe('NOT_ONESELF');
    }
    for (const id of [hidden, deleted, uuid()]) {
      expect(await circle.push(carl, 'posts', { id, _deleted: true })).toEqual({ id, code: 'POST_NOT_FOUND', document: null });
    }
    expect(await readers('posts', hidden)).toEqual(['Ana', 'Ben']);
  });

  test('a deleted post takes its comments, reactions and notifications along, and its id never returns', async ({
    circle,
    db,
    readers,
    people: { ana, ben },
  }) => {
    const document = circle.postDocument(ana);
    await circle.done(ana, 'posts', document);
    const comment = await circle.comment(ben, document.id);
    const reactions = [await circle.react(ben, 'post', document.id), await circle.react(ana, 'comment', comment)];
    await circle.done(ana, 'posts', { id: document.id, _deleted: true });
    expect(await readers('comments', comment)).toEqual([]);
    for (const reaction of reactions) expect(await readers('reactions', reaction)).toEqual([]);
    const remaining = await db.sql`select from notifications where related_post_id = ${document.id}`;
    expect(remaining).toHaveLength(0);
    expect((await circle.push(ana, 'posts', document)).code).toBe('POST_NOT_FOUND');
    const other = await circle.post(ana);
    expect((await circle.push(ben, 'comments', { ...circle.commentDocument(ben, other), id: comment })).code).toBe('COMMENT_NOT_FOUND');
  });
});

describe('moving', () => {
  test('an edit and a reaction that waited for a post to move act on it where it is then', async ({ circle, db, people: { ana } }) => {
    const document = circle.postDocument(ana);
    const created = await circle.done(ana, 'posts', document);
    const assumed = [created.document?.write_id ?? ''];
    let edit: Promise<PushAnswer> | undefined;
    let reaction: Promise<string> | undefined;
    await circle.engine.run({ userId: ana.id }, uuid(), async (context) => {
      const verdict = await changePost(context, { ...document, visibility_type: 'private', specific_user_ids: [] });
      edit = circle.push(ana, 'posts', { ...document, content: 'edited' }, assumed);
      reaction = circle.react(ana, 'post', document.id);
      await untilWaiting(db.sql, 2);
      return verdict;
    });
    expect((await edit)?.code).toBe('CONFLICT');
    const places = await db.sql`
      select c.collection, s.kind from changes c join scopes s on s.id = c.scope_id
      where c.doc_id = any (${[document.id, (await reaction) ?? '']}) and not c.removed order by 1`;
    expect([...places]).toEqual([
      { collection: 'posts', kind: 'self' },
      { collection: 'reactions', kind: 'self' },
    ]);
  });

  test('a change of audience moves the post with everything below it', async ({ circle, readers, people: { ana, ben, dora } }) => {
    const document = circle.postDocument(ana, { audience: 'friends_of_friends' });
    const created = await circle.done(ana, 'posts', document);
    const comment = await circle.comment(dora, document.id);
    const reaction = await circle.react(ben, 'comment', comment);
    const narrowed = await circle.done(ana, 'posts', { ...document, visibility_type: 'friends' }, [created.document?.write_id ?? '']);
    for (const [collection, id] of [
      ['posts', document.id],
      ['comments', comment],
      ['reactions', reaction],
    ] as const) {
      expect(await readers(collection, id)).toEqual(['Ana', 'Ben']);
    }
    expect(narrowed.document?.edited_at).toBeNull();
    const chosen = { ...document, visibility_type: 'specific', specific_user_ids: [dora.id] };
    await circle.done(ana, 'posts', chosen, [narrowed.document?.write_id ?? '']);
    for (const [collection, id] of [
      ['posts', document.id],
      ['comments', comment],
      ['reactions', reaction],
    ] as const) {
      expect(await readers(collection, id)).toEqual(['Ana', 'Dora']);
    }
  });

  test('former readers of a post lose their notifications; new readers are notified', async ({ circle, db, people: { ana, ben } }) => {
    const eva = await circle.signUp('Eva');
    await circle.befriend(ana, eva);
    const document = circle.postDocument(ana, { audience: 'specific', chosen: [ben] });
    const created = await circle.done(ana, 'posts', document);
    const notificationsOf = (member: Member) => db.sql`
      select notification_type from notifications where user_id = ${member.id} and related_post_id = ${document.id}`;
    expect([(await notificationsOf(ben)).length, (await notificationsOf(eva)).length]).toEqual([1, 0]);
    const moved = { ...document, specific_user_ids: [eva.id] };
    await circle.done(ana, 'posts', moved, [created.document?.write_id ?? '']);
    expect([(await notificationsOf(ben)).length, (await notificationsOf(eva)).length]).toEqual([0, 1]);
    await circle.unfriend(ana, eva);
    expect((await notificationsOf(eva)).length).toBe(0);
  });

  test('a comment that is written while the post moves ends up where the post is', async ({ circle, readers, people: { ana, ben } }) => {
    for (let round = 0; round < 8; round += 1) {
      const id = await circle.post(ana, { content: 'moves', audience: round % 2 === 0 ? 'friends_of_friends' : 'friends' });
      const audience = round % 2 === 0 ? 'friends' : 'friends_of_friends';
      const comments = Array.from({ length: 6 }, () => circle.commentDocument(ben, id));
      await Promise.all([
        ...comments.slice(0, 3).map((comment) => circle.engine.create('comments', { userId: ben.id }, uuid(), comment)),
        circle.engine.run({ userId: ana.id }, uuid(), (context) =>
          changePost(context, { id, content: 'moves', photos: [], visibility_type: audience, specific_user_ids: [] }),
        ),
        ...comments.slice(3).map((comment) => circle.engine.create('comments', { userId: ben.id }, uuid(), comment)),
      ]);
      const expected = audience === 'friends' ? ['Ana', 'Ben'] : ['Ana', 'Ben', 'Dora'];
      for (const comment of comments) expect(await readers('comments', comment.id)).toEqual(expected);
    }
  });

  test('a comment that is written while the post is deleted leaves nothing', async ({ circle, db, readers, people: { ana, ben } }) => {
    for (let round = 0; round < 8; round += 1) {
      const id = await circle.post(ana);
      const comment = circle.commentDocument(ben, id);
      await Promise.all([circle.push(ben, 'comments', comment), circle.push(ana, 'posts', { id, _deleted: true })]);
      expect(await readers('comments', comment.id)).toEqual([]);
      expect(await db.sql`select from notifications where related_post_id = ${id}`).toHaveLength(0);
    }
  });
});

test('a change of text and audience locks and reads the post once', async ({ circle, people: { ana } }) => {
  const document = circle.postDocument(ana);
  const created = await circle.done(ana, 'posts', document);
  const statements: string[] = [];
  const pushed = { ...document, write_id: uuid(), content: 'moved', visibility_type: 'friends_of_friends' };
  const verdict = await circle.engine.run({ userId: ana.id }, pushed.write_id, (context) => {
    const tx = new Proxy(context.tx, {
      apply(target, self, [strings, ...values]) {
        // Called without a template, it makes a part of a statement.
        if (Object.hasOwn(strings, 'raw')) statements.push(strings.join('?'));
        return Reflect.apply(target as never, self, [strings, ...values]);
      },
    });
    return pushPost({ ...context, tx }, { collection: 'posts', assumed: [created.document?.write_id ?? ''], document: pushed });
  });
  expect(verdict).toMatchObject({ allowed: true });
  expect(statements.filter((statement) => /for update$/.test(statement))).toHaveLength(1);
  expect(statements.filter((statement) => /from post_rows p where p.id = \?$/.test(statement))).toHaveLength(1);
});

describe('notifying', () => {
  test('direct friends who can read the post are notified, nobody else', async ({ circle, people: { ana, ben, dora, carl } }) => {
    const count = async () => Promise.all([ana, ben, dora, carl].map(async (member) => (await circle.notifications(member)).length));
    const before = await count();
    await circle.post(ana, { audience: 'friends_of_friends' });
    expect(await count()).toEqual(before.map((count, index) => (index === 1 ? count + 1 : count)));
    await circle.post(ana, { audience: 'private' });
    await circle.post(ana, { audience: 'specific', chosen: [dora] });
    expect(await count()).toEqual(before.map((count, index) => (index === 1 ? count + 1 : count)));
    expect((await circle.notifications(ben)).at(-1)).toBe('post_created Ana');
  });
});
