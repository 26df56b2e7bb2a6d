import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFeatureWorld, type FeatureWorld, type Member } from '../../../tests/support/feature-world.ts';
import { type TestDatabase, testDatabase } from '../../../tests/support/postgres.ts';

let db: TestDatabase;
let world: FeatureWorld;
let ana: Member;
let ben: Member;
let carl: Member;

beforeAll(async () => {
  db = await testDatabase();
  world = createFeatureWorld(db.database);
  ana = await world.signUp('Ana');
  ben = await world.signUp('Ben');
  carl = await world.signUp('Carl');
  await world.befriend(ana, ben);
});
afterAll(async () => {
  expect(world.logged).toEqual([]);
  await world.close();
  await db.close();
});

describe('posts', () => {
  test('write, read, change, delete', async () => {
    const created = await world.rest(ana, 'POST', '/posts', { content: ' hello ', visibility_type: 'friends' });
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
    expect((await world.rest(ben, 'GET', `/posts/${id}`)).body.data).toEqual(created.body.data);
    const changed = await world.rest(ana, 'PUT', `/posts/${id}`, { content: 'hi', visibility_type: 'only_me' });
    expect(changed.body.data).toMatchObject({ content: 'hi', visibility_type: 'private' });
    expect((await world.rest(ben, 'GET', `/posts/${id}`)).body).toEqual({
      success: false,
      code: 'POST_NOT_FOUND',
      message: 'Post not found',
    });
    expect((await world.rest(ana, 'DELETE', `/posts/${id}`)).status).toBe(200);
    expect((await world.rest(ana, 'GET', `/posts/${id}`)).status).toBe(404);
  });

  test.each([
    ['no audience', { content: 'x' }],
    ['an unknown audience', { content: 'x', visibility_type: 'everybody' }],
    ['no text', { content: '  ', visibility_type: 'friends' }],
    ['nobody chosen', { content: 'x', visibility_type: 'specific' }],
    ['an id that is none', { id: '7', content: 'x', visibility_type: 'friends' }],
  ])('a post with %s is refused with 422, at creation and at change', async (_what, body) => {
    const id = await world.post(ana);
    expect((await world.rest(ana, 'POST', '/posts', body)).status).toBe(422);
    if (!('id' in body)) expect((await world.rest(ana, 'PUT', `/posts/${id}`, body)).status).toBe(422);
    expect((await world.rest(ana, 'GET', `/posts/${id}`)).body.data.visibility_type).toBe('friends');
  });

  test('403 is for what one can see', async () => {
    const id = await world.post(ana);
    const body = { content: 'mine', visibility_type: 'friends' };
    expect((await world.rest(ben, 'PUT', `/posts/${id}`, body)).status).toBe(403);
    expect((await world.rest(ben, 'DELETE', `/posts/${id}`)).status).toBe(403);
    expect((await world.rest(carl, 'PUT', `/posts/${id}`, body)).status).toBe(404);
  });

  test('the feed goes newest first, by time and by range, without a gap and without what is hidden', async () => {
    const dora = await world.signUp('Dora');
    const eva = await world.signUp('Eva');
    await world.befriend(dora, eva);
    const ids: string[] = [];
    for (let nth = 0; nth < 25; nth += 1) {
      ids.unshift(await world.post(nth % 2 === 0 ? dora : eva, { content: `nr ${nth}` }));
      await world.post(dora, { audience: 'private' });
    }
    // Posts of the same millisecond keep an order too.
    await db.sql`update posts set created_at = (select max(created_at) from posts where author_id = ${eva.id}) where author_id = ${eva.id}`;
    const seen: string[] = [];
    let before: string | null = null;
    do {
      const path: string = before === null ? '/posts?limit=7' : `/posts?limit=7&before=${encodeURIComponent(before)}`;
      const page = (await world.rest(eva, 'GET', path)).body.data;
      seen.push(...page.items.map((post: { id: string }) => post.id));
      before = page.next_before;
    } while (before !== null);
    expect([...seen].sort()).toEqual([...ids].sort());
    expect(new Set(seen).size).toBe(25);
    const first = (await world.rest(eva, 'GET', '/posts', undefined, { range: 'items=0-19' })).body.data.items;
    const rest = (await world.rest(eva, 'GET', '/posts', undefined, { range: 'items=20-39' })).body.data.items;
    expect([...first, ...rest].map((post: { id: string }) => post.id)).toEqual(seen);
    expect((await world.rest(eva, 'GET', '/posts')).body.data.items).toHaveLength(20);
    for (const query of ['?limit=0', '?limit=x', '?before=yesterday']) {
      expect((await world.rest(eva, 'GET', `/posts${query}`)).status).toBe(400);
    }
  });

  test('who can see a post: the author is told, of chosen people every reader', async () => {
    const names = (answer: { body: { data: { items: { name: string }[] } } }) => answer.body.data.items.map((item) => item.name);
    const friends = await world.post(ana);
    expect(names(await world.rest(ana, 'GET', `/posts/${friends}/audience`))).toEqual(['Ben']);
    const others = await world.rest(ben, 'GET', `/posts/${friends}/audience`);
    expect(others.body.data).toEqual({ visibility_type: 'friends', list_shown: false, items: [] });
    const chosen = await world.post(ana, { audience: 'specific', chosen: [ben] });
    expect(names(await world.rest(ben, 'GET', `/posts/${chosen}/audience`))).toEqual(['Ben']);
    const hidden = await world.post(ana, { audience: 'private' });
    expect(names(await world.rest(ana, 'GET', `/posts/${hidden}/audience`))).toEqual([]);
    expect((await world.rest(ben, 'GET', `/posts/${hidden}/audience`)).status).toBe(404);
  });
});

