/**
 * The calls that the product's description names, in its own words, as a client makes them. Every answer is checked against the API
 * document on its way (`api-client.ts`). The expectations here come from the description of the call.
 */
import { expect } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { openChannel } from '../support/channel-client.ts';
import { type Member, test as serverTest } from '../support/fixtures/server.ts';
import { neighboursIn } from './neighbours.ts';

const test = serverTest
  .extend('people', ({ circle, task }) => neighboursIn(circle, task.id))
  /** Makes the call of this line, which must succeed with data like these, and with this sentence beside them where it has one. */
  .extend('says', () => {
    return async (line: string, by: Member, path: string, body?: unknown, data: unknown = expect.anything(), message?: string) => {
      const [method = ''] = line.split(' ');
      const answer = await by.client.call(method, `/api${path}`, body);
      expect([line, answer.status, answer.body]).toEqual([
        line,
        expect.toBeOneOf([200, 201]),
        like({ success: true, data, ...(message === undefined ? {} : { message }) }),
      ]);
      return answer.body.data;
    };
  });

const like = (fields: object) => expect.objectContaining(fields);
const listOf = (...items: readonly object[]) => like({ items: items.map(like) });

test('posts', async ({ people: { ana, ben }, says: succeeds }) => {
  const body = { content: ' plum cake ', visibility_type: 'specific', specific_user_ids: [ben.id] };
  const made = { content: 'plum cake', visibility_type: 'specific', specific_user_ids: [ben.id], author: like({ id: ana.id }) };
  const { id } = await succeeds('POST /posts {content, visibility_type, specific_user_ids?}', ana, '/posts', body, like(made));
  await succeeds(
    'PUT /posts/{id} (same fields)',
    ana,
    `/posts/${id}`,
    { content: 'mine', visibility_type: 'only_me' },
    like({ visibility_type: 'private' }),
  );
  await succeeds('PUT /posts/{id} (same fields)', ana, `/posts/${id}`, { content: 'plum cake', visibility_type: 'friends' });
  await succeeds('GET /posts/{id}', ben, `/posts/${id}`, undefined, like({ author_name: ana.name, comment_count: 0 }));
  const comments = `/posts/${id}/comments`;
  const comment = await succeeds(
    'POST /posts/{postId}/comments {content}',
    ben,
    comments,
    { content: 'cream?' },
    like({ content: 'cream?' }),
  );
  await succeeds('PATCH /posts/{postId}/comments/{commentId} {content}', ben, `${comments}/${comment.id}`, { content: 'with cream?' });
  const react = { emoji_code: '🎉', target_type: 'post', target_id: id };
  await succeeds('POST /posts/reactions {emoji_code, target_type, target_id}', ben, '/posts/reactions', react, like({ action: 'added' }));
  const onComment = { ...react, target_type: 'comment', target_id: comment.id };
  await succeeds(
    'POST /posts/reactions {emoji_code, target_type, target_id}',
    ana,
    '/posts/reactions',
    onComment,
    like({ action: 'added' }),
  );
  await succeeds('GET comments, oldest first', ana, comments, undefined, listOf({ id: comment.id, content: 'with cream?' }));
  const reactions = `/posts/reactions?target_type=post&target_ids=${id}`;
  await succeeds('GET reactions', ana, reactions, undefined, listOf({ reactions: [like({ emoji_code: '🎉', count: 1 })] }));
  await succeeds('GET the feed, newest first', ben, '/posts?limit=1', undefined, listOf({ id, comment_count: 1 }));
  const range = await ben.client.get('/api/posts', { range: 'items=0-0' });
  expect([range.status, range.headers.get('content-range')]).toEqual([206, expect.stringMatching(/^items 0-0\/\d+$/)]);
  await succeeds('DELETE /posts/{postId}/comments/{commentId}', ben, `${comments}/${comment.id}`);
  await succeeds('DELETE /posts/{id}', ana, `/posts/${id}`);
  expect((await ben.client.get(`/api/posts/${id}`)).status).toBe(404);
});

