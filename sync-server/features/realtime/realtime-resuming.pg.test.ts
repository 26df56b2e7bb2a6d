import { expect } from 'vitest';
import { test as channelTest } from '../../../tests/support/fixtures/channels.ts';
import { type AppOptions, startApp } from '../../../tests/support/start-app.ts';
import { dropOldRemovals } from '../../sync/pull/old-removals.ts';

const test = channelTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ streamTiming: { heartbeatMs: 100 } }))
  .extend('other', { scope: 'file' }, async ({ db, server }, { onCleanup }) => {
    const other = await startApp({ on: db, env: { PUBLIC_URL: server.url } });
    onCleanup(() => other.close());
    return other;
  });

test('what happened while away arrives once after the last event, also from another process', async ({
  circle,
  server,
  other,
  listen,
  people,
}) => {
  const { ana, ben } = people;
  const first = await listen(ben, 'posts');
  const [kept, edited, gone] = [await circle.post(ana), await circle.post(ana), await circle.post(ana)];
  await Promise.all([kept, edited, gone].map((post) => first.hears('insert', post)));
  first.close();
  const written: string[] = [];
  for (let nth = 0; nth < 60; nth += 1) written.push(await circle.post(ana));
  await ana.client.put(`/api/posts/${edited}`, { content: 'edited', visibility_type: 'friends' });
  await ana.client.delete(`/api/posts/${gone}`);
  const never = await circle.post(ana);
  await ana.client.delete(`/api/posts/${never}`);

  for (const url of [server.url, other.url]) {
    const again = await listen(ben, 'posts', { after: first.lastEventId(), url });
    expect(again.events[0]).toMatchObject({ name: 'subscribed', data: { resumed: true } });
    await again.hears('delete', gone);
    expect(again.story().slice(1).sort()).toEqual([...written.map((id) => `insert ${id}`), `update ${edited}`, `delete ${gone}`].sort());
    again.close();
    // From the middle, the rest arrives and nothing else.
    const middle = again.events[30];
    const rest = await listen(ben, 'posts', { after: middle?.id, url });
    await rest.hears('delete', gone);
    expect(rest.story().slice(1)).toEqual(again.story().slice(31));
    rest.close();
  }
});

test('an id that is unknown, forged, of another member or of another channel: resync', async ({ circle, listen, people: { ana, ben } }) => {
  const post = await circle.post(ana);
  const [own, hers, notices] = [await listen(ben, 'posts'), await listen(ana, 'posts'), await listen(ben, 'notifications')];
  const id = own.lastEventId() ?? '';
  for (const after of [
    'unknown',
    `${id}A`,
    `${id.startsWith('A') ? 'B' : 'A'}${id.slice(1)}`,
    hers.lastEventId(),
    notices.lastEventId(),
    '',
  ]) {
    const channel = await listen(ben, 'posts', { after });
    await channel.until(() => channel.events.length >= 2);
    expect(channel.events[0]).toMatchObject({ name: 'subscribed', data: { resumed: false } });
    expect(channel.events[1]).toMatchObject({ name: 'resync', data: { channel: 'posts' } });
    const next = await circle.comment(ana, post);
    expect(next).toBeTruthy();
    await channel.hears('update', post);
  }
});

test('an id from before removals that were dropped, and one from more changes ago than are sent: resync', async ({
  circle,
  db,
  listen,
  people,
}) => {
  const { ana, ben } = people;
  const post = await circle.post(ana);
  const first = await listen(ben, 'posts');
  await ana.client.delete(`/api/posts/${post}`);
  await first.hears('delete', post);
  const lastId = first.lastEventId();
  const before = first.events[0]?.id;
  await db.sql`update changes set at = now() - interval '100 days' where doc_id = ${post}`;
  await dropOldRemovals(db.database);
  const late = await listen(ben, 'posts', { after: before });
  await late.until(() => late.named('resync').length === 1);
  const inTime = await listen(ben, 'posts', { after: lastId });
  for (let nth = 0; nth < 201; nth += 1) await circle.post(ana);
  await inTime.until(() => inTime.named('insert').length === 201);
  expect(inTime.named('resync')).toEqual([]);
  const behind = await listen(ben, 'posts', { after: lastId });
  await behind.until(() => behind.named('resync').length === 1);
  expect(behind.named('insert')).toEqual([]);
});

test('a reader who lost a friend while away reads the list again, and receives the other events', async ({ circle, listen, people }) => {
  const { ana, ben, carl } = people;
  await circle.befriend(carl, ben);
  const channel = await listen(ben, 'posts');
  channel.close();
  const theirs = await circle.post(carl);
  await circle.unfriend(ana, ben);
  const hidden = await circle.post(ana);
  const again = await listen(ben, 'posts', { after: channel.lastEventId() });
  await again.hears('insert', theirs);
  await again.hears('insert', await circle.post(carl));
  expect(again.story().slice(0, 3)).toEqual(['subscribed', 'resync', `insert ${theirs}`]);
  expect(again.story().join(' ')).not.toContain(hidden);
});

test('heartbeats arrive, and carry the position of the reader', async ({ listen, people: { ben } }) => {
  const channel = await listen(ben, 'notifications');
  await channel.until(() => channel.heartbeats() > 2);
  const again = await listen(ben, 'notifications', { after: channel.lastEventId() });
  expect(again.events[0]).toMatchObject({ data: { resumed: true } });
});