describe('comments and reactions', () => {
  test('comments go oldest first, with who wrote them and the reactions to them', async () => {
    const post = await world.post(ana);
    const first = await world.rest(ben, 'POST', `/posts/${post}/comments`, { content: 'one' });
    expect(first.status).toBe(201);
    await world.rest(ana, 'POST', `/posts/${post}/comments`, { content: 'two' });
    const toggle = { emoji_code: '❤️', target_type: 'comment', target_id: first.body.data.id };
    expect((await world.rest(ana, 'POST', '/posts/reactions', toggle)).body.data.action).toBe('added');
    const list = (await world.rest(ben, 'GET', `/posts/${post}/comments`)).body.data.items;
    expect(list).toMatchObject([
      {
        content: 'one',
        author: { name: 'Ben' },
        reactions: [{ emoji_code: '❤️', count: 1, user_reacted: false, users: [{ display_name: 'Ana' }] }],
      },
      { content: 'two', author: { name: 'Ana' }, reactions: [] },
    ]);
    const path = `/posts/${post}/comments/${list[0].id}`;
    expect((await world.rest(ben, 'PATCH', path, { content: 'uno' })).body.data).toMatchObject({ content: 'uno' });
    expect((await world.rest(ana, 'PATCH', path, { content: 'no' })).status).toBe(403);
    expect((await world.rest(ben, 'PATCH', `/posts/${await world.post(ana)}/comments/${list[0].id}`, { content: 'x' })).status).toBe(404);
    expect((await world.rest(ana, 'DELETE', path)).status).toBe(200);
    expect((await world.rest(ana, 'GET', `/posts/${post}/comments`)).body.data.items[0]).toMatchObject({ content: '', is_deleted: true });
    expect((await world.rest(ana, 'GET', `/posts/${post}`)).body.data.comment_count).toBe(1);
    expect((await world.rest(ana, 'POST', '/posts/reactions', toggle)).status).toBe(409);
  });

  test('toggling adds, then takes back; a repeated request does neither twice', async () => {
    const post = await world.post(ana);
    const toggle = { emoji_code: '🎉', target_type: 'post', target_id: post };
    const key = { 'idempotency-key': 'a tap' };
    const added = await world.rest(ben, 'POST', '/posts/reactions', toggle, key);
    expect(added.body.data).toMatchObject({ action: 'added', reactions: [{ emoji_code: '🎉', count: 1, user_reacted: true }] });
    expect((await world.rest(ben, 'POST', '/posts/reactions', toggle, key)).body).toEqual(added.body);
    const grouped = await world.rest(ana, 'GET', `/posts/reactions?target_type=post&target_ids=${post}`);
    expect(grouped.body.data.items[0].reactions).toMatchObject([{ emoji_code: '🎉', user_reacted: false }]);
    const removed = await world.rest(ben, 'POST', '/posts/reactions', toggle);
    expect(removed.body.data).toEqual({ action: 'removed', reactions: [] });
    expect((await world.rest(ben, 'POST', '/posts/reactions', { ...toggle, emoji_code: 'text' })).status).toBe(422);
  });
});

