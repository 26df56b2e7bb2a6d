/** A member at the storage limit: neither pushes nor REST store anything more, and deletions free storage. */
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { expect, onTestFinished } from 'vitest';
import { FULL_SIDE, PHOTO_ALT_MAX, PHOTOS_MAX, THUMBHASH_MAX_LENGTH } from '../../../schemas/images/photo-limits.ts';
import { POST_CONTENT_MAX } from '../../../schemas/posts/post-limits.ts';
import type { PushAnswer } from '../../../schemas/protocol/sync.ts';
import { refusalWording } from '../../../schemas/wording/refusal-wording.ts';
import { apiClient } from '../../../tests/support/api-client.ts';
import type { Member } from '../../../tests/support/fixtures/server.ts';
import { test as serverTest } from '../../../tests/support/fixtures/server.ts';
import { type AppOptions, startApp } from '../../../tests/support/start-app.ts';
import { CHOSEN, countStored } from '../../features/count-stored.ts';
import type { HttpError } from '../../http/errors/http-error.ts';
import { MOST_BYTES_A_WRITE } from './member-storage.ts';

const LIMIT = 1_000_000;
/** letters of three bytes each */
const LONG = '字'.repeat(POST_CONTENT_MAX);

/** Repeats an act while it is too early to count: after a slow count the next one has to wait, and a device sends again. */
async function onceCounted<Answer extends object>(act: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await act().catch((error: HttpError) => {
      if (error.status !== 429) throw error;
      return error;
    });
    if (!('status' in answer) || answer.status !== 429) return answer as Answer;
    await pause(20);
  }
}

const test = serverTest
  .extend('serverOptions', { scope: 'file' }, ({ db }): AppOptions => ({ on: db, env: { MAX_MEMBER_MB: '1' } }))
  .extend('people', async ({ circle }) => {
    const [ana, ben] = [await circle.signUp(`Ana ${uuid()}`), await circle.signUp(`Ben ${uuid()}`)];
    await circle.befriend(ana, ben);
    return { ana, ben };
  })
  .extend(
    'stored',
    ({ db }) =>
      async (who: Member) =>
        (await countStored(db.sql, who.id)).texts,
  )
  /** Posts the longest texts until one is refused. Returns the ids of the others. */
  .extend('fill', ({ circle }) => async (who: Member): Promise<string[]> => {
    const posts: string[] = [];
    for (;;) {
      const answer = await onceCounted(() => circle.push(who, 'posts', circle.postDocument(who, { content: LONG })));
      if (answer.code !== null) {
        expect(answer).toMatchObject({ code: 'STORAGE_USED_UP', document: null });
        return posts;
      }
      posts.push(answer.id);
    }
  });

test('at the storage limit of a member, pushes and REST are refused', async ({ circle, people: { ana, ben }, fill, stored }) => {
  const posts = await fill(ana);
  expect(await stored(ana)).toBeLessThanOrEqual(LIMIT);
  expect(await stored(ana)).toBeGreaterThan(LIMIT - 2 * MOST_BYTES_A_WRITE);

  const refused = await ana.client.post('/api/posts', { content: 'one more', visibility_type: 'friends' });
  expect(refused).toMatchObject({ status: 409, body: { code: 'STORAGE_USED_UP', message: refusalWording.STORAGE_USED_UP } });
  const edited = await circle.visibleRow(ana, 'posts', posts[0] ?? '');
  expect(
    (await circle.push(ana, 'posts', { ...edited, id: posts[0] ?? '', write_id: uuid(), content: 'short' }, [edited?.write_id ?? ''])).code,
  ).toBe('STORAGE_USED_UP');
  // Others can still write, even below the same posts.
  await circle.comment(ben, posts[0] ?? '');
});

test('no write stores more than each counts as', async ({ db, server, people: { ana }, stored }) => {
  const before = await stored(ana);
  const photos = Array.from({ length: PHOTOS_MAX }, () => ({
    ...{ id: uuid(), width: FULL_SIDE, height: FULL_SIDE, thumbhash: 'A'.repeat(THUMBHASH_MAX_LENGTH) },
    alt: '字'.repeat(PHOTO_ALT_MAX),
  }));
  // With storage for the bytes of these photos, too.
  const roomy = await startApp({ on: db, env: { PUBLIC_URL: server.url, MAX_MEMBER_MB: '100' } });
  onTestFinished(() => roomy.close());
  const client = apiClient(roomy.url);
  client.use(ana.client.token());
  expect((await client.post('/api/posts', { content: LONG, visibility_type: 'friends', photos })).status).toBe(201);
  // A specific audience adds its readers.
  const chosen = 64 * CHOSEN;
  const bytes = (await stored(ana)) - before + chosen;
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES_A_WRITE);
  expect(bytes).toBeGreaterThan(MOST_BYTES_A_WRITE * 0.9);
});

test('a member at the limit still reads, answers, blocks and deletes, and deletions free storage at once', async ({
  circle,
  people: { ana, ben },
  fill,
}) => {
  const posts = await fill(ana);
  const carla = await circle.signUp(`Carla ${uuid()}`);
  const invitation = await circle.invite(carla, { member: ana.id });
  expect((await circle.respond(ana, invitation, 'accepted')).code).toBeNull();
  expect((await ana.client.get('/api/posts')).status).toBe(200);
  expect((await ana.client.call('PUT', `/api/profiles/${ben.id}/block`)).status).toBeLessThan(300);

  for (const id of posts.slice(0, 3)) expect((await circle.push(ana, 'posts', { id, _deleted: true })).code).toBeNull();
  const post = () => ana.client.post('/api/posts', { content: 'there is room', visibility_type: 'friends' });
  expect((await onceCounted(post)).status).toBe(201);
  expect((await onceCounted(() => circle.push(ana, 'posts', circle.postDocument(ana)))).code).toBeNull();
});

test('writes at the same time store no more than writes one after the other', async ({ circle, people: { ana }, stored }) => {
  const documents = Array.from({ length: 120 }, () => ({ ...circle.postDocument(ana, { content: LONG }), write_id: uuid() }));
  const push = (document: (typeof documents)[number]): Promise<readonly PushAnswer[]> =>
    onceCounted(() => circle.engine.push({ userId: ana.id }, [{ collection: 'posts', assumed: [], document }]));
  const pushes = documents.map(push);
  const codes = (await Promise.all(pushes)).flatMap((answers) => answers.map(({ code }) => code));
  expect(new Set(codes)).toEqual(new Set([null, 'STORAGE_USED_UP']));
  expect(await stored(ana)).toBeLessThanOrEqual(LIMIT);
});
