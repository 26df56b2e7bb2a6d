import { expect } from 'vitest';
import { streamTiming, test, testChannelAccess } from '../../../tests/support/channel-access.ts';
import { startApp } from '../../../tests/support/start-app.ts';

const elsewhere = test.extend('processes', { scope: 'file' }, async ({ db, server }, { onCleanup }) => {
  const listening = await startApp({ on: db, env: { DATABASE_URL: db.url, PUBLIC_URL: server.url }, streamTiming });
  onCleanup(() => listening.close());
  return { acting: server, listening };
});

testChannelAccess('here', test);
testChannelAccess('at another process', elsewhere);

test('something hidden, something missing and an invalid id are answered alike', async ({ circle, listen, people: { ana, ben, carl } }) => {
  const post = await circle.post(ana);
  const group = await circle.group(ana, ben);
  const unknown = '0197aaaa-0000-7000-8000-000000000000';
  for (const [kind, ids] of [
    ['comments', [post, unknown, 'no-id', '']],
    ['group_messages', [group, unknown, 'no-id', '']],
  ] as const) {
    const answers = [];
    for (const id of ids) {
      const channel = await listen(carl, `${kind}:${id}`);
      answers.push({ status: channel.status, body: await channel.body() });
    }
    expect(answers[0]?.status).toBe(404);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  }
  for (const name of ['nothing', 'posts:', `posts:${post}`, 'comments', 'group_messages', 'Posts', 'toString', `reactions:${post}`]) {
    const channel = await listen(ana, name);
    expect(channel.status, name).toBe(404);
    expect(await channel.body()).toMatchObject({ success: false, code: 'NOT_FOUND' });
  }
  expect((await listen(ana, 'posts', { token: 'nobody' })).status).toBe(401);
});
