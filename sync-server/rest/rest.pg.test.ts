import { v7 as uuid } from 'uuid';
import { describe, expect } from 'vitest';
import { test as circleTest } from '../../tests/support/fixtures/circle.ts';
import { PAGE_MAX } from '../http/pages.ts';

const test = circleTest
  /** Ana and Ben are friends; Carl is a stranger to both. */
  .extend('people', async ({ circle }) => {
    const [ana, ben, carl] = [await circle.signUp('Ana'), await circle.signUp('Ben'), await circle.signUp('Carl')];
    await circle.befriend(ana, ben);
    return { ana, ben, carl };
  });

/** Limits that are no decimal numbers from 1. */
const noLimits = [
  '?limit=0',
  '?limit=x',
  '?limit=',
  '?limit=0x10',
  '?limit=1e1',
  '?limit=%2B5',
  '?limit=+5',
  '?limit=%205',
  '?limit=5.0',
  '?limit=-1',
];

describe('posts', () => {
  test('write, read, change, delete', async ({ circle, people: { ana, ben } }) => {
    const created = await circle.rest(ana, 'POST', '/posts', { content: ' hello ', visibility_type: 'friends' });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      success: true,
      data: {
        content: 'hello',
        author_name: 'Ana',
        author: { id: ana.id, name: 'Ana', profile_image_url: null },
        visibility_type: 'friends',
        specific_user_ids: [],
        comment_count: 0,
        reactions: [],
      },
    });
    expect(created.body.data).not.toHaveProperty('write_id');
    const { id } = created.body.data;
    expect((await circle.rest(ben, 'GET', `/posts/${id}`)).body.data).toEqual(created.body.data);
    const changed = await circle.rest(ana, 'PUT', `/posts/${id}`, { content: 'hi', visibility_type: 'only_me' });
    expect(changed.body.data).toMatchObject({ content: 'hi', visibility_type: 'private' });
    expect((await circle.rest(ben, 'GET', `/posts/${id}`)).body).toEqual({
      success: false,
      code: 'POST_NOT_FOUND',
      message: 'Post not found',
    });
    expect((await circle.rest(ana, 'DELETE', `/posts/${id}`)).status).toBe(200);
    expect((await circle.rest(ana, 'GET', `/posts/${id}`)).status).toBe(404);
  });

  test.for([
    ['no audience', { content: 'x' }],
    ['an unknown audience', { content: 'x', visibility_type: 'everybody' }],
    ['no text', { content: '  ', visibility_type: 'friends' }],
    ['nobody chosen', { content: 'x', visibility_type: 'specific' }],
    ['an id that is none', { id: '7', content: 'x', visibility_type: 'friends' }],
  ] as const)('a post with %s is refused with 422, at creation and at change', async ([_what, body], { circle, people: { ana } }) => {
    const id = await circle.post(ana);
    expect((await circle.rest(ana, 'POST', '/posts', body)).status).toBe(422);
    if (!('id' in body)) expect((await circle.rest(ana, 'PUT', `/posts/${id}`, body)).status).toBe(422);
    expect((await circle.rest(ana, 'GET', `/posts/${id}`)).body.data.visibility_type).toBe('friends');
  });

  test('403 is only for posts that the member can see', async ({ circle, people: { ana, ben, carl } }) => {
    const id = await circle.post(ana);
    const body = { content: 'mine', visibility_type: 'friends' };
    expect((await circle.rest(ben, 'PUT', `/posts/${id}`, body)).status).toBe(403);
    expect((await circle.rest(ben, 'DELETE', `/posts/${id}`)).status).toBe(403);
    expect((await circle.rest(carl, 'PUT', `/posts/${id}`, body)).status).toBe(404);
  });

  test('the feed goes newest first, by time and by range, without a gap and without hidden posts', async ({ circle, db }) => {
    const dora = await circle.signUp('Dora');
    const eva = await circle.signUp('Eva');
    await circle.befriend(dora, eva);
    const ids: string[] = [];
    for (let nth = 0; nth < 25; nth += 1) {
      ids.unshift(await circle.post(nth % 2 === 0 ? dora : eva, { content: `nr ${nth}` }));
      await circle.post(dora, { audience: 'private' });
    }
    // Posts of the same millisecond are ordered too.
    await db.sql`update posts set created_at = (select max(created_at) from posts where author_id = ${eva.id}) where author_id = ${eva.id}`;
    const seen: string[] = [];
    let before: string | null = null;
    do {
      const path: string = before === null ? '/posts?limit=7' : `/posts?limit=7&before=${encodeURIComponent(before)}`;
      const page = (await circle.rest(eva, 'GET', path)).body.data;
      seen.push(...page.items.map((post: { id: string }) => post.id));
      before = page.next_before;
    } while (before !== null);
    expect([...seen].sort()).toEqual([...ids].sort());
    expect(new Set(seen).size).toBe(25);
    const first = (await circle.rest(eva, 'GET', '/posts', undefined, { range: 'items=0-19' })).body.data.items;
    const rest = (await circle.rest(eva, 'GET', '/posts', undefined, { range: 'items=20-39' })).body.data.items;
    expect([...first, ...rest].map((post: { id: string }) => post.id)).toEqual(seen);
    const ranged = async (range: string) => {
      const { status, headers, body } = await circle.rest(eva, 'GET', '/posts', undefined, { range });
      return { status, said: headers.get('content-range'), ids: body.data?.items.map((post: { id: string }) => post.id) };
    };
    expect(await ranged('items=0-4')).toEqual({ status: 206, said: 'items 0-4/25', ids: seen.slice(0, 5) });
    expect(await ranged('items=20-39')).toEqual({ status: 206, said: 'items 20-24/25', ids: seen.slice(20) });
    expect(await ranged('items=20-')).toEqual({ status: 206, said: 'items 20-24/25', ids: seen.slice(20) });
    expect(await ranged('items=-3')).toEqual({ status: 206, said: 'items 22-24/25', ids: seen.slice(22) });
    expect(await ranged('items=-99')).toMatchObject({ said: 'items 0-24/25', ids: seen });
    for (const beyond of ['items=25-', 'items=999999-999999', 'items=-0']) {
      expect(await ranged(beyond)).toEqual({ status: 416, said: 'items */25', ids: undefined });
    }
    for (const wrong of ['items=5-1', 'items=-', 'items=0-1,3-4', 'items=-1-2', 'items=x']) expect((await ranged(wrong)).status).toBe(400);
    // Other units are ignored.
    expect(await ranged('bytes=0-1')).toMatchObject({ status: 200, said: null });
    expect((await circle.rest(eva, 'GET', '/posts')).body.data.items).toHaveLength(20);
    for (const query of [...noLimits, '?before=yesterday']) {
      expect((await circle.rest(eva, 'GET', `/posts${query}`)).status).toBe(400);
    }
  });

  test('the author sees who can read a post, and every reader does where people were chosen', async ({ circle, people: { ana, ben } }) => {
    const names = (answer: { body: { data: { items: { name: string }[] } } }) => answer.body.data.items.map((item) => item.name);
    const friends = await circle.post(ana);
    expect(names(await circle.rest(ana, 'GET', `/posts/${friends}/audience`))).toEqual(['Ben']);
    const others = await circle.rest(ben, 'GET', `/posts/${friends}/audience`);
    expect(others.body.data).toEqual({ visibility_type: 'friends', list_shown: false, items: [] });
    const chosen = await circle.post(ana, { audience: 'specific', chosen: [ben] });
    expect(names(await circle.rest(ben, 'GET', `/posts/${chosen}/audience`))).toEqual(['Ben']);
    const hidden = await circle.post(ana, { audience: 'private' });
    expect(names(await circle.rest(ana, 'GET', `/posts/${hidden}/audience`))).toEqual([]);
    expect((await circle.rest(ben, 'GET', `/posts/${hidden}/audience`)).status).toBe(404);
  });
});

