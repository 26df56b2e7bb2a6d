import { expect } from 'vitest';
import { test } from '../../../tests/support/fixtures/channels.ts';

test('little is kept for a reader that does not read, and it receives the final state', async ({
  circle,
  listen,
  people: { ana, ben },
}) => {
  const channel = await listen(ben, 'posts');
  const posts: string[] = [];
  for (let nth = 0; nth < 20; nth += 1) posts.push(await circle.post(ana));
  await channel.hears('insert', posts.at(-1) ?? '');
  channel.response.pause();
  const before = channel.characters();
  // What the connection itself buffers is up to the system; all of this would be far more.
  const ROUNDS = 80;
  const text = '\u8a9e'.repeat(4_990);
  for (let nth = 1; nth <= ROUNDS; nth += 1) {
    const change = { content: `${nth} ${text}`, visibility_type: 'friends' };
    await Promise.all(posts.map((post) => ana.client.put(`/api/posts/${post}`, change)));
  }
  channel.response.resume();
  const isLast = (post: string) => channel.named('update').some(({ data }) => data.id === post && data.content.startsWith(`${ROUNDS} `));
  await channel.until(() => posts.every(isLast));
  expect(channel.named('resync')).toEqual([]);
  expect(channel.characters() - before).toBeLessThan(posts.length * ROUNDS * text.length * 0.8);
});