test('friends', async ({ people: { ana, ben, cleo, dora }, circle, says: succeeds }) => {
  const invite = 'POST /friends/invite {email}';
  const sent = await succeeds(
    invite,
    ana,
    '/friends/invite',
    { email: dora.email },
    like({ kind: 'friend' }),
    'Invitation sent successfully!',
  );
  await succeeds('GET sent invitations', ana, '/friends/invitations/sent', undefined, listOf({ id: sent.id }));
  const cancel = 'POST (or DELETE in one reading) /friends/invitations/{id}/cancel';
  await succeeds(cancel, ana, `/friends/invitations/${sent.id}/cancel`, undefined, { id: sent.id }, 'Invitation cancelled successfully');
  const again = await succeeds(invite, ana, '/friends/invite', { email: dora.email });
  await succeeds('DELETE /friends/invitations/{id}/cancel', ana, `/friends/invitations/${again.id}/cancel`);
  const byId = 'POST /friends/invite-by-id/{id} (no body; response has success and message)';
  const asked = await succeeds(
    byId,
    dora,
    `/friends/invite-by-id/${ana.id}`,
    undefined,
    like({ kind: 'friend' }),
    'Invitation sent successfully!',
  );
  await succeeds('GET received invitations', ana, '/friends/invitations/received', undefined, listOf({ id: asked.id }));
  const respond = 'POST /friends/invitations/{id}/respond {status: accepted or rejected}';
  await succeeds(respond, ana, `/friends/invitations/${asked.id}/respond`, { status: 'rejected' }, like({ status: 'declined' }));
  const third = await succeeds(byId, dora, `/friends/invite-by-id/${ana.id}`);
  await succeeds(respond, ana, `/friends/invitations/${third.id}/respond`, { status: 'accepted' }, like({ status: 'accepted' }));
  const direct = { friend_id: dora.id, relationship_type: 'direct', visibility_level: 1 };
  await succeeds('GET my friends, newest first', ana, '/friends', undefined, listOf(direct, { friend_id: ben.id }));
  const network = await succeeds('GET friends network', ana, '/friends/network');
  expect(network.items.map((one: { user_id: string; visibility_level: number }) => [one.user_id, one.visibility_level])).toEqual(
    expect.arrayContaining([
      [ben.id, 1],
      [dora.id, 1],
      [cleo.id, 2],
    ]),
  );
  await succeeds('GET /friends/{id}/detail', ana, `/friends/${ben.id}/detail`);
  const post = await circle.post(ben, { audience: 'public' });
  await circle.comment(cleo, post);
  const path = `/extended-friends/connection-path?to_user_id=${cleo.id}&op_user_id=${ben.id}`;
  await succeeds('GET /extended-friends/connection-path with query to_user_id and op_user_id', ana, path);
  const target = (id: string) => ({ target_user_id: id });
  const relationship = 'POST get_user_relationship_data {target_user_id}';
  await succeeds(relationship, ana, '/rpc/get_user_relationship_data', target(ben.id), listOf({ relationship_type: 'direct' }));
  await succeeds('POST get_user_friends_list {target_user_id}', ana, '/rpc/get_user_friends_list', target(ben.id));
  await succeeds('DELETE Unfriend at /friends/{id}/unfriend', ana, `/friends/${dora.id}/unfriend`);
});