describe('friends', () => {
  test('invite, list, answer, detail, part', async () => {
    const dora = await world.signUp('Dora');
    const invited = await world.rest(dora, 'POST', '/friends/invite', { email: ` ${ben.email.toUpperCase()} ` });
    expect(invited.status).toBe(201);
    expect(invited.body.data).toMatchObject({ invited_email: ben.email, receiver_user_id: null, message: 'Invitation sent successfully!' });
    const { id } = invited.body.data;
    expect((await world.rest(dora, 'GET', '/friends/invitations/sent')).body.data.items).toMatchObject([{ id }]);
    expect((await world.rest(ben, 'GET', '/friends/invitations/received')).body.data.items).toMatchObject([
      { id, sender_user_id: dora.id, inviter_email: dora.email },
    ]);
    const accepted = await world.rest(ben, 'POST', `/friends/invitations/${id}/respond`, { status: 'accepted' });
    expect(accepted.body.data.message).toBe('Invitation accepted successfully!');
    expect((await world.rest(ben, 'POST', `/friends/invitations/${id}/respond`, { status: 'rejected' })).status).toBe(409);

    expect((await world.rest(dora, 'GET', '/friends')).body.data.items).toMatchObject([
      { friend_id: ben.id, friend_name: 'Ben', relationship_type: 'direct', visibility_level: 1 },
    ]);
    expect((await world.rest(dora, 'GET', '/friends/network')).body.data.items).toMatchObject([
      { user_id: ben.id, is_direct_friend: true, visibility_level: 1 },
      { user_id: ana.id, is_direct_friend: false, visibility_level: 2, through_friend_name: 'Ben' },
    ]);
    const detail = (await world.rest(dora, 'GET', `/friends/${ben.id}/detail`)).body.data;
    expect(detail).toMatchObject({ name: 'Ben', email: ben.email, total_friends: 2 });
    expect(detail.friends).toContainEqual(
      expect.objectContaining({ user_id: ana.id, is_self: false, is_friend: false, can_send_invitation: true }),
    );
    expect(detail.friends).toContainEqual(expect.objectContaining({ user_id: dora.id, is_self: true, can_send_invitation: false }));
    const second = await world.rest(dora, 'GET', `/friends/${ana.id}/detail`);
    expect([second.status, second.body.message]).toEqual([403, 'You can only view details of direct friends']);

    const byId = await world.rest(dora, 'POST', `/friends/invite-by-id/${ana.id}`);
    expect(byId.status).toBe(201);
    const related = await world.rest(dora, 'POST', '/rpc/get_user_relationship_data', { target_user_id: ana.id });
    expect(related.body.data.items).toEqual([
      { relationship_type: 'friend_of_friend', through_friend_id: ben.id, through_friend_name: 'Ben', can_send_invitation: false },
    ]);
    expect((await world.rest(dora, 'DELETE', `/friends/invitations/${byId.body.data.id}/cancel`)).status).toBe(200);
    const theirs = await world.rest(dora, 'POST', '/rpc/get_user_friends_list', { target_user_id: ben.id });
    expect(theirs.body.data.items.map((item: { friend_name: string }) => item.friend_name).sort()).toEqual(['Ana', 'Dora']);

    expect((await world.rest(dora, 'DELETE', `/friends/${ben.id}/unfriend`)).status).toBe(200);
    expect((await world.rest(dora, 'DELETE', `/friends/${ben.id}/unfriend`)).status).toBe(404);
    const gone = await world.rest(dora, 'GET', `/friends/${ben.id}/detail`);
    expect([gone.status, gone.body.message]).toEqual([404, 'Friend not found or you are not friends with this user']);
  });

  test.each([
    [{}, 'Please enter an email address'],
    [{ email: 'ben' }, 'Please enter a valid email address'],
    [{ email: 'ben@' }, 'Please enter a valid email address'],
  ])('an invitation to %j is refused in words', async (body, message) => {
    expect((await world.rest(ana, 'POST', '/friends/invite', body)).body).toMatchObject({ success: false, message });
  });
});

