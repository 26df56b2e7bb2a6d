import { expect } from 'vitest';
import { test } from '../../../tests/support/fixtures/channels.ts';

/** The events of each channel, with the entities as REST shows them to this reader. */

test('notifications: received, read and deleted', async ({ circle, listen, people: { ana, ben } }) => {
  const channel = await listen(ben, 'notifications');
  expect(channel.status).toBe(200);
  expect(channel.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  expect(channel.events[0]).toMatchObject({ name: 'subscribed', data: { channel: 'notifications', resumed: false } });

  const post = await circle.post(ana, { content: 'fresh bread' });
  await channel.until(() => channel.named('insert').length > 0);
  const [{ data: notice } = { data: null }] = channel.named('insert');
  expect(notice).toMatchObject({ notification_type: 'post_created', related_post_id: post, related_post: { content: 'fresh bread' } });
  const listed = await ben.client.get('/api/notifications');
  expect(listed.body.data.items).toContainEqual(notice);

  await ben.client.put(`/api/notifications/${notice.id}/read`);
  const read = () => channel.named('update').find(({ data }) => data.id === notice.id && data.is_read);
  await channel.until(() => read() !== undefined);
  expect(read()?.data).toEqual({ ...notice, is_read: true });
  await ben.client.delete(`/api/notifications/${notice.id}`);
  expect(await channel.hears('delete', notice.id)).toEqual({ id: notice.id });
  // The row of the post, which a notification shows, may be read in a step of its own. Then the notification is updated once more.
  expect([...new Set(channel.story())]).toEqual(['subscribed', `insert ${notice.id}`, `update ${notice.id}`, `delete ${notice.id}`]);
});

test('posts: written, edited, reacted to, commented and deleted', async ({ circle, listen, people: { ana, ben, carl } }) => {
  const [bens, carls] = [await listen(ben, 'posts'), await listen(carl, 'posts')];
  const post = await circle.post(ana);
  const asRest = async () => (await ben.client.get(`/api/posts/${post}`)).body.data;
  expect(await bens.hears('insert', post)).toEqual(await asRest());

  await ana.client.put(`/api/posts/${post}`, { content: 'better said', visibility_type: 'friends' });
  expect(await bens.hears('update', post)).toMatchObject({ content: 'better said' });
  await circle.comment(ben, post);
  await bens.until(() => bens.named('update').some(({ data }) => data.comment_count === 1));
  await circle.react(ben, 'post', post);
  await bens.until(() => bens.named('update').some(({ data }) => data.reactions[0]?.user_reacted === true));
  expect(bens.named('update').at(-1)?.data).toEqual(await asRest());

  await ana.client.delete(`/api/posts/${post}`);
  expect(await bens.hears('delete', post)).toEqual({ id: post });
  // A later event on the stranger's channel shows that nothing was merely late.
  const own = await circle.post(carl);
  await carls.hears('insert', own);
  expect(carls.story()).toEqual(['subscribed', `insert ${own}`]);
});

test('posts: the first post to chosen people arrives, and a post that leaves its reader is deleted', async ({
  circle,
  listen,
  people: { ana, ben },
}) => {
  const channel = await listen(ben, 'posts');
  const chosen = await circle.post(ana, { audience: 'specific', chosen: [ben] });
  await channel.hears('insert', chosen);
  const change = (visibility_type: string) => ana.client.put(`/api/posts/${chosen}`, { content: 'moved', visibility_type });
  await change('private');
  expect(await channel.hears('delete', chosen)).toEqual({ id: chosen });
  await change('public');
  await channel.until(() => channel.named('insert').length === 2);
  await change('friends');
  await channel.hears('update', chosen);
  expect(channel.named('resync')).toEqual([]);
});

test('comments: those of one post, and none of other posts in the same scope', async ({ circle, listen, people: { ana, ben } }) => {
  const [post, other] = [await circle.post(ana), await circle.post(ana)];
  const channel = await listen(ben, `comments:${post}`);
  await circle.comment(ana, other);
  const comment = await circle.comment(ana, post, 'first');
  const asRest = async () => (await ben.client.get(`/api/posts/${post}/comments`)).body.data.items[0];
  expect(await channel.hears('insert', comment)).toEqual(await asRest());
  await circle.react(ben, 'comment', comment);
  await channel.until(() => channel.named('update').length === 1);
  expect(channel.named('update')[0]?.data).toEqual(await asRest());
  await ana.client.call('PATCH', `/api/posts/${post}/comments/${comment}`, { content: 'better' });
  await channel.until(() => channel.named('update').length === 2);
  await ana.client.delete(`/api/posts/${post}/comments/${comment}`);
  // The row stays, so it is an update.
  await channel.until(() => channel.named('update').length === 3);
  expect(channel.named('update')[2]?.data).toMatchObject({ is_deleted: true, content: '' });
  expect(
    channel
      .story()
      .slice(1)
      .every((line) => line.endsWith(comment)),
  ).toBe(true);
});

test('comments and messages of a deleted account are deleted', async ({ circle, listen, people: { ana, ben, carl } }) => {
  await circle.befriend(ana, carl);
  const post = await circle.post(ana);
  const group = await circle.group(ana, ben, carl);
  const [comments, messages] = [await listen(ben, `comments:${post}`), await listen(ben, `group_messages:${group}`)];
  const [comment, message] = [await circle.comment(carl, post), await circle.message(carl, group)];
  await Promise.all([comments.hears('insert', comment), messages.hears('insert', message)]);
  const gone = await carl.client.call('DELETE', '/api/profiles/me', { confirmation: 'DELETE' });
  expect(gone.status).toBe(200);
  expect(await comments.hears('delete', comment)).toEqual({ id: comment });
  expect(await messages.hears('delete', message)).toEqual({ id: message });
});

test('group messages: sent, edited, reacted to and deleted', async ({ circle, listen, people: { ana, ben } }) => {
  const group = await circle.group(ana, ben);
  const channel = await listen(ben, `group_messages:${group}`);
  const message = await circle.message(ana, group, 'on my way');
  const asRest = async () => (await ben.client.get(`/api/groups/${group}/messages`)).body.data.items[0];
  expect(await channel.hears('insert', message)).toEqual(await asRest());
  await ana.client.put(`/api/messages/${message}`, { content: 'nearly there' });
  expect(await channel.hears('update', message)).toMatchObject({ content: 'nearly there' });
  await circle.react(ben, 'message', message);
  await channel.until(() => channel.named('update').length === 2);
  expect(channel.named('update')[1]?.data).toEqual(await asRest());
  await ana.client.delete(`/api/groups/${group}/messages/${message}`);
  await channel.until(() => channel.named('update').length === 3);
  expect(channel.named('update')[2]?.data).toMatchObject({ is_deleted: true, content: '' });
});