test('groups and their messages', async ({ people: { ana, ben, cleo }, circle, says: succeeds }) => {
  await circle.befriend(ana, cleo);
  const group = { name: 'Sunday walks', description: 'Ten o’clock', emoji: '🥾', invited_user_ids: [ben.id] };
  const { id } = await succeeds(
    'POST /groups/ {name, description, invited_user_ids}',
    ana,
    '/groups/',
    group,
    like({ name: 'Sunday walks' }),
  );
  await succeeds(
    'PUT /groups/{id}',
    ana,
    `/groups/${id}`,
    { name: 'Monday walks', description: '' },
    like({ name: 'Monday walks', emoji: '🥾' }),
  );
  const open = await succeeds('GET list invitations', ben, '/groups/invitations');
  const bens = open.items.find((one: { group_id: string }) => one.group_id === id);
  await succeeds('POST /groups/invitations/{id}/accept', ben, `/groups/invitations/${bens.id}/accept`);
  const invite = 'POST /groups/{id}/invite {email or user_id, role default member}';
  const first = await succeeds(invite, ana, `/groups/${id}/invite`, { user_id: cleo.id });
  await succeeds('GET group pending invitations', ana, `/groups/${id}/invitations`, undefined, listOf({ id: first.id }));
  await succeeds('POST /groups/invitations/{id}/cancel', ana, `/groups/invitations/${first.id}/cancel`);
  const second = await succeeds(invite, ana, `/groups/${id}/invite`, { email: cleo.email });
  await succeeds('POST /groups/invitations/{id}/decline', cleo, `/groups/invitations/${second.id}/decline`);
  await succeeds('GET group by id', ben, `/groups/${id}`, undefined, like({ currentUserRole: 'member', member_count: 2 }));
  await succeeds('GET my groups', ben, '/groups', undefined, like({ items: expect.arrayContaining([like({ id })]) }));
  await succeeds('GET /groups/{id}/members', ana, `/groups/${id}/members`, undefined, like({ items: [like({}), like({})] }));
  await succeeds('PUT /groups/{id}/members/{userId}/role {role}', ana, `/groups/${id}/members/${ben.id}/role`, { role: 'admin' });

  const messages = `/groups/${id}/messages`;
  const hello = await succeeds('POST /groups/{id}/messages: send {content, reply_to_id}', ana, messages, { content: 'who comes?' });
  const reply = { content: 'me', reply_to_id: hello.id };
  await succeeds('POST /groups/{id}/messages: send {content, reply_to_id}', ben, messages, reply, like({ reply_to_id: hello.id }));
  await succeeds(
    'GET /groups/{id}/messages: list',
    ana,
    `${messages}?limit=20`,
    undefined,
    like({ items: [like({ content: 'me' }), like({ id: hello.id })] }),
  );
  await succeeds('PUT Edit at /messages/{id} {content}', ana, `/messages/${hello.id}`, { content: 'who comes along?' });
  await succeeds(
    'POST React at /messages/{id}/react {emoji}',
    ben,
    `/messages/${hello.id}/react`,
    { emoji: '👍' },
    like({ action: 'added' }),
  );
  const there = `${messages}/${hello.id}`;
  await succeeds(
    'POST /groups/{id}/messages/{messageId}/react {emoji}',
    ben,
    `${there}/react`,
    { emoji: '👍' },
    { action: 'removed', reactions: [] },
  );
  await succeeds('DELETE at /groups/{id}/messages/{messageId}', ana, there);

  await succeeds('DELETE /groups/{id}/members/{userId}', ana, `/groups/${id}/members/${ben.id}`);
  const back = await succeeds(invite, ana, `/groups/${id}/invite`, { user_id: ben.id });
  await succeeds('POST /groups/invitations/{id}/accept', ben, `/groups/invitations/${back.id}/accept`);
  await succeeds('POST /groups/{id}/leave', ben, `/groups/${id}/leave`);
  await succeeds('DELETE /groups/{id}', ana, `/groups/${id}`);
});

test('profile, notifications and the rest', async ({ people: { ana, ben }, circle, says: succeeds, server }) => {
  await succeeds('GET /profiles/me', ana, '/profiles/me', undefined, like({ email: ana.email }));
  await succeeds(
    'PUT (for example name, theme) /profiles/me',
    ana,
    '/profiles/me',
    { name: 'Ana anew', theme: 'dark' },
    like({ theme: 'dark' }),
  );
  await succeeds('GET profiles_for_modal: select by id', ben, `/profiles/${ana.id}`, undefined, like({ name: 'Ana anew' }));
  await circle.comment(ben, await circle.post(ana));
  const notification = await succeeds('GET notifications, newest first', ana, '/notifications');
  await succeeds('PUT /notifications/{id}/read', ana, `/notifications/${notification.items[0].id}/read`);
  await succeeds('PUT /notifications/read-all', ana, '/notifications/read-all');
  await succeeds('DELETE /notifications/{id}', ana, `/notifications/${notification.items[0].id}`);
  await succeeds('POST /misc/contact', ana, '/misc/contact', { subject: 'Photos', message: 'Nothing loads.' });
  const health = await apiClient(server.url).call('HEAD', '/api/health');
  expect(['HEAD /api/health (connection retry check)', health.status]).toEqual(['HEAD /api/health (connection retry check)', 200]);
  // Without an identity provider there is nothing to fetch.
  for (const path of ['process-profile-image', 'retry-google-profile'])
    expect([path, (await ana.client.post(`/api/oauth/${path}`)).status]).toEqual([path, expect.toBeOneOf([404, 409, 422])]);
  await succeeds('DELETE /profiles/me', ana, '/profiles/me', { confirmation: 'DELETE' });
});

test('channels', async ({ people: { ana }, circle, server }) => {
  const [post, group] = [await circle.post(ana), await circle.group(ana)];
  for (const name of ['posts', `comments:${post}`, 'notifications', `group_messages:${group}`]) {
    const channel = await openChannel(server.url, name, ana.client.token() ?? '');
    expect([name, channel.status]).toEqual([name, 200]);
    channel.close();
  }
});