describe('comments and reactions', () => {
  test('comments go oldest first, with their authors and reactions', async ({ circle, people: { ana, ben } }) => {
    const post = await circle.post(ana);
    const first = await circle.rest(ben, 'POST', `/posts/${post}/comments`, { content: 'one' });
    expect(first.status).toBe(201);
    await circle.rest(ana, 'POST', `/posts/${post}/comments`, { content: 'two' });
    const toggle = { emoji_code: '❤️', target_type: 'comment', target_id: first.body.data.id };
    expect((await circle.rest(ana, 'POST', '/posts/reactions', toggle)).body.data.action).toBe('added');
    const list = (await circle.rest(ben, 'GET', `/posts/${post}/comments`)).body.data.items;
    expect(list).toMatchObject([
      {
        content: 'one',
        author: { name: 'Ben' },
        reactions: [{ emoji_code: '❤️', count: 1, user_reacted: false, users: [{ display_name: 'Ana' }] }],
      },
      { content: 'two', author: { name: 'Ana' }, reactions: [] },
    ]);
    const path = `/posts/${post}/comments/${list[0].id}`;
    expect((await circle.rest(ben, 'PATCH', path, { content: 'uno' })).body.data).toMatchObject({ content: 'uno' });
    expect((await circle.rest(ana, 'PATCH', path, { content: 'no' })).status).toBe(403);
    expect((await circle.rest(ben, 'PATCH', `/posts/${await circle.post(ana)}/comments/${list[0].id}`, { content: 'x' })).status).toBe(404);
    expect((await circle.rest(ana, 'DELETE', path)).status).toBe(200);
    expect((await circle.rest(ana, 'GET', `/posts/${post}/comments`)).body.data.items[0]).toMatchObject({ content: '', is_deleted: true });
    expect((await circle.rest(ana, 'GET', `/posts/${post}`)).body.data.comment_count).toBe(1);
    expect((await circle.rest(ana, 'POST', '/posts/reactions', toggle)).status).toBe(409);
  });

  test('a page of comments is bounded, and the list continues without a gap, also within one millisecond', async ({
    circle,
    db,
    people: { ana, carl },
  }) => {
    const post = await circle.post(ana);
    for (let nth = 0; nth < PAGE_MAX + 5; nth += 1) await circle.comment(ana, post);
    await db.sql`update post_comments set created_at = date_trunc('second', created_at) where post_id = ${post}`;
    const path = `/posts/${post}/comments`;
    const all = await db.sql<{ id: string }[]>`select id from post_comments where post_id = ${post} order by created_at, id`;
    const read = async (query: string) => {
      const { items, ...rest } = (await circle.rest(ana, 'GET', `${path}${query}`)).body.data;
      return { ids: items.map((item: { id: string }) => item.id) as string[], ...rest };
    };
    const first = await read('');
    expect([first.ids.length, first.has_more]).toEqual([PAGE_MAX, true]);
    expect((await read(`?limit=${PAGE_MAX * 10}`)).ids).toEqual(first.ids);
    // The last page has the same fields as a list that fits into one page.
    expect(await read(`?after=${encodeURIComponent(first.next_after)}`)).toEqual({ ids: all.slice(PAGE_MAX).map(({ id }) => id) });
    const seen: string[] = [];
    for (let after = ''; ; ) {
      const part = await read(`?limit=7${after}`);
      seen.push(...part.ids);
      if (!part.has_more) break;
      after = `&after=${encodeURIComponent(part.next_after)}`;
    }
    expect(seen).toEqual(all.map(({ id }) => id));
    for (const query of [...noLimits, '?after=yesterday']) expect((await circle.rest(ana, 'GET', path + query)).status).toBe(400);
    expect((await circle.rest(carl, 'GET', `${path}?limit=1`)).status).toBe(404);
  });

  test('a toggle adds, then removes; a repeated request does neither twice', async ({ circle, people: { ana, ben } }) => {
    const post = await circle.post(ana);
    const toggle = { emoji_code: '🎉', target_type: 'post', target_id: post };
    const key = { 'idempotency-key': 'a tap' };
    const added = await circle.rest(ben, 'POST', '/posts/reactions', toggle, key);
    expect(added.body.data).toMatchObject({ action: 'added', reactions: [{ emoji_code: '🎉', count: 1, user_reacted: true }] });
    expect((await circle.rest(ben, 'POST', '/posts/reactions', toggle, key)).body).toEqual(added.body);
    const grouped = await circle.rest(ana, 'GET', `/posts/reactions?target_type=post&target_ids=${post}`);
    expect(grouped.body.data.items[0].reactions).toMatchObject([{ emoji_code: '🎉', user_reacted: false }]);
    const removed = await circle.rest(ben, 'POST', '/posts/reactions', toggle);
    expect(removed.body.data).toEqual({ action: 'removed', reactions: [] });
    expect((await circle.rest(ben, 'POST', '/posts/reactions', { ...toggle, emoji_code: 'text' })).status).toBe(422);
    expect((await circle.rest(ben, 'POST', '/posts/reactions', { ...toggle, emoji_code: '👍👍' })).status).toBe(422);
  });

  test('toggles at the same time are carried out one after the other', async ({ circle, people: { ana, ben } }) => {
    const post = await circle.post(ana);
    const toggle = { emoji_code: '🎉', target_type: 'post', target_id: post };
    const answers = await Promise.all(Array.from({ length: 6 }, () => circle.rest(ben, 'POST', '/posts/reactions', toggle)));
    const actions = answers.map((answer) => answer.body.data.action);
    expect(actions.sort()).toEqual(['added', 'added', 'added', 'removed', 'removed', 'removed']);
    expect(await circle.notifications(ana)).not.toContain('post_reaction Ben');
  });

  test('a reaction needs a target of its type', async ({ circle, people: { ana, ben } }) => {
    const post = await circle.post(ana);
    const comment = await circle.comment(ben, post);
    const toggle = (target_type: string, target_id: string, emoji_code = '❤') => ({ emoji_code, target_type, target_id });
    await circle.rest(ben, 'POST', '/posts/reactions', toggle('post', post));
    expect((await circle.rest(ben, 'POST', '/posts/reactions', toggle('comment', post))).status).toBe(404);
    expect((await circle.rest(ben, 'POST', '/posts/reactions', toggle('post', comment))).status).toBe(404);
    const read = async (type: string, id: string) =>
      (await circle.rest(ana, 'GET', `/posts/reactions?target_type=${type}&target_ids=${id}`)).body.data.items[0].reactions;
    expect(await read('comment', post)).toEqual([]);
    expect(await read('post', post)).toMatchObject([{ emoji_code: '❤️', count: 1 }]);
    // With and without the variation selector, it is the same reaction.
    expect((await circle.rest(ben, 'POST', '/posts/reactions', toggle('post', post, '❤️'))).body.data.action).toBe('removed');
  });
});