describe('repeatable', () => {
  test('a creation with an id, or with a key, happens once', async () => {
    const body = { id: uuid(), content: 'once', visibility_type: 'friends' };
    const [first, second] = [await world.rest(ana, 'POST', '/posts', body), await world.rest(ana, 'POST', '/posts', body)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    const { id: _, ...keyless } = body;
    const key = { 'idempotency-key': 'k1' };
    const third = await world.rest(ana, 'POST', '/posts', keyless, key);
    expect((await world.rest(ana, 'POST', '/posts', keyless, key)).body).toEqual(third.body);
    expect((await world.rest(ben, 'POST', '/posts', keyless, key)).body.data.id).not.toBe(third.body.data.id);
    const [count] = await db.sql`select count(*)::int as posts from posts where content = 'once'`;
    expect(count).toEqual({ posts: 3 });
  });

  test("an id that is another's is not found, as one that was deleted", async () => {
    const taken = await world.post(ana, { audience: 'private' });
    const deleted = await world.post(ben);
    await world.done(ben, 'posts', { id: deleted, _deleted: true });
    const answers = [];
    for (const id of [taken, deleted])
      answers.push((await world.rest(ben, 'POST', '/posts', { id, content: 'x', visibility_type: 'friends' })).text);
    expect(answers[0]).toBe(answers[1]);
  });
});

describe('a stranger who knows all ids', () => {
  test('gets by every path the same answer, byte for byte, as for ids that are not', async () => {
    const post = await world.post(ana);
    const comment = await world.comment(ben, post);
    await world.react(ben, 'post', post);
    const dora = await world.signUp('Dora');
    const invitation = await world.invite(ana, { email: dora.email });
    const [told] = await db.sql<{ id: string }[]>`select id from notifications where user_id = ${ana.id} limit 1`;
    const real = { post, comment, member: ana.id, other: ben.id, invitation, notification: told?.id ?? '' };
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
        const { status, text } = await world.rest(carl, method, path, sent);
        answers.push(`${method} ${path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')} ${status} ${text}`);
      }
      return answers;
    };
    const answers = await answersTo(real);
    expect(answers).toEqual(await answersTo(unknown));
    for (const answer of answers) expect(answer).toMatch(/ 404 |"items":\[\]/);
    const grouped = await world.rest(carl, 'GET', `/posts/reactions?target_type=post&target_ids=${post}`);
    expect(grouped.body.data.items[0].reactions).toEqual([]);
    for (const path of ['/posts', '/friends', '/friends/network', '/friends/invitations/received', '/notifications']) {
      expect((await world.rest(carl, 'GET', path)).body.data.items).toEqual([]);
    }
    expect((await world.rest(carl, 'GET', '/posts/not-an-id')).text).toBe((await world.rest(carl, 'GET', `/posts/${uuid()}`)).text);
    expect(await world.held(ana, 'posts', post)).toBeDefined();
  });
});
