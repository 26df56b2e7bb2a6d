/**
 * Ids that a client makes are uuid v7. Any other version is refused, by push and by REST, and the other changes of a push are carried out.
 */
import { v4, v7 } from 'uuid';
import { expect } from 'vitest';
import type { PushResponse } from '../../schemas/protocol/sync.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../schemas/protocol/version.ts';
import { test } from '../support/fixtures/server.ts';

const audience = { visibility_type: 'friends', specific_user_ids: [] };

test('REST refuses the id of a creation that is no uuid v7', async ({ circle, server }) => {
  const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
  await circle.befriend(ana, ben);
  const post = await circle.post(ana);
  const group = await circle.group(ana);
  const creations: [string, object][] = [
    ['/api/posts', { content: 'Soup', photos: [], ...audience }],
    [`/api/posts/${post}/comments`, { content: 'Soup' }],
    [`/api/groups/${group}/messages`, { content: 'Soup' }],
    ['/api/groups', { name: 'Soup' }],
    ['/api/friends/invite', { email: 'new.guest@kith.test' }],
    [`/api/groups/${group}/invite`, { user_id: ben.id }],
  ];
  for (const [path, body] of creations) {
    expect([path, (await ana.client.post(path, { ...body, id: v4() })).status]).toEqual([path, 422]);
    expect([path, (await ana.client.post(path, { ...body, id: v7() })).status]).toEqual([path, 201]);
  }
  const bytes = { method: 'PUT', headers: { authorization: `Bearer ${ana.client.token()}`, 'content-type': 'image/png' }, body: 'x' };
  expect((await fetch(`${server.url}/api/images/${v4()}`, bytes)).status).toBe(422);
});

test('a push refuses such ids change by change', async ({ circle, server }) => {
  const ana = await circle.signUp('Ana Push');
  const changeOf = (id: string, write_id: string) => ({
    collection: 'posts',
    assumed: [],
    document: { id, write_id, author_id: ana.id, content: 'Soup', photos: [], ...audience },
  });
  const changes = [changeOf(v4(), v7()), changeOf(v7(), v4()), changeOf(v7(), v7())];
  const answer = await fetch(`${server.url}/api/sync/push`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ana.client.token()}`,
      'content-type': 'application/json',
      [PROTOCOL_HEADER]: String(PROTOCOL_VERSION),
    },
    body: JSON.stringify({ changes }),
  });
  const { answers } = (await answer.json()) as PushResponse;
  expect(answers.map(({ code }) => code)).toEqual(['INVALID', 'INVALID', null]);
});