describe('friends', () => {
  test('invite, list, answer, detail, unfriend', async ({ circle, people: { ana, ben } }) => {
    const dora = await circle.signUp('Dora');
    const invited = await circle.rest(dora, 'POST', '/friends/invite', { email: ` ${ben.email.toUpperCase()} ` });
    expect(invited.status).toBe(201);
    expect(invited.body).toMatchObject({
      data: { invited_email: ben.email, receiver_user_id: null },
      message: 'Invitation sent successfully!',
    });
    const { id } = invited.body.data;
    expect((await circle.rest(dora, 'GET', '/friends/invitations/sent')).body.data.items).toMatchObject([{ id }]);
    expect((await circle.rest(ben, 'GET', '/friends/invitations/received')).body.data.items).toMatchObject([
      { id, sender_user_id: dora.id, inviter_email: dora.email },
    ]);
    const accepted = await circle.rest(ben, 'POST', `/friends/invitations/${id}/respond`, { status: 'accepted' });
    expect(accepted.body.message).toBe('Invitation accepted successfully!');
    expect((await circle.rest(ben, 'POST', `/friends/invitations/${id}/respond`, { status: 'rejected' })).status).toBe(409);

    expect((await circle.rest(dora, 'GET', '/friends')).body.data.items).toMatchObject([
      { friend_id: ben.id, friend_name: 'Ben', relationship_type: 'direct', visibility_level: 1, through_friend_id: null },
    ]);
    expect((await circle.rest(dora, 'GET', '/friends/network')).body.data.items).toMatchObject([
      { user_id: ben.id, is_direct_friend: true, visibility_level: 1 },
      { user_id: ana.id, is_direct_friend: false, visibility_level: 2, through_friend_name: 'Ben' },
    ]);
    const detail = (await circle.rest(dora, 'GET', `/friends/${ben.id}/detail`)).body.data;
    expect(detail).toMatchObject({ name: 'Ben', email: ben.email, total_friends: 2 });
    expect(detail.friends).toContainEqual(
      expect.objectContaining({ user_id: ana.id, is_self: false, is_friend: false, can_send_invitation: true }),
    );
    expect(detail.friends).toContainEqual(expect.objectContaining({ user_id: dora.id, is_self: true, can_send_invitation: false }));
    const second = await circle.rest(dora, 'GET', `/friends/${ana.id}/detail`);
    expect([second.status, second.body.message]).toEqual([403, 'You can only view details of direct friends']);

    const byId = await circle.rest(dora, 'POST', `/friends/invite-by-id/${ana.id}`);
    expect(byId.status).toBe(201);
    const related = await circle.rest(dora, 'POST', '/rpc/get_user_relationship_data', { target_user_id: ana.id });
    expect(related.body.data.items).toEqual([
      { relationship_type: 'friend_of_friend', through_friend_id: ben.id, through_friend_name: 'Ben', can_send_invitation: false },
    ]);
    expect((await circle.rest(dora, 'DELETE', `/friends/invitations/${byId.body.data.id}/cancel`)).status).toBe(200);
    const theirs = await circle.rest(dora, 'POST', '/rpc/get_user_friends_list', { target_user_id: ben.id });
    expect(theirs.body.data.items.map((item: { friend_name: string }) => item.friend_name).sort()).toEqual(['Ana', 'Dora']);

    expect((await circle.rest(dora, 'DELETE', `/friends/${ben.id}/unfriend`)).status).toBe(200);
    expect((await circle.rest(dora, 'DELETE', `/friends/${ben.id}/unfriend`)).status).toBe(404);
    const gone = await circle.rest(dora, 'GET', `/friends/${ben.id}/detail`);
    expect([gone.status, gone.body.message]).toEqual([404, 'Friend not found or you are not friends with this user']);
  });

  test.for([
    [{}, 'Please enter an email address'],
    [{ email: 'ben' }, 'Please enter a valid email address'],
    [{ email: 'ben@' }, 'Please enter a valid email address'],
  ])('an invitation to %j is refused with a message', async ([body, message], { circle, people: { ana } }) => {
    expect((await circle.rest(ana, 'POST', '/friends/invite', body)).body).toMatchObject({ success: false, message });
  });
});

