import { expect } from 'vitest';
import { test as channelTest } from '../../../tests/support/fixtures/channels.ts';
import type { Member } from '../../../tests/support/fixtures/server.ts';

/**
 * What an entity shows of others is current on a channel too: also of a member who deletes the account, and of a message that it quotes.
 */

const test = channelTest.extend('leave', () => async (member: Member) => {
  const answer = await member.client.call('DELETE', '/api/profiles/me', { confirmation: 'DELETE', current_password: member.password });
  expect(answer.status).toBe(200);
});

test('a post counts the comments and reactions of a deleted account no more, also for a reader who never read that member', async ({
  circle,
  listen,
  leave,
  people: { ana, ben },
}) => {
  const [max, xenia, yan] = [await circle.signUp('Max Gone'), await circle.signUp('Xenia Gone'), await circle.signUp('Yan Gone')];
  // Max and Ben are both friends of a friend of Ana's, and four steps from each other.
  await circle.unfriend(ana, ben);
  for (const [one, other] of [
    [max, xenia],
    [xenia, ana],
    [ana, yan],
    [yan, ben],
  ] as const) {
    await circle.befriend(one, other);
  }
  const post = await circle.post(ana, { audience: 'public' });
  await circle.comment(max, post);
  await circle.comment(max, post, 'and again');
  const other = await circle.post(ana, { audience: 'public' });
  await circle.react(max, 'post', other);
  const channel = await listen(ben, 'posts');
  const shown = async (id: string) => (await ben.client.get(`/api/posts/${id}`)).body.data;
  expect(await shown(post)).toMatchObject({ comment_count: 2 });

  await leave(max);

  expect(await channel.hears('update', post)).toMatchObject({ comment_count: 0 });
  expect(await channel.hears('update', other)).toMatchObject({ reactions: [] });
  expect(channel.named('update').map(({ data }) => data)).toEqual(expect.arrayContaining([await shown(post), await shown(other)]));
  expect(channel.named('resync')).toEqual([]);
});

test('reactions of a deleted account leave the comments and messages that they were given to', async ({
  circle,
  listen,
  leave,
  people: { ana, ben },
}) => {
  const max = await circle.signUp('Max Reacted');
  await circle.befriend(ana, max);
  const post = await circle.post(ana);
  const comment = await circle.comment(ben, post);
  const group = await circle.group(ana, ben, max);
  const message = await circle.message(ana, group);
  await circle.react(max, 'comment', comment);
  await circle.react(max, 'message', message);
  const [comments, messages] = [await listen(ben, `comments:${post}`), await listen(ben, `group_messages:${group}`)];

  await leave(max);

  expect(await comments.hears('update', comment)).toMatchObject({ reactions: [] });
  expect(await messages.hears('update', message)).toMatchObject({ reactions: [] });
});

test('a message quotes another as it reads now: edited, deleted, or gone with the account', async ({
  circle,
  listen,
  leave,
  people: { ana, ben },
}) => {
  const max = await circle.signUp('Max Quoted');
  await circle.befriend(ana, max);
  const group = await circle.group(ana, ben, max);
  const asked = await circle.message(max, group, 'at noon?');
  const answers = [await circle.message(ana, group, 'yes', asked), await circle.message(ben, group, 'me too', asked)];
  const later = await circle.message(max, group, 'bring bread');
  const answer = await circle.message(ana, group, 'rye', later);
  const channel = await listen(ben, `group_messages:${group}`);
  const quotes = (ids: readonly string[], content: string | null, times: number) =>
    channel.until(() =>
      ids.every((id) => channel.named('update').filter(({ data }) => data.id === id && data.reply_to_content === content).length === times),
    );

  await max.client.put(`/api/messages/${asked}`, { content: 'at one?' });
  await quotes(answers, 'at one?', 1);
  // One change, three events. A reader who got only the first of them gets the others after it.
  const [first] = channel.named('update');
  const again = await listen(ben, `group_messages:${group}`, { after: first?.id });
  await again.until(() =>
    answers.every((id) => again.named('update').some(({ data }) => data.id === id && data.reply_to_content === 'at one?')),
  );
  await max.client.delete(`/api/groups/${group}/messages/${asked}`);
  await quotes(answers, '', 1);
  expect(channel.named('update').some(({ data }) => data.id === answer)).toBe(false);

  await leave(max);

  await quotes([...answers, answer], null, 1);
  const { items } = (await ben.client.get(`/api/groups/${group}/messages`)).body.data;
  expect(items.find(({ id }: { id: string }) => id === answer)).toEqual(
    channel.named('update').findLast(({ data }) => data.id === answer)?.data,
  );
});