describe('a stranger who knows all ids', () => {
  test('gets the same answer on every path, byte for byte, as for unknown ids', async ({ circle, db, people: { ana, ben, carl } }) => {
    const post = await circle.post(ana);
    const comment = await circle.comment(ben, post);
    await circle.react(ben, 'post', post);
    const dora = await circle.signUp('Dora');
    const invitation = await circle.invite(ana, { email: dora.email });
    const [notification] = await db.sql<{ id: string }[]>`select id from notifications where user_id = ${ana.id} limit 1`;
    const real = { post, comment, member: ana.id, other: ben.id, invitation, notification: notification?.id ?? '' };
    const unknown = Object.fromEntries(Object.keys(real).map((name) => [name, uuid()])) as typeof real;
    const body = { content: 'x', visibility_type: 'friends' };
    const requests = (ids: typeof real): [string, string, unknown?][] => [
      ['GET', `/posts/${ids.post}`],
      ['PUT', `/posts/${ids.post}`, body],
      ['DELETE', `/posts/${ids.post}`],
      ['GET', `/posts/${ids.post}/audience`],
      ['GET', `/posts/${ids.post}/comments`],
      ['POST', `/posts/${ids.post}/comments`, { content: 'x' }],
      ['PATCH', `/posts/${ids.post}/comments/${ids.comment}`, { content: 'x' }],
      ['DELETE', `/posts/${ids.post}/comments/${ids.comment}`],
      ['POST', '/posts/reactions', { emoji_code: '👍', target_type: 'post', target_id: ids.post }],
      ['POST', '/posts/reactions', { emoji_code: '👍', target_type: 'comment', target_id: ids.comment }],
      ['GET', `/friends/${ids.member}/detail`],
      ['DELETE', `/friends/${ids.member}/unfriend`],
      ['POST', `/friends/invitations/${ids.invitation}/respond`, { status: 'accepted' }],
      ['POST', `/friends/invitations/${ids.invitation}/cancel`],
      ['DELETE', `/friends/invitations/${ids.invitation}/cancel`],
      ['GET', `/extended-friends/connection-path?to_user_id=${ids.other}&op_user_id=${ids.member}`],
      ['POST', '/rpc/get_user_relationship_data', { target_user_id: ids.member }],
      ['POST', '/rpc/get_user_friends_list', { target_user_id: ids.member }],
      ['GET', `/profiles/${ids.member}`],
      ['PUT', `/notifications/${ids.notification}/read`],
      ['DELETE', `/notifications/${ids.notification}`],
    ];
    const answersTo = async (ids: typeof real) => {
      const answers: string[] = [];
      for (const [method, path, sent] of requests(ids)) {
        const { status, text } = await circle.rest(carl, method, path, sent);
        answers.push(`${method} ${path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')} ${status} ${text}`);
      }
      return answers;
    };
    const answers = await answersTo(real);
    expect(answers).toEqual(await answersTo(unknown));
    for (const answer of answers) expect(answer).toMatch(/ 404 |"items":\[\]/);
    const grouped = await circle.rest(carl, 'GET', `/posts/reactions?target_type=post&target_ids=${post}`);
    expect(grouped.body.data.items[0].reactions).toEqual([]);
    for (const path of ['/posts', '/friends', '/friends/network', '/friends/invitations/received', '/notifications']) {
      expect((await circle.rest(carl, 'GET', path)).body.data.items).toEqual([]);
    }
    expect((await circle.rest(carl, 'GET', '/posts/not-an-id')).text).toBe((await circle.rest(carl, 'GET', `/posts/${uuid()}`)).text);
    expect(await circle.visibleRow(ana, 'posts', post)).toBeDefined();
  });
});
